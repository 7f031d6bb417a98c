#pragma once
// Sixes: marks for the planes that they move, and what the third in a row does.

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

constexpr bool is_third_six(const Rules& rules, const State& state, Pip roll) {
  return roll == kSix && state.sixes() == 2 && rules.sixes != Sixes::unlimited;
}

// The count of sixes after one more.
constexpr int count_six(const Rules& rules, const State& state) {
  return rules.sixes == Sixes::unlimited ? 0 : state.sixes() + 1;
}

// Can planes on this step be at risk of a third six.
constexpr bool can_be_marked(const Rules& rules, Step step) {
  return rules.sixes == Sixes::moved && step != kHangar && (step != kCentre || rules.recall);
}

// The piece as it stands on `step` after a move by `roll`.
constexpr Piece moved_piece(const Rules& rules, Piece piece, Pip roll, Step step) {
  piece.step = step;
  if (roll == kSix) piece.marks = piece.size;
  if (!can_be_marked(rules, step)) piece.marks = 0;
  return piece;
}

// What a third six leaves of a piece; the rest goes to the hangar.
constexpr Piece left_by_third_six(const Rules& rules, Piece piece) {
  switch (rules.sixes) {
    case Sixes::moved: piece.size = static_cast<std::uint8_t>(piece.size - piece.marks); break;
    case Sixes::all:
      if (piece.step != kCentre) piece.size = 0;
      break;
    case Sixes::every: piece.size = 0; break;
    case Sixes::ends_turn:
    case Sixes::unlimited: break;
  }
  piece.marks = 0;
  return piece;
}

}  // namespace aero
