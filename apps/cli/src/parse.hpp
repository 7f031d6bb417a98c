#pragma once
// From the words of the command line to a Call.

#include <string>
#include <utility>
#include <vector>

#include "call.hpp"
#include "command.hpp"

namespace aero::cli {

// The arguments of the program itself, and of a command with those that every command takes.
Syntax program_syntax();
Syntax syntax_of(const Command& command);

// The language that the words ask for, else that of the environment. Looks no further than
// --lang, so that everything else can be said in it; a language that does not exist is left for
// `parse` to refuse.
text::Language language_of(const std::vector<std::string>& words);

// The command, none where only the program was called, and its arguments. Throws BadInput.
std::pair<const Command*, Call> parse(text::Language language,
                                      const std::vector<std::string>& words);

}  // namespace aero::cli
