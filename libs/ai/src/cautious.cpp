#include "cautious.hpp"

#include <compare>
#include <limits>

#include "danger.hpp"
#include "first_best.hpp"
#include "progress.hpp"

namespace aero {
namespace {

// What a move is worth; more is better, the first member before the next.
struct Caution {
  int kept;      // expected loss of steps, in 216ths and negative
  int captures;  // planes
  int progress;  // steps
  friend auto operator<=>(const Caution&, const Caution&) = default;
};

Caution caution(const Rules& rules, const State& state, const Move& move) {
  // Nothing is safer than staying at home: bots that passed for safety would never end a game.
  if (move.is_pass()) return {std::numeric_limits<int>::min(), 0, 0};
  const Seat seat = state.turn();
  State after = state;
  EventList events;
  apply(rules, after, move, events);
  int loss = after.is_over() ? 0 : expected_loss(rules, after, seat);
  for (const Event& event : events) {
    if (event.kind == Event::Kind::struck) loss += progress(event.before) * kCertain;
  }
  return {-loss, planes_in_enemy_hangars(after, seat) - planes_in_enemy_hangars(state, seat),
          progress(after, seat)};
}

}  // namespace

Move Cautious::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  return first_best(legal, [&](const Move& move) { return caution(rules, state, move); });
}

}  // namespace aero
