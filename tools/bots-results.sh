#!/usr/bin/env bash
# tools/bots-results.sh [GAMES]: makes docs/results/bots.md again: every pair of bots, at two and at
# four seats. GAMES for each pair, 480 where nothing is said. AEROPLANE may name the program to
# use, and BOTS the bots.
set -euo pipefail
# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

games=${1:-480}
bots=${BOTS:-random,cautious,greedy,race,race+hit,club,master,champion}
if [[ ! ${AEROPLANE:-} ]]; then
  build_program
  AEROPLANE=build/release/aeroplane
fi

results=docs/results/bots.md
mkdir -p docs/results
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# shown ARGUMENT…: the command, and what it prints.
shown() {
  printf '```\n$ aeroplane %s\n' "$*"
  "$AEROPLANE" "$@" --lang en
  printf '```\n'
}

# table TITLE SEATS: every pair.
table() {
  printf '\n## %s\n\n' "$1"
  shown match --pool "$bots" --rules standard --seats "$2" --games "$games" --seed 1
}

# close_pairs: neighbours whose order so many games leave open.
close_pairs() {
  printf '\n## Close pairs\n\nThe same with more games, for neighbours whose order the tables leave open.\n\n'
  shown match --a cautious --b random --rules standard --seats RB --games 4000 --a-takes half --seed 1
  echo
  shown match --a greedy --b cautious --rules standard --seats RYBG --games 4000 --a-takes half --seed 1
}

# proofs: what is said of champion, tested block by block or over many games.
proofs() {
  printf '\n## Champion\n'
  local seats bot
  for seats in RB RYBG; do
    for bot in race+hit club; do
      echo
      shown match --a champion --b "$bot" --rules standard --seats "$seats" --games 6000 --sprt 50%,51% --a-takes half --seed 7
    done
    echo
    shown match --a champion --b random --rules standard --seats "$seats" --games 2000 --seed 9
  done
}

# with_tables: what bots gain that are told what tables know.
with_tables() {
  cat <<'TEXT'

## With tables

Levels play matches, and at online tables, without tables. (In the page and in `aeroplane play` champion is told the ends with one plane a side, which are
solved on the spot; without them it loses [less than a hundredth](regret.md) of a thousandth a decision there.) In matches there are three more bots, that have tables.

`race+table` and `race+hit+table` go by the turns that the whole fleet needs ([the race](solve.md#the-race)) and not by the sum over its pieces. It
takes seconds to make that table for a rule set, so it is no level; it is the stronger yardstick.

TEXT
  local seats
  for seats in RB RYBG; do
    shown match --a race+table --b race --rules standard --seats "$seats" --games 3000 --a-takes half --seed 1
    echo
    shown match --a race+hit+table --b race+hit --rules standard --seats "$seats" --games 3000 --a-takes half --seed 1
    echo
    shown match --a club --b race+hit+table --rules standard --seats "$seats" --games 3000 --a-takes half --seed 1
    echo
  done
  shown match --a champion --b race+hit+table --rules standard --seats RB --games 600 --a-takes half --seed 7
  echo
  shown match --a champion --b race+hit+table --rules standard --seats RYBG --games 300 --a-takes half --seed 7
  cat <<'TEXT'

`champion+endgame` is told the exact chance wherever two seats are left with at most two planes each. With two planes a side that is the whole game, and it
never errs: what it gains is what champion loses, by the [measure of regret](regret.md) 0.055 thousandths in each of some 11 decisions a game, or 0.06 %. With four
it is the end alone.

TEXT
  shown match --a champion+endgame --b champion --rules planes=2 --seats RB --games 4000 --seed 1
  echo
  shown match --a champion+endgame --b champion --rules standard --seats RB --games 3000 --seed 1
}

# tried SEATS OTHER GAMES: a row of a table, OTHER against champion, in at most so many games.
tried() {
  # shellcheck disable=SC2016 # it is JavaScript that expands these
  "$AEROPLANE" match --a "$2" --b champion --rules standard --seats "$1" --a-takes half --sprt 50%,51% --games "$3" --seed 11 \
    --times --json |
    node -e '
      const { a, seats, games, less_luck, sprt, times } = JSON.parse(require("fs").readFileSync(0, "utf8"));
      const percent = (share) => `${(100 * share).toFixed(2)} %`;
      const { score, low, high } = less_luck;
      const ms = [times.a, times.b].map(({ mean_ms }) => mean_ms.toFixed(2));
      const verdict = { low: "at most 50 %", high: "at least 51 %" }[sprt.verdict] ?? "–";
      const cells = [`\`${a}\``, seats, games, percent(score), `${percent(low)} – ${percent(high)}`, verdict, ...ms];
      console.log(`| ${cells.join(" | ")} |`);'
}

# tries: other settings of champion against it.
tries() {
  cat <<'TEXT'

## Other settings against champion

`aeroplane match --a OTHER --b champion --rules standard --seats SEATS --a-takes half --sprt 50%,51% --games GAMES --seed 11 --times`: the other's share less luck,
and what the test decides: that it is at most 50 %, or at least 51 %, which would be a bot that beats champion. Where it is not decided GAMES were
too few: 3000 for those as fast as champion, fewer for others. Times are milliseconds a choice.

| other | seats | games | share | 95 % interval | decided | other | champion |
|---|---|---|---|---|---|---|---|
TEXT
  local other
  for other in plies=2 plies=3 positions=10000 doubt=40 moves=2 plies=6,positions=60000 moves=25,within=1000; do
    tried RB "champion:$other" 3000
  done
  for other in plies=2 plies=3 positions=10000 doubt=40; do
    tried RYBG "champion:$other" 3000
  done
  tried RB champion:rollouts=180 30
  tried RB master:rollouts=36 40
}

{
  cat <<'TEXT'
# The bots against each other

Made by `tools/bots-results.sh`; what the figures mean is in [matches.md](../matches.md). Bots whose interval against the one
before contains 50 are not proven to differ.
TEXT
  table 'Two seats' RB
  table 'Four seats' RYBG
  close_pairs
  proofs
  with_tables
  tries
} >"$new"
cp "$new" "$results"
say "$results is written."
