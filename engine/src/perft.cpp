#include "aero/game.hpp"

namespace aero {

std::uint64_t perft(const Rules& rules, const State& state, int plies) {
  if (plies == 0) return 1;
  std::uint64_t sequences = 0;
  const auto follow = [&](const auto& ply) {
    State next = state;
    apply(rules, next, ply);
    sequences += perft(rules, next, plies - 1);
  };
  if (state.has_roll()) {
    for (const Move& move : legal_moves(rules, state)) follow(move);
  } else if (!state.is_over()) {
    for (const Pip roll : kPips) follow(roll);
  }
  return sequences;
}

}  // namespace aero
