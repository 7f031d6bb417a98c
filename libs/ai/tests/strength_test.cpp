// That stronger bots are stronger: quick games on paired dice. Wide margins, so that a new net does
// not break them, and fixed seeds, so that chance does not.

#include <gtest/gtest.h>

#include "aero/ai.hpp"
#include "aero/eval.hpp"
#include "aero/sanitized.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

// A's share of first places against B in all other seats, A in each seat once for each dice.
double score(const char* a, const char* b, std::vector<Seat> seats, std::uint64_t games,
             const char* rules_text = "standard") {
  Rules rules = testkit::rules(rules_text);
  rules.end = End::first;
  double wins = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    const GameDice dice(5, game);
    for (const Seat seat : seats) {
      State state = start(rules, SeatSet(seats), seats[game % seats.size()]);
      std::array<std::uint64_t, kSeats> rolls{};
      for (std::uint64_t ply = 0; !state.is_over(); ++ply) {
        const Seat turn = state.turn();
        if (state.has_roll()) {
          const Bot& bot = *find_bot(turn == seat ? a : b);
          apply(rules, state,
                bot.choose(rules, state, legal_moves(rules, state), Random(game).fork(ply)));
        } else {
          apply(rules, state, dice.roll(turn, rolls[at(turn)]++));
        }
      }
      wins += state.order()[0] == seat ? 1 : 0;
    }
  }
  return wins / static_cast<double>(games * seats.size());
}

const std::vector<Seat> kTwo{Seat::R, Seat::B};
const std::vector<Seat> kFour{Seat::R, Seat::Y, Seat::B, Seat::G};

TEST(Strength, CautiousBeatsRandom) { EXPECT_GT(score("cautious", "random", kTwo, 400), 0.52); }
TEST(Strength, GreedyBeatsCautious) { EXPECT_GT(score("greedy", "cautious", kTwo, 200), 0.54); }
TEST(Strength, RaceBeatsGreedy) { EXPECT_GT(score("race", "greedy", kTwo, 100), 0.8); }
TEST(Strength, RaceAndHitBeatsRace) { EXPECT_GT(score("race+hit", "race", kTwo, 400), 0.53); }
TEST(Strength, ClubBeatsRaceAndHit) { EXPECT_GT(score("club", "race+hit", kTwo, 400), 0.54); }

#if !defined(__wasm__)
TEST(Strength, MasterBeatsGreedy) { EXPECT_GT(score("master", "greedy", kTwo, 50), 0.9); }
TEST(Strength, MasterBeatsRaceAndHit) { EXPECT_GT(score("master", "race+hit", kTwo, 200), 0.6); }
TEST(Strength, MasterBeatsClub) { EXPECT_GT(score("master", "club", kTwo, 400), 0.52); }
TEST(Strength, MasterBeatsClubsInFourSeats) {
  EXPECT_GT(score("master", "club", kFour, 150), 0.27);
}
TEST(Strength, ChampionBeatsTheOthers) {
  if (testkit::kIsSanitized) GTEST_SKIP();
  EXPECT_GT(score("champion", "random", kTwo, 12), 0.92);
  EXPECT_GT(score("champion", "random", kFour, 8), 0.72);
  EXPECT_GT(score("champion", "race+hit", kTwo, 12), 0.6);
  EXPECT_GT(score("champion", "club", kFour, 8), 0.27);
}
TEST(Strength, MasterPlaysOtherRulesToo) {
  EXPECT_GT(score("master", "race+hit", kTwo, 100, "chinese"), 0.55);
  EXPECT_GT(score("master", "race+hit", kTwo, 100, "ludo"), 0.55);
}
#endif

}  // namespace
}  // namespace aero
