#include <gtest/gtest.h>

#include "aero/door.hpp"
#include "aero/eval.hpp"

namespace aero::door {
namespace {

constexpr const char* kRecord =
    "[Start \"R:hx2,10,30 B:hx2,16,45 R 0 - -\"]\n1. R 1 30-31  B 1 16-17\n2. R 3 10-13  B 4\n";

// The module has no net until a page gives it one.
TEST(Analyse, NeedsANet) {
  if (standard_net() != nullptr) GTEST_SKIP();
  Desk desk;
  const auto part = analyse(desk, {kRecord, 1, 0, 10});
  ASSERT_FALSE(part);
  EXPECT_EQ(part.errors()[0].code, "door.no_net");
}

TEST(Analyse, ComesInPartsAndAsAWhole) {
  if (standard_net() == nullptr) GTEST_SKIP();
  Desk desk;
  const auto first = analyse(desk, {kRecord, 1, 0, 2});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->rolls_in_all, 4);
  ASSERT_EQ(first->rolls.size(), 2u);
  EXPECT_EQ(first->rolls[0].choice->played, "30-31");
  const auto rest = analyse(desk, {kRecord, 1, 2, 10});
  ASSERT_TRUE(rest);
  ASSERT_EQ(rest->rolls.size(), 2u);
  EXPECT_FALSE(rest->rolls[1].choice);  // the die waits

  Desk other;
  const auto whole = analyse(other, {kRecord, 1, 0, 10});
  ASSERT_TRUE(whole);
  ASSERT_EQ(whole->rolls.size(), 4u);
  EXPECT_EQ(whole->rolls[3].before, rest->rolls[1].before);
  EXPECT_EQ(whole->seats[0].end, rest->seats[0].end);
  // What is told of two rolls is the same when more are known already.
  EXPECT_EQ(analyse(other, {kRecord, 1, 0, 2})->seats[0].end, first->seats[0].end);
}

TEST(Analyse, RefusesWhatCannotBeLookedAt) {
  if (standard_net() == nullptr) GTEST_SKIP();
  Desk desk;
  EXPECT_FALSE(analyse(desk, {kRecord, 4, 0, 1}));
  EXPECT_FALSE(analyse(desk, {"1. R 9", 1, 0, 1}));
}

}  // namespace
}  // namespace aero::door
