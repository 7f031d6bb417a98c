#pragma once
// A position as a client shows it: plain data that follows events and knows no rule.

#include <array>
#include <cstddef>
#include <optional>

#include "aero/event.hpp"
#include "aero/state.hpp"

namespace aero {

struct View {
  std::array<Fleet, kSeats> fleets{};
  std::optional<Seat> turn;  // none when the game is over
  int sixes = 0;             // in a row, this turn
  int roll = 0;              // the die waiting to be used; 0 when the seat on turn is to roll
  FinishingOrder order;

  constexpr const Fleet& fleet(Seat seat) const { return fleets[at(seat)]; }
  constexpr Fleet& fleet(Seat seat) { return fleets[at(seat)]; }
  friend constexpr bool operator==(const View&, const View&) = default;
};

View view_of(const State& state);

// Changes the view as the event says, and in no other way. Folding all events of an input over the
// view of the position before it gives the view of the position after it.
void fold(View& view, const Event& event);

}  // namespace aero
