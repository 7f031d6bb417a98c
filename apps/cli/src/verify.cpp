// aeroplane verify: did the dice of a record come out of the links that were told.

#include "aero/fair.hpp"
#include "aero/notation.hpp"
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
      .examples = {{"cli.verify.example", "aeroplane verify game.aero"}},
  };
}

Json json_of(const fair::Report& report, SeatSet seats) {
  Json list = Json::array();
  for (const Seat seat : kAllSeats) {
    if (!seats.contains(seat)) continue;
    const auto i = at(seat);
    list.push_back({{"seat", to_text(seat)},
                    {"chain", report.has_chain[i]},
                    {"links", report.rolls - report.without[i]},
                    {"without", report.without[i]}});
  }
  return list;
}

// What a seat gave to the dice.
std::string line_of(const Call& call, const fair::Report& report, Seat seat) {
  const auto i = at(seat);
  const std::string name = call.say("seat." + to_text(seat));
  if (!report.has_chain[i]) {
    return call.say("fair.no_links", {{"seat", std::string_view(name)}});
  }
  return call.say("fair.links",
                  {{"seat", std::string_view(name)}, {"without", std::int64_t{report.without[i]}}});
}

Judgement right(const Call& call, const std::string& name, const fair::Report& report,
                SeatSet seats) {
  const std::string shown = terminal::printable(name);
  std::string text = call.say("cli.verify.right", {{"name", std::string_view(shown)},
                                                   {"rolls", std::int64_t{report.rolls}},
                                                   {"table", std::string_view(report.table)}});
  for (const Seat seat : kAllSeats) {
    if (seats.contains(seat)) text += "\n  " + line_of(call, report, seat);
  }
  return {Exit::done,
          text,
          {{"file", name},
           {"ok", true},
           {"table", report.table},
           {"rolls", report.rolls},
           {"seats", json_of(report, seats)}}};
}

// What cannot be read, or has no dice to check.
Judgement unusable(const Call& call, const std::string& name, const BadInput& input) {
  if (!call.wants_json()) complain(call.language(), input);
  Json list = Json::array();
  for (const Error& error : input.errors) {
    list.push_back({{"code", error.code},
                    {"line", error.line},
                    {"column", error.column},
                    {"message", sentence(call.language(), error)}});
  }
  return {Exit::bad_use, {}, {{"file", name}, {"ok", false}, {"errors", list}}};
}

// The faults of the dice, which have an entry of the record for their place and no line.
Judgement wrong(const Call& call, const std::string& name, const Errors& errors) {
  const bool is_checkable = errors[0].code != "fair.no_chains";
  BadInput input;
  Json list = Json::array();
  for (const Error& error : errors) {
    const std::string message = sentence(call.language(), error);
    input.errors.push_back({"cli.verify.fault", {{"name", name}, {"message", message}}});
    list.push_back({{"code", error.code}, {"entry", error.line}, {"message", message}});
  }
  if (!call.wants_json()) complain(call.language(), input);
  const std::string shown = terminal::printable(name);
  return {is_checkable ? Exit::check_failed : Exit::bad_use,
          is_checkable ? call.say("cli.check.wrong", {{"name", std::string_view(shown)}}) : "",
          {{"file", name}, {"ok", false}, {"errors", list}}};
}

Judgement judge(const Call& call, const std::string& name) {
  std::string text;
  try {
    text = read_file(name);
  } catch (const BadInput& input) {
    return unusable(call, name, input);
  }
  const Result<Record> record = parse_file(name, text);
  if (!record) return unusable(call, name, {record.errors(), name, text + "\n"});
  const auto report = fair::verify(*record);
  if (!report) return wrong(call, name, report.errors());
  return right(call, name, *report, record->start.seats());
}

Exit run(const Call& call) { return judge_each(call, judge); }

}  // namespace

const Command kVerify{"verify", "cli.verify.about", set_up, run};

}  // namespace aero::cli
