#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Bonus, IsForSixesOnlyByDefault) {
  EXPECT_EQ(after("standard", "R:hx3,20 Y:hx3,10 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 Y 0 - -");
  EXPECT_EQ(after("standard", "R:hx3,53 B:hx4 R 0 3 -", "53-c"), "R:hx3,c B:hx4 B 0 - -");
}

TEST(Bonus, ForACapture) {
  EXPECT_EQ(after("bonus=capture", "R:hx3,20 Y:hx3,10 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 R 0 - -");
  EXPECT_EQ(after("bonus=capture", "R:hx3,53 B:hx4 R 0 3 -", "53-c"), "R:hx3,c B:hx4 B 0 - -");
  EXPECT_EQ(after("bonus=capture", "R:17,hx3 B:53,hx3 R 0 1 -", "17-18~30"),
            "R:hx3,30 B:hx4 R 0 - -");
}

TEST(Bonus, ForBringingAPlaneHome) {
  EXPECT_EQ(after("bonus=home", "R:hx3,53 B:hx4 R 0 3 -", "53-c"), "R:hx3,c B:hx4 R 0 - -");
  EXPECT_EQ(after("bonus=home", "R:hx3,20 Y:hx3,10 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 Y 0 - -");
}

TEST(Bonus, ForBoth) {
  EXPECT_EQ(after("bonus=both", "R:hx3,53 B:hx4 R 0 3 -", "53-c"), "R:hx3,c B:hx4 R 0 - -");
  EXPECT_EQ(after("bonus=both", "R:hx3,20 Y:hx3,10 R 0 3 -", "20-23"), "R:hx3,23 Y:hx4 R 0 - -");
}

TEST(Bonus, OnASixGivesOneRollAndCountsAsASix) {
  EXPECT_EQ(after("bonus=both", "R:hx3,50 B:hx4 R 0 6 -", "50-c"), "R:hx3,c* B:hx4 R 1 - -");
}

TEST(Bonus, OnAnotherRollEndsTheRowOfSixesAndTheMarks) {
  EXPECT_EQ(after("bonus=home", "R:hx2,40*,53 B:hx4 R 2 3 -", "53-c"), "R:hx2,40,c B:hx4 R 0 - -");
  EXPECT_EQ(events("bonus=home", "R:hx2,40*,53 B:hx4 R 2 3 -", "53-c"), "R walked 53 c; R again 0");
}

TEST(Bonus, StrikingAStackAloneIsNoCapture) {
  EXPECT_EQ(after("bonus=both,stackhit=hitter", "R:hx3,20 Y:10x2,hx2 R 0 3 -", "20-23"),
            "R:hx4 Y:hx2,10x2 Y 0 - -");
  EXPECT_EQ(after("bonus=both,stackhit=hitter", "R:hx3,20 Y:10x2,10,h R 0 3 -", "20-23"),
            "R:hx4 Y:hx2,10x2 R 0 - -");
  EXPECT_EQ(after("bonus=both,stackhit=both", "R:hx3,20 Y:10x2,hx2 R 0 3 -", "20-23"),
            "R:hx4 Y:hx4 R 0 - -");
}

}  // namespace
}  // namespace aero
