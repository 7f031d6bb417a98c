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

{
  cat <<'TEXT'
# The bots against each other

Made by `tools/bots-results.sh`; what the figures mean is in [matches.md](../matches.md). Bots whose interval against the one
before contains 50 are not proven to differ.
TEXT
  table 'Two seats' RB
  table 'Four seats' RYBG
  proofs
} >"$new"
cp "$new" "$results"
say "$results is written."
