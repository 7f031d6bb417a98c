#pragma once
// Wall: an enemy stack on the ring may stop, or turn back, a roll that would pass it.

#include "aero/move.hpp"
#include "rules/capture.hpp"

namespace aero {

// The way of a roll along the ring.
struct Walk {
  Step farthest;
  Step end;  // kNoStep when the roll is not legal
};

// A walk that may meet a wall before its end.
constexpr Walk stop_at_wall(const Rules& rules, const State& state, Seat seat, Step from, Step to) {
  for (Step step = from + 1; step < to && step.is_on_ring(); step = step + 1) {
    if (!has_enemy_stack(state, seat, step)) continue;
    if (rules.wall == Wall::barred) return {step, kNoStep};
    const Step back = step + -(to - step);
    return {step, back.is_on_ring() ? back : kNoStep};
  }
  return {to, to};
}

// Precondition: the walk starts on the pad, the ring or the home column.
constexpr Walk walk_past_walls(const Rules& rules, const State& state, Seat seat, Step from,
                               Pip roll) {
  const Step to = from + roll.value();
  if (rules.wall == Wall::free) return {to, to};
  return stop_at_wall(rules, state, seat, from, to);
}

}  // namespace aero
