#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Sixes, GiveAnotherRollUsedOrNot) {
  EXPECT_EQ(after("standard", "R:p,hx3 B:hx4 R 0 6 -", "p-6^10"), "R:hx3,10* B:hx4 R 1 - -");
  EXPECT_EQ(after("standard", "R:54,cx3 B:hx4 R 1 - -", 6), "R:54,cx3 B:hx4 R 2 - -");
  EXPECT_EQ(events("standard", "R:54,cx3 B:hx4 R 1 - -", 6), "R rolled 6; R no_move; R again 2");
}

TEST(Sixes, TheThirdTakesBackWhatTheFirstTwoMoved) {
  EXPECT_EQ(after("standard", "R:p*,9,16*,c B:3,hx3 R 2 - -", 6), "R:hx2,9,c B:hx3,3 B 0 - -");
  EXPECT_EQ(events("standard", "R:p*,9,16*,c B:3,hx3 R 2 - -", 6),
            "R rolled 6; R third_six; R recalled p*; R recalled 16*; B next");
}

TEST(Sixes, TheThirdTakesMarkedPlanesOutOfAStack) {
  EXPECT_EQ(after("standard", "R:14x3*1,h B:hx4 R 2 - -", 6), "R:hx2,14x2 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:14x2*1,14x2 B:hx4 R 2 - -", 6), "R:h,14x2,14 B:hx4 B 0 - -");
  EXPECT_EQ(events("standard", "R:14x3*1,h B:hx4 R 2 - -", 6),
            "R rolled 6; R third_six; R recalled 14x3*1 leaving 14x2; B next");
}

TEST(Sixes, TheThirdTakesBackFinishedPlanesUnlessRecallIsOff) {
  EXPECT_EQ(after("standard", "R:hx2,c,c* B:hx4 R 2 - -", 6), "R:hx3,c B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx2,50,c B:hx4 R 1 6 -", "50-c"), "R:hx2,c,c* B:hx4 R 2 - -");
  EXPECT_EQ(after("recall=off", "R:hx2,50,c B:hx4 R 1 6 -", "50-c"), "R:hx2,cx2 B:hx4 R 2 - -");
}

TEST(Sixes, TheThirdUnderOtherOptions) {
  const std::string before = "R:h,p,20,c B:hx4 R 2 - -";
  EXPECT_EQ(after("sixes=all", before, 6), "R:hx3,c B:hx4 B 0 - -");
  EXPECT_EQ(after("sixes=every", before, 6), "R:hx4 B:hx4 B 0 - -");
  EXPECT_EQ(after("sixes=void", before, 6), "R:h,p,20,c B:hx4 B 0 - -");
  EXPECT_EQ(after("sixes=none", "R:h,p,20,c B:hx4 R 0 - -", 6), "R:h,p,20,c B:hx4 R 0 6 -");
  EXPECT_EQ(after("sixes=none", "R:h,p,20,c B:hx4 R 0 6 -", "20-26^30"),
            "R:h,p,30,c B:hx4 R 0 - -");
}

TEST(Sixes, MarkWhatTheyMoveUntilTheTurnEnds) {
  EXPECT_EQ(after("standard", "R:hx2,19*,20 B:hx4 R 1 6 -", "20-26^30"),
            "R:hx2,19*,30* B:hx4 R 2 - -");
  EXPECT_EQ(after("standard", "R:hx2,19*,20 B:hx4 R 1 3 -", "20-23"), "R:hx2,19,23 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx2,19*,20 B:hx4 R 1 3 -", "19*-22^26"),
            "R:hx2,20,26 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx2,13,19 B:hx4 R 0 6 -", "13-19+"), "R:hx2,19x2*1 B:hx4 R 1 - -");
  EXPECT_EQ(after("sixes=void", "R:hx2,13,19 B:hx4 R 0 6 -", "13-19+"), "R:hx2,19x2 B:hx4 R 1 - -");
}

TEST(Sixes, CapturesTheyMadeStand) {
  EXPECT_EQ(after("standard", "R:hx3,1 Y:hx4 B:7,hx3 R 0 6 -", "1-7"),
            "R:hx3,7* Y:hx4 B:hx3,7 R 1 - -");
  EXPECT_EQ(after("standard", "R:hx3,21 B:1,hx3 R 1 6 -", "21-27"), "R:hx3,27* B:hx4 R 2 - -");
  EXPECT_EQ(after("standard", "R:hx3,27* B:hx4 R 2 - -", 6), "R:hx4 B:hx4 B 0 - -");
}

}  // namespace
}  // namespace aero
