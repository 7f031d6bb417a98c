#!/usr/bin/env bash
# tools/speed-results.sh: makes docs/results/speed.md again, by this machine, which should have
# nothing else to do.
set -euo pipefail
# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"
build_page
build_program

results=docs/results/speed.md
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# shown COMMAND: it, and what it prints.
shown() {
  printf '\n```\n$ %s\n' "$1"
  PATH="build/release:$PATH" bash -c "$1"
  printf '```\n'
}

{
  cat <<TEXT
# How fast it is

Made by \`tools/speed-results.sh\` on $(nproc) cores ($(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -1)). Engine and net, one thread:
TEXT
  for seats in RB RYBG; do shown "aeroplane bench --seats $seats --lang en"; done
  cat <<TEXT

The module that the page loads for champion and for the analysis, in node, one thread:
TEXT
  shown 'node tools/wasm-speed.mjs'
  cat <<TEXT

Exact values of games of two seats, by all cores; *seconds* are by the clock:
TEXT
  for rules in planes=1 planes=2; do
    shown "aeroplane solve --rules $rules --json"
  done
} >"$new"
cp "$new" "$results"
say "$results is written."
