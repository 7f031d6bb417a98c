// aeroplane check: are game records right.

#include "aero/terminal.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {{.name = "RECORD",
                     .about = "cli.argument.records",
                     .is_optional = false,
                     .is_list = true,
                     .is_file = true},
                    json_flag()},
      .examples = {{"cli.check.example", "aeroplane check games/*.aero"}},
  };
}

Json json_of(const Call& call, const BadInput& input) {
  Json list = Json::array();
  for (const Error& error : input.errors) {
    list.push_back({{"code", error.code},
                    {"line", error.line},
                    {"column", error.column},
                    {"message", sentence(call.language(), error)}});
  }
  return list;
}

Judgement right(const Call& call, const std::string& name, const Record& record) {
  const Game game = replay(record)->game;
  const auto plies = static_cast<std::int64_t>(game.plies().size());
  const std::string order = result_text(game.state());
  const std::string_view key =
      game.state().is_over() ? "cli.check.finished" : "cli.check.unfinished";
  const std::string shown = terminal::printable(name);
  return {Exit::done,
          call.say(key, {{"name", std::string_view(shown)},
                         {"plies", plies},
                         {"order", std::string_view(order)}}),
          {{"file", name}, {"ok", true}, {"plies", plies}, {"result", order}}};
}

Judgement refused(const Call& call, const std::string& name, const BadInput& input, Exit exit) {
  const std::string shown = terminal::printable(name);
  std::string line;
  if (exit == Exit::check_failed) {
    line = call.say("cli.check.wrong", {{"name", std::string_view(shown)}});
  }
  if (!call.wants_json()) complain(call.language(), input);
  return {exit, line, {{"file", name}, {"ok", false}, {"errors", json_of(call, input)}}};
}

Judgement judge(const Call& call, const std::string& name) {
  std::string text;
  try {
    text = read_file(name);
  } catch (const BadInput& input) {
    return refused(call, name, input, Exit::bad_use);
  }
  const Result<Record> record = parse_file(name, text);
  if (record) return right(call, name, *record);
  return refused(call, name, {record.errors(), name, text + "\n"}, Exit::check_failed);
}

Exit run(const Call& call) { return judge_each(call, judge); }

}  // namespace

const Command kCheck{"check", "cli.check.about", set_up, run};

}  // namespace aero::cli
