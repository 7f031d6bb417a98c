#!/usr/bin/env bash
# tools/bots-results.sh [GAMES]: makes docs/results/bots.md again: every pair of bots, at two and at
# four seats. GAMES for each pair, 1200 where nothing is said. AEROPLANE may name the program to
# use, and BOTS the bots.
set -euo pipefail
# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

games=${1:-1200}
bots=${BOTS:-random,cautious,greedy,race,race+hit,club,master,champion}
if [[ ! ${AEROPLANE:-} ]]; then
  build_program
  AEROPLANE=build/release/aeroplane
fi

results=docs/results/bots.md
mkdir -p docs/results
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# table TITLE SEATS: a heading, the command, and what it prints.
table() {
  local call=(match --pool "$bots" --rules standard --seats "$2" --games "$games" --seed 1)
  printf '\n## %s\n\n```\n$ aeroplane %s\n' "$1" "${call[*]}"
  "$AEROPLANE" "${call[@]}" --lang en
  printf '```\n'
}

{
  cat <<'TEXT'
# The bots against each other

Made by `tools/bots-results.sh`; what the figures mean is in [matches.md](../matches.md). Bots whose interval against the one
before contains 50 are not proven to differ.
TEXT
  table 'Two seats' RB
  table 'Four seats' RYBG
} >"$new"
cp "$new" "$results"
say "$results is written."
