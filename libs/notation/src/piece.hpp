#pragma once
// A piece and its step, as the position line and the move text both write them.

#include <optional>
#include <string>
#include <string_view>

#include "aero/setup.hpp"

namespace aero {

// h, p, 1 … 55, c.
std::string step_text(Step step);
std::optional<Step> parse_step(std::string_view text);

// STEP, then xN for more than one plane, then * or *N for marked ones among them.
std::string group_text(Step step, int size, int marks);
// Reads that form; numbers are not checked against each other.
std::optional<Setup::Item> parse_piece(std::string_view text);

}  // namespace aero
