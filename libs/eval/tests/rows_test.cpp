#include "aero/eval/rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "aero/dice.hpp"
#include "aero/game.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

std::vector<int> sorted(const RowList& rows) {
  std::vector<int> list(rows.begin(), rows.end());
  std::ranges::sort(list);
  return list;
}

std::vector<int> rows(const char* rules_text, const char* position) {
  const Rules rules = testkit::rules(rules_text);
  return sorted(rows_of(Reach(rules), testkit::position(rules_text, position)));
}

std::vector<int> rules_rows(const char* rules_text) {
  return sorted(rows_of(testkit::rules(rules_text)));
}

constexpr int kB = 2 * kRowsOfSeat;  // the rows of the seat opposite the mover

// The first plane on a step, one beside it, the second, third and fourth of a stack.
constexpr int on(int step, int nth = 0) { return kRowsSteps + 5 * (step - 1) + nth; }
// What a seat at a distance from the mover has on a step, and one clockwise from it could hit.
constexpr int hit(int distance, int hitter, int step) {
  return kRowsHits + 51 * (3 * distance + hitter - 1) + step - 1;
}

// With the rows of the two seats that are absent beside R and B.
std::vector<int> of_two(std::vector<int> rows) {
  rows.push_back(kRowsAbsent);
  rows.push_back(kRowsAbsent + 2);
  std::ranges::sort(rows);
  return rows;
}

TEST(Rows, OfPlanes) {
  EXPECT_EQ(rows("planes=4", "R:hx2,p,c B:7x3,7 R 0 - -"),
            of_two({kRowsHangar, kRowsHangar + 1, kRowsPad, kRowsCentre, kB + on(7), kB + on(7, 2),
                    kB + on(7, 3), kB + on(7, 1)}));
  EXPECT_EQ(rows("planes=2", "R:55,55 B:51x2 R 0 - -"),
            of_two({on(55), on(55, 1), kB + on(51), kB + on(51, 2)}));
  EXPECT_EQ(rows("planes=4", "R:20x2,20x2 B:hx4 R 0 - -"),
            of_two({on(20), on(20, 1), on(20, 2), on(20, 4), kB + kRowsHangar, kB + kRowsHangar + 1,
                    kB + kRowsHangar + 2, kB + kRowsHangar + 3}));
}

TEST(Rows, OfMarksAndSixes) {
  EXPECT_EQ(rows("planes=3", "R:p*,20x2*1 B:c,c,h R 1 - -"),
            of_two({kRowsPad, on(20), on(20, 2), kRowsMarks, kRowsMarks + 20, kRowsSixes,
                    kB + kRowsHangar, kB + kRowsCentre, kB + kRowsCentre + 1}));
  EXPECT_EQ(rows("planes=1,sixes=void", "R:p B:h R 2 - -"),
            of_two({kRowsPad, kRowsSixes + 1, kB + kRowsHangar}));
}

// R's step n is B's n + 26 or n - 26, and Y's n + 39 or n - 13.
TEST(Rows, OfHits) {
  EXPECT_EQ(rows("planes=1", "R:30 B:3 R 0 - -"), of_two({on(30), kB + on(3), hit(0, 2, 30)}));
  EXPECT_EQ(rows("planes=1", "R:30 B:3 B 0 - -"), of_two({on(3), kB + on(30), hit(2, 2, 30)}));
  EXPECT_EQ(rows("planes=1", "R:30 B:5 R 0 - -"), of_two({on(30), kB + on(5), hit(2, 2, 5)}));
  // Two pieces that can hit, and one that can twice over, count as pieces.
  EXPECT_EQ(rows("planes=2", "R:30,h B:2,3 R 0 - -"),
            of_two({kRowsHangar, on(30), kB + on(2), kB + on(3), hit(0, 2, 30), hit(0, 2, 30)}));
  EXPECT_EQ(rows("planes=1", "R:36 B:4 R 0 - -"), of_two({on(36), kB + on(4), hit(0, 2, 36)}));
  EXPECT_EQ(rows("planes=1", "R:30 Y:15 B:h R 0 - -"),
            (std::vector{on(30), kRowsOfSeat + on(15), kB + kRowsHangar, hit(0, 1, 30),
                         kRowsAbsent + 2}));
}

TEST(Rows, OfTheCrossing) {
  EXPECT_EQ(rows("planes=1", "R:53 B:16 R 0 - -"), of_two({on(53), kB + on(16), hit(0, 2, 51)}));
  EXPECT_EQ(rows("planes=1,crossing=off", "R:53 B:16 R 0 - -"), of_two({on(53), kB + on(16)}));
}

TEST(Rows, OfStacksThatStrikeBack) {
  EXPECT_EQ(rows("planes=2,stackhit=hitter", "R:30x2 B:3,h R 0 - -"),
            of_two({on(30), on(30, 2), kB + on(3), kB + kRowsHangar}));
  EXPECT_EQ(rows("planes=2,stackhit=hitter", "R:30,30 B:3,h R 0 - -"),
            of_two({on(30), on(30, 1), kB + on(3), kB + kRowsHangar, hit(0, 2, 30)}));
  EXPECT_EQ(rows("planes=2,stackhit=hitter", "R:53x2 B:16,h R 0 - -"),
            of_two({on(53), on(53, 2), kB + on(16), kB + kRowsHangar, hit(0, 2, 51)}));
}

TEST(Rows, FinishedIsAbsent) {
  EXPECT_EQ(rows("planes=1", "R:5 Y:c B:h R 0 - Y"), rows("planes=1", "R:5 B:h R 0 - -"));
}

TEST(Rows, OfRules) {
  EXPECT_EQ(rules_rows("standard"), std::vector<int>{});
  EXPECT_EQ(rules_rows("end=first"), std::vector<int>{});
  EXPECT_EQ(rules_rows("planes=3"), std::vector{kRowsRules});
  EXPECT_EQ(rules_rows("takeoff=123456"), std::vector{kRowsRules + 5});
  EXPECT_EQ(rules_rows("bonus=both,move=may"), (std::vector{kRowsRules + 28, kNetRows - 1}));
}

// Every position of some games looks the same from every side of the table.
TEST(Rows, TurnWithTheTable) {
  const char* rules_text = "chinese";
  const Rules rules = testkit::rules(rules_text);
  const Reach reach(rules);
  State state = start(rules, {Seat::R, Seat::Y, Seat::G}, Seat::Y);
  const Random random(1);
  int positions = 0;
  for (std::uint64_t ply = 0; ply < 2000 && !state.is_over(); ++ply) {
    if (state.has_roll()) {
      const MoveList legal = legal_moves(rules, state);
      const auto choice = random.below(static_cast<std::uint32_t>(legal.size()), ply);
      apply(rules, state, legal[static_cast<int>(choice)]);
      continue;
    }
    ++positions;
    State turned = state;
    for (int i = 0; i < 3; ++i) {
      turned = testkit::turned(rules, turned);
      ASSERT_EQ(sorted(rows_of(reach, turned)), sorted(rows_of(reach, state)));
    }
    apply(rules, state, kPips[random.below(6, ply)]);
  }
  EXPECT_GT(positions, 100);
}

}  // namespace
}  // namespace aero
