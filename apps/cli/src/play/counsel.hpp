#pragma once
// Advice for the seat on turn, all of it found by asking the engine.

#include <optional>
#include <vector>

#include "aero/game.hpp"

namespace aero::cli {

// The move that the greedy bot would choose. Precondition: a roll is waiting.
Move hint(const Rules& rules, const State& state);

// An enemy could send this piece home with one of these rolls.
struct Threat {
  Piece piece;
  Seat enemy;
  std::vector<Pip> pips;
};

// What enemies could do to the seat's pieces with one roll each, in the position as it stands.
// Precondition: the game is not over.
std::vector<Threat> threats(const Rules& rules, const State& state, Seat seat);

}  // namespace aero::cli
