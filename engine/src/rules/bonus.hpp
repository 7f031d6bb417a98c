#pragma once
// Bonus: what else than a six gives another roll.

#include "aero/rules.hpp"

namespace aero {

constexpr bool wins_roll(const Rules& rules, bool has_captured, bool has_come_home) {
  const bool for_capture = rules.bonus == Bonus::capture || rules.bonus == Bonus::both;
  const bool for_home = rules.bonus == Bonus::home || rules.bonus == Bonus::both;
  return (for_capture && has_captured) || (for_home && has_come_home);
}

}  // namespace aero
