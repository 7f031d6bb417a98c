#pragma once
// Bots as they are typed: by their names, with settings of their own, or told what tables know.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "aero/ai.hpp"
#include "call.hpp"

namespace aero::cli {

// The names of the levels, and of the bots with tables: they are no levels, for a table takes its
// time.
std::vector<std::string_view> names_with_tables();

// A bot in a line of such, and the column where it begins, from 1.
struct Typed {
  std::string text;
  std::size_t column = 1;
};

// Bots separated by commas, as are the settings of each.
std::vector<Typed> typed_bots(std::string_view line);

// The bot that this flag names there, with the tables for the rules and seats of the call where it
// takes any. Throws BadInput.
std::shared_ptr<const Bot> bot_of(const Call& call, std::string_view flag, const Typed& typed);

}  // namespace aero::cli
