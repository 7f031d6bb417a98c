// aeroplane engine: a bot for other programs, over the line protocol of docs/formats/engine.md.

#include <fmt/format.h>

#include <cstdio>

#include "aero/arena/player.hpp"
#include "aero/arena/session.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {{.name = "--bot",
                     .about = "cli.engine.bot",
                     .value = "BOT",
                     .choices = bots_flag().choices},
                    seed_flag(),
                    {.name = "--threads", .about = "cli.engine.threads", .value = "T"}},
      .examples = {{"cli.engine.example", "aeroplane engine --bot greedy <<< aei"}},
  };
}

Exit run(const Call& call) {
  const auto threads =
      static_cast<int>(call.number_or("--threads", 1, arena::Session::kMostThreads, 1));
  const std::string name = call.text_or("--bot", bots().back()->name());
  arena::Session session(require(arena::bot_of(name), "--bot", name), call.seed(), threads);
  std::string line;
  while (read_line(stdin, line)) {
    if (line.size() > kMaxLine) {
      const BadInput input =
          BadInput::about("cli.batch.too_long", {{"bytes", std::to_string(kMaxLine)}});
      print_line("error " + summary(call.language(), input));
      flush();
      continue;
    }
    const arena::Session::Reply reply = session.answer(line);
    for (const std::string& answer : reply.lines) print_line(answer);
    if (!reply.errors.empty()) {
      const BadInput input{reply.errors, std::string(reply.verb), line};
      print_line("error " + summary(call.language(), input));
    }
    flush();
    if (reply.quits) return Exit::done;
  }
  return Exit::done;
}

}  // namespace

const Command kEngine{"engine", "cli.engine.about", set_up, run};

}  // namespace aero::cli
