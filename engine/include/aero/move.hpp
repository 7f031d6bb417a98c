#pragma once
// What a player may choose, and the bounded list of it.

#include <algorithm>
#include <array>
#include <cstddef>

#include "aero/fleet.hpp"

namespace aero {

inline constexpr Step kNoStep{-2};

// A choice: a piece and the squares on which it stands on its way; or a pass. Values are facts of
// one position; a move that the position does not offer is refused. As large as a register, like
// Piece.
struct alignas(8) Move {
  Piece piece;               // as it stands before the move; size 0 is a pass
  Step rolled;               // where the roll ends
  std::array<Step, 2> hops;  // where a jump or flight ends, and the next one; kNoStep for none
  bool joins;                // stacks with all own planes on the last square

  static constexpr Move pass() { return {{kHangar, 0, 0}, kNoStep, {kNoStep, kNoStep}, false}; }
  constexpr bool is_pass() const { return piece.size == 0; }
  // Where the piece ends: hops lead forward, and kNoStep is behind all. Precondition: !is_pass().
  constexpr Step last() const { return std::max(std::max(rolled, hops[0]), hops[1]); }
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

// Is the way between two stops of a move the shortcut; otherwise it is a jump.
constexpr bool is_flight(Step from, Step to) { return from == kFlightStart && to == kFlightEnd; }

// Four pieces, three routes each, beside or on top; and a pass.
inline constexpr int kMaxMoves = 4 * 3 * 2 + 1;

class MoveList {
 public:
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const Move& operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
  constexpr const Move* begin() const { return moves_.data(); }
  constexpr const Move* end() const { return moves_.data() + size_; }
  constexpr void push(const Move& move) { moves_[static_cast<std::size_t>(size_++)] = move; }

 private:
  std::array<Move, kMaxMoves> moves_;  // set up to size_
  int size_ = 0;
};

}  // namespace aero
