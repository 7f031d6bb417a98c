#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Finish, NeedsTheExactNumber) {
  EXPECT_EQ(after("standard", "R:hx3,53 B:hx4 R 0 3 -", "53-c"), "R:hx3,c B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx3,53 B:hx4 R 0 - -", 5), "R:hx3,53 B:hx4 B 0 - -");
  EXPECT_EQ(moves("standard", "R:hx3,50 B:hx4 R 0 6 -"), "h-p 50-c");
}

TEST(Finish, BounceWalksBackTheSurplus) {
  EXPECT_EQ(moves("finish=bounce", "R:hx3,53 B:hx4 R 0 5 -"), "53-54");
  EXPECT_EQ(events("finish=bounce", "R:hx3,53 B:hx4 R 0 5 -", "53-54"),
            "R walked 53 54 via c; B next");
  EXPECT_EQ(moves("finish=bounce", "R:hx3,55 B:hx4 R 0 5 -"), "55-52");
}

TEST(Finish, BounceOntoTheOwnSquareIsAFullMove) {
  EXPECT_EQ(after("finish=bounce", "R:hx3,53 B:hx4 R 0 6 -", "53-53"), "R:hx3,53* B:hx4 R 1 - -");
  EXPECT_EQ(moves("finish=bounce", "R:hx2,53,53 B:hx4 R 0 6 -"), "h-p 53-53 53-53+");
  EXPECT_EQ(after("finish=bounce", "R:hx2,53,53 B:hx4 R 0 6 -", "53-53+"),
            "R:hx2,53x2*1 B:hx4 R 1 - -");
}

TEST(Finish, OverCountsAsHome) {
  EXPECT_EQ(moves("finish=over", "R:hx3,55 B:hx4 R 0 5 -"), "55-c");
}

}  // namespace
}  // namespace aero
