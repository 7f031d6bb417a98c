#pragma once
// A position of the game as a value: who stands where, whose turn it is, what the die shows.

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "aero/fleet.hpp"
#include "aero/rules.hpp"

namespace aero {

// The seats that have finished, first to last. Under End::last the loser closes the list.
class FinishingOrder {
 public:
  constexpr int size() const { return size_; }
  constexpr Seat operator[](int place) const { return seats_[static_cast<std::size_t>(place)]; }
  constexpr bool contains(Seat seat) const {
    for (int place = 0; place < size_; ++place) {
      if ((*this)[place] == seat) return true;
    }
    return false;
  }
  constexpr void append(Seat seat) { seats_[size_++] = seat; }
  friend constexpr bool operator==(const FinishingOrder&, const FinishingOrder&) = default;

 private:
  std::uint8_t size_ = 0;
  std::array<Seat, kSeats> seats_{};
};

// Always a position that the rules allow: states come from `start`, `check` and `apply` only.
// Two states are the same position exactly when they are equal.
class State {
 public:
  constexpr const Fleet& fleet(Seat seat) const { return fleets_[at(seat)]; }
  constexpr bool is_in_play(Seat seat) const { return !fleet(seat).empty(); }
  // The seats in play, finished or not.
  constexpr SeatSet seats() const {
    SeatSet seats;
    for (const Seat seat : kAllSeats) {
      if (is_in_play(seat)) seats.insert(seat);
    }
    return seats;
  }
  constexpr bool is_over() const { return turn_ == kNobody; }
  // The seat on turn. Precondition: !is_over().
  constexpr Seat turn() const {
    assert(!is_over());
    return static_cast<Seat>(turn_);
  }
  // Sixes already played in a row this turn, 0 … 2.
  constexpr int sixes() const { return sixes_; }
  // The die waiting to be used; none when the seat on turn is to roll.
  constexpr std::optional<Pip> roll() const { return Pip::from(roll_); }
  constexpr bool has_roll() const { return roll_ != 0; }
  constexpr const FinishingOrder& order() const { return order_; }

  friend constexpr bool operator==(const State&, const State&) = default;

 private:
  friend class Referee;  // the inside of the door: the only code that builds or changes a state
  static constexpr std::uint8_t kNobody = kSeats;

  std::array<Fleet, kSeats> fleets_{};
  std::uint8_t turn_ = kNobody;
  std::uint8_t sixes_ = 0;
  std::uint8_t roll_ = 0;  // 0 = the seat on turn is to roll
  FinishingOrder order_;
};

static_assert(sizeof(State) == 24);

// 64 bits that identify the position: SplitMix64's finalizer chained over the state's three words
// (planes of R and Y, planes of B and G, the rest; first field lowest). The same on every platform.
std::uint64_t hash(const State& state);

}  // namespace aero
