#include "outlook.hpp"

#include <fmt/format.h>

#include <utility>

#include "aero/analysis.hpp"
#include "aero/narration.hpp"
#include "aero/notation.hpp"
#include "console.hpp"
#include "layout.hpp"
#include "narrate.hpp"
#include "progress.hpp"
#include "tables.hpp"

namespace aero::cli {
namespace {

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
  const Endgames endgames = known_endgames(call, rules, state.seats());
  std::vector<State> states;
  if (state.has_roll()) {
    const Found found = search.choose(state, {.plies = plies, .endgames = &endgames});
    outlook.choices = found.choices;
    outlook.first = found.choices[found.best].first;
    for (const Choice& choice : found.choices) {
      states.push_back(state);
      apply(rules, states.back(), choice.move);
    }
  } else {
    outlook.first = search.value(state, {.plies = plies + 1, .endgames = &endgames});
    states.push_back(state);
  }
  if (!wanted) return outlook;
  RolloutOptions informed = *wanted;
  informed.endgames = endgames;
  outlook.rollouts.emplace(evaluator, std::move(states), state.order().size(), informed);
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

// Of a chance, such as "48.21".
std::string in_hundredths(double chance) {
  const std::string text = fmt::format("{:.2f}", 100 * chance);
  return text == "-0.00" ? "0.00" : text;
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

std::string moves(const Call& call, const Outlook& outlook) {
  return moves(call, outlook.choices, outlook.state.turn(),
               outlook.rollouts ? &*outlook.rollouts : nullptr, std::nullopt);
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

std::string moves(const Call& call, const std::vector<Choice>& choices, Seat seat,
                  const Rollouts* rollouts, std::optional<std::size_t> played) {
  const std::vector<double> ahead = worths(choices, seat);
  std::vector<double> told = ahead;
  for (std::size_t i = 0; rollouts != nullptr && i < told.size(); ++i) {
    told[i] = rollouts->chance(i, seat).value;
  }
  const std::vector<std::size_t> order = played ? candidates(told, *played) : ranked(told);
  std::vector<std::vector<std::string>> rows{
      {call.say("analysis.move"), call.say("analysis.ahead")}};
  if (rollouts != nullptr) rows[0].insert(rows[0].end(), {call.say("analysis.rolled_out"), ""});
  rows[0].push_back(call.say("analysis.lost"));
  if (rollouts != nullptr) rows[0].emplace_back();
  for (const std::size_t i : order) {
    rows.push_back({to_text(choices[i].move), in_hundredths(ahead[i])});
    if (rollouts != nullptr) {
      add(rollouts->chance(i, seat), rows.back());
      add(rollouts->difference(order[0], i, seat), rows.back());
    } else {
      rows.back().push_back(in_hundredths(told[order[0]] - told[i]));
    }
    if (played == i) rows.back().push_back(call.say("analysis.played"));
  }
  return grid(rows);
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
