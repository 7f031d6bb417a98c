#include "danger.hpp"

#include <array>

#include "aero/game.hpp"
#include "aero/setup.hpp"
#include "progress.hpp"

namespace aero {
namespace {

// The same planes with another seat on turn and to roll. Precondition: it has planes to bring home.
State with_turn(const Rules& rules, const State& state, Seat seat) {
  Setup setup = setup_of(state);
  for (Setup::Side& side : setup.sides) {
    for (Setup::Item& item : side.items) item.marks = 0;
  }
  setup.turn = seat;
  setup.sixes = 0;
  setup.roll = std::nullopt;
  return *check(rules, setup).state;
}

// For each piece of a fleet, in its order, a number.
using PerPiece = std::array<int, kMaxPlanes>;

// Adds 1 to each piece of `victim` that the seat on turn, its die already rolled, can send home.
void count_hits(const Rules& rules, const State& rolled, Seat victim, PerPiece& counts) {
  std::array<bool, kMaxPlanes> is_hit{};
  for (const Move& move : legal_moves(rules, rolled)) {
    State after = rolled;
    EventList events;
    apply(rules, after, move, events);
    for (const Event& event : events) {
      if (event.kind != Event::Kind::captured || event.seat != victim) continue;
      std::size_t i = 0;
      for (const Piece piece : rolled.fleet(victim)) is_hit[i++] |= piece == event.before;
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += is_hit[i];
}

// For each piece of `victim` how many of the six rolls of `enemy` let it be sent home.
PerPiece hits(const Rules& rules, const State& state, Seat victim, Seat enemy) {
  const State before = with_turn(rules, state, enemy);
  PerPiece counts{};
  for (const Pip roll : kPips) {
    State rolled = before;
    apply(rules, rolled, roll);
    if (rolled.has_roll()) count_hits(rules, rolled, victim, counts);
  }
  return counts;
}

}  // namespace

int expected_loss(const Rules& rules, const State& state, Seat seat) {
  PerPiece safe;  // of kCertain
  safe.fill(kCertain);
  for (int quarters = 1; quarters < kSeats; ++quarters) {
    const Seat enemy = clockwise(seat, quarters);
    if (!state.is_in_play(enemy) || state.fleet(enemy).is_home()) continue;
    const PerPiece hit = hits(rules, state, seat, enemy);
    for (std::size_t i = 0; i < safe.size(); ++i) safe[i] = safe[i] / 6 * (6 - hit[i]);
  }
  int loss = 0;
  std::size_t i = 0;
  for (const Piece piece : state.fleet(seat)) {
    loss += progress(piece) * (kCertain - safe[i++]);
  }
  return loss;
}

}  // namespace aero
