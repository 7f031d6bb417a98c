#pragma once
// How far a seat has come.

#include "aero/state.hpp"

namespace aero {

// What a piece loses when it is sent home: the steps from the hangar, for each of its planes.
constexpr int progress(Piece piece) { return piece.size * (piece.step - kHangar); }

// The steps of all planes of a seat together, counted from the hangar.
constexpr int progress(const State& state, Seat seat) {
  int steps = 0;
  for (const Piece piece : state.fleet(seat)) steps += progress(piece);
  return steps;
}

}  // namespace aero
