#include "greedy.hpp"

#include <compare>

#include "first_best.hpp"
#include "progress.hpp"

namespace aero {
namespace {

// What a move is worth; more is better, the first member before the next.
struct Greed {
  int captures;
  int finishes;
  int gain;  // steps
  Step end;
  friend auto operator<=>(const Greed&, const Greed&) = default;
};

Greed greed(const Rules& rules, const State& state, const Move& move) {
  const Seat seat = state.turn();
  State after = state;
  apply(rules, after, move);
  return {planes_in_enemy_hangars(after, seat) - planes_in_enemy_hangars(state, seat),
          after.fleet(seat).count(kCentre) - state.fleet(seat).count(kCentre),
          progress(after, seat) - progress(state, seat), move.is_pass() ? kNoStep : move.last()};
}

}  // namespace

Move Greedy::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  return first_best(legal, [&](const Move& move) { return greed(rules, state, move); });
}

}  // namespace aero
