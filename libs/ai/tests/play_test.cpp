#include <gtest/gtest.h>

#include <algorithm>

#include "aero/ai.hpp"
#include "aero/notation.hpp"

namespace aero {
namespace {

// Plays a game of one bot against itself; false as soon as a choice is not one of the legal moves,
// is refused, or is another one when asked again.
bool plays_by_the_rules(const Bot& bot, const Rules& rules, SeatSet seats, Seat first,
                        Random random, int max_plies) {
  State state = start(rules, seats, first);
  const Random rolls = random.fork(0);
  for (int ply = 0; ply < max_plies && !state.is_over(); ++ply) {
    const auto n = static_cast<std::uint64_t>(ply);
    if (!state.has_roll()) {
      apply(rules, state, kPips[rolls.below(6, n)]);
      continue;
    }
    const MoveList legal = legal_moves(rules, state);
    const Random choices = random.fork(n + 1);
    const Move move = bot.choose(rules, state, legal, choices);
    if (bot.choose(rules, state, legal, choices) != move) return false;
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
    if (apply(rules, state, move) != Refusal::none) return false;
  }
  return true;
}

Rules drawn_rules(Random random) {
  return choose_rules([&random, n = std::uint64_t{0}](int values) mutable {
    return random.below(static_cast<std::uint32_t>(values), n++);
  });
}

// Two to four seats, in turn: RB, RYB, RYBG and so on round the table.
void play_everywhere(std::span<const Bot* const> bots, const Rules& rules, Random random,
                     int max_plies) {
  for (const Bot* bot : bots) {
    for (std::uint64_t game = 0; game < 3; ++game) {
      const Seat first = static_cast<Seat>(random.below(kSeats, game));
      SeatSet seats{first, opposite(first)};
      if (game > 0) seats.insert(clockwise(first));
      if (game > 1) seats.insert(clockwise(first, 3));
      EXPECT_TRUE(plays_by_the_rules(*bot, rules, seats, first, random.fork(game), max_plies))
          << bot->name() << " under " << to_text(rules) << ", " << seats.size() << " seats";
    }
  }
}

// The strongest takes its time, so it plays less.
std::span<const Bot* const> strongest() { return bots().last(1); }
std::span<const Bot* const> others() { return bots().first(bots().size() - 1); }

TEST(Bots, PlayLegallyUnderEveryPreset) {
  for (const Preset& preset : presets()) {
    play_everywhere(others(), preset.rules, Random(1), 1000);
    play_everywhere(strongest(), preset.rules, Random(1), 60);
  }
}

TEST(Bots, PlayLegallyUnderDrawnRules) {
  for (std::uint64_t n = 0; n < 100; ++n) {
    const Rules rules = drawn_rules(Random(2).fork(n));
    play_everywhere(others(), rules, Random(3).fork(n), 400);
    if (n % 10 == 0) play_everywhere(strongest(), rules, Random(3).fork(n), 60);
  }
}

}  // namespace
}  // namespace aero
