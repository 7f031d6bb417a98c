#pragma once
// What the evaluator sees of a position: a short list of rows, each a fact about it as its mover
// sees it. Seats are told by their distance clockwise from the mover, so that turning the whole
// table changes nothing; a seat that has finished is as good as absent.

#include <array>
#include <cstddef>
#include <cstdint>

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// Rows of one seat, by distance 0 … 3: the first, second … plane in the hangar, on the pad and in
// the centre; and for each step 1 … 55 the first plane there, one beside it that does not belong to
// the piece before it, and the second, third and fourth plane where it does.
inline constexpr int kRowsHangar = 0;
inline constexpr int kRowsPad = kRowsHangar + kMaxPlanes;
inline constexpr int kRowsCentre = kRowsPad + kMaxPlanes;
inline constexpr int kRowsSteps = kRowsCentre + kMaxPlanes;  // five a step, of 1 … 55
inline constexpr int kRowsOfSeat = kRowsSteps + 5 * 55;
// A piece of one seat that could send home, by one roll, what another seat has on a step: by the
// distance of the victim, that of the hitter from the victim (1 … 3) and the victim's step: 1 … 50,
// and 53 as 51.
inline constexpr int kRowsHits = kRowsOfSeat * kSeats;
// The mover's planes at risk of a third six, by step 0 … 56.
inline constexpr int kRowsMarks = kRowsHits + kSeats * 3 * 51;
// Sixes played this turn: 1, 2.
inline constexpr int kRowsSixes = kRowsMarks + 57;
// Seats without a plane to bring home, by distance 1 … 3.
inline constexpr int kRowsAbsent = kRowsSixes + 2;
// Values of options other than the standard ones; `end` is left out, for it changes no chance.
inline constexpr int kRowsRules = kRowsAbsent + 3;
inline constexpr int kRowsOfRules = 30;
inline constexpr int kNetRows = kRowsRules + kRowsOfRules;

// Rows of one position, some more than once.
class RowList {
 public:
  constexpr int size() const { return size_; }
  constexpr const std::uint16_t* begin() const { return rows_.data(); }
  constexpr const std::uint16_t* end() const { return rows_.data() + size_; }
  constexpr void push(int row) {
    rows_[static_cast<std::size_t>(size_++)] = static_cast<std::uint16_t>(row);
  }

 private:
  // 16 planes, 16 hits for each of 12 pairs, 4 marks, sixes, 3 absent seats.
  std::array<std::uint16_t, 256> rows_;  // set up to size_
  int size_ = 0;
};

// Which squares a seat's planes reach by one roll and where they can be hit, learnt from the
// engine: one table a rule set. In sets of squares bits 0 … 51 are those of the ring; bit 52 + s is
// the crossing on seat s's home column.
class Reach {
 public:
  explicit Reach(const Rules& rules);

  // Where a piece of this seat that stands on `step` can stand after one roll, in the middle of its
  // move or at its end, and what it can cross. What other pieces do to the move is left out.
  std::uint64_t from(Seat seat, Step step) const { return squares_[at(seat)][place_of(step)]; }
  // Where a plane of this seat on `step` can be sent home.
  std::uint64_t target(Seat seat, Step step) const { return targets_[at(seat)][place_of(step)]; }
  // Whether stacks can be sent home on the ring.
  bool hits_stacks() const { return hits_stacks_; }

 private:
  static std::size_t place_of(Step step) {
    const int place = step.value() + 1;
    return static_cast<std::size_t>(place);
  }

  std::array<std::array<std::uint64_t, 58>, kSeats> squares_{};
  std::array<std::array<std::uint64_t, 58>, kSeats> targets_{};
  bool hits_stacks_;
};

// The rows of the rules, the same for every position of a game.
RowList rows_of(const Rules& rules);
// The other rows of a position. Precondition: the seat on turn is to roll.
RowList rows_of(const Reach& reach, const State& state);

}  // namespace aero
