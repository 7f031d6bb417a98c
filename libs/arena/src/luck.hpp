#pragma once

#include <array>
#include <cstdint>

#include "aero/eval.hpp"
#include "aero/game.hpp"

namespace aero::arena {

// What dice are worth, in the eyes of a net. Integers, so that equal games have equal luck, and the
// luck of all seats is 0 in all.
class Luck {
 public:
  // In parts of 6 · kCertainty, by seat: how much more a seat's chance to be first is than it was
  // on average over the six faces.
  using Parts = std::array<std::int64_t, kSeats>;
  static constexpr double kOne = 6.0 * kCertainty;

  Luck(const Net& net, const Rules& rules) : evaluator_(net, rules) {}

  // Of this roll. Preconditions: the seat on turn is to roll, and nobody has finished.
  Parts of(const State& state, Pip roll) const;

 private:
  std::array<std::uint32_t, kSeats> chances(const State& state) const;

  Evaluator evaluator_;
};

}  // namespace aero::arena
