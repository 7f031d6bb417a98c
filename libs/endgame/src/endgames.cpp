#include "aero/endgame/endgames.hpp"

#include <algorithm>

#include "aero/setup.hpp"

namespace aero {
namespace {

Setup::Side& side_of(Setup& setup, Seat seat) { return setup.sides[at(seat)]; }

// Planes that no third six takes back.
int planes_at_rest(const Fleet& fleet) {
  int planes = 0;
  for (const Piece piece : fleet) planes += piece.step == kCentre && piece.marks == 0;
  return planes;
}

// The two seats that have planes to bring home, as they sit at a duel; none where there are more.
std::optional<std::array<Seat, 2>> duellists(const State& state) {
  std::array<Seat, 2> seats{};
  std::size_t count = 0;
  for (const Seat seat : kAllSeats) {
    if (!state.is_in_play(seat) || state.fleet(seat).is_home()) continue;
    if (count == seats.size()) return std::nullopt;
    seats[count++] = seat;
  }
  // G and R are neighbours too, the other way round.
  if (clockwise(seats[1]) == seats[0]) std::swap(seats[0], seats[1]);
  return seats;
}

// The fleet without so many planes that are at rest.
Setup::Side reduced(const Fleet& fleet, int planes) {
  Setup::Side side;
  side.is_in_play = true;
  for (const Piece piece : fleet) {
    const bool goes = planes > 0 && piece.step == kCentre && piece.marks == 0;
    if (goes) {
      --planes;
    } else {
      side.add({piece.step.value(), piece.size, piece.marks});
    }
  }
  return side;
}

}  // namespace

std::optional<Rules> duel_rules(const Rules& rules, int planes) {
  Rules duel = rules;
  duel.planes = static_cast<std::uint8_t>(std::min(planes, int{rules.planes}));
  duel.end = End::last;  // with two seats it is all the same
  if (rules.move == MoveDuty::may) return std::nullopt;
  if (rules.sixes == Sixes::every && duel.planes < rules.planes) return std::nullopt;
  return duel;
}

std::optional<State> duel_of(const Rules& rules, const Rules& duel, const State& state) {
  const auto seats = duellists(state);
  if (!seats) return std::nullopt;
  const int surplus = rules.planes - duel.planes;
  for (const Seat seat : *seats) {
    if (planes_at_rest(state.fleet(seat)) < surplus) return std::nullopt;
  }
  const Seat second = opposite((*seats)[0]) == (*seats)[1] ? Seat::B : Seat::Y;
  Setup setup;
  side_of(setup, Seat::R) = reduced(state.fleet((*seats)[0]), surplus);
  side_of(setup, second) = reduced(state.fleet((*seats)[1]), surplus);
  setup.turn = state.turn() == (*seats)[0] ? Seat::R : second;
  setup.sixes = state.sixes();
  if (state.has_roll()) setup.roll = state.roll()->value();
  return check(duel, setup).state;
}

std::optional<double> Endgames::chance(const State& state) const {
  if (!duel_) return std::nullopt;
  const std::optional<State> duel = duel_of(rules_, *duel_, state);
  return duel ? solution_(*duel) : std::nullopt;
}

}  // namespace aero
