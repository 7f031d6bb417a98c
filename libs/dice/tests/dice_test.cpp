#include "aero/dice.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace aero {
namespace {

std::string first_rolls(const GameDice& dice, Seat seat) {
  std::string text;
  for (std::uint64_t n = 0; n < 24; ++n) {
    text += static_cast<char>('0' + dice.roll(seat, n).value());
  }
  return text;
}

// Pearson's sum for `counts` that should be even.
template <std::size_t N>
double chi_square(const std::array<int, N>& counts, int total) {
  const double expected = static_cast<double>(total) / N;
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// The pinned values were computed by a second implementation, in another language.
TEST(Random, StreamIsPinned) {
  EXPECT_EQ(Random(0).at(0), 0xa706dd2f4d197e6fu);
  EXPECT_EQ(Random(0).at(1), 0xb382a305f4414f5eu);
  EXPECT_EQ(Random(0).at(2), 0x631a9154fbabf717u);
  EXPECT_EQ(Random(42).at(0), 0x57e1faba65107204u);
  EXPECT_EQ(Random(42).fork(7).fork(1).at(0), 0x8e029fc352fc3396u);
}

TEST(Random, BelowIsPinned) {
  const std::array<std::uint32_t, 6> expected{343, 955, 486, 67, 676, 67};
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(Random(42).below(1000, n), expected[n]);
  }
  EXPECT_EQ(Random(42).below(1, 5), 0u);
}

TEST(Random, BelowDrawsAgainFromAnIncompleteInterval) {
  // Three quarters of 2^32: every fourth draw is one too many, and outputs 2 to 5 are drawn again.
  const std::array<std::uint32_t, 6> expected{1105820683, 3078675698, 985621694,
                                              434157368,  2427866226, 1222085608};
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(Random(42).below(3221225472u, n), expected[n]);
  }
}

TEST(GameDice, RollsArePinned) {
  const GameDice game(42, 0);
  EXPECT_EQ(first_rolls(game, Seat::R), "532533431323246426442146");
  EXPECT_EQ(first_rolls(game, Seat::Y), "643254614233265213461536");
  EXPECT_EQ(first_rolls(game, Seat::B), "114365461466554626436134");
  EXPECT_EQ(first_rolls(game, Seat::G), "153114162265322222253565");
  EXPECT_EQ(first_rolls(GameDice(42, 1), Seat::R), "215314643351332551566164");
}

TEST(GameDice, ARollIsAFunctionOfItsKey) {
  const GameDice game(42, 0);
  EXPECT_EQ(game.roll(Seat::R, 23).value(), 6);
  EXPECT_EQ(game.roll(Seat::R, 0).value(), 5);
  EXPECT_EQ(game.roll(Seat::R, 23).value(), 6);
}

TEST(GameDice, FacesAreEven) {
  constexpr int kRolls = 600'000;
  std::array<int, 6> faces{};
  std::array<int, 36> pairs{};
  const GameDice game(2026, 3);
  int last = 0;
  for (int n = 0; n < kRolls; ++n) {
    const int face = game.roll(Seat::B, static_cast<std::uint64_t>(n)).value() - 1;
    ++faces[static_cast<std::size_t>(face)];
    if (n % 2 == 1) ++pairs[static_cast<std::size_t>(last * 6 + face)];
    last = face;
  }
  // Even dice exceed these once in a thousand seeds (5 and 35 degrees of freedom).
  EXPECT_LT(chi_square(faces, kRolls), 20.5);
  EXPECT_LT(chi_square(pairs, kRolls / 2), 66.6);
}

TEST(GameDice, SeatsGamesAndSeedsAreIndependent) {
  constexpr int kRolls = 100'000;
  const GameDice game(1, 0);
  const GameDice next_game(1, 1);
  const GameDice next_seed(2, 0);
  std::array<int, 36> seats{};
  std::array<int, 36> games{};
  std::array<int, 36> seeds{};
  for (std::uint64_t n = 0; n < kRolls; ++n) {
    const int face = game.roll(Seat::R, n).value() - 1;
    const auto pair = [face](Pip other) {
      return static_cast<std::size_t>(face * 6 + other.value() - 1);
    };
    ++seats[pair(game.roll(Seat::Y, n))];
    ++games[pair(next_game.roll(Seat::R, n))];
    ++seeds[pair(next_seed.roll(Seat::R, n))];
  }
  EXPECT_LT(chi_square(seats, kRolls), 66.6);
  EXPECT_LT(chi_square(games, kRolls), 66.6);
  EXPECT_LT(chi_square(seeds, kRolls), 66.6);
}

TEST(GameDice, WhatComesFirstDoesNotMatterAcrossGames) {
  // The first roll of many games, the case in which a poor mix of keys would show.
  constexpr int kGames = 600'000;
  std::array<int, 6> faces{};
  for (int game = 0; game < kGames; ++game) {
    const Pip roll = GameDice(0, static_cast<std::uint64_t>(game)).roll(Seat::R, 0);
    ++faces[static_cast<std::size_t>(roll.value() - 1)];
  }
  EXPECT_LT(chi_square(faces, kGames), 20.5);
}

TEST(ScriptedDice, TellTheirRollsAndNoMore) {
  ScriptedDice dice({Pip(6), Pip(1)});
  EXPECT_EQ(dice.roll(), Pip(6));
  EXPECT_EQ(dice.roll(), Pip(1));
  EXPECT_EQ(dice.roll(), std::nullopt);
  EXPECT_EQ(dice.roll(), std::nullopt);
}

}  // namespace
}  // namespace aero
