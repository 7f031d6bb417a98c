#include "aero/regret.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "aero/game.hpp"
#include "aero/sanitized.hpp"
#include "aero/solve/endgames.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

const ExactTable& table_of_one_plane() {
  static const ExactTable kTable =
      ExactTable::solve(testkit::rules("planes=1"), testkit::kOpposite);
  return kTable;
}

// Plays by the table: the best move, or the worst.
class Perfect final : public Bot {
 public:
  Perfect(const ExactTable& table, double sign) : table_(table), sign_(sign) {}
  std::string_view name() const override { return "perfect"; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random) const override {
    Move best = legal[0];
    for (const Move& move : legal) {
      if (worth(rules, state, move) > worth(rules, state, best)) best = move;
    }
    return best;
  }

 private:
  double worth(const Rules& rules, const State& state, const Move& move) const {
    State after = state;
    apply(rules, after, move);
    return sign_ * table_.value(after, state.turn()).middle();
  }

  const ExactTable& table_;
  double sign_;
};

// Both ways to come to decisions.
class Regrets : public testing::TestWithParam<decltype(&regret_anywhere)> {
 protected:
  static Regret measure(const ExactTable& table, const Bot& bot, const RegretOptions& options) {
    return GetParam()(table, bot, options);
  }
};
INSTANTIATE_TEST_SUITE_P(All, Regrets, testing::Values(&regret_anywhere, &regret_in_play));

TEST_P(Regrets, OfExactPlayIsNothing) {
  const Perfect perfect(table_of_one_plane(), 1);
  const Regret regret = measure(table_of_one_plane(), perfect, {.decisions = 300});
  EXPECT_GE(regret.decisions, 100);
  EXPECT_EQ(regret.mean, 0);
  EXPECT_EQ(regret.best, 1);
  EXPECT_FALSE(regret.interval);  // what it might lose some day is not known
  EXPECT_EQ(regret.worst->loss, 0);
}

TEST(Regret, OfTheWorstPlayIsTheWholeDifference) {
  const Perfect worst(table_of_one_plane(), -1);
  const Regret regret = regret_anywhere(table_of_one_plane(), worst, {.decisions = 300});
  EXPECT_EQ(regret.decisions, 300);
  EXPECT_LT(regret.best, 0.01);
  const Regret::Decision& decision = *regret.worst;
  const ExactTable& table = table_of_one_plane();
  double best = 0;
  double least = 1;
  for (const Move& move : legal_moves(table.rules(), decision.state)) {
    State after = decision.state;
    apply(table.rules(), after, move);
    const double value = table.value(after, decision.state.turn()).middle();
    best = std::max(best, value);
    least = std::min(least, value);
  }
  EXPECT_DOUBLE_EQ(decision.loss, best - least);
  EXPECT_GT(decision.loss, 0.1);
  EXPECT_GE(decision.loss, regret.mean);
}

TEST_P(Regrets, OfRandomPlayIsMuchMoreThanOfARace) {
  const RegretOptions options{.decisions = 400};
  const Regret random = measure(table_of_one_plane(), *find_bot("random"), options);
  const Regret race = measure(table_of_one_plane(), *find_bot("race"), options);
  EXPECT_GT(race.interval->high, 0);
  EXPECT_GE(race.interval->low, 0);
  EXPECT_GT(random.interval->low, 3 * race.interval->high);
  EXPECT_LT(random.best, race.best);
  EXPECT_LT(random.interval->low, random.mean);
  EXPECT_NEAR(random.interval->high - random.mean, random.mean - random.interval->low, 1e-12);
}

