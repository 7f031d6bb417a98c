// aeroplane simulate: many games between bots, and what comes of them.

#include "aero/lab/simulate.hpp"

#include <fmt/format.h>

#include "aero/notation.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "layout.hpp"
#include "narrate.hpp"
#include "progress.hpp"

namespace aero::cli {
namespace {

constexpr std::uint64_t kMostGames = 1'000'000'000'000;
constexpr std::uint64_t kMostPlies = 1'000'000'000;

Syntax set_up() {
  return {
      .arguments = {rules_flag(),
                    seats_flag(),
                    bots_flag(),
                    {.name = "--games", .about = "cli.flag.games", .value = "N"},
                    seed_flag(),
                    threads_flag(),
                    {.name = "--rotate", .about = "cli.simulate.rotate"},
                    {.name = "--max-plies", .about = "cli.simulate.max_plies", .value = "N"},
                    json_flag()},
      .examples = {{"cli.simulate.example",
                    "aeroplane simulate --seats RB --bots greedy,random --games 10000"},
                   {"cli.simulate.example_json",
                    "aeroplane simulate --rules chinese --games 40000 --seed 11 --json"}},
  };
}

Simulation simulation_of(const Call& call) {
  Simulation simulation;
  simulation.rules = call.rules();
  simulation.seats = call.seats();
  simulation.bots = call.bots(simulation.seats);
  simulation.rotates_first = call.has("--rotate");
  simulation.games = static_cast<std::int64_t>(call.number_or("--games", 0, kMostGames, 1000));
  simulation.seed = call.seed();
  simulation.max_plies =
      static_cast<std::int64_t>(call.number_or("--max-plies", 0, kMostPlies, 100'000));
  simulation.threads = call.threads();
  return simulation;
}

// One number of the report for each seat, under its letter.
template <class Get>
Json by_seat(const Simulation& simulation, Get get) {
  Json json = Json::object();
  for (const Seat seat : simulation.seats) json[to_text(seat)] = get(seat);
  return json;
}

Json json_of(const Estimate& estimate) {
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

Json json_of(const Simulation& simulation, const Report& report) {
  std::string seats;
  for (const Seat seat : simulation.seats) seats += letter(seat);
  Json bots = Json::array();
  for (const Bot* bot : simulation.bots) bots.push_back(bot->name());

  Json json{{"rules", to_text(simulation.rules)},
            {"seats", seats},
            {"bots", bots},
            {"seed", simulation.seed},
            {"games", report.games},
            {"unfinished", report.unfinished},
            {"plies", report.plies}};
  json["rolls_per_game"] = nullptr;
  if (report.finished() > 0) {
    const Estimate rolls = rolls_per_game(report);
    json["rolls_per_game"] = rolls.value;
    json["rolls_per_game_interval"] = {rolls.low, rolls.high};
    json["rolls_quantiles"] = {{"min", rolls_quantile(report, 0)},
                               {"median", rolls_quantile(report, 0.5)},
                               {"p95", rolls_quantile(report, 0.95)},
                               {"max", rolls_quantile(report, 1)}};
  }
  json["first_places"] = by_seat(simulation, [&](Seat seat) { return report.place(seat, 0); });
  json["first_place_shares"] =
      by_seat(simulation, [&](Seat seat) { return json_of(first_places(report, seat)); });
  json["places"] = by_seat(simulation, [&](Seat seat) {
    Json places = Json::array();
    for (int place = 0; place < static_cast<int>(simulation.seats.size()); ++place) {
      places.push_back(report.place(seat, place));
    }
    return places;
  });
  json["counts"] = by_seat(simulation, [&](Seat seat) {
    Json counts = Json::object();
    for (int i = 0; i < kCounts; ++i) {
      const auto count = static_cast<Count>(i);
      counts[std::string(name(count))] = report.count(seat, count);
    }
    return counts;
  });
  return json;
}

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

// Who came first how often.
std::string winners(const Call& call, const Simulation& simulation, const Report& report) {
  std::vector<std::vector<std::string>> rows{
      {call.say("cli.simulate.seat"), call.say("cli.simulate.bot"), call.say("cli.simulate.first"),
       "", call.say("cli.simulate.interval")}};
  for (std::size_t i = 0; i < simulation.seats.size(); ++i) {
    const Seat seat = simulation.seats[i];
    const Estimate share = first_places(report, seat);
    rows.push_back({say(call.language(), seat_name(seat)), std::string(simulation.bots[i]->name()),
                    std::to_string(report.place(seat, 0)), percent(share.value),
                    fmt::format("{} – {}", percent(share.low), percent(share.high))});
  }
  return grid(rows, 2);
}

// What happened to each seat in a game, on average.
std::string averages(const Call& call, const Simulation& simulation, const Report& report) {
  std::vector<std::vector<std::string>> rows{{call.say("cli.simulate.per_game")}};
  for (const Seat seat : simulation.seats) rows[0].push_back(say(call.language(), seat_name(seat)));
  for (int i = 0; i < kCounts; ++i) {
    const auto count = static_cast<Count>(i);
    std::vector<std::string> row{call.say(fmt::format("{}{}", "cli.count.", name(count)))};
    for (const Seat seat : simulation.seats) {
      row.push_back(fmt::format("{:.2f}", static_cast<double>(report.count(seat, count)) /
                                              static_cast<double>(report.games)));
    }
    rows.push_back(std::move(row));
  }
  return grid(rows);
}

void print_report(const Call& call, const Simulation& simulation, const Report& report) {
  const std::string rules = to_text(simulation.rules);
  const std::string seed = std::to_string(simulation.seed);
  print(paragraph(call.say("cli.simulate.title", {{"games", report.games},
                                                  {"rules", std::string_view(rules)},
                                                  {"seed", std::string_view(seed)}})));
  if (report.unfinished > 0) {
    print(paragraph(call.say("cli.simulate.unfinished",
                             {{"n", report.unfinished}, {"plies", simulation.max_plies}})));
  }
  if (report.finished() == 0) return;
  const Estimate rolls = rolls_per_game(report);
  const std::string mean = fmt::format("{:.2f}", rolls.value);
  const std::string low = fmt::format("{:.2f}", rolls.low);
  const std::string high = fmt::format("{:.2f}", rolls.high);
  print("\n" + winners(call, simulation, report) + "\n");
  print(paragraph(call.say("cli.simulate.length", {{"mean", std::string_view(mean)},
                                                   {"low", std::string_view(low)},
                                                   {"high", std::string_view(high)},
                                                   {"min", rolls_quantile(report, 0)},
                                                   {"median", rolls_quantile(report, 0.5)},
                                                   {"p95", rolls_quantile(report, 0.95)},
                                                   {"max", rolls_quantile(report, 1)}})));
  print("\n" + averages(call, simulation, report));
}

Exit run(const Call& call) {
  Simulation simulation = simulation_of(call);
  Report report;
  {
    Progress progress(call.language(), simulation.games);
    simulation.progress = [&](std::int64_t games) { progress.show(games); };
    report = simulate(simulation);
  }
  if (call.wants_json()) {
    print_json(json_of(simulation, report));
  } else {
    print_report(call, simulation, report);
  }
  return Exit::done;
}

}  // namespace

const Command kSimulate{"simulate", "cli.simulate.about", set_up, run};

}  // namespace aero::cli
