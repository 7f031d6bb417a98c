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
  const AnalysedChoice& choice = *first->rolls[0].choice;
  ASSERT_EQ(choice.candidates.size(), 2u);
  const Candidate& played = choice.candidates[static_cast<std::size_t>(choice.played)];
  EXPECT_EQ(played.move, "30-31");
  EXPECT_FALSE(played.words.empty());
  EXPECT_EQ(played.loss, choice.loss);
  EXPECT_GE(choice.candidates[0].chance, choice.candidates[1].chance);
  EXPECT_EQ(choice.candidates[1].loss, choice.candidates[0].chance - choice.candidates[1].chance);
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

// What a hint says and what an analysis says of the same choice, where the end is known.
TEST(Analyse, FindsNoFaultInAHint) {
  if (standard_net() == nullptr) GTEST_SKIP();
  Desk desk;
  const std::string start = "[Start \"R:17,cx3 B:2,cx3 R 0 - -\"]\n1. R 1";
  const auto advice = hint(desk, {start});
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->move, "17-18^22");
  ASSERT_TRUE(advice->chance);
  EXPECT_NEAR(*advice->chance, 64.327674, 1e-5);  // aeroplane solve
  const auto part = analyse(desk, {start + " " + advice->move, 1, 0, 1});
  ASSERT_TRUE(part);
  const AnalysedChoice& choice = *part->rolls[0].choice;
  EXPECT_EQ(choice.loss, 0);
  EXPECT_EQ(choice.verdict, "good");
  EXPECT_EQ(choice.played, 0);
  ASSERT_EQ(choice.candidates.size(), 2u);
  EXPECT_EQ(choice.candidates[0].move, advice->move);
  EXPECT_EQ(choice.candidates[0].chance, *advice->chance);
  EXPECT_EQ(choice.candidates[0].loss, 0);
  EXPECT_EQ(choice.candidates[1].move, "17-18~30");
  EXPECT_NEAR(choice.candidates[1].chance, 64.240707, 1e-5);
  EXPECT_NEAR(choice.candidates[1].loss, 0.086967, 1e-5);
}

TEST(Analyse, RefusesWhatCannotBeLookedAt) {
  if (standard_net() == nullptr) GTEST_SKIP();
  Desk desk;
  EXPECT_FALSE(analyse(desk, {kRecord, 4, 0, 1}));
  EXPECT_FALSE(analyse(desk, {"1. R 9", 1, 0, 1}));
}

}  // namespace
}  // namespace aero::door
