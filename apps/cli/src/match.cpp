// aeroplane match: who is stronger, and how sure is that.

#include "aero/arena/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "aero/terminal.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "interrupts.hpp"
#include "layout.hpp"
#include "progress.hpp"
#include "told.hpp"

namespace aero::cli {
namespace {

using arena::Adjusted;
using arena::Contestant;
using arena::Failure;
using arena::Holding;
using arena::kFailures;
using arena::Match;
using arena::MatchReport;
using arena::Pool;
using arena::PoolReport;
using arena::ProgramLimits;
using arena::Rating;
using arena::seatings;
using arena::Sequential;
using arena::Share;
using arena::Sprt;

constexpr std::uint64_t kMostGames = 10'000'000;
constexpr std::uint64_t kMostPlies = 1'000'000'000;
constexpr std::uint64_t kMostNumber = 1'000'000'000;
constexpr std::string_view kProgram = "cmd:";
constexpr std::string_view kBotFlags[] = {"--a", "--b", "--pool"};

Syntax set_up() {
  const std::vector<std::string_view> names = names_with_tables();
  return {
      .arguments =
          {{.name = "--a", .about = "cli.match.a", .value = "BOT", .choices = names},
           {.name = "--b", .about = "cli.match.b", .value = "BOT", .choices = names},
           {.name = "--pool", .about = "cli.match.pool", .value = "BOT,BOT[,…]", .choices = names},
           rules_flag(),
           seats_flag(),
           {.name = "--a-takes",
            .about = "cli.match.takes",
            .value = "SEATS",
            .choices = {"one", "half"}},
           {.name = "--games", .about = "cli.match.games", .value = "N"},
           seed_flag(),
           threads_flag(),
           {.name = "--sprt", .about = "cli.match.sprt", .value = "LOW,HIGH"},
           {.name = "--alpha", .about = "cli.match.alpha", .value = "P"},
           {.name = "--beta", .about = "cli.match.beta", .value = "P"},
           {.name = "--raw", .about = "cli.match.raw"},
           {.name = "--times", .about = "cli.match.times"},
           {.name = "--max-plies", .about = "cli.simulate.max_plies", .value = "N"},
           {.name = "--nodes", .about = "cli.match.nodes", .value = "N"},
           {.name = "--movetime", .about = "cli.match.movetime", .value = "MS"},
           {.name = "--timeout", .about = "cli.match.timeout", .value = "MS"},
           json_flag()},
      .examples = {{"cli.match.example",
                    "aeroplane match --a greedy --b random --seats RB --games 2000"},
                   {"cli.match.example_sprt",
                    "aeroplane match --a race --b random --seats RB --sprt 50%,60%"},
                   {"cli.match.example_pool",
                    "aeroplane match --pool random,cautious,greedy,race --seats RYBG --games 600"},
                   {"cli.match.example_settings",
                    "aeroplane match --a master --b master:plies=1 --seats RB --games 40 --times"}},
  };
}

// A share or an Elo lead, as it was typed; the test is of shares.
struct Bound {
  std::string text;
  double number;
  bool is_share;
};

std::optional<double> read_number(std::string_view text) {
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(number)) {
    return std::nullopt;
  }
  return number;
}

std::optional<Bound> read_bound(std::string_view text) {
  const bool is_share = text.ends_with('%');
  const auto number = read_number(text.substr(0, text.size() - (is_share ? 1 : 0)));
  if (!number || (is_share && (*number <= 0 || *number >= 100)) || std::abs(*number) > 2000) {
    return std::nullopt;
  }
  return Bound{std::string(text), *number, is_share};
}

std::pair<Bound, Bound> bounds_of(const Call& call) {
  const std::string& text = call.text("--sprt");
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto low = read_bound(std::string_view(text).substr(0, comma));
  const auto high = read_bound(std::string_view(text).substr(std::min(comma + 1, text.size())));
  if (!low || !high || low->is_share != high->is_share || low->number >= high->number) {
    throw BadInput::about("cli.match.bad_sprt", {{"text", text}});
  }
  return {*low, *high};
}

// The mean over the seatings of a block.
double share_of(const Bound& bound, const Match& match) {
  if (bound.is_share) return bound.number / 100;
  const auto seats = static_cast<int>(match.seats.size());
  double sum = 0;
  const std::vector<std::uint8_t> all = seatings(match.seats.size(), match.holding);
  for (const std::uint8_t seating : all) {
    sum += arena::share_of_elo(bound.number, __builtin_popcount(seating), seats);
  }
  return sum / static_cast<double>(all.size());
}

// An option that changes nothing here is a mistake.
void refuse_alone(std::string_view name, std::string_view other) {
  throw BadInput::about("cli.match.alone",
                        {{"name", std::string(name)}, {"other", std::string(other)}});
}

double chance(const Call& call, std::string_view name) {
  if (!call.has(name)) return 0.05;
  const auto number = read_number(call.text(name));
  if (!number || *number <= 0 || *number >= 0.5) {
    throw BadInput::about("cli.match.bad_chance",
                          {{"name", std::string(name)}, {"text", call.text(name)}});
  }
  if (!call.has("--sprt")) refuse_alone(name, "--sprt");
  return *number;
}

bool is_program(const Typed& typed) { return typed.text.starts_with(kProgram); }

ProgramLimits limits_of(const Call& call) {
  const bool has_program = std::ranges::any_of(kBotFlags, [&](std::string_view flag) {
    return call.has(flag) && std::ranges::any_of(typed_bots(call.text(flag)), is_program);
  });
  const auto number = [&](std::string_view name) -> std::optional<std::int64_t> {
    if (!call.has(name)) return std::nullopt;
    const std::uint64_t given = call.number(name, 1, kMostNumber);
    if (!has_program) refuse_alone(name, "cmd:COMMAND");
    return static_cast<std::int64_t>(given);
  };
  ProgramLimits limits{.nodes = number("--nodes"), .movetime_ms = number("--movetime")};
  limits.timeout_ms = number("--timeout").value_or(limits.timeout_ms);
  limits.stops = [] { return Interrupts::any(); };
  return limits;
}

// A bot of this program, or another program.
Contestant contestant_of(const Call& call, std::string_view flag, const Typed& typed) {
  const ProgramLimits limits = limits_of(call);
  if (!is_program(typed)) return arena::contestant(bot_of(call, flag, typed));
  const std::string command = typed.text.substr(kProgram.size());
  if (command.find_first_not_of(' ') == std::string::npos) {
    throw BadInput::about("cli.match.command_empty");
  }
  return arena::program(command, limits);
}

Contestant contestant_of(const Call& call, std::string_view flag) {
  return contestant_of(call, flag, {.text = call.text(flag)});
}

std::vector<Contestant> pool_of(const Call& call) {
  std::vector<Contestant> bots;
  for (const Typed& typed : typed_bots(call.text("--pool"))) {
    bots.push_back(contestant_of(call, "--pool", typed));
  }
  if (bots.size() < 2) throw BadInput::about("cli.match.pool_small");
  return bots;
}

Match match_of(const Call& call) {
  Match match;
  match.rules = call.rules();
  match.seats = call.seats();
  if (call.has("--a-takes") && call.choice("--a-takes", {"one", "half"}) == "half") {
    match.holding = Holding::half;
  }
  const std::uint64_t games = call.has("--sprt") ? 1'000'000 : 1000;
  match.games = static_cast<std::int64_t>(call.number_or("--games", 1, kMostGames, games));
  match.seed = call.seed();
  match.max_plies =
      static_cast<std::int64_t>(call.number_or("--max-plies", 1, kMostPlies, 100'000));
  match.threads = call.threads();
  match.weighs_luck = !call.has("--raw");
  match.stops = [] { return Interrupts::any(); };
  const double alpha = chance(call, "--alpha");
  const double beta = chance(call, "--beta");
  if (call.has("--sprt")) {
    const auto [low, high] = bounds_of(call);
    match.sprt = Sprt{
        .low = share_of(low, match), .high = share_of(high, match), .alpha = alpha, .beta = beta};
  }
  return match;
}

// A block is played out, so this is how many games there will be.
std::int64_t whole_blocks(const Match& match, Holding holding) {
  const auto size = static_cast<std::int64_t>(seatings(match.seats.size(), holding).size());
  return (match.games + size - 1) / size * size;
}

std::string letters_of(const Match& match) {
  std::string letters;
  for (const Seat seat : match.seats) letters += letter(seat);
  return letters;
}

Json json_of(const std::array<std::int64_t, kFailures>& failures) {
  const auto count = [&](Failure failure) { return failures[static_cast<std::size_t>(failure)]; };
  return {{"crashed", count(Failure::crashed)},
          {"timed_out", count(Failure::timed_out)},
          {"illegal", count(Failure::illegal)}};
}

// The figures of a match: the same members for a match and for a pair of a pool.
void add_figures(const MatchReport& report, Json& json) {
  json["games"] = report.games;
  json["blocks"] = report.blocks;
  json["wins"] = report.wins;
  json["unfinished"] = report.unfinished;
  json["fair"] = report.fair;
  json["score"] = report.score.value;
  json["low"] = report.score.low;
  json["high"] = report.score.high;
  json["less_luck"] = nullptr;
  if (report.adjusted) {
    const Adjusted& adjusted = *report.adjusted;
    json["less_luck"] = {{"score", adjusted.share.value},
                         {"low", adjusted.share.low},
                         {"high", adjusted.share.high},
                         {"coefficient", adjusted.coefficient},
                         {"explained", adjusted.explained}};
  }
  json["failures"] = {{"a", json_of(report.failures[0])}, {"b", json_of(report.failures[1])}};
}

Json json_of(const arena::Thinking& thinking) {
  return {{"choices", thinking.choices}, {"mean_ms", thinking.mean_ms()}};
}

Json verdict_of(Sequential::Verdict verdict) {
  if (verdict == Sequential::Verdict::low) return "low";
  if (verdict == Sequential::Verdict::high) return "high";
  return nullptr;
}

Json json_of(const Match& match, const Contestant& a, const Contestant& b,
             const MatchReport& report, bool tells_times) {
  Json json{{"a", a.name},
            {"b", b.name},
            {"rules", to_text(match.rules)},
            {"seats", letters_of(match)},
            {"a_takes", match.holding == Holding::one ? "one" : "half"},
            {"seed", match.seed}};
  add_figures(report, json);
  if (tells_times) {
    json["times"] = {{"a", json_of(report.thinking[0])}, {"b", json_of(report.thinking[1])}};
  }
  json["sprt"] = nullptr;
  if (report.sprt) {
    json["sprt"] = {{"low", match.sprt->low},
                    {"high", match.sprt->high},
                    {"alpha", match.sprt->alpha},
                    {"beta", match.sprt->beta},
                    {"log_ratio", report.sprt->log_ratio},
                    {"lower_bound", report.sprt->lower_bound},
                    {"upper_bound", report.sprt->upper_bound},
                    {"verdict", verdict_of(report.sprt->verdict)}};
  }
  return json;
}

Json json_of(const Rating& rating) {
  return {{"elo", rating.value}, {"low", rating.low}, {"high", rating.high}};
}

Json json_of(const Pool& pool, const PoolReport& report) {
  Json json{{"rules", to_text(pool.match.rules)},
            {"seats", letters_of(pool.match)},
            {"seed", pool.match.seed},
            {"games", report.games}};
  json["ratings"] = Json::array();
  for (std::size_t i = 0; i < pool.bots.size(); ++i) {
    Json rating{{"bot", pool.bots[i].name}};
    rating.update(json_of(report.ratings.bots[i]));
    json["ratings"].push_back(rating);
  }
  json["seat_effects"] = Json::object();
  for (std::size_t i = 0; i < pool.match.seats.size(); ++i) {
    json["seat_effects"][to_text(pool.match.seats[i])] = json_of(report.ratings.seats[i]);
  }
  json["pairs"] = Json::array();
  for (std::size_t a = 0; a < pool.bots.size(); ++a) {
    for (std::size_t b = a + 1; b < pool.bots.size(); ++b) {
      if (!report.pairs[a][b]) continue;
      Json pair{{"a", pool.bots[a].name}, {"b", pool.bots[b].name}};
      add_figures(*report.pairs[a][b], pair);
      json["pairs"].push_back(pair);
    }
  }
  return json;
}

// A bot's name as tables show it: of a long command its end.
std::string short_name(const Contestant& bot) {
  constexpr std::size_t kWhole = 18;
  if (bot.name.size() <= kWhole) return terminal::printable(bot.name);
  const std::string_view prefix = bot.name.starts_with(kProgram) ? kProgram : "";
  std::size_t start = bot.name.size() - kWhole + prefix.size() + 1;
  while (start < bot.name.size() && (bot.name[start] & 0xC0) == 0x80) ++start;  // no half letters
  return terminal::printable(fmt::format("{}…{}", prefix, bot.name.substr(start)));
}

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

std::vector<std::string> row_of(const std::string& title, const Share& share) {
  return {title, percent(share.value),
          fmt::format("{} – {}", percent(share.low), percent(share.high))};
}

void print_failures(const Call& call, const std::string& bot,
                    const std::array<std::int64_t, kFailures>& failures) {
  const auto count = [&](Failure failure) { return failures[static_cast<std::size_t>(failure)]; };
  const std::int64_t all =
      count(Failure::crashed) + count(Failure::timed_out) + count(Failure::illegal);
  if (all == 0) return;
  print(paragraph(call.say("cli.match.failures", {{"bot", std::string_view(bot)},
                                                  {"n", all},
                                                  {"crashed", count(Failure::crashed)},
                                                  {"timed_out", count(Failure::timed_out)},
                                                  {"illegal", count(Failure::illegal)}})));
}

void print_time(const Call& call, const std::string& bot, const arena::Thinking& thinking) {
  if (!call.has("--times")) return;
  const std::string ms = fmt::format("{:.2f}", thinking.mean_ms());
  print(paragraph(call.say(
      "cli.match.time",
      {{"bot", std::string_view(bot)}, {"ms", std::string_view(ms)}, {"n", thinking.choices}})));
}

void print_sprt(const Call& call, const MatchReport& report) {
  if (!report.sprt) return;
  const auto [low, high] = bounds_of(call);
  const std::string ratio = fmt::format("{:.2f}", report.sprt->log_ratio);
  const std::string lower = fmt::format("{:.2f}", report.sprt->lower_bound);
  const std::string upper = fmt::format("{:.2f}", report.sprt->upper_bound);
  const std::string_view key =
      report.sprt->verdict == Sequential::Verdict::low    ? "cli.match.sprt_low"
      : report.sprt->verdict == Sequential::Verdict::high ? "cli.match.sprt_high"
                                                          : "cli.match.sprt_none";
  const std::string_view unit = low.is_share ? "share" : "elo";
  print(paragraph(call.say(key, {{"unit", unit},
                                 {"ratio", std::string_view(ratio)},
                                 {"lower", std::string_view(lower)},
                                 {"upper", std::string_view(upper)},
                                 {"low", std::string_view(low.text)},
                                 {"high", std::string_view(high.text)}})));
}

void print_unfinished(const Call& call, const Match& match, std::int64_t unfinished) {
  if (unfinished == 0) return;
  print(paragraph(
      call.say("cli.simulate.unfinished", {{"n", unfinished}, {"plies", match.max_plies}})));
}

void print_report(const Call& call, const Match& match, const Contestant& a, const Contestant& b,
                  const MatchReport& report) {
  const std::string rules = to_text(match.rules);
  const std::string seats = letters_of(match);
  const std::string seed = std::to_string(match.seed);
  print(paragraph(call.say("cli.match.title", {{"a", std::string_view(a.name)},
                                               {"b", std::string_view(b.name)},
                                               {"games", report.games},
                                               {"blocks", report.blocks},
                                               {"rules", std::string_view(rules)},
                                               {"seats", std::string_view(seats)},
                                               {"seed", std::string_view(seed)}})));
  std::vector<std::vector<std::string>> rows{
      {"", call.say("cli.match.share"), call.say("cli.match.interval")},
      row_of(call.say("cli.match.first_places"), report.score)};
  if (report.adjusted) {
    rows.push_back(row_of(call.say("cli.match.less_luck"), report.adjusted->share));
  }
  rows.push_back({call.say("cli.match.even"), percent(report.fair), ""});
  print("\n" + grid(rows) + "\n");
  if (report.adjusted) {
    const std::string explained = fmt::format("{:.0f} %", 100 * report.adjusted->explained);
    const std::string coefficient = fmt::format("{:.2f}", report.adjusted->coefficient);
    print(paragraph(call.say("cli.match.luck", {{"explained", std::string_view(explained)},
                                                {"coefficient", std::string_view(coefficient)}})));
  }
  print_time(call, a.name, report.thinking[0]);
  print_time(call, b.name, report.thinking[1]);
  print_sprt(call, report);
  print_unfinished(call, match, report.unfinished);
  print_failures(call, a.name, report.failures[0]);
  print_failures(call, b.name, report.failures[1]);
}

// A table of every pair, of the shares that `get` takes from a report.
template <class Get>
std::string pairs(const Call& call, const Pool& pool, const PoolReport& report, Get get) {
  std::vector<std::vector<std::string>> rows{{call.say("cli.match.bot")}};
  for (const Contestant& bot : pool.bots) rows[0].push_back(short_name(bot));
  for (std::size_t a = 0; a < pool.bots.size(); ++a) {
    rows.push_back({short_name(pool.bots[a])});
    for (std::size_t b = 0; b < pool.bots.size(); ++b) {
      if (!report.pairs[a][b]) {
        rows.back().emplace_back("·");
        continue;
      }
      const Share share = get(*report.pairs[a][b]);
      // Of an interval that ends at 0 or 1, one half is cut.
      const double half = std::max(share.high - share.value, share.value - share.low);
      rows.back().push_back(fmt::format("{:.1f} ±{:.1f}", 100 * share.value, 100 * half));
    }
  }
  return grid(rows);
}

std::vector<std::string> row_of(const std::string& title, const Rating& rating) {
  return {title, fmt::format("{:+.0f}", rating.value),
          fmt::format("{:+.0f} – {:+.0f}", rating.low, rating.high)};
}

std::string ratings(const Call& call, const Pool& pool, const PoolReport& report) {
  const std::string interval = call.say("cli.match.interval");
  std::vector<std::vector<std::string>> rows{
      {call.say("cli.match.bot"), call.say("cli.match.elo"), interval}};
  for (std::size_t i = 0; i < pool.bots.size(); ++i) {
    rows.push_back(row_of(short_name(pool.bots[i]), report.ratings.bots[i]));
  }
  const std::string of_bots = grid(rows);
  rows = {{call.say("cli.match.seat"), call.say("cli.match.elo"), interval}};
  for (std::size_t i = 0; i < pool.match.seats.size(); ++i) {
    rows.push_back(row_of(to_text(pool.match.seats[i]), report.ratings.seats[i]));
  }
  return of_bots + "\n" + grid(rows);
}

void print_pool(const Call& call, const Pool& pool, const PoolReport& report) {
  const std::string rules = to_text(pool.match.rules);
  const std::string seats = letters_of(pool.match);
  const std::string seed = std::to_string(pool.match.seed);
  print(paragraph(
      call.say("cli.match.pool_title", {{"bots", static_cast<std::int64_t>(pool.bots.size())},
                                        {"games", report.games},
                                        {"rules", std::string_view(rules)},
                                        {"seats", std::string_view(seats)},
                                        {"seed", std::string_view(seed)}})));
  print("\n" + paragraph(call.say("cli.match.pairs")) + "\n");
  print(pairs(call, pool, report, [](const MatchReport& pair) { return pair.score; }) + "\n");
  if (report.pairs[0][1]->adjusted) {  // the first pair of all: where there are games, it has some
    print(paragraph(call.say("cli.match.pairs_less_luck")) + "\n");
    print(pairs(call, pool, report, [](const MatchReport& pair) { return pair.adjusted->share; }) +
          "\n");
  }
  print(ratings(call, pool, report));
  std::int64_t unfinished = 0;
  for (std::size_t a = 0; a < pool.bots.size(); ++a) {
    std::array<std::int64_t, kFailures> failures{};
    for (const auto& pair : report.pairs[a]) {
      if (!pair) continue;
      for (std::size_t i = 0; i < kFailures; ++i) failures[i] += pair->failures[0][i];
      unfinished += pair->unfinished;
    }
    print_failures(call, pool.bots[a].name, failures);
  }
  print_unfinished(call, pool.match, unfinished / 2);  // each pair was counted from both sides
}

// Why the bots cannot play, where they cannot.
template <class Report>
Report require_played(Result<Report> report) {
  if (!report) throw BadInput{std::move(report).errors()};
  return *std::move(report);
}

Exit end_of(const Call& call) {
  if (!Interrupts::any()) return Exit::done;
  talk(call.say("cli.match.stopped") + "\n");
  return Exit::check_failed;
}

Exit run_pool(const Call& call) {
  for (const std::string_view name : {"--a", "--b", "--sprt", "--a-takes", "--times"}) {
    if (!call.has(name)) continue;
    throw BadInput::about("cli.analyse.clash", {{"name", std::string(name)}, {"other", "--pool"}});
  }
  Pool pool{.match = match_of(call), .bots = pool_of(call)};
  PoolReport report;
  {
    const auto bots = static_cast<std::int64_t>(pool.bots.size());
    Progress progress(call.language(),
                      bots * (bots - 1) / 2 * whole_blocks(pool.match, Holding::half));
    pool.match.progress = [&](std::int64_t games) { progress.show(games); };
    const Interrupts interrupts;
    report = require_played(arena::play_pool(pool));
  }
  if (report.games == 0) return end_of(call);
  if (call.wants_json()) {
    print_json(json_of(pool, report));
  } else {
    print_pool(call, pool, report);
  }
  return end_of(call);
}

Exit run(const Call& call) {
  if (call.has("--pool")) return run_pool(call);
  if (!call.has("--a") || !call.has("--b")) throw BadInput::about("cli.match.none");
  Match match = match_of(call);
  const Contestant a = contestant_of(call, "--a");
  const Contestant b = contestant_of(call, "--b");
  MatchReport report;
  {
    Progress progress(call.language(), whole_blocks(match, match.holding));
    match.progress = [&](std::int64_t games) { progress.show(games); };
    const Interrupts interrupts;
    report = require_played(arena::play_match(match, a, b));
  }
  if (report.games == 0) return end_of(call);
  if (call.wants_json()) {
    print_json(json_of(match, a, b, report, call.has("--times")));
  } else {
    print_report(call, match, a, b, report);
  }
  return end_of(call);
}

}  // namespace

const Command kMatch{"match", "cli.match.about", set_up, run};

}  // namespace aero::cli
