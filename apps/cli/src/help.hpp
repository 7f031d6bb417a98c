#pragma once
// What --help says, from the same syntax that is parsed.

#include <string>

#include "call.hpp"
#include "command.hpp"

namespace aero::cli {

std::string help(text::Language language);
std::string help(text::Language language, const Command& command);

// "moves [options] POSITION": how a command is typed, without the program's name.
std::string usage(text::Language language, const Command& command);

// "-h, --help" or "--depth N", as the help lists it.
std::string heading(const Argument& argument);
// What the argument is for, with the values to choose from.
std::string explanation(text::Language language, const Argument& argument);

}  // namespace aero::cli
