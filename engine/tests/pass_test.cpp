#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Pass, IsNotAllowedByDefault) {
  EXPECT_EQ(moves("standard", "R:hx3,p B:hx4 R 0 1 -"), "p-1");
  EXPECT_EQ(after("standard", "R:hx3,p B:hx4 R 0 1 -", "pass"), "refused");
}

TEST(Pass, IsTheLastChoiceUnderMoveMay) {
  EXPECT_EQ(moves("move=may", "R:hx3,p B:hx4 R 0 1 -"), "p-1 pass");
  EXPECT_EQ(after("move=may", "R:hx3,p B:hx4 R 0 1 -", "pass"), "R:hx3,p B:hx4 B 0 - -");
  EXPECT_EQ(events("move=may", "R:hx3,p B:hx4 R 0 1 -", "pass"), "R passed; B next");
}

TEST(Pass, OfASixStillRollsAgain) {
  EXPECT_EQ(after("move=may", "R:hx3,p* B:hx4 R 1 6 -", "pass"), "R:hx3,p* B:hx4 R 2 - -");
}

TEST(Pass, IsNotAskedWhereNothingCanMove) {
  EXPECT_EQ(after("move=may", "R:hx4 B:hx4 R 0 - -", 1), "R:hx4 B:hx4 B 0 - -");
}

}  // namespace
}  // namespace aero
