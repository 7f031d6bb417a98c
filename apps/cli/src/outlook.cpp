#include "outlook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "aero/narration.hpp"
#include "aero/notation.hpp"
#include "console.hpp"
#include "layout.hpp"
#include "narrate.hpp"
#include "progress.hpp"

namespace aero::cli {
namespace {

std::size_t at(Seat seat) { return static_cast<std::size_t>(index(seat)); }

double share(std::uint32_t parts) { return static_cast<double>(parts) / kCertainty; }

// A position in the net's eyes: as it is where a roll has to come, else after each legal move.
struct Outlook {
  Rules rules;
  State state;
  int plies;
  std::vector<Choice> choices;       // none where a roll has to come
  Chances first;                     // of the position; where a roll waits after the best move
  std::optional<Rollouts> rollouts;  // of the position, or of each of the choices
};

Outlook look(const Call& call, int plies, const Share& share,
             const std::optional<RolloutOptions>& wanted) {
  const Rules rules = call.rules();
  const std::string& line = call.text("--position");
  const State state = require(parse_position(rules, line), "--position", line);
  if (state.is_over()) throw BadInput{{{"cli.game_over", {}}}, "--position", line};
  Outlook outlook{rules, state, plies, {}, {}, {}};
  const Evaluator evaluator(*standard_net(), rules);
  constexpr int kTableBits = 15;
  Search search(evaluator, kTableBits, share);
  std::vector<State> states;
  if (state.has_roll()) {
    const Found found = search.choose(state, {.plies = plies});
    outlook.choices = found.choices;
    outlook.first = found.choices[found.best].first;
    for (const Choice& choice : found.choices) {
      states.push_back(state);
      apply(rules, states.back(), choice.move);
    }
  } else {
    outlook.first = search.value(state, {.plies = plies + 1});
    states.push_back(state);
  }
  if (!wanted) return outlook;
  outlook.rollouts.emplace(evaluator, std::move(states), state.order().size(), *wanted);
  Progress progress(call.language(), outlook.rollouts->games());
  while (outlook.rollouts->step()) progress.show(outlook.rollouts->done());
  return outlook;
}

Json json_of(const Outlook& outlook) {
  const State& state = outlook.state;
  Json json{{"rules", to_text(outlook.rules)},
            {"position", to_text(state)},
            {"turn", to_text(state.turn())},
            {"plies", outlook.plies},
            {"games", outlook.rollouts ? outlook.rollouts->games() : 0}};
  const auto entry = [&](std::size_t i, Seat seat, const Chances& first) {
    Json one{{"first", share(first[at(seat)])}, {"rollouts", nullptr}};
    if (!outlook.rollouts) return one;
    one["rollouts"] = json_of_estimate(outlook.rollouts->chance(i, seat));
    one["rollouts"]["by_results"] = json_of_estimate(outlook.rollouts->by_results(i, seat));
    return one;
  };
  if (state.has_roll()) {
    json["moves"] = Json::object();
    for (std::size_t i = 0; i < outlook.choices.size(); ++i) {
      const Choice& choice = outlook.choices[i];
      json["moves"][to_text(choice.move)] = entry(i, state.turn(), choice.first);
    }
  } else {
    json["seats"] = Json::object();
    for (const Seat seat : kAllSeats) {
      if (state.is_in_play(seat)) json["seats"][to_text(seat)] = entry(0, seat, outlook.first);
    }
  }
  return json;
}

// A row goes on with these where there are rollouts.
void add(const Rollouts::Estimate& estimate, std::vector<std::string>& row) {
  row.push_back(in_hundredths(estimate.value));
  row.push_back("±" + in_hundredths(estimate.error));
}

std::string seats(const Call& call, const Outlook& outlook) {
  std::vector<std::vector<std::string>> rows{
      {call.say("cli.simulate.seat"), call.say("analysis.ahead")}};
  if (outlook.rollouts) rows[0].insert(rows[0].end(), {call.say("analysis.rolled_out"), ""});
  for (const Seat seat : kAllSeats) {
    if (!outlook.state.is_in_play(seat)) continue;
    rows.push_back(
        {say(call.language(), seat_name(seat)), in_hundredths(share(outlook.first[at(seat)]))});
    if (outlook.rollouts) add(outlook.rollouts->chance(0, seat), rows.back());
  }
  return grid(rows);
}

// The best move first, and what each loses against it.
std::string moves(const Call& call, const Outlook& outlook) {
  const Seat seat = outlook.state.turn();
  const auto worth = [&](std::size_t i) {
    return outlook.rollouts ? outlook.rollouts->chance(i, seat).value
                            : share(outlook.choices[i].first[at(seat)]);
  };
  std::vector<std::size_t> order(outlook.choices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(
      order, [&](auto a, auto b) { return std::pair(-worth(a), a) < std::pair(-worth(b), b); });
  std::vector<std::vector<std::string>> rows{
      {call.say("cli.solve.move"), call.say("analysis.ahead")}};
  if (outlook.rollouts) rows[0].insert(rows[0].end(), {call.say("analysis.rolled_out"), ""});
  rows[0].push_back(call.say("cli.solve.loss"));
  if (outlook.rollouts) rows[0].emplace_back();
  for (const std::size_t i : order) {
    const Choice& choice = outlook.choices[i];
    rows.push_back({to_text(choice.move), in_hundredths(share(choice.first[at(seat)]))});
    if (outlook.rollouts) {
      add(outlook.rollouts->chance(i, seat), rows.back());
      add(outlook.rollouts->difference(order[0], i, seat), rows.back());
    } else {
      rows.back().push_back(in_hundredths(worth(order[0]) - worth(i)));
    }
  }
  return grid(rows);
}

void print_words(const Call& call, const Outlook& outlook) {
  const std::string rules = to_text(outlook.rules);
  print(paragraph(call.say("analysis.position", {{"rules", std::string_view(rules)},
                                                 {"plies", std::int64_t{outlook.plies}}})));
  if (outlook.rollouts) {
    print(
        paragraph(call.say("analysis.position_rollouts", {{"games", outlook.rollouts->games()}})));
  }
  print("\n" + (outlook.state.has_roll() ? moves(call, outlook) : seats(call, outlook)));
}

}  // namespace

std::string in_hundredths(double chance) {
  const std::string text = fmt::format("{:.2f}", 100 * chance);
  return text == "-0.00" ? "0.00" : text;
}

Json json_of_estimate(const Rollouts::Estimate& estimate) {
  return {{"first", estimate.value}, {"error", estimate.error}};
}

void tell_position(const Call& call, int plies, const Share& share,
                   const std::optional<RolloutOptions>& wanted) {
  const Outlook outlook = look(call, plies, share, wanted);
  if (call.wants_json()) {
    print_json(json_of(outlook));
  } else {
    print_words(call, outlook);
  }
}

}  // namespace aero::cli
