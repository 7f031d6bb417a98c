#pragma once
// Flight: the shortcut from step 18 to step 30, over the opposite seat's home column.

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// Can a piece standing on the flight's start take it: the rules have it, and no wall of the
// opposite seat closes the crossing.
constexpr bool is_flight_open(const Rules& rules, const State& state, Seat seat) {
  if (rules.flight == Flight::off) return false;
  const bool closes = rules.wall != Wall::free && rules.crossing;
  return !closes || !state.fleet(opposite(seat)).has_stack(kCrossing);
}

}  // namespace aero
