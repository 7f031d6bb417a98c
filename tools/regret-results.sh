#!/usr/bin/env bash
# tools/regret-results.sh [DECISIONS]: makes the tables of docs/results/regret.md again: every bot, with
# one and with two planes a side, and champion with other settings. DECISIONS of each kind, 6000
# where nothing is said. AEROPLANE may name the program to use. TABLES may name the folder with the
# table of three planes, which takes hours (aeroplane solve --rules planes=3 --keep FOLDER); without
# it the figures for three planes are left as they are.
set -euo pipefail
# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

decisions=${1:-6000}
if [[ ! ${AEROPLANE:-} ]]; then
  build_program
  AEROPLANE=build/release/aeroplane
fi

results=docs/results/regret.md
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# table RULES [ARGUMENT…]: the command, and what it prints.
table() {
  local call=(regret --rules "$1" --seats RB --decisions "$decisions" --seed 1 "${@:2}")
  printf '```\n$ aeroplane %s\n' "${call[*]}"
  "$AEROPLANE" "${call[@]}" --lang en
  printf '```\n\n'
}

# Champion with other settings, from the least that is searched to the most.
settings=master,champion:plies=1,champion:plies=2,champion:plies=3,champion:plies=4,champion:doubt=20
settings+=,champion:moves=2,champion:moves=6,within=50,champion,champion:plies=6,positions=60000

# What stands before the first table and from the history on is written by hand.
{
  sed '/^```$/,$d' "$results"
  table planes=2
  table planes=1
  cat <<'TEXT'
## Champion with other settings

What they mean is in [matches.md](../matches.md#bots).

TEXT
  table planes=2 --bots "$settings"
  if [[ ${TABLES:-} ]]; then
    printf '## Three planes\n\nThe same where the table of three planes is kept ([solve.md](solve.md#three-planes)).\n\n'
    table planes=3 --keep "$TABLES" | sed "2s|$TABLES|tables|"
  else
    sed -n '/^## Three planes/,/^## How champion came to it/{/^## How/!p;}' "$results"
  fi
  sed -n '/^## How champion came to it/,$p' "$results"
} >"$new"
cp "$new" "$results"
say "$results is written."
