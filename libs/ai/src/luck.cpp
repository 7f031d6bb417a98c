#include "aero/luck.hpp"

namespace aero {

// A position that an input led to, in which nobody is to choose, and its chances.
struct Luck::Best {
  State state;
  std::array<std::uint32_t, kSeats> first{};
};

Luck::Rolled Luck::of(const State& state, Pip roll) const {
  const int placed = state.order().size();
  Rolled rolled{.luck = {}, .next = state};
  for (const Pip pip : kPips) {
    State next = state;
    apply(evaluator_.rules(), next, pip);
    const Best best = best_after(next, placed);
    const std::int64_t times = pip == roll ? 6 - 1 : -1;
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
      rolled.luck[seat] += times * static_cast<std::int64_t>(best.first[seat]);
    }
    if (pip == roll) rolled.next = best.state;
  }
  return rolled;
}

// `placed` seats had finished before.
Luck::Best Luck::best_after(const State& rolled, int placed) const {
  Best best{rolled};
  if (rolled.order().size() > placed) {
    best.first[at(rolled.order()[placed])] = kCertainty;
    return best;
  }
  if (!rolled.has_roll()) {
    best.first = evaluator_.first(rolled);
    return best;
  }
  const std::size_t mover = at(rolled.turn());
  bool is_found = false;
  for (const Move& move : legal_moves(evaluator_.rules(), rolled)) {
    State after = rolled;
    apply(evaluator_.rules(), after, move);
    const Best next = best_after(after, placed);
    if (is_found && next.first[mover] <= best.first[mover]) continue;
    best = next;
    is_found = true;
  }
  return best;
}

}  // namespace aero
