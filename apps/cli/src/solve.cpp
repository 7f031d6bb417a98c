// aeroplane solve: the exact value of a game of two seats, or of one of its positions.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "aero/solve/cache.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"
#include "layout.hpp"
#include "narrate.hpp"
#include "tables.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {rules_flag(),
                    {.name = "--seats", .about = "cli.solve.seats", .value = "RB"},
                    {.name = "--position", .about = "cli.solve.position", .value = "POSITION"},
                    {.name = "--keep", .about = "cli.solve.keep", .value = "FOLDER"},
                    threads_flag(),
                    json_flag()},
      .examples = {{"cli.solve.example", "aeroplane solve --rules planes=2"},
                   {"cli.solve.example_position",
                    "aeroplane solve --rules planes=1 --position 'R:16 B:30 R 0 2 -'"},
                   {"cli.solve.example_keep", "aeroplane solve --rules planes=3 --keep tables"}},
  };
}

struct Task {
  Rules rules;
  std::array<Seat, 2> seats;  // the first one begins
  std::optional<State> position;
  std::filesystem::path folder;  // where the table is kept; empty: nowhere
};

std::vector<Seat> seats_of(const State& state) {
  std::vector<Seat> seats;
  for (const Seat seat : kAllSeats) {
    if (state.is_in_play(seat)) seats.push_back(seat);
  }
  return seats;
}

std::array<Seat, 2> two(const std::vector<Seat>& seats) {
  if (seats.size() != 2) {
    throw BadInput::about("cli.solve.not_two", {{"seats", std::to_string(seats.size())}});
  }
  return {seats[0], seats[1]};
}

Task task_of(const Call& call) {
  Task task{.rules = call.rules(),
            .seats = {Seat::R, Seat::B},
            .position = std::nullopt,
            .folder = call.text_or("--keep", "")};
  if (call.has("--seats")) task.seats = two(call.seats());
  expect_solvable(task.rules, task.seats);
  if (is_large(task.rules) && task.folder.empty()) task.folder = cache_folder();
  if (!task.folder.empty()) make_folder(task.folder.string());
  if (!call.has("--position")) return task;
  const std::string& line = call.text("--position");
  task.position = require(parse_position(task.rules, line), "--position", line);
  if (task.position->is_over()) throw BadInput{{{"cli.game_over", {}}}, "--position", line};
  const std::array<Seat, 2> seats = two(seats_of(*task.position));
  if (!call.has("--seats")) {
    task.seats = seats;
  } else if (task.position->seats() != SeatSet(task.seats)) {
    throw BadInput::about("cli.solve.other_seats");
  }
  return task;
}

// What can happen next, each with the chance of the seat on turn after it.
std::vector<std::pair<std::string, Bounds>> ways(const ExactTable& table, const State& state) {
  std::vector<std::pair<std::string, Bounds>> list;
  const auto add = [&](const std::string& text, const auto& ply) {
    State after = state;
    apply(table.rules(), after, ply);
    list.emplace_back(text, table.value(after, state.turn()));
  };
  if (state.has_roll()) {
    for (const Move& move : legal_moves(table.rules(), state)) add(to_text(move), move);
  } else {
    for (const Pip pip : kPips) add(std::to_string(pip.value()), pip);
  }
  return list;
}

Json json_of(Bounds bounds) {
  return {{"value", bounds.middle()}, {"lower", bounds.lower}, {"upper", bounds.upper}};
}

