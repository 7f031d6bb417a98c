#pragma once
// What could have been written instead, for errors to name.

#include <string>

#include "aero/game.hpp"

namespace aero {

std::string seat_list(SeatSet seats);                           // "R, B"
std::string move_list(const Rules& rules, const State& state);  // "h-p, 9-10^14"

}  // namespace aero
