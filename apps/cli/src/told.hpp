#pragma once
// Bots that are told what tables know, for matches: they are no levels, for a table takes its time.

#include <optional>
#include <span>
#include <string_view>

#include "aero/arena/player.hpp"
#include "call.hpp"

namespace aero::cli {

// Their names, weakest first.
std::span<const std::string_view> names_with_tables();

// The bot of this name, with the tables for the rules and seats of the call; nothing where there is
// no such bot.
std::optional<arena::Contestant> contestant_with_table(const Call& call, std::string_view name);

}  // namespace aero::cli
