#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Stack, IsAChoiceOfAllOrNone) {
  EXPECT_EQ(moves("standard", "R:h,2x2,3 B:hx4 R 0 1 -"), "2x2-3 2x2-3+ 3-4");
  EXPECT_EQ(after("standard", "R:h,3x2,4 B:hx4 R 0 1 -", "3x2-4+"), "R:h,4x3 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:h,3x2,4 B:hx4 R 0 1 -", "3x2-4"), "R:h,4x2,4 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:3,4,4x2 B:hx4 R 0 1 -", "3-4+"), "R:4x4 B:hx4 B 0 - -");
  EXPECT_EQ(events("standard", "R:3,4,4x2 B:hx4 R 0 1 -", "3-4+"),
            "R walked 3 4; R stacked 4; B next");
}

TEST(Stack, MovesAsOnePieceAndNeverSplits) {
  EXPECT_EQ(moves("standard", "R:hx2,8x2 B:hx4 R 0 3 -"), "8x2-11");
  EXPECT_EQ(after("standard", "R:hx2,8x2 B:hx4 R 0 3 -", "8x2-11"), "R:hx2,11x2 B:hx4 B 0 - -");
}

TEST(Stack, StandsInTheHomeColumnToo) {
  EXPECT_EQ(moves("standard", "R:hx2,51,53 B:hx4 R 0 2 -"), "h-p 51-53 51-53+ 53-55");
}

TEST(Stack, EndsAtTheCentreAndFinishesAsOne) {
  EXPECT_EQ(after("standard", "R:hx2,53x2 B:hx4 R 0 3 -", "53x2-c"), "R:hx2,cx2 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx2,50x2 B:hx4 R 0 6 -", "50x2-c"), "R:hx2,cx2* B:hx4 R 1 - -");
}

TEST(Stack, IsNotOnThePadNorWhereThePieceOnlyStopsOver) {
  EXPECT_EQ(moves("standard", "R:hx2,px2 B:hx4 R 0 4 -"), "h-p p-4");
  EXPECT_EQ(moves("standard", "R:h,9,10,14 B:hx4 R 0 1 -"), "9-10^14 9-10^14+ 10-11 14-15");
}

TEST(Stack, IsAnOption) {
  EXPECT_EQ(moves("stack=always", "R:hx2,3,4 B:hx4 R 0 1 -"), "3-4+ 4-5");
  EXPECT_EQ(moves("stack=never", "R:hx2,3,4 B:hx4 R 0 1 -"), "3-4 4-5");
}

TEST(Stack, IdenticalPiecesMakeOneMove) {
  EXPECT_EQ(moves("standard", "R:h,7,7,7 B:hx4 R 0 1 -"), "7-8");
  EXPECT_EQ(moves("standard", "R:7,7x2,7 B:hx4 R 0 1 -"), "7x2-8 7-8");
  EXPECT_EQ(moves("standard", "R:7,7*,px2 B:hx4 R 1 1 -"), "p-1 7-8 7*-8");
}

}  // namespace
}  // namespace aero
