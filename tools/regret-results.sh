#!/usr/bin/env bash
# tools/regret-results.sh [DECISIONS]: makes the tables of docs/results/regret.md again: every bot, with
# one and with two planes a side. DECISIONS of each kind, 6000 where nothing is said. AEROPLANE may
# name the program to use.
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

# table RULES: the command, and what it prints.
table() {
  local call=(regret --rules "$1" --seats RB --decisions "$decisions" --seed 1)
  printf '```\n$ aeroplane %s\n' "${call[*]}"
  "$AEROPLANE" "${call[@]}" --lang en
  printf '```\n\n'
}

# What stands before the first table and from the next heading on is written by hand.
{
  sed '/^```$/,$d' "$results"
  table planes=2
  table planes=1
  sed -n '/^## /,$p' "$results"
} >"$new"
cp "$new" "$results"
say "$results is written."
