#pragma once
// Anything that looks like a position, and the one bridge from there to a legal State.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// A position as somebody wrote it down; nothing about it is checked. Pieces in any order.
struct Setup {
  struct Item {
    int step;   // as in Step
    int size;   // planes; in the hangar, on the pad and in the centre they stand apart
    int marks;  // marked ones among them
  };
  static constexpr int kManyPlanes = 100'000;  // counting stops there
  struct Side {
    bool is_in_play = false;
    int planes = 0;  // in all, also where `items` is full
    std::array<Item, 8> items{};
    int item_count = 0;

    constexpr void add(Item item) {
      planes = planes < kManyPlanes ? planes + item.size : kManyPlanes;
      if (item_count < static_cast<int>(items.size())) {
        items[static_cast<std::size_t>(item_count++)] = item;
      }
    }
  };
  std::array<Side, kSeats> sides{};
  std::optional<Seat> turn;  // none when the game is over
  int sixes = 0;
  std::optional<int> roll;  // none when the seat on turn is to roll
  std::array<Seat, kSeats> order{};
  int order_count = 0;
};

// The same position, to be changed and checked again.
Setup setup_of(const State& state);

// One thing that is wrong with a setup: which rule it breaks, whose, and the number in question.
struct Fault {
  enum class Code : std::uint8_t {
    too_few_seats,       // value: seats in play
    wrong_plane_count,   // seat; value: planes it has
    step_out_of_range,   // seat; value: the step
    piece_empty,         // seat; value: the step of a piece without planes
    stack_not_allowed,   // seat; value: the step
    square_shared,       // seat; value: its step, on which an earlier seat stands too
    turn_missing,        // the game is not over, but no seat is on turn
    turn_after_end,      // seat; the game is over, but it is on turn
    turn_absent,         // seat; on turn, but not in play
    turn_finished,       // seat; on turn, but has all its planes home
    sixes_out_of_range,  // value
    sixes_not_counted,   // value; not 0 where sixes have no limit, or after the end
    roll_out_of_range,   // value
    roll_after_end,      // value
    roll_without_move,   // value; the game passes it at once
    roll_third_six,      // punished at once, never waiting
    marks_not_used,      // seat; value: step; marks under rules without them
    marks_in_hangar,     // seat
    marks_in_centre,     // seat; under recall=off finished planes are safe
    marks_off_turn,      // seat; value: step; only the seat on turn has marks
    marks_without_six,   // seat; value: step; no six has been played this turn
    too_many_marks,      // seat; value: step; more marks than planes, or fewer than one
    order_repeats,       // seat
    order_absent,        // seat; placed, but not in play
    order_not_home,      // seat; placed, but has planes to bring home
    order_missing,       // seat; has all planes home, or has lost, but is not placed
    too_many_home,       // value: seats with all planes home; the game ended before
  };
  Code code;
  Seat seat;
  int value;
};

class Faults {
 public:
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const Fault& operator[](int i) const { return faults_[static_cast<std::size_t>(i)]; }
  constexpr const Fault* begin() const { return faults_.data(); }
  constexpr const Fault* end() const { return faults_.data() + size_; }
  constexpr void push(Fault fault) { faults_[static_cast<std::size_t>(size_++)] = fault; }

 private:
  // Each of eight items of four sides may break four rules, each plane share its square, and each
  // seat be wrong in the finishing order twice over.
  std::array<Fault, 192> faults_;  // set up to size_
  int size_ = 0;
};

// The state that a setup describes, or every reason why it is none.
struct Checked {
  std::optional<State> state;  // set exactly when `faults` is empty
  Faults faults;
};
Checked check(const Rules& rules, const Setup& setup);

}  // namespace aero
