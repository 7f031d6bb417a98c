#include "aero/arena/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aero/dice.hpp"

namespace aero::arena {
namespace {

TEST(Student, IsThatOfTheTables) {
  EXPECT_NEAR(student_975(1), 12.7062, 1e-4);
  EXPECT_NEAR(student_975(2), 4.3027, 1e-4);
  EXPECT_NEAR(student_975(3), 3.1824, 4e-3);
  EXPECT_NEAR(student_975(4), 2.7764, 1e-3);
  EXPECT_NEAR(student_975(9), 2.2622, 1e-4);
  EXPECT_NEAR(student_975(30), 2.0423, 1e-4);
  EXPECT_NEAR(student_975(1'000'000), 1.95997, 1e-5);
}

// Mean 1/2, squares 1/2, so a standard error of sqrt(1/2 / 4 / 5) = 0.158114.
TEST(MeanOfBlocks, HasTheIntervalThatAHandComputes) {
  const Share share = mean_of_blocks(std::vector{0.5, 1.0, 0.5, 0.0, 0.5});
  EXPECT_EQ(share.value, 0.5);
  EXPECT_NEAR(share.high - share.value, 2.776445 * 0.158114, 2e-4);
  EXPECT_NEAR(share.value - share.low, share.high - share.value, 1e-12);
}

TEST(MeanOfBlocks, OfOneKnowsNothing) {
  const Share share = mean_of_blocks(std::vector{0.5});
  EXPECT_EQ(share.value, 0.5);
  EXPECT_EQ(share.low, 0);
  EXPECT_EQ(share.high, 1);
}

TEST(MeanOfBlocks, OfEqualBlocksIsThatBlock) {
  const Share share = mean_of_blocks(std::vector{0.25, 0.25, 0.25});
  EXPECT_EQ(share.low, 0.25);
  EXPECT_EQ(share.high, 0.25);
}

TEST(MeanOfBlocks, ThatAreAllWonStaysOpen) {
  const double open = 3.8414588 / 13.8414588;
  const Share won = mean_of_blocks(std::vector(10, 1.0));
  EXPECT_EQ(won.value, 1);
  EXPECT_NEAR(won.low, 1 - open, 1e-6);
  EXPECT_EQ(won.high, 1);
  const Share lost = mean_of_blocks(std::vector(10, 0.0));
  EXPECT_EQ(lost.low, 0);
  EXPECT_NEAR(lost.high, open, 1e-6);
}

// Products 0.1, squares of luck 2: coefficient 0.05; of the squares 0.006875 that explains 0.005.
TEST(AdjustForLuck, HasTheFigureThatAHandComputes) {
  const Adjusted adjusted =
      adjust_for_luck(std::vector{0.5, 0.55, 0.6, 0.6}, std::vector{-1.0, 0.0, 1.0, 0.0});
  EXPECT_NEAR(adjusted.coefficient, 0.05, 1e-12);
  EXPECT_NEAR(adjusted.explained, 0.005 / 0.006875, 1e-12);
  EXPECT_NEAR(adjusted.share.value, 0.5625, 1e-12);
  const double reach = 4.302653 * std::sqrt(0.001875 / 2 / 4);
  EXPECT_NEAR(adjusted.share.high, 0.5625 + reach, 1e-6);
  EXPECT_NEAR(adjusted.share.low, 0.5625 - reach, 1e-6);
}

TEST(AdjustForLuck, TakesAwayWhatLuckGave) {
  const Adjusted adjusted =
      adjust_for_luck(std::vector{0.0, 0.5, 1.0, 0.5}, std::vector{-0.5, 0.5, 1.5, 0.5});
  EXPECT_NEAR(adjusted.coefficient, 0.5, 1e-12);
  EXPECT_NEAR(adjusted.share.value, 0.25, 1e-12);  // 0.5, less 0.5 of the mean luck
  EXPECT_NEAR(adjusted.share.high, 0.25, 1e-7);
  EXPECT_NEAR(adjusted.explained, 1, 1e-12);
}

TEST(AdjustForLuck, WithoutLuckChangesNothing) {
  const std::vector blocks{0.0, 0.5, 1.0};
  const Adjusted adjusted = adjust_for_luck(blocks, std::vector(3, 0.0));
  EXPECT_EQ(adjusted.coefficient, 0);
  EXPECT_EQ(adjusted.share.high, mean_of_blocks(blocks).high);
}

// Mean 3/4, squares 1/4 and 4/8 more, four blocks: 4 · 0.1 · (1.5 - 1.1) / (2 · 0.75 / 4).
TEST(Sequential, HasTheRatioThatAHandComputes) {
  Sequential test({.low = 0.5, .high = 0.6}, 0.125);
  EXPECT_EQ(test.log_ratio(), 0);
  for (const double block : {1.0, 0.5, 0.5, 1.0}) test.add(block);
  EXPECT_NEAR(test.log_ratio(), 0.16 / 0.375, 1e-12);
  EXPECT_NEAR(test.lower_bound(), -std::log(19), 1e-12);
  EXPECT_NEAR(test.upper_bound(), std::log(19), 1e-12);
  EXPECT_EQ(test.verdict(), Sequential::Verdict::none);
}

TEST(Sequential, HasBoundsOfItsErrors) {
  const Sequential test({.low = 0.5, .high = 0.6, .alpha = 0.01, .beta = 0.2}, 0.125);
  EXPECT_NEAR(test.lower_bound(), std::log(0.2 / 0.99), 1e-12);
  EXPECT_NEAR(test.upper_bound(), std::log(0.8 / 0.01), 1e-12);
}

TEST(Sequential, IsNotSureOfAFewEqualBlocks) {
  Sequential test({.low = 0.5, .high = 0.55}, 0.125);
  for (int i = 0; i < 3; ++i) test.add(1);
  EXPECT_EQ(test.verdict(), Sequential::Verdict::none);
}

struct Verdicts {
  int low = 0;
  int high = 0;
  std::int64_t blocks = 0;
};

// Streams of blocks of two games with this share of wins.
Verdicts verdicts_of(double share, const Sprt& sprt, int streams) {
  Verdicts verdicts;
  for (int stream = 0; stream < streams; ++stream) {
    const Random random = Random(7).fork(static_cast<std::uint64_t>(stream));
    Sequential test(sprt, 0.125);
    for (std::uint64_t i = 0; test.verdict() == Sequential::Verdict::none; ++i) {
      const auto won = [&](std::uint64_t n) {
        return random.below(1000, n) < share * 1000 ? 0.5 : 0;
      };
      test.add(won(2 * i) + won(2 * i + 1));
      ++verdicts.blocks;
    }
    (test.verdict() == Sequential::Verdict::low ? verdicts.low : verdicts.high) += 1;
  }
  return verdicts;
}

TEST(Sequential, IsWrongNoMoreOftenThanAllowed) {
  const Sprt sprt{.low = 0.5, .high = 0.6};
  const Verdicts low = verdicts_of(0.5, sprt, 1000);
  const Verdicts high = verdicts_of(0.6, sprt, 1000);
  EXPECT_EQ(low.low + low.high, 1000);
  EXPECT_LE(low.high, 60);
  EXPECT_LE(high.low, 60);
  EXPECT_GT(low.high + high.low, 20);  // and it is not sharper than asked, which costs games
  EXPECT_EQ(verdicts_of(0.7, sprt, 100).high, 100);
}

TEST(ShareOfElo, IsTheLogisticOneInTwoSeats) {
  EXPECT_NEAR(share_of_elo(0, 1, 2), 0.5, 1e-12);
  EXPECT_NEAR(share_of_elo(400, 1, 2), 10.0 / 11, 1e-12);
  EXPECT_NEAR(share_of_elo(-100, 1, 2), 1 - 0.640065, 1e-6);
  EXPECT_NEAR(share_of_elo(0, 1, 4), 0.25, 1e-12);
  EXPECT_NEAR(share_of_elo(400, 1, 4), 10.0 / 13, 1e-12);
  EXPECT_NEAR(share_of_elo(400, 2, 4), 20.0 / 22, 1e-12);
}

}  // namespace
}  // namespace aero::arena
