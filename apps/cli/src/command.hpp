#pragma once
// A subcommand as a value: its name, the arguments it takes, and what it does with them. To add
// one, write NAME.cpp with a `const Command`, and list it in commands.hpp.

#include <string_view>
#include <vector>

namespace aero::cli {

class Call;

enum class Exit { done = 0, check_failed = 1, bad_use = 2 };

// One argument, as the parser, the help, the man page and the completions know it. Every argument
// may be left out as far as the parser is concerned; asking a Call for one that is needed and not
// there is the error.
struct Argument {
  std::string_view name;   // "--depth", or "POSITION" for one that is told by its place
  std::string_view about;  // catalogue key
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::string_view value = {};  // what follows the flag, such as "N"; empty where nothing does
  std::vector<std::string_view> choices = {};  // values to offer; empty where there is no list
  // NOLINTEND(readability-redundant-member-init)
  bool is_optional = true;  // by its place: may be left out
  bool is_list = false;     // by its place: any number of them
  bool is_file = false;     // the value is a file's name

  bool is_flag() const { return name.starts_with('-'); }
};

struct Example {
  std::string_view about;  // catalogue key
  std::string_view line;   // what to type
};

struct Syntax {
  std::vector<Argument> arguments;  // those told by place in their order; --help is added to all
  std::vector<Example> examples;
};

struct Command {
  std::string_view name;
  std::string_view about;  // catalogue key: one sentence
  Syntax (*set_up)();
  Exit (*run)(const Call&);
};

}  // namespace aero::cli
