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

constexpr double kSpread = 0.125;  // of two fair games

// Mean 1/2, squares 1 and 4/8 more.
TEST(MeanOfBlocks, HasTheIntervalThatAHandComputes) {
  std::vector<double> blocks(100, 0.5);
  blocks[0] = blocks[1] = 0;
  blocks[2] = blocks[3] = 1;
  const Share share = mean_of_blocks(blocks, kSpread);
  EXPECT_NEAR(share.value, 0.5, 1e-12);
  EXPECT_NEAR(share.high - share.value, 1.984217 * std::sqrt(1.5 / 99 / 100), 1e-6);
  EXPECT_NEAR(share.value - share.low, share.high - share.value, 1e-12);
}

TEST(MeanOfBlocks, OfOneKnowsNothing) {
  const Share share = mean_of_blocks(std::vector{0.5}, kSpread);
  EXPECT_EQ(share.value, 0.5);
  EXPECT_EQ(share.low, 0);
  EXPECT_EQ(share.high, 1);
}

TEST(MeanOfBlocks, ThatAreEqualIsNotSure) {
  const Share share = mean_of_blocks(std::vector(10, 0.5), kSpread);
  EXPECT_EQ(share.value, 0.5);
  EXPECT_NEAR(share.high, 0.5 + 2.262157 * std::sqrt(0.5 / 9 / 10), 1e-4);
  EXPECT_NEAR(share.low, 1 - share.high, 1e-12);
}

// Where p has a chance of 1 in 40 that all twenty games are won, it still is inside.
TEST(MeanOfBlocks, ThatAreAllWonStaysOpen) {
  const double open = 2.262157 * std::sqrt(0.5 / 9 / 10);
  EXPECT_LT(1 - open, std::pow(0.025, 1.0 / 20));
  const Share won = mean_of_blocks(std::vector(10, 1.0), kSpread);
  EXPECT_EQ(won.value, 1);
  EXPECT_NEAR(won.low, 1 - open, 1e-4);
  EXPECT_EQ(won.high, 1);
  const Share lost = mean_of_blocks(std::vector(10, 0.0), kSpread);
  EXPECT_EQ(lost.value, 0);
  EXPECT_EQ(lost.low, 0);
  EXPECT_NEAR(lost.high, open, 1e-4);
}

// Deviations of luck -3 -1 1 3 in 40ths, squares 0.0125 and as much supposed; of blocks less luck
// squares 0.001875, products with luck -0.00375. So c = 1 - 0.15, and 0.001875 - 0.15 · 0.00375 of
// the blocks' 0.006875 are left.
TEST(AdjustForLuck, HasTheFigureThatAHandComputes) {
  const Adjusted adjusted = adjust_for_luck(std::vector{0.5, 0.55, 0.6, 0.6},
                                            std::vector{-0.05, 0.0, 0.05, 0.1}, 0.003125);
  EXPECT_NEAR(adjusted.coefficient, 0.85, 1e-12);
  EXPECT_NEAR(adjusted.explained, 1 - 0.0013125 / 0.006875, 1e-12);
  EXPECT_NEAR(adjusted.share.value, 0.5625 - 0.85 * 0.025, 1e-12);
  const double squares = 0.0013125 + 0.0125 * 0.0013125 / 0.006875;
  const double reach = 3.182446 * std::sqrt(squares / 3 * (0.25 + 0.025 * 0.025 / 0.025));
  EXPECT_NEAR(adjusted.share.high, adjusted.share.value + reach, 1e-4);
  EXPECT_NEAR(adjusted.share.low, adjusted.share.value - reach, 1e-4);
}

