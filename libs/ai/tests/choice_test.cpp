#include <gtest/gtest.h>

#include <map>
#include <string>

#include "aero/ai.hpp"
#include "aero/eval.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

std::string choice(const char* bot, const char* rules_text, const char* position,
                   std::uint64_t seed = 0) {
  const Rules rules = testkit::rules(rules_text);
  const State state = testkit::position(rules_text, position);
  const MoveList legal = legal_moves(rules, state);
  return to_text(find_bot(bot)->choose(rules, state, legal, Random(seed)));
}

TEST(Bots, AreFoundByName) {
  std::string names;
  for (const Bot* bot : bots()) {
    EXPECT_EQ(find_bot(bot->name()), bot);
    names.append(bot->name()).append(" ");
  }
  EXPECT_EQ(names, "random cautious greedy race race+hit club master champion ");
  EXPECT_NE(find_bot(kUsualBot), nullptr);
  EXPECT_EQ(find_bot("Random"), nullptr);
  EXPECT_EQ(find_bot(""), nullptr);
}

TEST(Random, TakesEveryMoveEquallyOften) {
  const char* position = "R:h,p,16,20 B:hx4 R 0 2 -";
  EXPECT_EQ(testkit::moves("standard", position), "h-p p-2^6 16-18^22 16-18~30 20-22^26");
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    ++counts[choice("random", "standard", position, seed)];
  }
  ASSERT_EQ(counts.size(), 5u);
  for (const auto& [move, count] : counts) EXPECT_NEAR(count, 1000, 4 * 28) << move;
}

TEST(Random, IsAFunctionOfItsStream) {
  const char* position = "R:h,p,16,20 B:hx4 R 0 2 -";
  EXPECT_EQ(choice("random", "standard", position, 1), choice("random", "standard", position, 1));
}

TEST(Hint, IsThatOfTheBestBotThatCanPlay) {
  const char* position = "R:31,47 B:p,h R 0 2 -";
  const Move move = hint(testkit::rules("planes=2"), testkit::position("planes=2", position));
  ASSERT_EQ(choice("greedy", "planes=2", position), "47-49");
  if (standard_net() == nullptr) {
    EXPECT_EQ(to_text(move), "47-49");
  } else {
    ASSERT_EQ(choice("champion", "planes=2", position), "31-33");
    EXPECT_EQ(to_text(move), "31-33");
  }
}

TEST(Greedy, CapturesFirst) {
  // R's 31 is B's 5. The other plane could finish.
  EXPECT_EQ(choice("greedy", "planes=2", "R:28,53 B:5,h R 0 3 -"), "28-31");
}

TEST(Greedy, CapturesTheMost) {
  EXPECT_EQ(choice("greedy", "planes=3", "R:28,37,h B:5,14,14 R 0 3 -"), "37-40");
  // Over the crossing: two planes on B's 53 for one on R's 30, which is B's 4.
  EXPECT_EQ(choice("greedy", "planes=3", "R:16,h,h B:h,53,53 R 0 2 -"), "16-18~30");
}

TEST(Greedy, FinishesBeforeItGains) {
  EXPECT_EQ(choice("greedy", "planes=2", "R:16,54 B:h,h R 0 2 -"), "54-c");
  EXPECT_EQ(choice("greedy", "planes=4", "R:20,53,54x2 B:hx4 R 0 2 -"), "54x2-c");
}

TEST(Greedy, GainsTheMostSteps) {
  EXPECT_EQ(choice("greedy", "planes=3", "R:1,16,40 B:hx3 R 0 2 -"), "16-18~30");
  EXPECT_EQ(choice("greedy", "planes=3", "R:1,40,h B:hx3 R 0 1 -"), "1-2^6");
  EXPECT_EQ(choice("greedy", "planes=3", "R:7x2,32 B:hx3 R 0 1 -"), "7x2-8");
  EXPECT_EQ(choice("greedy", "planes=3", "R:h,p,p B:hx3 R 0 4 -"), "p-4");
}

TEST(Greedy, AmongEqualsThePlaneThatEndsFurthest) {
  EXPECT_EQ(choice("greedy", "planes=3", "R:3,11,19 B:hx3 R 0 1 -"), "19-20");
}

TEST(Greedy, AmongEqualsTheFirst) {
  EXPECT_EQ(testkit::moves("planes=2", "R:51,54 B:h,h R 0 3 -"), "51-54 51-54+");
  EXPECT_EQ(choice("greedy", "planes=2", "R:51,54 B:h,h R 0 3 -"), "51-54");
}

TEST(Greedy, DoesNotLeapAtAStackThatStrikesBack) {
  // R's 31 is B's 5: landing there costs the plane.
  EXPECT_EQ(choice("greedy", "planes=2,stackhit=hitter", "R:p,28 B:5x2 R 0 3 -"), "p-3");
  EXPECT_EQ(choice("greedy", "planes=2,stackhit=both", "R:p,28 B:5x2 R 0 3 -"), "28-31");
}

