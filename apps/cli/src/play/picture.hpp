#pragma once
// A position as it is drawn. It follows events and knows no rule.

#include <array>
#include <optional>

#include "aero/event.hpp"
#include "aero/state.hpp"

namespace aero::cli {

struct Picture {
  std::array<Fleet, kSeats> fleets{};
  std::optional<Seat> turn;  // none when the game is over
  int sixes = 0;             // in a row, this turn
  int roll = 0;              // the die waiting to be used; 0 when the seat on turn is to roll
  FinishingOrder order;

  const Fleet& fleet(Seat seat) const { return fleets[static_cast<std::size_t>(index(seat))]; }
  Fleet& fleet(Seat seat) { return fleets[static_cast<std::size_t>(index(seat))]; }
  friend bool operator==(const Picture&, const Picture&) = default;
};

Picture picture_of(const State& state);

// Changes the picture as the event says.
void fold(Picture& picture, const Event& event);

}  // namespace aero::cli
