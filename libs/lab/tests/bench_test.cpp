#include "aero/lab/bench.hpp"

#include <gtest/gtest.h>

namespace aero {
namespace {

TEST(Bench, CountsWhatItPlays) {
  Bench bench{kChinese, {Seat::Y, Seat::G}, 3, 0.001, 1};
  const BenchRow row = measure(bench);
  EXPECT_GE(row.games, 3);
  EXPECT_EQ(row.refused, 0);
  EXPECT_EQ(row.plies, row.rolls + row.moves_accepted);
  EXPECT_GT(row.moves_accepted, row.games * 4);
  EXPECT_GT(row.moves_offered, row.moves_accepted);
}

TEST(Bench, FiguresAgreeWithEachOther) {
  const BenchRow row = measure({kQuick, {Seat::R, Seat::B}, 5, 0.001, 1});
  const auto ratio = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
  };
  EXPECT_GT(row.ply_ns, 1);
  EXPECT_DOUBLE_EQ(row.roll_ns * ratio(row.rolls, row.plies), row.ply_ns);
  EXPECT_DOUBLE_EQ(row.plies_per_second * row.ply_ns, 1e9);
  EXPECT_NEAR(row.plies_per_second / row.games_per_second, ratio(row.plies, row.games), 1e-6);
  EXPECT_GE(row.roll_p95_ns, row.roll_ns);
}

}  // namespace
}  // namespace aero
