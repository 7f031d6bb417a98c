#pragma once
// Jump: a roll that ends on an own-colour square goes on to the next one, four steps ahead.

#include <array>
#include <cstddef>

#include "aero/move.hpp"
#include "aero/rules.hpp"

namespace aero {

// Where a jump from each step, the pad to the centre, ends; kNoStep where there is none. The
// entrance is the last own-colour square.
inline constexpr auto kJumps = [] {
  std::array<Step, kCentre.value() + 1> jumps{};
  for (int i = 0; i <= kCentre.value(); ++i) {
    const Step step(i);
    const bool jumps_on = is_own_colour(step) && step != kEntrance;
    jumps[static_cast<std::size_t>(i)] = jumps_on ? step + kJumpLength : kNoStep;
  }
  return jumps;
}();

constexpr Step jump_from(const Rules& rules, Step step) {
  return rules.jump ? kJumps[static_cast<std::size_t>(step.value())] : kNoStep;
}

}  // namespace aero
