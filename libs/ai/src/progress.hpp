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

inline int planes_in_enemy_hangars(const State& state, Seat seat) {
  int planes = 0;
  for (const Seat enemy : kAllSeats)
    planes += enemy == seat ? 0 : state.fleet(enemy).count(kHangar);
  return planes;
}

}  // namespace aero
