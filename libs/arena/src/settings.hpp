#pragma once

#include <string_view>

#include "aero/net_bot.hpp"
#include "aero/notation.hpp"

namespace aero::arena {

// Those of the bot, but for what the text says: NAME=NUMBER or net=FILE, separated by commas.
// Columns of errors count from 1.
Result<NetSettings> read_settings(std::string_view bot, std::string_view text);

}  // namespace aero::arena
