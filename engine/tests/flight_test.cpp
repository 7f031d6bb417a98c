#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Flight, FromTheRollMayBeDeclinedForAJump) {
  EXPECT_EQ(moves("standard", "R:hx3,17 B:hx4 R 0 1 -"), "17-18^22 17-18~30");
  EXPECT_EQ(after("standard", "R:hx3,17 B:hx4 R 0 1 -", "17-18~30"), "R:hx3,30 B:hx4 B 0 - -");
  EXPECT_EQ(events("standard", "R:hx3,17 B:hx4 R 0 1 -", "17-18~30"),
            "R walked 17 18; R flew 18 30; B next");
}

TEST(Flight, AfterAJumpMayBeDeclinedForStaying) {
  EXPECT_EQ(moves("standard", "R:hx3,13 B:hx4 R 0 1 -"), "13-14^18 13-14^18~30");
}

TEST(Flight, ARollToItsEndJumpsLikeAnyOther) {
  EXPECT_EQ(moves("standard", "R:hx3,29 B:hx4 R 0 1 -"), "29-30^34");
}

TEST(Flight, SendsHomeOnTheOppositeCrossingForEverySeat) {
  EXPECT_EQ(after("standard", "R:17,hx3 B:53x2,53,52 R 0 1 -", "17-18~30"),
            "R:hx3,30 B:hx3,52 B 0 - -");
  EXPECT_EQ(after("standard", "Y:17,hx3 G:53,hx3 Y 0 1 -", "17-18~30"), "Y:hx3,30 G:hx4 G 0 - -");
  EXPECT_EQ(after("standard", "R:hx3,53 B:17,hx3 B 0 1 -", "17-18~30"), "R:hx4 B:hx3,30 R 0 - -");
  EXPECT_EQ(after("standard", "Y:hx3,53 G:17,hx3 G 0 1 -", "17-18~30"), "Y:hx4 G:hx3,30 Y 0 - -");
  EXPECT_EQ(events("standard", "R:17,hx3 B:53x2,53,52 R 0 1 -", "17-18~30"),
            "R walked 17 18; R flew 18 30; B captured 53x2; B captured 53; B next");
}

TEST(Flight, LeavesTheRingBelowAndOtherColumnsAlone) {
  // R flies over its 19 … 29; Y's 13 is R's 26, and the crossing belongs to B, not to Y or G.
  EXPECT_EQ(after("standard", "R:17,hx3 Y:6,13,53,h B:hx4 G:53,hx3 R 0 1 -", "17-18~30"),
            "R:hx3,30 Y:h,6,13,53 B:hx4 G:hx3,53 Y 0 - -");
}

TEST(Flight, CrossingIsAnOption) {
  EXPECT_EQ(after("crossing=off", "R:17,hx3 B:53,hx3 R 0 1 -", "17-18~30"),
            "R:hx3,30 B:hx3,53 B 0 - -");
}

TEST(Flight, SendsHomeWhereItStartsAndEnds) {
  // R's 14, 18 and 30 are B's 40, 44 and 4.
  EXPECT_EQ(after("standard", "R:13,hx3 B:4,40,44,52 R 0 1 -", "13-14^18~30"),
            "R:hx3,30 B:hx3,52 B 0 - -");
}

TEST(Flight, IsAnOption) {
  EXPECT_EQ(moves("flight=must", "R:hx2,13,17 B:hx4 R 0 1 -"), "13-14^18~30 17-18~30");
  EXPECT_EQ(moves("flight=off", "R:hx2,13,17 B:hx4 R 0 1 -"), "13-14^18 17-18^22");
  EXPECT_EQ(moves("jump=off", "R:hx2,13,17 B:hx4 R 0 1 -"), "13-14 17-18 17-18~30");
}

TEST(Flight, ChainIsAnOption) {
  EXPECT_EQ(moves("chain=off", "R:hx2,13,17 B:hx4 R 0 1 -"), "13-14^18 17-18^22 17-18~30");
  EXPECT_EQ(moves("chain=off,flight=must", "R:hx2,13,17 B:hx4 R 0 1 -"), "13-14^18 17-18~30");
}

TEST(Flight, OnwardIsAnOptionStraightFromTheRoll) {
  EXPECT_EQ(moves("onward=may", "R:hx2,13,17 B:hx4 R 0 1 -"),
            "13-14^18 13-14^18~30 17-18^22 17-18~30 17-18~30^34");
  EXPECT_EQ(moves("onward=must", "R:hx2,13,17 B:hx4 R 0 1 -"),
            "13-14^18 13-14^18~30 17-18^22 17-18~30^34");
  EXPECT_EQ(moves("onward=must,jump=off", "R:hx3,17 B:hx4 R 0 1 -"), "17-18 17-18~30");
  // R's 30 and 34 are B's 4 and 8.
  EXPECT_EQ(after("onward=must", "R:hx3,17 B:4,8,hx2 R 0 1 -", "17-18~30^34"),
            "R:hx3,34 B:hx4 B 0 - -");
}

}  // namespace
}  // namespace aero
