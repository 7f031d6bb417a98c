#include "aero/rollout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "aero/nets.hpp"
#include "aero/solve/table.hpp"
#include "aero/testkit.hpp"

// Rollouts against exact values.
namespace aero {
namespace {

Rollouts played(const Net& net, const Rules& rules, const State& state, int plies = 0) {
  const Evaluator evaluator(net, rules);
  Rollouts rollouts(evaluator, {state}, 0, {.games = plies == 0 ? 6000 : 1200, .plies = plies});
  while (rollouts.step()) {
  }
  return rollouts;
}

// Where there is never a choice, everybody plays perfectly, and so rollouts with any net come to
// the exact value: with one, too, whose chances are no more than numbers.
TEST(Rollouts, AreRightOnAverage) {
  const Rules rules = testkit::rules("ludo,planes=1");
  const ExactTable table = ExactTable::solve(rules, testkit::kOpposite);
  const Net drawn = testkit::drawn_net(3);
  for (const Net* net : {&drawn, standard_net()}) {
    for (const char* position : {"R:h B:h R 0 - -", "R:20 B:12 B 0 - -", "R:44 B:50 R 0 - -"}) {
      const State state = testkit::position("ludo,planes=1", position);
      const Rollouts rollouts = played(*net, rules, state);
      for (const Seat seat : testkit::kOpposite) {
        const double exact = table.value(state, seat).middle();
        const Rollouts::Estimate chance = rollouts.chance(0, seat);
        const Rollouts::Estimate results = rollouts.by_results(0, seat);
        EXPECT_LT(std::abs(chance.value - exact), 4 * chance.error) << position;
        EXPECT_LT(std::abs(results.value - exact), 4 * results.error) << position;
        // Plain dice would leave this.
        EXPECT_LT(results.error, std::sqrt(exact * (1 - exact) / 6000));
        if (net == standard_net()) {
          EXPECT_LT(4 * chance.error, results.error) << position;
        }
      }
    }
  }
}

// Where there is, the net loses a little of what perfect players would have.
TEST(Rollouts, ComeCloseToPerfectPlay) {
  const Rules rules = testkit::rules("planes=1");
  const ExactTable table = ExactTable::solve(rules, testkit::kOpposite);
  for (const char* position : {"R:h B:h R 0 - -", "R:20 B:12 B 0 - -", "R:33 B:40 R 0 - -"}) {
    const State state = testkit::position("planes=1", position);
    const double exact = table.value(state, Seat::R).middle();
    for (const int plies : {0, 1}) {
      const Rollouts::Estimate chance =
          played(*standard_net(), rules, state, plies).chance(0, Seat::R);
      EXPECT_LT(std::abs(chance.value - exact), 4 * chance.error + 0.002) << position;
      EXPECT_LT(chance.error, 0.003);
    }
  }
}

}  // namespace
}  // namespace aero
