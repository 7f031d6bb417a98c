#pragma once
// End: whose turn comes next, and when there is nobody left to play against.

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

constexpr bool has_planes_to_bring_home(const State& state, Seat seat) {
  return state.is_in_play(seat) && !state.fleet(seat).is_home();
}

// The next seat clockwise that has planes to bring home; `seat` itself when it is the only one.
constexpr Seat next_to_play(const State& state, Seat seat) {
  do seat = clockwise(seat);
  while (!has_planes_to_bring_home(state, seat));
  return seat;
}

// Is the game over once the seats in the order have finished.
constexpr bool is_decided(const Rules& rules, const State& state) {
  if (rules.end == End::first) return state.order().size() > 0;
  int playing = 0;
  for (const Seat seat : kAllSeats) playing += has_planes_to_bring_home(state, seat);
  return playing < 2;
}

}  // namespace aero
