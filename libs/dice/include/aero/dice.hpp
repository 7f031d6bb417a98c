#pragma once
// Dice whose every roll is a function of its key, so that a game can be resumed, taken back,
// repeated on another platform, or paired with another game on the same dice.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "aero/board.hpp"
#include "aero/mix.hpp"

namespace aero {

// The generator: SplitMix64 (Steele, Lea, Flood 2014), whose n-th output is a mix of key + n times
// the golden gamma; any of them is computed in about a nanosecond. Keys are chains of the same mix.
// Statistical quality only: whoever sees a few outputs can compute the rest.
class Random {
 public:
  // A stream of its own for each seed and each list of numbers.
  constexpr explicit Random(std::uint64_t seed) : key_(mix(seed + kGamma)) {}
  constexpr Random fork(std::uint64_t number) const { return Random(key_ ^ mix(number), 0); }

  // The output number n, 0 or more, of this stream: 64 even bits.
  constexpr std::uint64_t at(std::uint64_t n) const { return mix(key_ + (n + 1) * kGamma); }

  // An even choice from 0 … bound-1 (1 ≤ bound < 2^32) by output n. Exactly even: a draw from
  // the incomplete last interval (Lemire 2019) is replaced by further mixing.
  constexpr std::uint32_t below(std::uint32_t bound, std::uint64_t n) const {
    std::uint64_t bits = at(n);
    std::uint64_t scaled = (bits >> 32) * bound;
    while (static_cast<std::uint32_t>(scaled) < (0u - bound) % bound) {
      bits = mix(bits + kGamma);
      scaled = (bits >> 32) * bound;
    }
    return static_cast<std::uint32_t>(scaled >> 32);
  }

 private:
  static constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15u;
  constexpr Random(std::uint64_t key, int) : key_(mix(key + kGamma)) {}

  std::uint64_t key_;
};

// The dice of one game.
class GameDice {
 public:
  constexpr GameDice(std::uint64_t seed, std::uint64_t game) : game_(Random(seed).fork(game)) {}

  // The die of a seat's n-th roll in the game, n from 0.
  constexpr Pip roll(Seat seat, std::uint64_t n) const {
    const Random dice = game_.fork(static_cast<std::uint64_t>(index(seat)));
    return *Pip::from(static_cast<int>(dice.below(6, n)) + 1);
  }

 private:
  Random game_;
};

// Rolls that were written down beforehand, one after the other, for tests and for retelling a game.
class ScriptedDice {
 public:
  explicit ScriptedDice(std::vector<Pip> rolls) : rolls_(std::move(rolls)) {}

  // The next roll; none when the script is over.
  std::optional<Pip> roll() {
    if (next_ == rolls_.size()) return std::nullopt;
    return rolls_[next_++];
  }

 private:
  std::vector<Pip> rolls_;
  std::size_t next_ = 0;
};

}  // namespace aero