TEST(AdjustForLuck, TakesAwayWhatLuckGave) {
  std::vector<double> blocks;
  std::vector<double> luck;
  for (int i = 0; i < 100; ++i) {
    blocks.push_back(0.5 * (i % 3));
    luck.push_back(blocks.back() - 0.25);
  }
  const Adjusted adjusted = adjust_for_luck(blocks, luck, kSpread);
  EXPECT_NEAR(adjusted.coefficient, 1, 1e-12);
  EXPECT_NEAR(adjusted.explained, 1, 1e-12);
  EXPECT_NEAR(adjusted.share.value, 0.25, 1e-12);
  EXPECT_NEAR(adjusted.share.high, 0.25, 1e-6);
  // Of a net that sees twice the luck there is.
  for (double& each : luck) each *= 2;
  const Adjusted halved = adjust_for_luck(blocks, luck, kSpread);
  EXPECT_NEAR(halved.coefficient, 0.5, 0.01);
  EXPECT_NEAR(halved.share.value, 0.25, 0.01);
}

TEST(AdjustForLuck, WithoutLuckChangesNothing) {
  const std::vector blocks{0.0, 0.5, 1.0};
  const Adjusted adjusted = adjust_for_luck(blocks, std::vector(3, 0.0), kSpread);
  EXPECT_EQ(adjusted.coefficient, 1);
  EXPECT_EQ(adjusted.explained, 0);
  EXPECT_NEAR(adjusted.share.high, mean_of_blocks(blocks, kSpread).high, 1e-12);
}

// Whoever wins all games with bad luck is no better than one who wins them all.
TEST(AdjustForLuck, StaysAShare) {
  const std::vector blocks(50, 1.0);
  const std::vector luck(50, -0.2);
  const Share won = adjust_for_luck(blocks, luck, kSpread).share;
  EXPECT_EQ(won.value, 1);
  EXPECT_EQ(won.high, 1);
  EXPECT_NEAR(won.low, mean_of_blocks(blocks, kSpread).low, 1e-12);
  const Share lost = adjust_for_luck(std::vector(50, 0.0), std::vector(50, 0.2), kSpread).share;
  EXPECT_EQ(lost.value, 0);
  EXPECT_EQ(lost.low, 0);
  EXPECT_NEAR(lost.high, 1 - won.low, 1e-12);
}

// Blocks of two games that A wins with this chance on average. In a share of them it is lucky,
// which is worth `gain`; in the others unlucky, which costs as much in all. A net sees so many
// times that luck.
struct Games {
  double chance;
  double lucky, gain;
  double seen;
};

class Blocks {
 public:
  Blocks(const Games& games, std::uint64_t stream)
      : games_(games), random_(Random(7).fork(stream)) {}

  void play() {
    block = 0;
    luck = 0;
    for (int game = 0; game < 2; ++game) {
      const bool is_lucky = draw() < games_.lucky;
      const double gain = games_.gain * (is_lucky ? 1 : -games_.lucky / (1 - games_.lucky));
      luck += games_.seen * gain / 2;
      block += draw() < games_.chance + gain ? 0.5 : 0;
    }
  }

  double block = 0;
  double luck = 0;

 private:
  double draw() {
    constexpr std::uint32_t kParts = 1'000'000;
    return random_.below(kParts, drawn_++) / static_cast<double>(kParts);
  }

  const Games& games_;
  Random random_;
  std::uint64_t drawn_ = 0;
};

constexpr Games kGames[] = {
    {.chance = 0.5, .lucky = 0.5, .gain = 0.45, .seen = 1},    // luck explains 81 %
    {.chance = 0.5, .lucky = 0.5, .gain = 0.3, .seen = 0.8},   // 36 %
    {.chance = 0.5, .lucky = 0.5, .gain = 0.45, .seen = 2.5},  // and c is 0.4
    {.chance = 0.93, .lucky = 0.9, .gain = 0.06, .seen = 1},
    {.chance = 0.93, .lucky = 0.9, .gain = 0.06, .seen = 3},
};

// Of intervals for so many blocks: the share that holds the truth.
struct Coverage {
  double score = 0;
  double less_luck = 0;
};

