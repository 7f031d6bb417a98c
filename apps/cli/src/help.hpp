#pragma once
// What --help says, from the same syntax that is parsed.

#include <string>

#include "call.hpp"
#include "command.hpp"

namespace aero::cli {

std::string help(text::Language language);
std::string help(text::Language language, const Command& command);

// Two columns of at most 80 together; the first is at least as wide as asked for.
struct Entry {
  std::string heading;
  std::string text;
};
std::string table(const std::vector<Entry>& entries, int least_heading = 0);
std::string paragraph(std::string_view text);

// "moves [options] POSITION": how a command is typed, without the program's name.
std::string usage(text::Language language, const Command& command);

// "-h, --help" or "--depth N", as the help lists it.
std::string heading(const Argument& argument);
// What the argument is for, with the values to choose from.
std::string explanation(text::Language language, const Argument& argument);

}  // namespace aero::cli
