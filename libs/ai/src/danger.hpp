#pragma once
// What the enemies' next rolls may do to the planes of a seat.

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// Chances are counted in 216ths: one roll of each of up to three enemies.
inline constexpr int kCertain = 6 * 6 * 6;

// The steps of progress that a seat must expect to lose before its next turn, in 216ths of a step:
// for each plane its steps from the hangar times the chance that at least one enemy, rolling once,
// has a move that sends it home. Every enemy is taken to roll in the position as it stands.
// Precondition: the state is not over.
int expected_loss(const Rules& rules, const State& state, Seat seat);

}  // namespace aero
