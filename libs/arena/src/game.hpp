#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "aero/arena/match.hpp"
#include "aero/luck.hpp"

namespace aero::arena {

// How one game ended.
struct Game {
  std::int64_t luck = 0;        // of A's seats, in parts of Luck::kOne
  FinishingOrder order;         // who finished until it ended; empty where it stayed unfinished
  std::uint8_t failed_bot = 0;  // 0 is A, 1 is B
  Failure failure = Failure::none;
  std::array<Thinking, 2> thinking;  // of A and of B
};

// A table with one player of each bot, on one thread.
class Table {
 public:
  Table(const Match& match, bool plays_on, Player& a, Player& b);

  // One game of a block. Where it is not played on, it ends when the first seat has finished; where
  // the match is stopped, anywhere.
  Game play(std::int64_t block, std::uint8_t seating);

 private:
  using Bots = std::array<std::size_t, kSeats>;  // by seat: 0 is A, 1 is B

  Bots bots_of(std::uint8_t seating) const;
  // What a roll means for A's seats, in parts of Luck::kOne; 0 where luck is not weighed.
  std::int64_t luck_of(const State& state, Pip roll, const Bots& bots) const;

  const Match& match_;
  bool plays_on_;
  std::array<Player*, 2> players_;
  SeatSet seats_;
  std::optional<Luck> luck_;
};

}  // namespace aero::arena
