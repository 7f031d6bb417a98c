#include "turns.hpp"

#include <gtest/gtest.h>

#include "aero/dice.hpp"
#include "aero/notation.hpp"

namespace aero::solve {
namespace {

// What was learnt of a turn is what the engine says about each single position, whatever the other
// seat has in the way.
void expect_learnt(const Rules& rules, std::array<Seat, 2> seats, int side, int own) {
  SCOPED_TRACE(to_text(rules));
  const Fleets fleets(rules);
  const Layout layout(seats, fleets);
  const Turn turn = learn_turn(rules, seats, fleets, side, own);
  for (int other = 0; other < fleets.home(); ++other) {
    const auto choices = read_turn(rules, seats, fleets, side, own, other);
    if (!choices) continue;
    ASSERT_EQ(slots_of(turn, layout, other), *choices) << "fleets " << own << " and " << other;
  }
}

void expect_learnt_under_drawn_rules(int planes, std::uint64_t rule_sets, int fleets) {
  for (std::uint64_t seed = 0; seed < rule_sets; ++seed) {
    const Random random(seed);
    std::uint64_t drawn = 0;
    const auto below = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), drawn++));
    };
    Rules rules = choose_rules(below);
    rules.planes = static_cast<std::uint8_t>(planes);
    const std::array seats =
        seed % 3 == 0 ? std::array{Seat::Y, Seat::B} : std::array{Seat::R, Seat::B};
    const int side = seed % 3 == 0 ? below(2) : 0;
    const int home = Fleets(rules).home();
    for (int i = 0; i < fleets; ++i) expect_learnt(rules, seats, side, below(home));
  }
}

TEST(Turns, AreThoseOfTheEngine) {
  expect_learnt_under_drawn_rules(1, 40, 5);
  expect_learnt_under_drawn_rules(2, 60, 4);
}

// Stacks that bar the way, turn back, strike back or close the crossing.
TEST(Turns, AreThoseOfTheEngineAmongStacks) {
  for (const char* line :
       {"planes=2,wall=bounce,stackhit=both", "planes=2,wall=barred,stackhit=hitter,onward=may",
        "planes=2,wall=bounce,stackhit=hitter,bonus=both,sixes=none"}) {
    const Rules rules = *parse_rules(line);
    const Fleets fleets(rules);
    for (int own = 7; own < fleets.home(); own += 131) {
      expect_learnt(rules, {Seat::R, Seat::B}, 0, own);
    }
  }
}

}  // namespace
}  // namespace aero::solve