TEST(Greedy, PassesOnlyRatherThanGoBack) {
  EXPECT_EQ(choice("greedy", "planes=2,move=may,finish=bounce", "R:c,55 B:h,h R 0 5 -"), "pass");
  EXPECT_EQ(choice("greedy", "planes=2,move=may", "R:p,55 B:h,h R 0 5 -"), "p-5");
}

TEST(Cautious, StepsOutOfReach) {
  // R's 31 is B's 5. From its pad B can stand on 1 … 6 and 10, but not on 7.
  EXPECT_EQ(choice("cautious", "planes=2", "R:31,47 B:p,h R 0 2 -"), "31-33");
}

TEST(Cautious, WeighsChanceBySteps) {
  // R's 30 and 31 are B's 4 and 5, each in reach of one roll; on 31 there is more to lose.
  EXPECT_EQ(choice("cautious", "planes=2", "R:24,30 B:3,h R 0 1 -"), "24-25");
}

TEST(Cautious, TakesProgressWhereAllIsSafe) {
  EXPECT_EQ(choice("cautious", "planes=2", "R:1,16 B:h,h R 0 2 -"), "16-18~30");
  EXPECT_EQ(choice("cautious", "planes=2", "R:51,54 B:h,h R 0 3 -"), "51-54");
}

TEST(Cautious, CapturesToBeSafe) {
  EXPECT_EQ(choice("cautious", "planes=2", "R:28,36 B:5,h R 0 3 -"), "28-31");
}

TEST(Cautious, CapturesWhereAllIsSafe) {
  // R's 28 is B's 2. From 30 B reaches neither that nor R's 22, to which it would be more steps.
  EXPECT_EQ(choice("cautious", "planes=2", "R:15,25 B:2,30 R 0 3 -"), "25-28");
}

TEST(Cautious, DoesNotStrikeAStackToHideInTheHangar) {
  EXPECT_EQ(choice("cautious", "planes=2,stackhit=hitter", "R:28,p B:5x2 R 0 3 -"), "p-3");
}

TEST(Cautious, SeesTheEndOfTheGame) {
  EXPECT_EQ(choice("cautious", "planes=1", "R:54 B:h R 0 2 -"), "54-c");
}

TEST(Cautious, NeverPasses) {
  EXPECT_EQ(choice("cautious", "planes=2,move=may", "R:h,24 B:1,2 R 0 2 -"), "h-p");
  EXPECT_EQ(choice("cautious", "planes=1,move=may", "R:23 B:1 R 0 4 -"), "23-27");
}

TEST(Race, IsTheSoonestHomeAlone) {
  // From 54 a 2 is home; nothing else helps as much as the plane that has farthest to go.
  EXPECT_EQ(choice("race", "planes=2", "R:h,16 B:hx2 R 0 2 -"), "16-18~30");
  EXPECT_EQ(choice("race", "planes=2", "R:28,53 B:5,h R 0 3 -"), "53-c");
}

TEST(Race, OneRollMovesAStack) {
  EXPECT_EQ(choice("race", "planes=2", "R:17,20 B:hx2 R 0 3 -"), "17-20+");
}

TEST(RaceAndHit, HitsFirst) {
  EXPECT_EQ(choice("race+hit", "planes=2", "R:28,53 B:5,h R 0 3 -"), "28-31");
  EXPECT_EQ(choice("race+hit", "planes=2", "R:29,53 B:5,h R 0 3 -"), "53-c");
}

TEST(Club, HitsHidesAndWins) {
  EXPECT_EQ(choice("club", "planes=2", "R:28,36 B:5,h R 0 3 -"), "28-31");
  EXPECT_EQ(choice("club", "planes=2", "R:31,47 B:p,h R 0 2 -"), "31-33");
  EXPECT_EQ(choice("club", "planes=1", "R:54 B:h R 0 2 -"), "54-c");
}

TEST(ChampionWithEndgames, ChoosesByThemUnderTheirRules) {
  const Rules rules = testkit::rules("planes=2");
  // Nothing is worth less to Blue than Red's plane on 31.
  const Endgames endgames(
      rules, 2, [](const State& duel) { return duel.fleet(Seat::R).has(Step(31)) ? 0.0 : 0.5; });
  const auto bot = champion_with(endgames);
  EXPECT_EQ(bot->name(), "champion+endgame");
  EXPECT_EQ(find_bot(bot->name()), nullptr);
  const auto chosen = [&](const Rules& played, const char* position) {
    const State state = testkit::position(to_text(played), position);
    return to_text(bot->choose(played, state, legal_moves(played, state), Random(1)));
  };
  EXPECT_EQ(chosen(rules, "R:29,51 B:2,14 R 0 2 -"), "29-31");
  EXPECT_EQ(chosen(rules, "R:29,54 B:2,14 R 0 2 -"), "29-31");
  const Rules others = testkit::rules("planes=2,bonus=capture");
  EXPECT_EQ(chosen(others, "R:29,54 B:2,14 R 0 2 -"),
            choice("champion", to_text(others).c_str(), "R:29,54 B:2,14 R 0 2 -"));
}

}  // namespace
}  // namespace aero
