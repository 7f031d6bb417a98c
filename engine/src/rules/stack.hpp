#pragma once
// Stack: own planes that meet may become one piece.

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// Do other planes of the seat stand where `piece` would end.
constexpr bool meets_own(const Fleet& fleet, Piece piece, Step last) {
  if (!can_stack_on(last) || !fleet.has(last)) return false;
  return piece.step != last || fleet.count(last) > piece.size;
}

constexpr bool can_join(const Rules& rules) { return rules.stack != Stack::never; }
constexpr bool can_stand_beside(const Rules& rules) { return rules.stack != Stack::always; }

}  // namespace aero
