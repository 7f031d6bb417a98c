#pragma once
// Ratings of many bots at once, by the model of Plackett and Luce: of those who are still to be
// placed, each is the next with a chance in proportion to its weight, which is the exponential of
// its bot's strength plus its seat's advantage.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "aero/board.hpp"

namespace aero::arena {

// How a game ended. Bots and places at the table are counted from 0.
struct Ranking {
  std::int64_t block = 0;                    // rankings of one block may depend on each other
  int size = 0;                              // players, 2 … 4
  std::array<std::int16_t, kSeats> bots{};   // who plays, by place at the table
  int placed = 0;                            // how many are told in `order`, 1 … size
  std::array<std::uint8_t, kSeats> order{};  // places at the table, first to last
};

// In Elo points, 400 · log10 of the weights; with a 95 % interval.
struct Rating {
  double value;
  double low, high;
};

struct Ratings {
  std::vector<Rating> bots;   // their mean is 0
  std::vector<Rating> seats;  // so is theirs
};

// The likeliest weights, where of each bot and of each seat one more game is supposed, drawn
// against one of the middle: so those are finite that never lost or never won. The interval is
// robust against dependence within blocks. Preconditions: 0 ≤ bots of rankings < `bots`, and all
// rankings have `seats` players.
Ratings rate(std::span<const Ranking> rankings, int bots, int seats);

}  // namespace aero::arena
