#pragma once
// How a record names the dice of a table: "seed 42 game 0".

#include <string>

#include "aero/match.hpp"

namespace aero {

std::string to_text(const DiceKey& key);
// None where the text names no dice of ours.
std::optional<DiceKey> parse_dice_key(std::string_view text);
// Does the text mean to name them.
bool is_dice_key(std::string_view text);

}  // namespace aero
