// aeroplane moves: the legal moves of a position, and where each leads.

#include <fmt/format.h>

#include "answers.hpp"
#include "arguments.hpp"
#include "batch.hpp"
#include "commands.hpp"
#include "console.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {position_argument(),
                    rules_flag(),
                    {.name = "--batch", .about = "cli.moves.batch"},
                    json_flag()},
      .examples = {{"cli.moves.example", "aeroplane moves 'R:h,16,17x2 B:hx2,5,c R 0 2 -'"},
                   {"cli.moves.example_rules",
                    "aeroplane moves --rules stack=always 'R:h,16,18,19 B:hx4 R 0 2 -'"},
                   {"cli.moves.example_batch", "aeroplane moves --batch < requests.jsonl"}},
  };
}

Exit run(const Call& call) {
  if (call.has("--batch")) {
    for (const std::string_view other : {"POSITION", "--rules"}) {
      if (call.has(other)) {
        throw BadInput::about("cli.exclusive",
                              {{"name", std::string(other)}, {"other", "--batch"}});
      }
    }
    answer_batch(stdin, call.language());
    return Exit::done;
  }
  const Json moves = moves_after(call.rules(), call.text("POSITION"), "POSITION");
  if (call.wants_json()) {
    print_json({{"moves", moves}});
    return Exit::done;
  }
  for (const auto& [move, after] : moves.items()) {
    print_line(fmt::format("{}\t{}", move, after.get_ref<const std::string&>()));
  }
  return Exit::done;
}

}  // namespace

const Command kMoves{"moves", "cli.moves.about", set_up, run};

}  // namespace aero::cli
