#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

// A seat's step s is the step s + 13 · (seats between) of another, in 52.
TEST(Capture, SendsHomeWhoStandsOnTheSquareOfEverySeat) {
  EXPECT_EQ(after("standard", "R:hx3,20 Y:hx3,10 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 Y 0 - -");
  EXPECT_EQ(after("standard", "R:hx3,20 B:hx3,49 R 0 3 -", "20-23"), "R:hx3,23 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx3,20 G:hx3,36 R 0 3 -", "20-23"), "R:hx3,23 G:hx4 G 0 - -");
}

TEST(Capture, SendsHomeAllOfThemAndUnstacksThem) {
  EXPECT_EQ(after("standard", "R:hx3,20 Y:10,10x2,h R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 Y 0 - -");
  EXPECT_EQ(events("standard", "R:hx3,20 Y:10,10x2,h R 0 3 -", "20-23"),
            "R walked 20 23; Y captured 10x2; Y captured 10; Y next");
}

TEST(Capture, NeverReachesPadHangarColumnOrCentre) {
  EXPECT_EQ(after("standard", "R:hx3,50 B:51,52,p,c R 0 1 -", "50-51"),
            "R:hx3,51 B:p,51,52,c B 0 - -");
  EXPECT_EQ(after("standard", "R:hx3,12 Y:px4 R 0 1 -", "12-13"), "R:hx3,13 Y:px4 Y 0 - -");
}

TEST(Capture, StackHitBothTakesTheLandingPieceToo) {
  EXPECT_EQ(after("stackhit=both", "R:hx3,20 Y:10x2,hx2 R 0 3 -", "20-23"), "R:hx4 Y:hx4 Y 0 - -");
  EXPECT_EQ(events("stackhit=both", "R:hx3,20 Y:10x2,hx2 R 0 3 -", "20-23"),
            "R walked 20 23; Y captured 10x2; R struck 23; Y next");
  EXPECT_EQ(after("stackhit=both", "R:hx3,20 Y:10x2,10,h R 0 3 -", "20-23"), "R:hx4 Y:hx4 Y 0 - -");
  EXPECT_EQ(after("stackhit=both", "R:hx3,20 Y:10,10,hx2 R 0 3 -", "20-23"),
            "R:hx3,23 Y:hx4 Y 0 - -");
}

TEST(Capture, StackHitHitterLeavesTheStackAndTakesSinglePlanes) {
  EXPECT_EQ(after("stackhit=hitter", "R:hx2,20x2 Y:10x2,10,h R 0 3 -", "20x2-23"),
            "R:hx4 Y:hx2,10x2 Y 0 - -");
}

TEST(Capture, AStruckPieceGoesNoFurtherAndItsTextEndsThere) {
  // R's 10, 18 and 30 are Y's 49, 5 and 17.
  EXPECT_EQ(moves("stackhit=both", "R:hx3,9 Y:49x2,hx2 R 0 1 -"), "9-10");
  EXPECT_EQ(after("stackhit=hitter", "R:hx3,9 Y:49x2,hx2 R 0 1 -", "9-10"),
            "R:hx4 Y:hx2,49x2 Y 0 - -");
  EXPECT_EQ(moves("stackhit=both", "R:hx2,13,17 Y:5x2,hx2 R 0 1 -"), "13-14^18 17-18");
  EXPECT_EQ(moves("stackhit=both,onward=must", "R:hx3,17 Y:17x2,hx2 R 0 1 -"), "17-18^22 17-18~30");
  EXPECT_EQ(moves("stackhit=both,onward=may", "R:hx3,17 Y:17x2,hx2 R 0 1 -"), "17-18^22 17-18~30");
}

TEST(Capture, AStruckPieceStillRollsAgainOnASix) {
  EXPECT_EQ(after("stackhit=hitter", "R:hx3,17 Y:10x2,hx2 R 0 6 -", "17-23"),
            "R:hx4 Y:hx2,10x2 R 1 - -");
}

TEST(Capture, TheCrossingIsClearedWhateverStackHitSays) {
  EXPECT_EQ(after("stackhit=hitter", "R:17,hx3 B:53x2,hx2 R 0 1 -", "17-18~30"),
            "R:hx3,30 B:hx4 B 0 - -");
}

TEST(Capture, OnTheWayStandsThoughThePieceIsStruckAtTheEnd) {
  EXPECT_EQ(after("stackhit=both", "R:17,hx3 B:4x2,53,h R 0 1 -", "17-18~30"),
            "R:hx4 B:hx4 B 0 - -");
  EXPECT_EQ(events("stackhit=hitter", "R:17,hx3 B:4x2,53,h R 0 1 -", "17-18~30"),
            "R walked 17 18; R flew 18 30; B captured 53; R struck 30; B next");
}

}  // namespace
}  // namespace aero
