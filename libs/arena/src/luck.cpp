#include "luck.hpp"

namespace aero::arena {

Luck::Parts Luck::of(const State& state, Pip roll) const {
  Parts parts{};
  for (const Pip pip : kPips) {
    State rolled = state;
    apply(evaluator_.rules(), rolled, pip);
    const auto first = chances(rolled);
    const std::int64_t times = pip == roll ? 6 - 1 : -1;
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
      parts[seat] += times * static_cast<std::int64_t>(first[seat]);
    }
  }
  return parts;
}

// Of a state that waits for a choice: after the best one for the seat on turn.
std::array<std::uint32_t, kSeats> Luck::chances(const State& state) const {
  if (state.order().size() > 0) {
    std::array<std::uint32_t, kSeats> first{};
    first[static_cast<std::size_t>(index(state.order()[0]))] = kCertainty;
    return first;
  }
  if (!state.has_roll()) return evaluator_.first(state);
  const auto mover = static_cast<std::size_t>(index(state.turn()));
  std::array<std::uint32_t, kSeats> best{};
  bool is_found = false;
  for (const Move& move : legal_moves(evaluator_.rules(), state)) {
    State after = state;
    apply(evaluator_.rules(), after, move);
    const auto first = chances(after);
    if (is_found && first[mover] <= best[mover]) continue;
    best = first;
    is_found = true;
  }
  return best;
}

}  // namespace aero::arena
