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
}

TEST(Wall, LandingOnItIsAnOrdinaryCapture) {
  EXPECT_EQ(after("wall=barred", "R:hx3,20 Y:hx2,10x2 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 Y 0 - -");
}

}  // namespace
}  // namespace aero
