// "What players of other rule sets trip over" (rules.md): one test each, in the order of the page.
// Each has mutants in mutants.json, which compile the fault in and see the test turn red.

#include <gtest/gtest.h>

#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

const std::string kRefused = "refused";

TEST(Trap, JumpFiresOnTheEntrance) {
  EXPECT_EQ(moves("planes=1", "R:47 B:h R 0 3 -"), "47-50");
  EXPECT_EQ(after("planes=1", "R:47 B:h R 0 3 -", "47-50"), "R:50 B:h B 0 - -");
  EXPECT_EQ(moves("planes=1", "R:45 B:h R 0 5 -"), "45-50");
  EXPECT_EQ(moves("planes=1", "R:43 B:h R 0 3 -"), "43-46^50");
}

TEST(Trap, CaptureAtADistanceBecauseTwoHomeColumnsShareNumbers) {
  EXPECT_EQ(after("planes=1", "R:50 Y:53 B:53 G:53 R 0 3 -", "50-53"),
            "R:53 Y:53 B:53 G:53 Y 0 - -");
  EXPECT_EQ(after("planes=1", "R:53 Y:53 B:53 G:50 G 0 3 -", "50-53"),
            "R:53 Y:53 B:53 G:53 R 0 - -");
}

TEST(Trap, TheChainAlsoHitsTwentySix) {
  // Y's 9 and 13 are R's 22 and 26.
  EXPECT_EQ(after("planes=2", "R:h,10 Y:9,13 R 0 4 -", "10-14^18~30"), "R:h,30 Y:9,13 Y 0 - -");
  EXPECT_EQ(events("planes=2", "R:h,10 Y:9,13 R 0 4 -", "10-14^18~30"),
            "R walked 10 14; R jumped 14 18; R flew 18 30; Y next");
}

TEST(Trap, CapturesMissedWhereTheRingWraps) {
  // R's 6 is Y's 45, R's 4 is B's 30, R's 5 is G's 18; and so on around the table.
  EXPECT_EQ(after("planes=1", "R:1 Y:44 R 0 4 -", "1-5"), "R:5 Y:h Y 0 - -");
  EXPECT_EQ(after("planes=1", "R:5 Y:43 Y 0 1 -", "43-44"), "R:h Y:44 R 0 - -");
  EXPECT_EQ(after("planes=1", "Y:1 B:44 Y 0 4 -", "1-5"), "Y:5 B:h B 0 - -");
  EXPECT_EQ(after("planes=1", "R:31 B:1 B 0 4 -", "1-5"), "R:h B:5 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:44 G:1 G 0 4 -", "1-5"), "R:h G:5 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:43 G:5 R 0 1 -", "43-44"), "R:44 G:h G 0 - -");
  EXPECT_EQ(after("planes=1", "Y:18 G:43 G 0 1 -", "43-44"), "Y:h G:44 Y 0 - -");
}

TEST(Trap, CrossingCaptureForTwoOfFourSeatsOnly) {
  EXPECT_EQ(after("planes=1", "R:17 Y:53 B:53 G:53 R 0 1 -", "17-18~30"),
            "R:30 Y:53 B:h G:53 Y 0 - -");
  EXPECT_EQ(after("planes=1", "R:53 Y:17 B:53 G:53 Y 0 1 -", "17-18~30"),
            "R:53 Y:30 B:53 G:h B 0 - -");
  EXPECT_EQ(after("planes=1", "R:53 Y:53 B:17 G:53 B 0 1 -", "17-18~30"),
            "R:h Y:53 B:30 G:53 G 0 - -");
  EXPECT_EQ(after("planes=1", "R:53 Y:53 B:53 G:17 G 0 1 -", "17-18~30"),
            "R:53 Y:h B:53 G:30 R 0 - -");
}

TEST(Trap, PadTakenForARingSquare) {
  // The ring square before a seat's step 1 is 39 of the next seat, 26 of the one opposite, 13 of
  // the last.
  EXPECT_EQ(after("planes=1", "R:p Y:38 Y 0 1 -", "38-39"), "R:p Y:39 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:p B:25 B 0 1 -", "25-26^30"), "R:p B:30 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:p G:12 G 0 1 -", "12-13"), "R:p G:13 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:h Y:39 R 0 2 -", "h-p"), "R:p Y:39 Y 0 - -");
  EXPECT_EQ(after("planes=1", "R:39 G:h G 0 4 -", "h-p"), "R:39 G:p R 0 - -");
  EXPECT_EQ(moves("planes=2", "R:h,p B:hx2 R 0 4 -"), "h-p p-4");
}

TEST(Trap, WinCheckPastTheEnd) {
  EXPECT_EQ(after("planes=1", "R:54 B:h R 0 1 -", "54-55"), "R:55 B:h B 0 - -");
  EXPECT_EQ(after("planes=1", "R:54 B:h R 0 2 -", "54-c"), "R:c B:h - 0 - RB");
  EXPECT_EQ(after("planes=1", "R:54 B:h R 0 - -", 3), "R:54 B:h B 0 - -");
  EXPECT_EQ(after("planes=2", "R:54,55 B:hx2 R 0 2 -", "54-c"), "R:55,c B:hx2 B 0 - -");
}