Coverage coverage_of(const Games& games, std::size_t count) {
  constexpr int kStreams = 2000;
  const auto holds = [&](const Share& share) {
    EXPECT_LE(0, share.low);
    EXPECT_LE(share.low, share.value);
    EXPECT_LE(share.value, share.high);
    EXPECT_LE(share.high, 1);
    return share.low <= games.chance && games.chance <= share.high ? 1.0 / kStreams : 0.0;
  };
  Coverage coverage;
  for (std::uint64_t stream = 0; stream < kStreams; ++stream) {
    Blocks drawn(games, stream);
    std::vector<double> blocks;
    std::vector<double> luck;
    for (std::size_t i = 0; i < count; ++i) {
      drawn.play();
      blocks.push_back(drawn.block);
      luck.push_back(drawn.luck);
    }
    coverage.score += holds(mean_of_blocks(blocks, kSpread));
    coverage.less_luck += holds(adjust_for_luck(blocks, luck, kSpread).share);
  }
  return coverage;
}

TEST(Intervals, HoldTheTruthAsOftenAsTheySay) {
  for (const Games& games : kGames) {
    for (const std::size_t count : {5u, 15u, 50u, 300u}) {
      const Coverage coverage = coverage_of(games, count);
      EXPECT_GT(coverage.score, 0.94) << games.chance << " " << count;
      EXPECT_GT(coverage.less_luck, 0.94) << games.chance << " " << games.seen << " " << count;
      if (count < 300) continue;  // what is supposed makes intervals of few blocks wider
      EXPECT_LT(coverage.score, 0.97) << games.chance;
      EXPECT_LT(coverage.less_luck, 0.97) << games.chance << " " << games.seen;
    }
  }
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

Verdicts verdicts_of(const Games& games, bool is_less_luck, const Sprt& sprt, int streams) {
  Verdicts verdicts;
  for (int stream = 0; stream < streams; ++stream) {
    Blocks drawn(games, static_cast<std::uint64_t>(stream));
    Sequential test(sprt, kSpread);
    while (test.verdict() == Sequential::Verdict::none) {
      drawn.play();
      test.add(drawn.block - (is_less_luck ? drawn.luck : 0));
      ++verdicts.blocks;
    }
    (test.verdict() == Sequential::Verdict::low ? verdicts.low : verdicts.high) += 1;
  }
  return verdicts;
}

Games games_of(double chance, double seen = 1) {
  return {.chance = chance, .lucky = 0.5, .gain = 0.4, .seen = seen};
}

TEST(Sequential, IsWrongNoMoreOftenThanAllowed) {
  const Sprt sprt{.low = 0.5, .high = 0.6};
  const Verdicts low = verdicts_of(games_of(0.5), false, sprt, 1000);
  const Verdicts high = verdicts_of(games_of(0.6), false, sprt, 1000);
  EXPECT_EQ(low.low + low.high, 1000);
  EXPECT_LE(low.high, 60);
  EXPECT_LE(high.low, 60);
  EXPECT_GT(low.high + high.low, 20);  // and it is not sharper than asked, which costs games
  const Games better{.chance = 0.7, .lucky = 0.5, .gain = 0.3, .seen = 1};
  EXPECT_EQ(verdicts_of(better, false, sprt, 100).high, 100);
}

// Whatever the net sees of the luck, and with fewer games where it sees it well.
TEST(Sequential, LessLuckIsWrongNoMoreOften) {
  const Sprt sprt{.low = 0.5, .high = 0.54};
  for (const double seen : {0.5, 1.0, 1.5}) {
    const Verdicts low = verdicts_of(games_of(0.5, seen), true, sprt, 500);
    const Verdicts high = verdicts_of(games_of(0.54, seen), true, sprt, 500);
    EXPECT_LE(low.high, 35) << seen;
    EXPECT_LE(high.low, 35) << seen;
  }
  EXPECT_LT(2 * verdicts_of(games_of(0.5), true, sprt, 200).blocks,
            verdicts_of(games_of(0.5), false, sprt, 200).blocks);
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
