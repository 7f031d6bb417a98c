#include "answers.hpp"

namespace aero::cli {
namespace {

// BadInput about a field of the position line; see column_of_field.
BadInput about_field(std::string_view code, int from_end, std::string_view position,
                     std::string_view source) {
  const Error error{code, {}, 1, column_of_field(position, from_end)};
  return {{error}, std::string(source), std::string(position)};
}

}  // namespace

Json moves_after(const Rules& rules, std::string_view position, std::string_view source) {
  const State state = require(parse_position(rules, position), source, position);
  if (state.is_over()) throw about_field("cli.game_over", 4, position, source);
  if (!state.has_roll()) throw about_field("cli.roll_missing", 2, position, source);
  Json moves = Json::object();
  for (const Move& move : legal_moves(rules, state)) {
    State after = state;
    apply(rules, after, move);
    moves[to_text(move)] = to_text(after);
  }
  return moves;
}

std::string position_after(const Rules& rules, std::string_view position, std::string_view source,
                           Pip roll) {
  State state = require(parse_position(rules, position), source, position);
  if (state.is_over()) throw about_field("cli.game_over", 4, position, source);
  if (state.has_roll()) throw about_field("cli.roll_waiting", 2, position, source);
  apply(rules, state, roll);
  return to_text(state);
}

}  // namespace aero::cli
