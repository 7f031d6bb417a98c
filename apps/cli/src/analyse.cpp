// aeroplane analyse: what dice and players did to everybody's chance to win.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "aero/analysis.hpp"
#include "aero/crew.hpp"
#include "aero/narration.hpp"
#include "aero/notation.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"
#include "graph.hpp"
#include "layout.hpp"
#include "narrate.hpp"
#include "outlook.hpp"
#include "progress.hpp"
#include "tables.hpp"

namespace aero::cli {
namespace {

constexpr std::uint64_t kMostGames = 10'000'000;

Syntax set_up() {
  return {
      .arguments =
          {{.name = "RECORD", .about = "cli.argument.record", .is_optional = true, .is_file = true},
           {.name = "--plies", .about = "cli.analyse.plies", .value = "N"},
           {.name = "--endgame", .about = "cli.analyse.endgame"},
           {.name = "--rollouts", .about = "cli.analyse.rollouts", .value = "N"},
           {.name = "--position", .about = "cli.analyse.position", .value = "POSITION"},
           rules_flag(),
           seed_flag(),
           threads_flag(),
           {.name = "--svg", .about = "cli.analyse.svg", .value = "FILE", .is_file = true},
           json_flag()},
      .examples = {{"cli.analyse.example", "aeroplane analyse game.aero"},
                   {"cli.analyse.example_graph",
                    "aeroplane analyse game.aero --plies 2 --svg game.svg"},
                   {"cli.analyse.example_position",
                    "aeroplane analyse --position 'R:h,16,17x2 B:hx2,5,c R 0 2 -' --rollouts 216"}},
  };
}

// What was rolled out, by the entry of the decision.
using RolledOut = std::map<int, Rollouts>;

std::vector<Seat> seats_of(const Analysis& analysis) {
  std::vector<Seat> seats;
  for (const Seat seat : kAllSeats) {
    if (analysis.game().state().is_in_play(seat)) seats.push_back(seat);
  }
  return seats;
}

int count_of(const SeatSum& sum, Verdict verdict) {
  return sum.verdicts[static_cast<std::size_t>(verdict)];
}

// ---- JSON ----

// Exact: parts of kCertainty, a power of two, are numbers of JSON without rounding.
double share(std::int64_t parts) { return static_cast<double>(parts) / kCertainty; }

Json json_of(const std::vector<Seat>& seats, const Chances& chances) {
  Json json = Json::object();
  for (const Seat seat : seats) json[to_text(seat)] = share(chances[at(seat)]);
  return json;
}

Json json_of(const Decision& decision, Seat seat) {
  Json moves = Json::object();
  for (const Choice& choice : decision.choices) {
    moves[to_text(choice.move)] = share(choice.first[at(seat)]);
  }
  return {{"entry", decision.entry},
          {"real", decision.is_real},
          {"played", to_text(decision.choices[decision.played].move)},
          {"best", to_text(decision.choices[decision.best].move)},
          {"loss", share(decision.loss)},
          {"verdict", to_text(decision.verdict())},
          {"moves", moves}};
}

Json json_of(const Rollouts& rollouts, const Decision& decision, Seat seat) {
  Json moves = Json::object();
  for (std::size_t i = 0; i < decision.choices.size(); ++i) {
    moves[to_text(decision.choices[i].move)] = json_of_estimate(rollouts.chance(i, seat));
  }
  const Rollouts::Estimate loss = rollouts.difference(decision.best, decision.played, seat);
  return {{"games", rollouts.done()},
          {"moves", moves},
          {"loss", loss.value},
          {"loss_error", loss.error}};
}

Json json_of(const std::vector<Seat>& seats, const RollMade& made, const RolledOut& rolled_out) {
  Json json{{"entry", made.entry},
            {"round", made.round},
            {"seat", to_text(made.seat)},
            {"roll", made.roll.value()},
            {"before", json_of(seats, made.before)},
            {"rolled", json_of(seats, made.rolled)},
            {"after", json_of(seats, made.after)},
            {"luck", share(made.luck(made.seat))},
            {"fortune", to_text(made.fortune())},
            {"decision", nullptr}};
  if (made.decision) {
    json["decision"] = json_of(*made.decision, made.seat);
    const auto rollouts = rolled_out.find(made.decision->entry);
    json["decision"]["rollouts"] = rollouts == rolled_out.end()
                                       ? Json(nullptr)
                                       : json_of(rollouts->second, *made.decision, made.seat);
  }
  return json;
}

Json json_of(Seat seat, const SeatSum& sum) {
  return {{"seat", to_text(seat)},
          {"start", share(sum.start)},
          {"luck", share(sum.luck)},
          {"own_luck", share(sum.own_luck)},
          {"skill", share(sum.skill)},
          {"others", share(sum.others)},
          {"foresight", share(sum.foresight)},
          {"end", share(sum.end)},
          {"luck_adjusted", share(sum.luck_adjusted())},
          {"rolls", sum.rolls},
          {"decisions", sum.decisions},
          {"inaccuracies", count_of(sum, Verdict::inaccuracy)},
          {"mistakes", count_of(sum, Verdict::mistake)},
          {"blunders", count_of(sum, Verdict::blunder)},
          {"loss_per_decision", sum.loss_per_decision() / 1000},
          {"rating", to_text(sum.rating())}};
}

Json json_of(Analysis& analysis, const RolledOut& rolled_out) {
  const std::vector<Seat> seats = seats_of(analysis);
  const auto sums = analysis.sums();
  Json json{{"rules", to_text(analysis.game().rules())},
            {"plies", analysis.plies()},
            {"thresholds",
             {{"inaccuracy", kInaccuracy / 1000.0},
              {"mistake", kMistake / 1000.0},
              {"blunder", kBlunder / 1000.0},
              {"lucky", kLucky / 1000.0},
              {"very_lucky", kVeryLucky / 1000.0}}}};
  json["seats"] = Json::array();
  for (const Seat seat : seats) json["seats"].push_back(json_of(seat, sums[at(seat)]));
  json["rolls"] = Json::array();
  for (const RollMade& made : analysis.made()) {
    json["rolls"].push_back(json_of(seats, made, rolled_out));
  }
  json["end"] = json_of(seats, analysis.end());
  return json;
}

// ---- words ----

// "+38.0", in hundredths of a win.
std::string change(std::int64_t parts) {
  const std::string text = fmt::format("{:+.1f}", 100 * share(parts));
  return text == "-0.0" ? "+0.0" : text;
}
std::string percent(std::int64_t parts) { return fmt::format("{:.1f} %", 100 * share(parts)); }

std::string balance(const Call& call, const std::vector<Seat>& seats,
                    const std::array<SeatSum, kSeats>& sums) {
  std::vector<std::vector<std::string>> rows{
      {call.say("cli.simulate.seat"), call.say("analysis.start"), call.say("analysis.luck"),
       call.say("analysis.skill"), call.say("analysis.others"), call.say("analysis.foresight"),
       call.say("analysis.end"), call.say("analysis.adjusted")}};
  for (const Seat seat : seats) {
    const SeatSum& sum = sums[at(seat)];
    rows.push_back({say(call.language(), seat_name(seat)), percent(sum.start), change(sum.luck),
                    change(sum.skill), change(sum.others), change(sum.foresight), percent(sum.end),
                    percent(sum.luck_adjusted())});
  }
  return grid(rows);
}

std::string choices(const Call& call, const std::vector<Seat>& seats,
                    const std::array<SeatSum, kSeats>& sums) {
  std::vector<std::vector<std::string>> rows{
      {call.say("cli.simulate.seat"), call.say("analysis.rating"), call.say("analysis.decisions"),
       call.say("analysis.inaccuracies"), call.say("analysis.mistakes"),
       call.say("analysis.blunders"), call.say("analysis.loss")}};
  for (const Seat seat : seats) {
    const SeatSum& sum = sums[at(seat)];
    rows.push_back({say(call.language(), seat_name(seat)),
                    call.say("analysis.rating." + std::string(to_text(sum.rating()))),
                    std::to_string(sum.decisions),
                    std::to_string(count_of(sum, Verdict::inaccuracy)),
                    std::to_string(count_of(sum, Verdict::mistake)),
                    std::to_string(count_of(sum, Verdict::blunder)),
                    fmt::format("{:.2f} ‰", sum.loss_per_decision())});
  }
  return grid(rows, 2);
}

// The luckiest roll of a seat and its unluckiest, by what they did to its chance.
std::string extremes(const Call& call, const Analysis& analysis, Seat seat) {
  const RollMade* best = nullptr;
  const RollMade* worst = nullptr;
  for (const RollMade& made : analysis.made()) {
    if (made.seat != seat || made.lay_there()) continue;
    if (best == nullptr || made.luck(seat) > best->luck(seat)) best = &made;
    if (worst == nullptr || made.luck(seat) < worst->luck(seat)) worst = &made;
  }
  if (best == nullptr) return {};
  const std::string who = say(call.language(), seat_name(seat));
  const auto fortune = [&](const RollMade& made) {
    return call.say("analysis.fortune." + std::string(to_text(made.fortune())));
  };
  const std::string best_fortune = fortune(*best);
  const std::string worst_fortune = fortune(*worst);
  const std::string more = change(best->luck(seat));
  const std::string less = change(worst->luck(seat));
  return paragraph(call.say("analysis.rolls", {{"seat", std::string_view(who)},
                                               {"best", std::int64_t{best->roll.value()}},
                                               {"best_round", std::int64_t{best->round}},
                                               {"best_fortune", std::string_view(best_fortune)},
                                               {"more", std::string_view(more)},
                                               {"worst", std::int64_t{worst->roll.value()}},
                                               {"worst_round", std::int64_t{worst->round}},
                                               {"worst_fortune", std::string_view(worst_fortune)},
                                               {"less", std::string_view(less)}}));
}

std::string mistake(const Call& call, const Rules& rules, const RollMade& made) {
  const State rolled = made.with_roll(rules);
  const Decision& decision = *made.decision;
  const auto words = [&](std::size_t i) {
    const Move& move = decision.choices[i].move;
    return fmt::format("{} ({})", to_text(move),
                       say(call.language(), joined(parts_of(rules, rolled, move))));
  };
  const std::string who = say(call.language(), seat_name(made.seat));
  const std::string verdict =
      call.say("analysis.verdict." + std::string(to_text(decision.verdict())));
  const std::string loss = fmt::format("{:.1f}", 100 * share(decision.loss));
  const std::string played = words(decision.played);
  const std::string best = words(decision.best);
  return paragraph(call.say("analysis.mistake", {{"round", std::int64_t{made.round}},
                                                 {"seat", std::string_view(who)},
                                                 {"roll", std::int64_t{made.roll.value()}},
                                                 {"verdict", std::string_view(verdict)},
                                                 {"loss", std::string_view(loss)},
                                                 {"played", std::string_view(played)},
                                                 {"best", std::string_view(best)}}));
}

// Mistakes and blunders, and whatever else was rolled out, in the order of the game: each with the
// moves that there were.
std::string mistakes(const Call& call, const Analysis& analysis, const RolledOut& rolled_out) {
  std::string list;
  for (const RollMade& made : analysis.made()) {
    if (!made.decision) continue;
    const auto found = rolled_out.find(made.decision->entry);
    const Rollouts* rollouts = found == rolled_out.end() ? nullptr : &found->second;
    if (made.decision->verdict() < Verdict::mistake && rollouts == nullptr) continue;
    list += "\n" + mistake(call, analysis.game().rules(), made);
    list += moves(call, made.decision->choices, made.seat, rollouts, made.decision->played);
  }
  if (list.empty()) return "\n" + paragraph(call.say("analysis.no_mistakes"));
  if (rolled_out.empty()) return list;
  const std::int64_t games = rolled_out.begin()->second.games();
  return "\n" + paragraph(call.say("analysis.position_rollouts", {{"games", games}})) + list;
}

void print_words(const Call& call, Analysis& analysis, const RolledOut& rolled_out) {
  const std::vector<Seat> seats = seats_of(analysis);
  const auto sums = analysis.sums();
  const std::string rules = to_text(analysis.game().rules());
  print(paragraph(call.say("analysis.title", {{"rolls", std::int64_t{analysis.done()}},
                                              {"plies", std::int64_t{analysis.plies()}},
                                              {"rules", std::string_view(rules)}})));
  print("\n" + balance(call, seats, sums) + "\n");
  print(paragraph(call.say("analysis.balance")) + "\n");
  print(choices(call, seats, sums) + "\n");
  for (const Seat seat : seats) print(extremes(call, analysis, seat));
  print(mistakes(call, analysis, rolled_out));
}

// Every choice that was not a good one.
RolledOut roll_out(const Call& call, const Analysis& analysis, const RolloutOptions& options) {
  RolledOut rolled_out;
  std::int64_t games = 0;
  for (const RollMade& made : analysis.made()) {
    if (!made.decision || made.decision->verdict() == Verdict::good) continue;
    const Rollouts& added =
        rolled_out.emplace(made.decision->entry, analysis.rollouts(made, options)).first->second;
    games += added.games();
  }
  Progress progress(call.language(), games);
  std::int64_t done = 0;
  for (auto& [entry, rollouts] : rolled_out) {
    while (rollouts.step()) progress.show(done + rollouts.done());
    done += rollouts.done();
  }
  return rolled_out;
}

void tell_record(const Call& call, int plies, const Share& share,
                 const std::optional<RolloutOptions>& wanted) {
  const std::string& file = call.text("RECORD");
  const std::string text = read_file(file);
  const Record record = require(parse_file(file, text), file, text + "\n");
  if (record.start.is_over()) throw BadInput::about("cli.game_over");
  if (call.has("--svg")) expect_writable(call.text("--svg"));
  Analysis analysis(*standard_net(), record, plies, share);
  analysis.know(known_endgames(call, record.rules, record.start.seats()));
  {
    Progress progress(call.language(), analysis.rolls());
    while (analysis.step()) progress.show(analysis.done());
  }
  const RolledOut rolled_out = wanted ? roll_out(call, analysis, *wanted) : RolledOut{};
  if (call.has("--svg")) write_file(call.text("--svg"), graph(call.language(), analysis));
  if (call.wants_json()) {
    print_json(json_of(analysis, rolled_out));
  } else {
    print_words(call, analysis, rolled_out);
  }
}

void refuse_together(const Call& call, std::string_view name, std::string_view other) {
  if (!call.has(name) || !call.has(other)) return;
  throw BadInput::about("cli.analyse.clash",
                        {{"name", std::string(name)}, {"other", std::string(other)}});
}

Exit run(const Call& call) {
  refuse_together(call, "--position", "RECORD");
  refuse_together(call, "--position", "--svg");
  refuse_together(call, "--rules", "RECORD");
  expect_different(call, "RECORD", "--svg");
  const int plies =
      static_cast<int>(call.number_or("--plies", 0, Analysis::kMostPlies, Analysis::kUsualPlies));
  Crew crew(call.threads());
  const Share share = [&](int count, const auto& work) { crew.share_each(count, work); };
  std::optional<RolloutOptions> wanted;
  if (call.has("--rollouts")) {
    const std::uint64_t games = call.number("--rollouts", 1, kMostGames);
    wanted = {.games = static_cast<std::int64_t>(games), .seed = call.seed(), .share = share};
  }
  if (call.has("--position")) {
    tell_position(call, plies, share, wanted);
  } else {
    tell_record(call, plies, share, wanted);
  }
  return Exit::done;
}

}  // namespace

const Command kAnalyse{"analyse", "cli.analyse.about", set_up, run};

}  // namespace aero::cli
