#include "aero/lab/simulate.hpp"

#include <gtest/gtest.h>

#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

Simulation games(std::int64_t count, const char* rules, const char* seats, const Bot& bot,
                 std::uint64_t seed = 1) {
  Simulation simulation;
  simulation.rules = *parse_rules(rules);
  simulation.seats = *parse_seats(seats);
  simulation.bots.assign(simulation.seats.size(), &bot);
  simulation.games = count;
  simulation.seed = seed;
  return simulation;
}

class First final : public Bot {
 public:
  std::string_view name() const override { return "first"; }
  Move choose(const Rules&, const State&, const MoveList& legal, Random) const override {
    return legal[0];
  }
};

class Last final : public Bot {
 public:
  std::string_view name() const override { return "last"; }
  Move choose(const Rules&, const State&, const MoveList& legal, Random) const override {
    return legal[legal.size() - 1];
  }
};

// Every plane that can move is as likely as any other. For rules that give each piece one move.
class AnyPlane final : public Bot {
 public:
  std::string_view name() const override { return "any plane"; }
  Move choose(const Rules&, const State& state, const MoveList& legal,
              Random random) const override {
    const auto planes = [&](const Move& move) {
      std::uint32_t count = 0;
      for (const Piece piece : state.fleet(state.turn())) count += piece == move.piece;
      return count;
    };
    std::uint32_t movable = 0;
    for (const Move& move : legal) movable += planes(move);
    std::uint32_t drawn = random.below(movable, 0);
    int i = 0;
    for (; drawn >= planes(legal[i]); ++i) drawn -= planes(legal[i]);
    return legal[i];
  }
};

const First kFirst;
const Last kLast;
const AnyPlane kAnyPlane;
const Bot& kRandom = *find_bot("random");

TEST(Simulate, SameForAnyNumberOfThreads) {
  Simulation simulation = games(500, "standard", "RYBG", kRandom);
  simulation.bots[1] = find_bot("greedy");
  const Report one = simulate(simulation);
  EXPECT_EQ(one.games, 500);
  for (const int threads : {2, 3, 8}) {
    simulation.threads = threads;
    EXPECT_EQ(simulate(simulation), one) << threads;
  }
  simulation.seed = 2;
  EXPECT_NE(simulate(simulation), one);
}

TEST(Simulate, PlaysOnTheDiceOfEachGame) {
  const Simulation simulation = games(20, "quick", "YG", kFirst, 5);
  Report expected;
  for (std::uint64_t game = 0; game < 20; ++game) {
    const GameDice dice(5, game);
    State state = start(simulation.rules, {Seat::Y, Seat::G}, Seat::Y);
    std::array<std::uint64_t, kSeats> rolls{};
    while (!state.is_over()) {
      if (state.has_roll()) {
        apply(simulation.rules, state, legal_moves(simulation.rules, state)[0]);
      } else {
        const Seat seat = state.turn();
        apply(simulation.rules, state, dice.roll(seat, rolls[at(seat)]++));
      }
      ++expected.plies;
    }
    expected.places[at(state.order()[0])][0] += 1;
    const auto length = rolls[1] + rolls[3];
    if (expected.games_by_rolls.size() <= length) expected.games_by_rolls.resize(length + 1);
    expected.games_by_rolls[length] += 1;
  }
  const Report report = simulate(simulation);
  EXPECT_EQ(report.plies, expected.plies);
  EXPECT_EQ(report.places, expected.places);
  EXPECT_EQ(report.games_by_rolls, expected.games_by_rolls);
}

TEST(Simulate, EveryBotPlaysItsSeat) {
  // The last legal move is a pass where passing is allowed.
  Simulation simulation = games(10, "quick,move=may", "GB", kFirst);
  simulation.bots[1] = &kLast;
  const Report report = simulate(simulation);
  EXPECT_EQ(report.place(Seat::G, 0), 10);
  EXPECT_EQ(report.count(Seat::G, Count::passes), 0);
  EXPECT_GT(report.count(Seat::B, Count::passes), 0);
  EXPECT_EQ(report.count(Seat::B, Count::take_offs), 0);
}

TEST(Simulate, CutsGamesThatDoNotEnd) {
  Simulation simulation = games(10, "move=may", "RYB", kLast);
  simulation.max_plies = 300;
  const Report report = simulate(simulation);
  EXPECT_EQ(report.games, 10);
  EXPECT_EQ(report.unfinished, 10);
  EXPECT_EQ(report.finished(), 0);
  EXPECT_EQ(report.plies, 10 * 300);
  EXPECT_EQ(report.total(Count::rolls) + report.total(Count::passes), 10 * 300);
  EXPECT_EQ(report.places, Report{}.places);
  EXPECT_TRUE(report.games_by_rolls.empty());
}

