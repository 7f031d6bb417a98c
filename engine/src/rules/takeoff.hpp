#pragma once
// Take off: some rolls bring one plane from the hangar to the pad.

#include <array>
#include <cstddef>

#include "aero/board.hpp"
#include "aero/rules.hpp"

namespace aero {

// The rolls that take off, one set for each value of the option; bit n is the roll n.
inline constexpr std::array kTakeoffRolls{0b1010100, 0b1000000, 0b1100000, 0b1111110};

constexpr bool can_take_off(const Rules& rules, Pip roll) {
  const int rolls = kTakeoffRolls[static_cast<std::size_t>(rules.takeoff)];
  return (rolls >> roll.value() & 1) != 0;
}

}  // namespace aero
