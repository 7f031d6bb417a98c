// The laws of play, on random games under random rules and under every preset.

#include <gtest/gtest.h>

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::Choose;
using testkit::Verdict;

// Choices of one numbered game.
Choose choices(std::uint64_t game) {
  return [random = Random(2026).fork(game), n = std::uint64_t{0}](int bound) mutable {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), n++));
  };
}

TEST(Laws, HoldUnderRandomRules) {
  for (std::uint64_t game = 0; game < 150; ++game) {
    const Verdict verdict = testkit::play_by_the_laws(choices(game), 300);
    ASSERT_EQ(verdict.broken, "") << "game " << game;
  }
}

TEST(Laws, HoldUnderEveryPresetToTheEnd) {
  for (const Preset& preset : presets()) {
    for (std::uint64_t game = 0; game < 6; ++game) {
      const Verdict verdict = testkit::play_by_the_laws(preset.rules, choices(game), 100'000);
      ASSERT_EQ(verdict.broken, "") << preset.name << ", game " << game;
      EXPECT_TRUE(verdict.is_over) << preset.name << ", game " << game;
    }
  }
}

TEST(Laws, EveryGameEndsWhereMovesAreADuty) {
  for (std::uint64_t game = 0; game < 300; ++game) {
    const Choose choose = choices(game);
    Rules rules = choose_rules(choose);
    rules.move = MoveDuty::must;
    State state = start(rules, SeatSet(kAllSeats), Seat::Y);
    int plies = 0;
    for (; !state.is_over() && plies < 1'000'000; ++plies) {
      if (state.has_roll()) {
        const MoveList moves = legal_moves(rules, state);
        apply(rules, state, moves[choose(moves.size())]);
      } else {
        apply(rules, state, kPips[static_cast<std::size_t>(choose(6))]);
      }
    }
    EXPECT_TRUE(state.is_over()) << to_text(rules) << " at " << to_text(state);
  }
}

}  // namespace
}  // namespace aero
