// aeroplane roll: the position after a roll.

#include "answers.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {position_argument(),
                    {.name = "N", .about = "cli.roll.pips", .is_optional = false},
                    rules_flag(),
                    json_flag()},
      .examples = {{"cli.roll.example", "aeroplane roll 'R:hx4 B:hx4 R 0 - -' 4"},
                   {"cli.roll.example_third", "aeroplane roll 'R:hx3,14* B:hx4 R 2 - -' 6"}},
  };
}

Exit run(const Call& call) {
  const Rules rules = call.rules();
  const std::string& position = call.text("POSITION");
  const auto roll = Pip::from(static_cast<int>(call.number("N", 1, 6)));
  const std::string after = position_after(rules, position, "POSITION", *roll);
  if (call.wants_json()) {
    print_json({{"result", after}});
  } else {
    print_line(after);
  }
  return Exit::done;
}

}  // namespace

const Command kRoll{"roll", "cli.roll.about", set_up, run};

}  // namespace aero::cli
