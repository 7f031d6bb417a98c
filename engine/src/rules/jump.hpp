#pragma once
// Jump: a roll that ends on an own-colour square goes on to the next one, four steps ahead.

#include "aero/move.hpp"
#include "aero/rules.hpp"

namespace aero {

// Where a jump from this square ends, or kNoStep. The entrance is the last own-colour square.
constexpr Step jump_from(const Rules& rules, Step step) {
  if (!rules.jump || !is_own_colour(step) || step == kEntrance) return kNoStep;
  return step + kJumpLength;
}

}  // namespace aero
