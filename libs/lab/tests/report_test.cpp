#include <gtest/gtest.h>

#include <set>
#include <string>

#include "aero/lab/simulate.hpp"

namespace aero {
namespace {

Report firsts(std::int64_t hits, std::int64_t games) {
  Report report;
  report.games = games;
  report.places[0][0] = hits;
  report.places[1][0] = games - hits;
  return report;
}

TEST(Report, FirstPlacesHaveWilsonsInterval) {
  const Estimate none = first_places(firsts(0, 10), Seat::R);
  EXPECT_EQ(none.value, 0);
  EXPECT_NEAR(none.low, 0, 1e-12);
  EXPECT_NEAR(none.high, 0.277533, 1e-6);
  const Estimate half = first_places(firsts(5, 10), Seat::Y);
  EXPECT_EQ(half.value, 0.5);
  EXPECT_NEAR(half.low, 0.236593, 1e-6);
  EXPECT_NEAR(half.high, 0.763407, 1e-6);
  EXPECT_NEAR(first_places(firsts(10, 10), Seat::R).low, 0.722467, 1e-6);
}

TEST(Report, NoGameTellsNothingAboutFirstPlaces) {
  const Estimate estimate = first_places(Report{}, Seat::R);
  EXPECT_EQ(estimate.low, 0);
  EXPECT_EQ(estimate.high, 1);
}

TEST(Report, UnfinishedGamesAreLeftOut) {
  Report report = firsts(5, 10);
  report.games = 25;
  report.unfinished = 15;
  EXPECT_EQ(first_places(report, Seat::R).value, 0.5);
}

TEST(Report, RollsPerGame) {
  Report report;
  report.games = 2;
  report.games_by_rolls = {0, 0, 1, 0, 1};
  const Estimate estimate = rolls_per_game(report);
  EXPECT_EQ(estimate.value, 3);
  EXPECT_NEAR(estimate.low, 3 - 1.959964, 1e-6);
  EXPECT_NEAR(estimate.high, 3 + 1.959964, 1e-6);
}

TEST(Report, RollsQuantile) {
  Report report;
  report.games = 10;
  report.games_by_rolls = {0, 0, 1, 0, 4, 4, 0, 0, 0, 1};
  EXPECT_EQ(rolls_quantile(report, 0), 2);
  EXPECT_EQ(rolls_quantile(report, 0.1), 2);
  EXPECT_EQ(rolls_quantile(report, 0.11), 4);
  EXPECT_EQ(rolls_quantile(report, 0.5), 4);
  EXPECT_EQ(rolls_quantile(report, 0.51), 5);
  EXPECT_EQ(rolls_quantile(report, 0.9), 5);
  EXPECT_EQ(rolls_quantile(report, 1), 9);
}

TEST(Report, EveryCountHasItsOwnName) {
  std::set<std::string> names;
  for (int i = 0; i < kCounts; ++i) names.emplace(name(static_cast<Count>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kCounts));
  EXPECT_EQ(names.count(""), 0u);
}

}  // namespace
}  // namespace aero
