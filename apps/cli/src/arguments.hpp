#pragma once
// The arguments that mean the same in every subcommand that takes them.

#include "aero/ai.hpp"
#include "command.hpp"

namespace aero::cli {

inline Argument rules_flag() {
  return {.name = "--rules",
          .about = "cli.flag.rules",
          .value = "RULES",
          .choices = {"standard", "chinese", "ludo", "quick"}};
}
inline Argument seats_flag() {
  return {.name = "--seats", .about = "cli.flag.seats", .value = "RYBG"};
}
inline Argument bots_flag() {
  Argument flag{.name = "--bots", .about = "cli.flag.bots", .value = "NAME[,NAME…]"};
  for (const Bot* bot : bots()) flag.choices.push_back(bot->name());
  return flag;
}
inline Argument seed_flag() { return {.name = "--seed", .about = "cli.flag.seed", .value = "S"}; }
inline Argument threads_flag() {
  return {.name = "--threads", .about = "cli.flag.threads", .value = "T"};
}
inline Argument json_flag() { return {.name = "--json", .about = "cli.flag.json"}; }
inline Argument language_flag() {
  return {.name = "--lang",
          .about = "cli.flag.lang",
          .value = "LANGUAGE",
          .choices = {"en", "tr", "zh"}};
}
inline Argument help_flag() { return {.name = "--help", .about = "cli.flag.help"}; }
inline Argument version_flag() { return {.name = "--version", .about = "cli.flag.version"}; }

inline Argument position_argument() {
  return {.name = "POSITION", .about = "cli.argument.position", .is_optional = false};
}

}  // namespace aero::cli