TEST(Trap, LastPlaneFinishedOnASixHangsTheGame) {
  EXPECT_EQ(after("planes=1", "R:50 Y:h B:h R 0 6 -", "50-c"), "R:c Y:h B:h Y 0 - R");
  EXPECT_EQ(after("planes=1", "R:50 B:h R 1 6 -", "50-c"), "R:c B:h - 0 - RB");
  EXPECT_EQ(after("planes=1", "R:c Y:h B:h Y 0 - R", 6), "R:c Y:h B:h Y 0 6 R");
}

TEST(Trap, WinnerRollsAgain) {
  EXPECT_EQ(after("planes=1,bonus=home", "R:55 Y:h B:h R 0 1 -", "55-c"), "R:c Y:h B:h Y 0 - R");
  EXPECT_EQ(after("planes=1", "R:c Y:h B:h G:h G 0 - R", 1), "R:c Y:h B:h G:h Y 0 - R");
}

TEST(Trap, HomeColumnPlaneSentHomeByAnOrdinaryLanding) {
  // R's 51 … 55 would be Y's 38 … 42, B's 25 … 29 and G's 12 … 16 if they were on the ring.
  EXPECT_EQ(after("planes=1", "R:51 Y:37 Y 0 1 -", "37-38^42"), "R:51 Y:42 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:52 Y:36 Y 0 3 -", "36-39"), "R:52 Y:39 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:53 Y:39 Y 0 1 -", "39-40"), "R:53 Y:40 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:53 B:24 B 0 3 -", "24-27"), "R:53 B:27 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:52 G:12 G 0 1 -", "12-13"), "R:52 G:13 R 0 - -");
  EXPECT_EQ(after("planes=1", "R:50 Y:39 R 0 2 -", "50-52"), "R:52 Y:39 Y 0 - -");
}

TEST(Trap, NoLegalMoveAndTheTurnNeverPasses) {
  EXPECT_EQ(after("standard", "R:hx4 B:hx4 R 0 - -", 1), "R:hx4 B:hx4 B 0 - -");
  EXPECT_EQ(events("standard", "R:hx4 B:hx4 R 0 - -", 1), "R rolled 1; R no_move; B next");
  EXPECT_EQ(after("planes=1", "R:55 B:h R 0 - -", 6), "R:55 B:h R 1 - -");
}

TEST(Trap, ReRollBeforeMoving) {
  for (const int pip : {1, 2, 3, 4, 5, 6}) {
    EXPECT_EQ(after("planes=1", "R:20 B:h R 0 3 -", pip), kRefused) << pip;
    EXPECT_EQ(after("planes=1", "R:20 B:h R 1 6 -", pip), kRefused) << pip;
  }
}

TEST(Trap, ARepeatedMessageMovesTwice) {
  // The same roll, and then the same move, once more; B could make that very move with a roll.
  const Rules rules = testkit::rules("planes=1");
  State state = testkit::position("planes=1", "R:20 B:20 R 0 - -");
  const Input roll = Pip(3);
  const Input move = *parse_move("20-23");
  EXPECT_EQ(apply(rules, state, roll), Refusal::none);
  EXPECT_EQ(apply(rules, state, roll), Refusal::roll_waiting);
  EXPECT_EQ(to_text(state), "R:20 B:20 R 0 3 -");
  EXPECT_EQ(apply(rules, state, move), Refusal::none);
  EXPECT_EQ(apply(rules, state, move), Refusal::roll_missing);
  EXPECT_EQ(to_text(state), "R:23 B:20 B 0 - -");
}

TEST(Trap, AnyoneMayRollOrMoveForAnyone) {
  const std::string position = "R:20 Y:24 B:28 G:32 Y 0 3 -";
  EXPECT_EQ(after("planes=1", position, "20-23"), kRefused);
  EXPECT_EQ(after("planes=1", position, "28-31"), kRefused);
  EXPECT_EQ(after("planes=1", position, "32-35"), kRefused);
  EXPECT_EQ(after("planes=1", position, "24-27"), "R:20 Y:27 B:28 G:32 B 0 - -");
}

TEST(Trap, WrongColourSentHome) {
  // On R's 20, which is Y's 7, stands Y; the others stand on squares with these numbers.
  EXPECT_EQ(after("planes=2", "R:h,17 Y:7,20 B:6,20 G:8,20 R 0 3 -", "17-20"),
            "R:h,20 Y:h,20 B:6,20 G:8,20 Y 0 - -");
  EXPECT_EQ(events("planes=2", "R:h,17 Y:7,20 B:6,20 G:8,20 R 0 3 -", "17-20"),
            "R walked 17 20; Y captured 7; Y next");
  // G's 20 is R's 7.
  EXPECT_EQ(after("planes=3", "R:7,7,p Y:7,20,c G:14,21,c G 0 6 -", "14-20"),
            "R:hx2,p Y:7,20,c G:20*,21,c G 1 - -");
}

}  // namespace
}  // namespace aero
