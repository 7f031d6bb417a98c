// Single positions, as scripts play them.

#include "aero/door.hpp"
#include "input.hpp"

namespace aero::door {
namespace {

// A game that starts with the position.
Result<Game> parse_game(std::string_view rules_text, std::string_view position) {
  const auto rules = parse_rules(rules_text);
  if (!rules) return rules.errors();
  const auto state = parse_position(*rules, position);
  if (!state) return state.errors();
  return Game(*rules, *state);
}

}  // namespace

Result<Applied> apply(Desk&, const InputRequest& request) {
  auto game = parse_game(request.rules, request.position);
  if (!game) return game.errors();
  const auto input = parse_input(request.input);
  if (!input) return input.errors();
  EventList events;
  const auto refused =
      std::visit([&](const auto& one) { return (*game).add(one, events); }, *input);
  if (refused) return *refused;
  Applied applied;
  applied.position = to_text(game->state());
  for (const Move& move : legal_moves(game->rules(), game->state())) {
    applied.moves.push_back(to_text(move));
  }
  for (const Event& event : events) applied.events.push_back(to_text(event));
  return applied;
}

Result<std::vector<Outcome>> moves(Desk&, const PositionRequest& request) {
  const auto game = parse_game(request.rules, request.position);
  if (!game) return game.errors();
  const State& state = game->state();
  if (!state.has_roll()) return Error{"play.roll_first", {}, 0, 0};
  std::vector<Outcome> outcomes;
  for (const Move& move : legal_moves(game->rules(), state)) {
    State after = state;
    aero::apply(game->rules(), after, move);
    outcomes.push_back({to_text(move), to_text(after)});
  }
  return outcomes;
}

}  // namespace aero::door
