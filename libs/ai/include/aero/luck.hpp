#pragma once
// What dice are worth, in the eyes of a net.

#include <array>
#include <cstdint>

#include "aero/eval.hpp"
#include "aero/game.hpp"

namespace aero {

// Integers, so that equal games have equal luck, and the luck of all seats is 0 in all.
class Luck {
 public:
  // In parts of 6 · kCertainty, by seat: how much more a seat's chance to be the next to finish is
  // than it was on average over the six faces. So it is 0 on average, whatever net says so.
  using Parts = std::array<std::int64_t, kSeats>;
  static constexpr std::int64_t kOne = std::int64_t{6} * kCertainty;

  struct Rolled {
    Parts luck{};
    State next;  // after the roll, and after the best move by the net where it waits for one
  };

  // The evaluator's net has to live as long.
  explicit Luck(const Evaluator& evaluator) : evaluator_(evaluator) {}

  // What comes of this roll. Preconditions: the seat on turn is to roll, and the game is not over.
  Rolled of(const State& state, Pip roll) const;

 private:
  struct Best;
  Best best_after(const State& rolled, int placed) const;

  Evaluator evaluator_;
};

}  // namespace aero
