#include "aero/solve/endgames.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aero/dice.hpp"
#include "aero/endgame/one_plane.hpp"
#include "aero/notation.hpp"
#include "aero/setup.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

constexpr std::array kNeighbours{Seat::R, Seat::Y};

// Calls `look` with positions of random games, in which sixes are likelier than they are.
template <class Look>
void look_around(const Rules& rules, std::array<Seat, 2> seats, std::uint64_t games, Look look) {
  for (std::uint64_t game = 0; game < games; ++game) {
    const Random random(game);
    State state = start(rules, SeatSet(seats), seats[game % 2]);
    for (std::uint64_t ply = 0; ply < 2000 && !state.is_over(); ++ply) {
      look(state);
      if (state.has_roll()) {
        const MoveList legal = legal_moves(rules, state);
        const auto choice = random.below(static_cast<std::uint32_t>(legal.size()), ply);
        apply(rules, state, legal[static_cast<int>(choice)]);
      } else {
        apply(rules, state, kPips[std::min(random.below(9, ply), 5u)]);
      }
    }
  }
}

TEST(OnePlane, AgreesWithTheTableOfBounds) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Random random(seed);
    std::uint64_t drawn = 0;
    Rules rules = choose_rules(
        [&](int values) { return random.below(static_cast<std::uint32_t>(values), drawn++); });
    rules.planes = 1;
    rules.move = MoveDuty::must;
    const auto& seats = seed % 2 == 0 ? testkit::kOpposite : kNeighbours;
    const ExactTable exact = ExactTable::solve(rules, seats);
    const OnePlane table(rules, seats[1]);
    double farthest = 0;
    look_around(rules, seats, 20, [&](const State& state) {
      const double value = exact.value(state, state.turn()).middle();
      farthest = std::max(farthest, std::abs(table.chance(state) - value));
    });
    EXPECT_LE(farthest, 1e-8) << to_text(rules);
  }
}

// The beginning of a turn with one plane home on each side, and the others there.
std::optional<State> one_left(const Rules& rules, int own, int other) {
  Setup setup;
  const auto put = [&](Seat seat, int step) {
    Setup::Side& side = setup.sides[at(seat)];
    side.is_in_play = true;
    side.add({step, 1, 0});
    side.add({kCentre.value(), 1, 0});
  };
  put(Seat::R, own);
  put(Seat::B, other);
  setup.turn = Seat::R;
  return check(rules, setup).state;
}

// Holds what ends of a game say against the table of that game.
class Comparison {
 public:
  Comparison(const ExactTable& table, const Endgames& ends) : table_(table), ends_(ends) {}

  // False where the end is not known.
  bool holds(const State& state) {
    const std::optional<double> chance = ends_.chance(state);
    if (!chance) return false;
    const Bounds bounds = table_.value(state, state.turn());
    farthest_ = std::max({farthest_, bounds.lower - *chance, *chance - bounds.upper});
    return true;
  }
  // From between the bounds.
  double farthest() const { return farthest_; }

 private:
  const ExactTable& table_;
  const Endgames& ends_;
  double farthest_ = 0;
};

// How many beginnings of turns with one plane home on each side are not known.
int unknown(const Rules& rules, Comparison& comparison) {
  int unknown = 0;
  for (int own = kHangar.value(); own < kCentre.value(); ++own) {
    for (int other = kHangar.value(); other < kCentre.value(); ++other) {
      const std::optional<State> state = one_left(rules, own, other);
      if (state && !comparison.holds(*state)) ++unknown;
    }
  }
  return unknown;
}

// The end of the game with two planes is the game with one.
TEST(Endgames, AreWhatTheTableOfTheLongerGameSays) {
  for (const char* line : {"planes=2", "ludo,planes=2"}) {
    SCOPED_TRACE(line);
    const Rules rules = testkit::rules(line);
    const ExactTable longer = ExactTable::solve(rules, testkit::kOpposite,
                                                {.gap = 1e-5, .threads = 2, .progress = nullptr});
    const Endgames ends = one_plane_endgames(rules);
    Comparison comparison(longer, ends);
    EXPECT_EQ(unknown(rules, comparison), 0);
    int in_turns = 0;
    look_around(rules, testkit::kOpposite, 60, [&](const State& state) {
      in_turns += comparison.holds(state) && state.sixes() > 0 ? 1 : 0;
    });
    EXPECT_GT(in_turns, 100);
    EXPECT_LE(comparison.farthest(), 1e-8);
  }
}

std::string needed(const char* rules, SeatSet seats) {
  std::string text;
  for (const Duel& duel : duels(testkit::rules(rules), seats)) {
    text += to_text(duel.rules) + ' ' + letter(duel.seats[0]) + letter(duel.seats[1]) + ';';
  }
  return text;
}

TEST(Endgames, NeedTheTablesOfTheirDuels) {
  EXPECT_EQ(needed("standard", {Seat::Y, Seat::G}), "planes=2 RB;");
  EXPECT_EQ(needed("standard", {Seat::B, Seat::G}), "planes=2 RY;");
  EXPECT_EQ(needed("stack=never", {Seat::R, Seat::Y, Seat::B}),
            "planes=2,stack=never RB;planes=2,stack=never RY;");
  EXPECT_EQ(needed("planes=1", {Seat::R, Seat::B}), "planes=1 RB;");
  EXPECT_EQ(needed("end=first", {Seat::R, Seat::B}), "planes=2 RB;");
}

TEST(Endgames, NeedNoTablesWhereThereAreNoDuels) {
  EXPECT_EQ(needed("end=first", {Seat::R, Seat::Y, Seat::B}), "");
  EXPECT_EQ(needed("sixes=every", {Seat::R, Seat::B}), "");
  EXPECT_EQ(needed("move=may", {Seat::R, Seat::B}), "");
}

TEST(Endgames, AreThoseOfTheTables) {
  const Rules rules = testkit::rules("planes=1,end=first");
  std::vector<ExactTable> tables;
  for (const Duel& duel : duels(rules, {Seat::R, Seat::Y, Seat::B})) {
    tables.push_back(ExactTable::solve(duel.rules, duel.seats));
  }
  EXPECT_TRUE(tables.empty());
  for (const auto& seats : {testkit::kOpposite, kNeighbours}) {
    tables.push_back(ExactTable::solve(testkit::rules("planes=1"), seats));
  }
  const Endgames ends = solved_endgames(kStandard, tables);
  EXPECT_FALSE(ends.chance(testkit::position("standard", "R:16,c,c,c B:30,c,c,c B 0 - -")));
  const Endgames short_ends = solved_endgames(testkit::rules("planes=1"), tables);
  EXPECT_EQ(short_ends.chance(testkit::position("planes=1", "Y:16 G:30 G 0 3 -")),
            tables[0].value(testkit::position("planes=1", "R:16 B:30 B 0 3 -"), Seat::B).middle());
}

}  // namespace
}  // namespace aero
