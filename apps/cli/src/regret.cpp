// aeroplane regret: what bots lose against exact play.

#include "aero/regret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "aero/arena/player.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "layout.hpp"
#include "progress.hpp"
#include "tables.hpp"
#include "told.hpp"

namespace aero::cli {
namespace {

constexpr std::uint64_t kMostDecisions = 10'000'000;
constexpr double kThousandths = 1000;
constexpr double kMostGap = 1e-6;  // a thousandth of a thousandth, the last figure of a loss

Syntax set_up() {
  return {
      .arguments = {{.name = "--bots",
                     .about = "cli.regret.bots",
                     .value = "BOT[,BOT…]",
                     .choices = names_with_tables()},
                    rules_flag(),
                    {.name = "--seats", .about = "cli.solve.seats", .value = "RB"},
                    {.name = "--decisions", .about = "cli.regret.decisions", .value = "N"},
                    {.name = "--keep", .about = "cli.regret.keep", .value = "FOLDER"},
                    seed_flag(),
                    threads_flag(),
                    json_flag()},
      .examples = {{"cli.regret.example", "aeroplane regret --bots race,master --rules planes=2"}},
  };
}

struct Task {
  Rules rules;
  std::array<Seat, 2> seats{};
  std::vector<std::shared_ptr<const Bot>> bots;
  RegretOptions options;
};

struct Row {
  std::string bot;
  Regret anywhere;
  Regret in_play;
};

Task task_of(const Call& call) {
  Task task;
  task.rules = call.rules();
  const std::vector<Seat> seats = call.seats();
  if (seats.size() != 2) {
    throw BadInput::about("cli.solve.not_two", {{"seats", std::to_string(seats.size())}});
  }
  task.seats = {seats[0], seats[1]};
  expect_solvable(task.rules, task.seats);
  if (call.has("--bots")) {
    for (const Typed& typed : typed_bots(call.text("--bots"))) {
      task.bots.push_back(bot_of(call, "--bots", typed));
    }
  } else {
    for (const Bot* bot : bots()) task.bots.push_back(*arena::bot_of(bot->name()));
  }
  task.options.seed = call.seed();
  task.options.decisions = static_cast<std::int64_t>(call.number_or(
      "--decisions", 1, kMostDecisions, static_cast<std::uint64_t>(RegretOptions().decisions)));
  task.options.threads = call.threads();
  return task;
}

std::vector<Row> measure(const Call& call, const Task& task, const ExactTable& table) {
  const std::int64_t all = task.options.decisions;
  Progress progress(call.language(), 2 * all * static_cast<std::int64_t>(task.bots.size()));
  std::int64_t before = 0;
  RegretOptions options = task.options;
  options.progress = [&](std::int64_t decisions) { progress.show(before + decisions); };
  std::vector<Row> rows;
  for (const std::shared_ptr<const Bot>& bot : task.bots) {
    Row row{std::string(bot->name()), {}, {}};
    row.anywhere = regret_anywhere(table, *bot, options);
    before += all;
    row.in_play = regret_in_play(table, *bot, options);
    before += all;
    rows.push_back(row);
  }
  return rows;
}

Json json_of(const Regret& regret) {
  Json json{{"decisions", regret.decisions},
            {"games", regret.games},
            {"mean_thousandths", nullptr},
            {"low_thousandths", nullptr},
            {"high_thousandths", nullptr},
            {"best", nullptr},
            {"worst", nullptr}};
  if (regret.decisions > 0) {
    json["mean_thousandths"] = kThousandths * regret.mean;
    json["best"] = regret.best;
  }
  if (regret.interval) {
    json["low_thousandths"] = kThousandths * regret.interval->low;
    json["high_thousandths"] = kThousandths * regret.interval->high;
  }
  if (regret.worst) {
    json["worst"] = {{"position", to_text(regret.worst->state)},
                     {"chosen", to_text(regret.worst->chosen)},
                     {"best", to_text(regret.worst->best)},
                     {"loss_thousandths", kThousandths * regret.worst->loss}};
  }
  return json;
}

std::string seats_of(const Task& task) { return to_text(task.seats[0]) + to_text(task.seats[1]); }

Json json_of(const Task& task, const ExactTable& table, const std::vector<Row>& rows) {
  Json json{{"rules", to_text(task.rules)},
            {"seats", seats_of(task)},
            {"seed", task.options.seed},
            {"gap", table.gap()},
            {"bots", Json::array()}};
  for (const Row& row : rows) {
    json["bots"].push_back(
        {{"bot", row.bot}, {"anywhere", json_of(row.anywhere)}, {"in_play", json_of(row.in_play)}});
  }
  return json;
}

std::string thousandths(double loss) { return fmt::format("{:.3f}", kThousandths * loss); }

std::string interval(const Regret& regret) {
  if (!regret.interval) return "–";
  return fmt::format("{} – {}", thousandths(regret.interval->low),
                     thousandths(regret.interval->high));
}

std::vector<std::string> figures(const Row& row, const std::string& place, const Regret& regret) {
  const bool is_known = regret.decisions > 0;
  return {row.bot,
          place,
          std::to_string(regret.decisions),
          is_known ? thousandths(regret.mean) : "–",
          interval(regret),
          is_known ? fmt::format("{:.2f} %", 100 * regret.best) : "–"};
}

void print_report(const Call& call, const Task& task, const std::vector<Row>& rows) {
  const std::string rules = to_text(task.rules);
  const std::string seats = seats_of(task);
  const std::string seed = std::to_string(task.options.seed);
  print(paragraph(call.say("cli.regret.title", {{"rules", std::string_view(rules)},
                                                {"seats", std::string_view(seats)},
                                                {"seed", std::string_view(seed)}})));
  std::vector<std::vector<std::string>> means{
      {call.say("cli.regret.bot"), call.say("cli.regret.over"), call.say("cli.regret.count"),
       call.say("analysis.lost"), call.say("cli.regret.interval"), call.say("cli.regret.best")}};
  std::vector<std::vector<std::string>> worst{
      {call.say("cli.regret.bot"), call.say("cli.regret.position"), call.say("cli.regret.chosen"),
       call.say("cli.regret.better"), call.say("analysis.lost")}};
  for (const Row& row : rows) {
    const std::string all = call.say("cli.regret.anywhere");
    const std::string play = call.say("cli.regret.in_play");
    for (const auto& [place, regret] :
         {std::pair(all, &row.anywhere), std::pair(play, &row.in_play)}) {
      means.push_back(figures(row, place, *regret));
      if (!regret->worst || regret->best == 1) continue;
      worst.push_back({row.bot, to_text(regret->worst->state), to_text(regret->worst->chosen),
                       to_text(regret->worst->best), thousandths(regret->worst->loss)});
    }
  }
  print("\n" + grid(means, 2));
  if (worst.size() == 1) return;
  print("\n" + paragraph(call.say("cli.regret.worst")) + "\n" + grid(worst, 4));
}

// The seats are those of the call, or opposite ones.
Exit run(const Call& given) {
  const Call call = given.with({{"--seats", {"RB"}}});
  const Task task = task_of(call);
  const ExactTable table = kept_table(call, task.rules, task.seats);
  if (table.gap() > kMostGap) {
    throw BadInput::about("cli.regret.open", {{"gap", fmt::format("{:.1g}", table.gap())}});
  }
  const std::vector<Row> rows = measure(call, task, table);
  if (call.wants_json()) {
    print_json(json_of(task, table, rows));
  } else {
    print_report(call, task, rows);
  }
  return Exit::done;
}

}  // namespace

const Command kRegret{"regret", "cli.regret.about", set_up, run};

}  // namespace aero::cli
