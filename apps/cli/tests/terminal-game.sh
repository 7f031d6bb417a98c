#!/usr/bin/env bash
# A whole game by keys on a real terminal (tmux): set-up, resizes in between, quit, resume, the end,
# and the terminal as it was before.
#   terminal-game.sh PROGRAM
set -euo pipefail

program=$1
folder=$(mktemp -d)
server=aeroplane-$$
tmux() { command tmux -L "$server" -f /dev/null "$@"; }
leave() {
  tmux kill-server 2>/dev/null || true
  rm -rf "$folder"
}
trap leave EXIT

fail() {
  echo "terminal-game: $1. The screen:" >&2
  tmux capture-pane -t game -p >&2
  exit 1
}
sees() { tmux capture-pane -t game -p | grep -qF -- "$1"; }
# Waits until the screen shows the text.
await() {
  for _ in $(seq 200); do
    if sees "$1"; then return; fi
    sleep 0.1
  done
  fail "'$1' did not appear"
}
keys() { tmux send-keys -t game "$@"; }
start() {
  keys "clear; stty -g > $folder/before; $program play --lang en --speed off; \
echo \"exit \$?\"; stty -g > $folder/after" Enter
}
# The terminal shows the shell again, with its settings and its cursor.
expect_restored() {
  await "exit 0"
  for _ in $(seq 100); do
    if [[ -s $folder/after ]]; then break; fi
    sleep 0.1
  done
  cmp -s "$folder/before" "$folder/after" || fail "the terminal is not as it was"
  [[ $(tmux display-message -t game -p '#{alternate_on}#{cursor_flag}#{mouse_any_flag}') == 010 ]] ||
    fail "screen, cursor or mouse are not as they were"
  rm -f "$folder/after"
}
# Rolls and plays the first choice, a few times over.
play_on() {
  for _ in $(seq "$1"); do keys Space Enter; done
}

export LC_ALL=C.UTF-8 XDG_STATE_HOME=$folder
tmux new-session -d -x 80 -y 24 -s game "env TERM=tmux-256color bash --norc --noprofile"
sleep 0.5

start
await "Enter start the game"
keys Enter
await "press Space to roll the die"
play_on 5
tmux resize-window -t game -x 100 -y 30
play_on 5
tmux resize-window -t game -x 50 -y 12
await "The window is too small."
tmux resize-window -t game -x 140 -y 45
play_on 5
tmux resize-window -t game -x 80 -y 24
play_on 5
keys '?'
await "Any key closes this"
keys x
keys q
await "Quit?"
keys Enter
expect_restored
"$program" check --lang en "$folder/aeroplane/game.aero" >/dev/null || fail "the record is not whole"

start
await "Resume"
keys Enter
await "The game goes on where it was left."
for _ in $(seq 200); do
  if sees "another game"; then break; fi
  play_on 5
  sleep 0.1
done
await "another game"
grep -qE '^\[Result "[RYBG]{4}"\]$' "$folder/aeroplane/game.aero" || fail "the game has no result"
keys q
expect_restored
echo "A whole game, quit and resumed, in four sizes."
