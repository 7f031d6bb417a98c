#pragma once
// The two questions that `moves`, `roll` and `moves --batch` answer.

#include <string_view>

#include "call.hpp"

namespace aero::cli {

// Both read a position line, which `source` names, and throw BadInput.

// Each legal move with the position after it, in the order of legal_moves. The position must have
// a roll waiting.
Json moves_after(const Rules& rules, std::string_view position, std::string_view source);

// The position after a roll. The position must be waiting for one.
std::string position_after(const Rules& rules, std::string_view position, std::string_view source,
                           Pip roll);

}  // namespace aero::cli
