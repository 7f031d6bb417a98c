#pragma once
// Capture: enemy planes on a square where a piece stands go back to their hangar.

#include <array>
#include <cstddef>
#include <optional>

#include "aero/move.hpp"
#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// Planes of another seat, at a step of that seat.
struct Enemy {
  Seat seat;
  Step step;
};

// For each ring step of a seat, from 0 for the pad, and each other seat, clockwise from the first:
// the step at which that one stands on the same square; kNoStep where it never does.
inline constexpr auto kMeetings = [] {
  std::array<std::array<Step, kSeats - 1>, kEntrance.value() + 1> meetings{};
  for (int step = 1; step <= kEntrance.value(); ++step) {
    for (int quarters = 1; quarters < kSeats; ++quarters) {
      meetings[static_cast<std::size_t>(step)][static_cast<std::size_t>(quarters - 1)] =
          step_on(clockwise(Seat::R, quarters), ring_square(Seat::R, Step(step))).value_or(kNoStep);
    }
  }
  return meetings;
}();

// Who stands on the square where `seat`'s step lies. Only the ring is shared, and never by the
// planes of two enemies, since a landing clears its square.
constexpr std::optional<Enemy> enemy_on(const State& state, Seat seat, Step step) {
  if (!step.is_on_ring()) return std::nullopt;
  Seat other = seat;
  for (const Step theirs : kMeetings[static_cast<std::size_t>(step.value())]) {
    other = clockwise(other);
    if (theirs != kNoStep && state.fleet(other).has(theirs)) return Enemy{other, theirs};
  }
  return std::nullopt;
}

constexpr bool has_enemy_stack(const State& state, Seat seat, Step step) {
  const std::optional<Enemy> enemy = enemy_on(state, seat, step);
  return enemy && state.fleet(enemy->seat).has_stack(enemy->step);
}

// Does a piece that stands on this square for a moment go home for hitting a stack.
constexpr bool strikes_stack(const Rules& rules, const State& state, Seat seat, Step step) {
  return rules.stackhit != StackHit::stack && has_enemy_stack(state, seat, step);
}

// Does an enemy piece that was landed on go home.
constexpr bool can_be_captured(const Rules& rules, Piece piece) {
  return piece.size == 1 || rules.stackhit != StackHit::hitter;
}

}  // namespace aero