// Of two samples, a loss of 0 and one of x, the interval is x/2 and 12.7 times as much.
TEST(Regret, OfTwoDecisionsHasStudentsInterval) {
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Regret regret =
        regret_anywhere(table_of_one_plane(), *find_bot("random"), {.decisions = 2, .seed = seed});
    if (regret.best != 0.5) continue;
    ++seen;
    EXPECT_NEAR(regret.mean, regret.worst->loss / 2, 1e-9);
    EXPECT_NEAR(regret.interval->high, regret.mean * (1 + 12.706205), 1e-6);
    EXPECT_EQ(regret.interval->low, 0);
  }
  EXPECT_GT(seen, 5);
  const Regret one = regret_anywhere(table_of_one_plane(), *find_bot("random"), {.decisions = 1});
  EXPECT_EQ(one.decisions, 1);
  EXPECT_FALSE(one.interval);
}

TEST_P(Regrets, OfChampionIsNextToNothing) {
  const RegretOptions options{.decisions = 300};
  const Regret champion = measure(table_of_one_plane(), *find_bot("champion"), options);
  EXPECT_LT(champion.mean, 0.0005);
  EXPECT_GT(champion.best, 0.95);
}

TEST(Regret, OfChampionWithTwoPlanesIsBelowTheAim) {
  if (testkit::kIsSanitized) GTEST_SKIP();
  const ExactTable table =
      ExactTable::solve(testkit::rules("planes=2"), testkit::kOpposite, {.threads = 2});
  const RegretOptions options{.decisions = 600, .threads = 2};
  for (const auto measure : {&regret_anywhere, &regret_in_play}) {
    const Regret champion = measure(table, *find_bot("champion"), options);
    EXPECT_GE(champion.decisions, 600);
    EXPECT_LT(champion.mean, 0.0005);
    EXPECT_GT(measure(table, *find_bot("club"), options).mean, 0.002);
  }
}

TEST_P(Regrets, OfChampionWhoKnowsTheTableIsNothing) {
  const Endgames endgames = solved_endgames(table_of_one_plane().rules(), {table_of_one_plane()});
  const auto champion = champion_with(endgames);
  const Regret regret = measure(table_of_one_plane(), *champion, {.decisions = 300});
  EXPECT_GE(regret.decisions, 100);
  EXPECT_LT(regret.mean, 1e-7);  // chances are told in parts of 2^24
  EXPECT_GT(regret.best, 0.99);
}

TEST_P(Regrets, IsTheSameForAnyNumberOfThreads) {
  const Bot& random = *find_bot("random");
  const Regret one = measure(table_of_one_plane(), random, {.decisions = 200});
  const Regret four = measure(table_of_one_plane(), random, {.decisions = 200, .threads = 4});
  EXPECT_EQ(one.decisions, four.decisions);
  EXPECT_EQ(one.games, four.games);
  EXPECT_EQ(one.mean, four.mean);
  EXPECT_EQ(one.interval->high, four.interval->high);
  EXPECT_EQ(one.worst->state, four.worst->state);
}

TEST(Regret, CountsDecisionsAndGames) {
  std::int64_t told = 0;
  RegretOptions options{.decisions = 50, .seed = 3};
  options.progress = [&](std::int64_t decisions) {
    EXPECT_GE(decisions, told);
    told = decisions;
  };
  const Bot& race = *find_bot("race");
  const Regret drawn = regret_anywhere(table_of_one_plane(), race, options);
  EXPECT_EQ(drawn.decisions, 50);
  EXPECT_EQ(drawn.games, 0);
  EXPECT_EQ(told, 50);
  told = 0;
  const Regret played = regret_in_play(table_of_one_plane(), race, options);
  EXPECT_GT(played.games, 0);
  EXPECT_LE(played.games, 50);
}

TEST_P(Regrets, IsNothingWhereThereIsNoChoice) {
  const ExactTable table = ExactTable::solve(testkit::rules("ludo,planes=1"), testkit::kOpposite);
  const Regret regret = measure(table, *find_bot("random"), {.decisions = 20});
  EXPECT_EQ(regret.decisions, 0);
  EXPECT_EQ(regret.mean, 0);
  EXPECT_FALSE(regret.interval);
  EXPECT_FALSE(regret.worst);
}

}  // namespace
}  // namespace aero