Json json_of(const Task& task, const KeptTable& kept, double seconds) {
  const ExactTable& table = kept.table;
  const Bounds first = table.first_wins();
  Json json{
      {"rules", to_text(task.rules)}, {"seats", to_text(task.seats[0]) + to_text(task.seats[1])},
      {"first_wins", first.middle()}, {"lower", first.lower},
      {"upper", first.upper},         {"gap", table.gap()},
      {"states", table.states()},     {"sweeps", table.sweeps()},
      {"finished", kept.is_finished}, {"seconds", seconds}};
  if (!task.position) return json;
  json["position"] = to_text(*task.position);
  json["turn"] = to_text(task.position->turn());
  json["turn_wins"] = json_of(table.value(*task.position, task.position->turn()));
  Json values = Json::object();
  for (const auto& [text, bounds] : ways(table, *task.position)) values[text] = json_of(bounds);
  json[task.position->has_roll() ? "moves" : "rolls"] = values;
  return json;
}

std::string in_digits(double chance) { return fmt::format("{:.8f}", chance); }
// One number where the bounds agree on all its digits.
std::string in_digits(Bounds bounds) {
  constexpr double kAgree = 1e-8;
  if (bounds.gap() <= kAgree) return in_digits(bounds.middle());
  return in_digits(bounds.lower) + " – " + in_digits(bounds.upper);
}

// The moves are told with what they lose against the best, the best first.
void print_ways(const Call& call, const ExactTable& table, const State& state) {
  auto list = ways(table, state);
  std::vector<std::vector<std::string>> rows{
      {call.say(state.has_roll() ? "analysis.move" : "cli.solve.roll"),
       call.say("cli.solve.wins")}};
  if (state.has_roll()) {
    rows[0].push_back(call.say("analysis.lost"));
    std::ranges::sort(list, [](const auto& a, const auto& b) {
      return std::pair(-a.second.middle(), a.first) < std::pair(-b.second.middle(), b.first);
    });
  }
  const double best = list.front().second.middle();
  for (const auto& [text, bounds] : list) {
    rows.push_back({text, in_digits(bounds)});
    if (state.has_roll()) rows.back().push_back(in_digits(best - bounds.middle()));
  }
  print("\n" + grid(rows));
}

void print_result(const Call& call, const Task& task, const KeptTable& kept, double seconds) {
  const ExactTable& table = kept.table;
  const auto say_wins = [&](std::string_view key, Seat seat, Bounds bounds) {
    const std::string rules = to_text(task.rules);
    const std::string name = say(call.language(), seat_name(seat));
    const std::string value = in_digits(bounds);
    print(paragraph(call.say(key, {{"rules", std::string_view(rules)},
                                   {"seat", std::string_view(name)},
                                   {"value", std::string_view(value)}})));
  };
  say_wins("cli.solve.first_wins", task.seats[0], table.first_wins());
  const std::string gap = fmt::format("{:.1e}", table.gap());
  const std::string time = fmt::format("{:.1f}", seconds);
  const bool may_stay_open = task.rules.move == MoveDuty::may && kept.is_finished;
  if (may_stay_open && table.gap() > SolveOptions().gap) {
    print(paragraph(call.say("cli.solve.open", {{"gap", std::string_view(gap)}})));
  }
  print(paragraph(call.say("cli.solve.work", {{"states", table.states()},
                                              {"sweeps", std::int64_t{table.sweeps()}},
                                              {"gap", std::string_view(gap)},
                                              {"seconds", std::string_view(time)}})));
  if (!task.position) return;
  const Seat turn = task.position->turn();
  print("\n");
  say_wins("cli.solve.turn_wins", turn, table.value(*task.position, turn));
  print_ways(call, table, *task.position);
}

Exit run(const Call& call) {
  const auto begin = std::chrono::steady_clock::now();
  const Task task = task_of(call);
  const KeptTable kept = keep_table(call, task.rules, task.seats, task.folder);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (call.wants_json()) {
    print_json(json_of(task, kept, seconds));
  } else {
    print_result(call, task, kept, seconds);
  }
  if (!kept.is_finished && kept.is_stored) talk(call.say("cli.solve.stopped") + "\n");
  return kept.is_finished && kept.is_stored ? Exit::done : Exit::check_failed;
}

}  // namespace

const Command kSolve{"solve", "cli.solve.about", set_up, run};

}  // namespace aero::cli
