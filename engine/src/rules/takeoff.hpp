#pragma once
// Take off: some rolls bring one plane from the hangar to the pad.

#include "aero/board.hpp"
#include "aero/rules.hpp"

namespace aero {

constexpr bool can_take_off(const Rules& rules, Pip roll) {
  switch (rules.takeoff) {
    case Takeoff::even: return roll.value() % 2 == 0;
    case Takeoff::six: return roll.value() == 6;
    case Takeoff::five_six: return roll.value() >= 5;
    case Takeoff::any: return true;
  }
  return false;
}

}  // namespace aero