TEST(Simulate, TheFirstSeatRollsFirst) {
  Simulation simulation = games(9, "standard", "GRY", kRandom);
  simulation.max_plies = 1;
  EXPECT_EQ(simulate(simulation).count(Seat::G, Count::rolls), 9);
  simulation.rotates_first = true;
  const Report rotated = simulate(simulation);
  for (const Seat seat : simulation.seats) EXPECT_EQ(rotated.count(seat, Count::rolls), 3);
}

TEST(Simulate, TellsProgress) {
  Simulation simulation = games(50, "quick", "RB", kRandom);
  simulation.threads = 2;
  std::vector<std::int64_t> calls;
  simulation.progress = [&](std::int64_t done) { calls.push_back(done); };
  simulate(simulation);
  ASSERT_FALSE(calls.empty());
  for (std::size_t i = 1; i < calls.size(); ++i) EXPECT_LT(calls[i - 1], calls[i]);
  EXPECT_EQ(calls.back(), 50);
}

TEST(Simulate, NoGames) { EXPECT_EQ(simulate(games(0, "quick", "RB", kFirst)), Report{}); }

TEST(Simulate, CountsAgreeWithEachOther) {
  const Report report = simulate(games(300, "recall=off", "RYBG", kRandom));
  std::int64_t rolls = 0;
  std::int64_t finished = 0;
  for (std::size_t n = 0; n < report.games_by_rolls.size(); ++n) {
    rolls += static_cast<std::int64_t>(n) * report.games_by_rolls[n];
    finished += report.games_by_rolls[n];
  }
  EXPECT_EQ(finished, 300);
  EXPECT_EQ(report.total(Count::rolls), rolls);
  EXPECT_EQ(report.total(Count::captures), report.total(Count::planes_lost));
  EXPECT_LT(report.total(Count::crossing_captures), report.total(Count::captures));
  EXPECT_GT(report.total(Count::crossing_captures), 0);
  for (const Seat seat : kAllSeats) {
    // Whoever is not last brings all four planes home, once each.
    std::int64_t places = 0;
    for (int place = 0; place < kSeats; ++place) places += report.place(seat, place);
    EXPECT_EQ(places, 300);
    EXPECT_GE(report.count(seat, Count::planes_home), 4 * (300 - report.place(seat, 3)));
    EXPECT_LT(report.count(seat, Count::planes_home), 4 * 300);
  }
  for (int place = 0; place < kSeats; ++place) {
    std::int64_t seats = 0;
    for (const Seat seat : kAllSeats) seats += report.place(seat, place);
    EXPECT_EQ(seats, 300);
  }
}

TEST(Simulate, CountsNothingThatTheRulesRuleOut) {
  const Report report = simulate(games(100, "ludo", "RYBG", kRandom));
  for (const Count count :
       {Count::jumps, Count::flights, Count::crossing_captures, Count::stacks, Count::passes}) {
    EXPECT_EQ(report.total(count), 0) << name(count);
  }
  EXPECT_GT(report.total(Count::third_sixes), 0);
}

TEST(Simulate, PlanesLostOnStacksTheyStrike) {
  const Report report = simulate(games(100, "chinese", "RYBG", kRandom));
  EXPECT_GT(report.total(Count::planes_lost), report.total(Count::captures));
}

// Rolls of a game on average, and how far from it the truth may be (95 %).
struct Length {
  double rolls;
  double margin;
};

// So many games tell the length to within `reach`, and agree with what is known.
void expect_length(const Simulation& simulation, double reach, Length known) {
  const Estimate estimate = rolls_per_game(simulate(simulation));
  EXPECT_LT(estimate.high - estimate.low, 2 * reach);
  EXPECT_LT(estimate.low, known.rolls + known.margin);
  EXPECT_GT(estimate.high, known.rolls - known.margin);
}

TEST(Simulate, LengthWhenEveryMoveIsAsLikely) {
  // Found by programs that share no code with this one.
  expect_length(games(5'000, testkit::kYardstick, "RYBG", kRandom), 1.6, {331.6, 0.9});
  // Found by 600,000 games of this program on other dice.
  expect_length(games(10'000, testkit::kYardstick, "RB", kRandom), 0.6, {158.475, 0.068});
}

// Found by programs that share no code with this one.
TEST(Simulate, LengthWhenEveryPlaneIsAsLikely) {
  expect_length(games(10'000, testkit::kYardstick, "RB", kAnyPlane), 0.6, {159.4, 0.05});
}

// One bot against three that play at random, by turns the first to roll. With equal chances it
// would win 50 games of 200, give or take 12 (95 %). The numbers are exact for the seed.
TEST(Simulate, BotsThatThinkBeatChance) {
  const auto wins = [](const char* bot) {
    Simulation simulation = games(200, "standard", "RYBG", kRandom, 3);
    simulation.bots[0] = find_bot(bot);
    simulation.rotates_first = true;
    simulation.threads = 2;
    return simulate(simulation).place(Seat::R, 0);
  };
  EXPECT_EQ(wins("greedy"), 85);
  EXPECT_EQ(wins("cautious"), 85);
}

}  // namespace
}  // namespace aero
