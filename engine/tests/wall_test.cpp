#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

// R's 13 + s is Y's s.
TEST(Wall, IsPassedFreelyByDefault) {
  EXPECT_EQ(moves("standard", "R:hx3,20 Y:hx2,9x2 R 0 3 -"), "20-23");
}

TEST(Wall, BarredStopsEveryPieceBehindIt) {
  EXPECT_EQ(after("wall=barred", "R:hx3,20 Y:hx2,9x2 R 0 - -", 3), "R:hx3,20 Y:hx2,9x2 Y 0 - -");
  EXPECT_EQ(moves("wall=barred", "R:hx3,20 Y:hx2,9x2 R 0 2 -"), "h-p 20-22^26");
  EXPECT_EQ(moves("wall=barred", "R:hx3,20 Y:hx2,9,9 R 0 3 -"), "20-23");
}

TEST(Wall, BounceTurnsBackAtTheStack) {
  EXPECT_EQ(moves("wall=bounce", "R:hx3,20 Y:hx2,9x2 R 0 3 -"), "20-21");
  EXPECT_EQ(events("wall=bounce", "R:hx3,20 Y:hx2,9x2 R 0 3 -", "20-21"),
            "R walked 20 21 via 22; Y next");
  EXPECT_EQ(moves("wall=bounce", "R:hx3,20 Y:hx2,9x2 R 0 5 -"), "20-19");
}

TEST(Wall, BounceOntoTheOwnSquareIsAFullMove) {
  EXPECT_EQ(moves("wall=bounce", "R:h,p,20,20 Y:hx2,9x2 R 0 4 -"), "h-p p-4 20-20 20-20+");
  EXPECT_EQ(after("wall=bounce", "R:h,p,20,20 Y:hx2,9x2 R 0 4 -", "20-20+"),
            "R:h,p,20x2 Y:hx2,9x2 Y 0 - -");
  EXPECT_EQ(after("wall=bounce", "R:hx3,20 Y:hx2,10x2 R 0 6 -", "20-20"),
            "R:hx3,20* Y:hx2,10x2 R 1 - -");
}

TEST(Wall, BounceBelowTheFirstSquareIsNotLegal) {
  // G's step 14 is R's 1.
  EXPECT_EQ(after("wall=bounce", "R:hx3,p G:14x2,hx2 R 0 - -", 3), "R:hx3,p G:hx2,14x2 G 0 - -");
  EXPECT_EQ(moves("wall=bounce", "R:hx3,1 G:15x2,hx2 R 0 2 -"), "h-p 1-1");
}

TEST(Wall, BounceMayJumpOverTheStack) {
  // Back from 16 to 14, over the stack again to 18.
  EXPECT_EQ(moves("wall=bounce", "R:hx3,13 Y:hx2,3x2 R 0 5 -"), "13-14^18 13-14^18~30");
}

TEST(Wall, BounceMayFlyOrJumpOntoTheWallItself) {
  EXPECT_EQ(moves("wall=bounce", "R:hx3,17 Y:hx2,6x2 R 0 3 -"), "17-18^22 17-18~30");
  EXPECT_EQ(moves("wall=bounce", "R:hx3,12 Y:hx2,1x2 R 0 6 -"), "h-p 12-10^14");
  EXPECT_EQ(after("wall=bounce", "R:hx3,12 Y:hx2,1x2 R 0 6 -", "12-10^14"),
            "R:hx3,14* Y:hx4 R 1 - -");
}

TEST(Wall, BounceLandsOnAStackBehindLikeAnyRoll) {
  EXPECT_EQ(after("wall=bounce", "R:hx3,20 Y:6x2,8x2 R 0 3 -", "20-19"),
            "R:hx3,19 Y:hx2,8x2 Y 0 - -");
  EXPECT_EQ(after("wall=bounce,stackhit=hitter", "R:hx3,20 Y:6x2,8x2 R 0 3 -", "20-19"),
            "R:hx4 Y:6x2,8x2 Y 0 - -");
}

TEST(Wall, StandsOnTheEntranceTooButNotOnSquaresNeverReached) {
  // G's 11 is R's 50, G's 12 is the ring's square 51 of R's route.
  EXPECT_EQ(moves("wall=barred", "R:hx3,49 G:11x2,hx2 R 0 4 -"), "h-p");
  EXPECT_EQ(moves("wall=bounce", "R:hx3,49 G:11x2,hx2 R 0 4 -"), "h-p 49-47");
  EXPECT_EQ(moves("wall=barred", "R:hx3,49 G:12x2,hx2 R 0 4 -"), "h-p 49-53");
}

TEST(Wall, OtherStacksOnTheWayBackDoNotMatter) {
  EXPECT_EQ(moves("wall=bounce", "R:hx3,20 Y:hx2,8x2 B:hx2,45x2 R 0 5 -"), "20-17");
}

TEST(Wall, OnTheCrossingClosesTheFlight) {
  EXPECT_EQ(moves("wall=barred", "R:hx2,13,17 B:hx2,53x2 R 0 1 -"), "13-14^18 17-18^22");
  EXPECT_EQ(moves("wall=bounce,flight=must", "R:hx2,13,17 B:hx2,53x2 R 0 1 -"),
            "13-14^18 17-18^22");
  EXPECT_EQ(moves("wall=bounce,crossing=off,flight=must", "R:hx2,13,17 B:hx2,53x2 R 0 1 -"),
            "13-14^18~30 17-18~30");
  EXPECT_EQ(moves("wall=barred", "R:hx3,17 B:hx2,53,53 R 0 1 -"), "17-18^22 17-18~30");
  EXPECT_EQ(moves("wall=barred,flight=must,jump=off", "R:hx3,17 B:hx2,53x2 R 0 1 -"), "17-18");
  EXPECT_EQ(after("wall=barred,crossing=off", "R:hx3,17 B:hx2,53x2 R 0 1 -", "17-18~30"),
            "R:hx3,30 B:hx2,53x2 B 0 - -");
}

TEST(Wall, LandingOnItIsAnOrdinaryCapture) {
  EXPECT_EQ(after("wall=barred", "R:hx3,20 Y:hx2,10x2 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 Y 0 - -");
}

}  // namespace
}  // namespace aero
