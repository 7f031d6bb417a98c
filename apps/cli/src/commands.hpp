#pragma once
// Every subcommand, in the order of the help.

#include "command.hpp"

namespace aero::cli {

extern const Command kMoves;
extern const Command kRoll;
extern const Command kRules;
extern const Command kPerft;

inline constexpr const Command* kCommands[] = {&kMoves, &kRoll, &kRules, &kPerft};

}  // namespace aero::cli
