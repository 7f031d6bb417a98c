#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(End, TheLastPlaneHomeTakesAPlace) {
  EXPECT_EQ(after("standard", "R:cx3,53 Y:hx4 B:hx4 R 0 3 -", "53-c"), "R:cx4 Y:hx4 B:hx4 Y 0 - R");
  EXPECT_EQ(events("standard", "R:cx3,53 Y:hx4 B:hx4 R 0 3 -", "53-c"),
            "R walked 53 c; R placed 1; Y next");
}

TEST(End, ASixThatFinishesGivesNoRoll) {
  EXPECT_EQ(after("standard", "R:cx3,50 Y:hx4 B:hx4 R 1 6 -", "50-c"), "R:cx4 Y:hx4 B:hx4 Y 0 - R");
  EXPECT_EQ(after("bonus=both", "R:cx3,50 Y:hx4 B:hx4 R 0 6 -", "50-c"),
            "R:cx4 Y:hx4 B:hx4 Y 0 - R");
}

TEST(End, TheOthersPlayOnUntilOneLoserIsLeft) {
  EXPECT_EQ(after("standard", "R:cx4 Y:cx3,55 B:hx4 Y 0 1 R", "55-c"),
            "R:cx4 Y:cx4 B:hx4 - 0 - RYB");
  EXPECT_EQ(events("standard", "R:cx4 Y:cx3,55 B:hx4 Y 0 1 R", "55-c"),
            "Y walked 55 c; Y placed 2; B placed 3; over");
}

TEST(End, StopsAtTheFirstWinnerAsAnOption) {
  EXPECT_EQ(after("end=first", "R:cx3,50 Y:hx4 B:hx4 R 0 6 -", "50-c"),
            "R:cx4 Y:hx4 B:hx4 - 0 - R");
}

TEST(End, FinishedSeatsAreSkippedAndTheTurnGoesClockwise) {
  EXPECT_EQ(after("standard", "R:hx4 Y:cx4 B:hx4 G:hx4 R 0 - Y", 1),
            "R:hx4 Y:cx4 B:hx4 G:hx4 B 0 - Y");
  EXPECT_EQ(after("standard", "R:hx4 Y:hx4 B:hx4 G:hx4 G 0 - -", 1),
            "R:hx4 Y:hx4 B:hx4 G:hx4 R 0 - -");
  EXPECT_EQ(after("standard", "Y:hx4 G:hx4 Y 0 - -", 1), "Y:hx4 G:hx4 G 0 - -");
}

TEST(End, NothingHappensAfterwards) {
  State state = testkit::position("standard", "R:cx4 B:hx4 - 0 - RB");
  const State before = state;
  EXPECT_EQ(apply(kStandard, state, kSix), Refusal::game_over);
  EXPECT_EQ(apply(kStandard, state, Move::pass()), Refusal::game_over);
  EXPECT_EQ(state, before);
  EXPECT_TRUE(legal_moves(kStandard, state).empty());
}

}  // namespace
}  // namespace aero
