#pragma once

#include <string_view>

#include "aero/game.hpp"
#include "aero/result.hpp"

namespace aero::door {

// A roll where the text is a number, else a move.
Result<Input> parse_input(std::string_view text);

}  // namespace aero::door
