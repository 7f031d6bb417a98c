// aeroplane bench: how fast the engine and the evaluator are.

#include "aero/lab/bench.hpp"

#include <fmt/format.h>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "layout.hpp"
#include "progress.hpp"

namespace aero::cli {
namespace {

constexpr std::uint64_t kMostRepeats = 1000;

Syntax set_up() {
  return {
      .arguments = {rules_flag(),
                    seats_flag(),
                    seed_flag(),
                    {.name = "--repeats", .about = "cli.bench.repeats", .value = "N"},
                    json_flag()},
      .examples = {{"cli.bench.example", "aeroplane bench"},
                   {"cli.bench.example_one", "aeroplane bench --rules standard --seats RYBG"}},
  };
}

struct Row {
  std::string rules;
  std::string seats;
  Bench bench;
  BenchRow figures;
  std::vector<EvaluatorRow> evaluator;
};

// What is asked for; every preset for two, three and four seats where nothing is.
std::vector<Row> rows_of(const Call& call) {
  std::vector<std::string> rules{call.text_or("--rules", "")};
  if (!call.has("--rules")) {
    rules.clear();
    for (const Preset& preset : presets()) rules.emplace_back(preset.name);
  }
  std::vector<std::string> seats{"RB", "RYB", "RYBG"};
  if (call.has("--seats")) seats = {call.text("--seats")};

  std::vector<Row> rows;
  for (const std::string& rule : rules) {
    for (const std::string& letters : seats) {
      Row row{rule, letters, {}, {}, {}};
      row.bench.rules = require(parse_rules(rule), "--rules", rule);
      row.bench.seats = require(parse_seats(letters), "--seats", letters);
      row.bench.seed = call.seed();
      row.bench.repeats = static_cast<int>(call.number_or("--repeats", 1, kMostRepeats, 9));
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

Json json_of(const Row& row) {
  const BenchRow& figures = row.figures;
  Json json{{"rules", row.rules},
            {"seats", row.seats},
            {"seed", row.bench.seed},
            {"games", figures.games},
            {"plies", figures.plies},
            {"rolls", figures.rolls},
            {"moves_offered", figures.moves_offered},
            {"moves_accepted", figures.moves_accepted},
            {"refused", figures.refused},
            {"games_per_second", figures.games_per_second},
            {"plies_per_second", figures.plies_per_second},
            {"ply_ns", figures.ply_ns},
            {"roll_ns", figures.roll_ns},
            {"roll_p95_ns", figures.roll_p95_ns}};
  json["ply_instructions"] = nullptr;
  if (figures.ply_instructions) json["ply_instructions"] = *figures.ply_instructions;
  json["evaluations_per_second"] = Json::object();
  for (const EvaluatorRow& each : row.evaluator) {
    json["evaluations_per_second"][std::string(each.kernel)] = each.evaluations_per_second;
  }
  return json;
}

std::string report(const Call& call, const std::vector<Row>& rows) {
  std::vector<std::vector<std::string>> cells{
      {call.say("cli.bench.rules"), call.say("cli.bench.seats"), call.say("cli.bench.games"),
       call.say("cli.bench.plies"), call.say("cli.bench.ply"), call.say("cli.bench.roll"),
       call.say("cli.bench.p95"), call.say("cli.bench.accepted"),
       call.say("cli.bench.instructions"), call.say("cli.bench.evaluations")}};
  for (const Row& row : rows) {
    const BenchRow& figures = row.figures;
    const auto instructions = figures.ply_instructions;
    cells.push_back({row.rules, row.seats, fmt::format("{:.0f}", figures.games_per_second),
                     fmt::format("{:.0f}", figures.plies_per_second),
                     fmt::format("{:.1f}", figures.ply_ns), fmt::format("{:.1f}", figures.roll_ns),
                     fmt::format("{:.1f}", figures.roll_p95_ns),
                     std::to_string(figures.moves_accepted),
                     instructions ? fmt::format("{:.0f}", *instructions) : "–",
                     row.evaluator.empty()
                         ? "–"
                         : fmt::format("{:.0f}", row.evaluator.front().evaluations_per_second)});
  }
  return grid(cells, 2);
}

Exit run(const Call& call) {
  std::vector<Row> rows = rows_of(call);
  std::int64_t refused = 0;
  {
    Progress progress(call.language(), static_cast<std::int64_t>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.show(static_cast<std::int64_t>(i));
      rows[i].figures = measure(rows[i].bench);
      rows[i].evaluator = measure_evaluator(rows[i].bench);
      refused += rows[i].figures.refused;
    }
  }
  if (call.wants_json()) {
    Json json{{"rows", Json::array()}};
    for (const Row& row : rows) json["rows"].push_back(json_of(row));
    print_json(json);
  } else {
    print(report(call, rows));
  }
  if (refused == 0) return Exit::done;
  talk(call.say("cli.bench.refused", {{"n", refused}}) + "\n");
  return Exit::check_failed;
}

}  // namespace

const Command kBench{"bench", "cli.bench.about", set_up, run};

}  // namespace aero::cli
