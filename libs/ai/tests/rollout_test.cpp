#include "aero/rollout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aero/nets.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

TEST(Luck, IsNothingInAllAndOnAverage) {
  const Net net = testkit::drawn_net(5);
  const Luck luck(Evaluator(net, kStandard));
  for (const char* position : {"R:hx4 Y:hx4 B:hx4 G:hx4 R 0 - -", "R:h,16,17x2 B:hx2,5,c B 1 - -",
                               "R:54,cx3 B:hx2,5,c R 0 - -", "R:cx4 Y:54,cx3 B:hx2,5,c Y 0 - R"}) {
    const State state = testkit::position("standard", position);
    Luck::Parts sum{};
    bool is_felt = false;
    for (const Pip pip : kPips) {
      const Luck::Parts parts = luck.of(state, pip).luck;
      EXPECT_EQ(parts[0] + parts[1] + parts[2] + parts[3], 0);
      for (std::size_t seat = 0; seat < kSeats; ++seat) sum[seat] += parts[seat];
      is_felt = is_felt || parts[2] != 0;
    }
    EXPECT_EQ(sum, Luck::Parts{});
    EXPECT_TRUE(is_felt) << position;
  }
}

// One plane needs a 2, and whoever is behind has no time left: a 2 wins, all else is not better.
TEST(Luck, IsTheDistanceToTheEnd) {
  const Net net = testkit::drawn_net(5);
  const Luck luck(Evaluator(net, kStandard));
  const State state = testkit::position("standard", "R:54,cx3 B:55,cx3 R 0 - -");
  const Luck::Rolled won = luck.of(state, Pip(2));
  EXPECT_GT(won.luck[0], 0);
  EXPECT_EQ(won.next.order().size(), 2);  // with it the game is over
  for (const int other : {1, 3, 4, 5, 6}) {
    EXPECT_LT(luck.of(state, *Pip::from(other)).luck[0], won.luck[0]);
  }
}

TEST(Luck, GoesOnWithTheMoveThatTheNetLikesBest) {
  const Net net = testkit::drawn_net(5);
  const Evaluator evaluator(net, kStandard);
  const State state = testkit::position("standard", "R:h,16,17x2 B:hx2,5,c R 0 - -");
  for (const Pip pip : kPips) {
    State rolled = state;
    apply(kStandard, rolled, pip);
    if (rolled.has_roll()) {
      const Found found = Search(evaluator).choose(rolled, {});
      apply(kStandard, rolled, found.choices[found.best].move);
    }
    EXPECT_EQ(Luck(evaluator).of(state, pip).next, rolled);
  }
}

TEST(DealtDice, AreEachFaceOnceARound) {
  for (const std::uint64_t round : {0u, 1u, 77u}) {
    const DealtDice dice(3, round);
    for (const Seat seat : kAllSeats) {
      for (std::uint64_t n = 0; n < 50; ++n) {
        std::array<int, 6> faces{};
        for (int game = 0; game < DealtDice::kGames; ++game) {
          ++faces[static_cast<std::size_t>(dice.roll(game, seat, n).value() - 1)];
        }
        EXPECT_EQ(faces, (std::array<int, 6>{1, 1, 1, 1, 1, 1}));
      }
    }
  }
}

// In each game every pair of a roll and the next is as frequent as any other.
TEST(DealtDice, AreDiceLikeAnyOthersInOneGame) {
  constexpr int kRounds = 36'000;
  for (int game = 0; game < DealtDice::kGames; ++game) {
    std::array<double, 36> pairs{};
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const DealtDice dice(8, round);
      const int first = dice.roll(game, Seat::B, 4).value();
      const int next = dice.roll(game, Seat::B, 5).value();
      ++pairs[static_cast<std::size_t>(6 * (first - 1) + next - 1)];
    }
    double chi_square = 0;
    for (const double count : pairs) chi_square += (count - 1000) * (count - 1000) / 1000;
    EXPECT_LT(chi_square, 67);  // 35 degrees of freedom: one in a thousand
    EXPECT_GT(chi_square, 12);
  }
}

std::vector<State> three_positions() {
  return {testkit::position("standard", "R:h,16,17x2 B:hx2,5,c B 0 - -"),
          testkit::position("standard", "R:h,18,17x2 B:hx2,5,c B 0 - -"),
          testkit::position("standard", "R:2,16,17x2 B:hx2,5,c B 0 - -")};
}

