#include "danger.hpp"

#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

// The expected loss of R, in 216ths of a step.
int loss(const char* rules, const char* position) {
  return expected_loss(testkit::rules(rules), testkit::position(rules, position), Seat::R);
}

// R's step n is B's n + 26 or n - 26, and Y's n + 39 or n - 13.

TEST(Danger, OneRollOfOneEnemy) {
  // R on 30 is B's 4. B on 3 hits it with a 1; a plane lost on 30 loses 31 steps from the hangar.
  EXPECT_EQ(loss("planes=1", "R:30 B:3 R 0 - -"), 36 * 31);
}

TEST(Danger, NothingBehindNothingToFear) {
  EXPECT_EQ(loss("planes=1", "R:30 B:5 R 0 - -"), 0);
  EXPECT_EQ(loss("planes=1", "R:30 B:h R 0 - -"), 0);
  EXPECT_EQ(loss("planes=2", "R:p,53 B:3,4 R 0 - -"), 0);
}

TEST(Danger, JumpsAndFlightsReachFarther) {
  // R on 36 is B's 10: B on 4 gets there by a 2 (jump from 6) and by a 6.
  EXPECT_EQ(loss("planes=1", "R:36 B:4 R 0 - -"), 2 * 36 * 37);
  EXPECT_EQ(loss("planes=1,jump=off", "R:36 B:4 R 0 - -"), 36 * 37);
  // R on 4 is B's 30: from 13, a 1 jumps from 14 to 18 and may fly on; a 5 flies at once.
  EXPECT_EQ(loss("planes=1", "R:4 B:13 R 0 - -"), 2 * 36 * 5);
  EXPECT_EQ(loss("planes=1,chain=off", "R:4 B:13 R 0 - -"), 36 * 5);
}

TEST(Danger, CrossingOfTheHomeColumn) {
  // B may fly over R's 53 with a 2 from 16.
  EXPECT_EQ(loss("planes=1", "R:53 B:16 R 0 - -"), 36 * 54);
  EXPECT_EQ(loss("planes=1,crossing=off", "R:53 B:16 R 0 - -"), 0);
}

TEST(Danger, SeveralEnemiesAreIndependent) {
  // R on 30 is B's 4 and Y's 17: one roll of each hits it, and it is safe with 5/6 · 5/6.
  EXPECT_EQ(loss("planes=1", "R:30 Y:15 B:3 R 0 - -"), (216 - 150) * 31);
}

TEST(Danger, EveryPlaneCounts) {
  EXPECT_EQ(loss("planes=2", "R:30,30 B:3,h R 0 - -"), 2 * 36 * 31);
  EXPECT_EQ(loss("planes=2", "R:30x2 B:3,h R 0 - -"), 2 * 36 * 31);
  EXPECT_EQ(loss("planes=2", "R:29,30 B:2,h R 0 - -"), 36 * 30 + 36 * 31);
}

TEST(Danger, StacksThatCannotBeHit) {
  EXPECT_EQ(loss("planes=3,stackhit=hitter", "R:30x2,30 B:3,hx2 R 0 - -"), 36 * 31);
}

TEST(Danger, MarksChangeNothing) {
  EXPECT_EQ(loss("planes=2", "R:29,30* B:2,h R 1 - -"), 36 * 30 + 36 * 31);
  EXPECT_EQ(loss("planes=2", "R:29,30 B:2*,h B 1 - -"), 36 * 30 + 36 * 31);
}

TEST(Danger, FinishedEnemiesDoNotRoll) {
  EXPECT_EQ(loss("planes=1", "R:30 Y:c B:3 R 0 - Y"), 36 * 31);
}

}  // namespace
}  // namespace aero