Rollouts played(const Evaluator& evaluator, const std::vector<State>& positions,
                const RolloutOptions& options) {
  Rollouts rollouts(evaluator, positions, 0, options);
  while (rollouts.step()) {
  }
  return rollouts;
}

TEST(Rollouts, AreTheSameHoweverTheyAreShared) {
  const Net net = testkit::drawn_net(5);
  const Evaluator evaluator(net, kStandard);
  for (const int plies : {0, 1}) {
    const RolloutOptions options{.games = plies == 0 ? 240 : 12, .plies = plies};
    const Rollouts one = played(evaluator, three_positions(), options);
    RolloutOptions backwards = options;
    backwards.share = [](int count, const auto& work) {
      for (int i = count; i-- > 0;) work(i);
    };
    const Rollouts other = played(evaluator, three_positions(), backwards);
    RolloutOptions seeded = options;
    seeded.seed = 2;
    const Rollouts third = played(evaluator, three_positions(), seeded);
    for (std::size_t i = 0; i < 3; ++i) {
      for (const Seat seat : {Seat::R, Seat::B}) {
        EXPECT_EQ(other.chance(i, seat).value, one.chance(i, seat).value);
        EXPECT_EQ(other.chance(i, seat).error, one.chance(i, seat).error);
        EXPECT_EQ(other.by_results(i, seat).value, one.by_results(i, seat).value);
        EXPECT_NE(third.chance(i, seat).value, one.chance(i, seat).value);
      }
      EXPECT_NEAR(one.chance(i, Seat::R).value + one.chance(i, Seat::B).value, 1, 1e-12);
      EXPECT_EQ(one.chance(i, Seat::Y).value, 0);
    }
  }
}

TEST(Rollouts, ComparePositionsOnTheSameDice) {
  const Net net = testkit::drawn_net(5);
  const Rollouts rollouts = played(Evaluator(net, kStandard), three_positions(), {.games = 600});
  const Rollouts::Estimate difference = rollouts.difference(1, 0, Seat::R);
  EXPECT_NEAR(difference.value,
              rollouts.chance(1, Seat::R).value - rollouts.chance(0, Seat::R).value, 1e-12);
  EXPECT_LT(difference.error,
            std::hypot(rollouts.chance(1, Seat::R).error, rollouts.chance(0, Seat::R).error));
  EXPECT_EQ(rollouts.difference(2, 2, Seat::R).value, 0);
  EXPECT_EQ(rollouts.difference(2, 2, Seat::R).error, 0);
}

TEST(Rollouts, PlayWholeRounds) {
  const Net net = testkit::drawn_net(5);
  const Evaluator evaluator(net, kStandard);
  EXPECT_EQ(Rollouts(evaluator, three_positions(), 0, {.games = 1}).games(), 12);
  EXPECT_EQ(Rollouts(evaluator, three_positions(), 0, {.games = 13}).games(), 18);
  Rollouts rollouts(evaluator, three_positions(), 0, {.games = 300});
  std::int64_t done = 0;
  while (rollouts.step()) {
    EXPECT_GT(rollouts.done(), done);
    done = rollouts.done();
  }
  EXPECT_EQ(done, 300);
}

TEST(Rollouts, KnowWhatIsDecided) {
  const Net net = testkit::drawn_net(5);
  const Rules rules = testkit::rules("planes=1");
  const Evaluator evaluator(net, rules);
  // Who is first is decided; who is next after that one is not.
  const State won = testkit::position("planes=1", "R:c Y:55 B:h Y 0 - R");
  const Rollouts first = played(evaluator, {won}, {.games = 12});
  EXPECT_EQ(first.chance(0, Seat::R).value, 1);
  EXPECT_EQ(first.chance(0, Seat::R).error, 0);
  EXPECT_EQ(first.chance(0, Seat::Y).value, 0);
  Rollouts next(evaluator, {won}, 1, {.games = 600});
  while (next.step()) {
  }
  EXPECT_EQ(next.chance(0, Seat::R).value, 0);
  EXPECT_GT(next.chance(0, Seat::Y).value, 0.8);
}

}  // namespace
}  // namespace aero
