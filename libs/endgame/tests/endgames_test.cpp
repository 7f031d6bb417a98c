#include "aero/endgame/endgames.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

std::string duel(const std::string& rules_line, const std::string& position, int planes = 2) {
  const Rules rules = testkit::rules(rules_line);
  const std::optional<Rules> duel = duel_rules(rules, planes);
  if (!duel) return "no duels";
  const auto state = duel_of(rules, *duel, testkit::position(rules_line, position));
  return state ? to_text(*state) : "none";
}

TEST(Duel, LeavesPlanesOutThatAreHome) {
  EXPECT_EQ(duel("standard", "R:16,30,c,c B:53,c,c,c R 0 - -"), "R:16,30 B:53,c R 0 - -");
  EXPECT_EQ(duel("standard", "R:16x2,c,c B:h,p,c,c B 0 5 -"), "R:16x2 B:h,p B 0 5 -");
  EXPECT_EQ(duel("standard", "R:16,c,c,c B:53,c,c,c R 0 - -", 1), "R:16 B:53 R 0 - -");
  EXPECT_EQ(duel("planes=1", "R:16 B:53 R 0 - -"), "R:16 B:53 R 0 - -");
}

TEST(Duel, LeavesSeatsOutThatHaveFinished) {
  EXPECT_EQ(duel("planes=2", "R:cx2 Y:cx2 B:7,20 G:h,c G 0 - YR"), "R:7,20 Y:h,c Y 0 - -");
  EXPECT_EQ(duel("planes=2", "R:7,20 Y:cx2 B:cx2 G:h,c G 0 - YB"), "R:h,c Y:7,20 R 0 - -");
  EXPECT_EQ(duel("planes=2", "R:cx2 Y:7,20 B:cx2 G:h,c G 0 - BR"), "R:7,20 B:h,c B 0 - -");
}

TEST(Duel, IsNoneWhereMoreIsLeft) {
  EXPECT_EQ(duel("standard", "R:16,30,c,c B:p,20,53,c R 0 - -"), "none");
  EXPECT_EQ(duel("standard", "R:16,30,c,c B:53,c,c,c R 0 - -", 1), "none");
  EXPECT_EQ(duel("quick", "R:16,c Y:8,c B:53,c R 0 - -"), "none");
}

// A third six would take the marked plane back.
TEST(Duel, CountsPlanesThatMayComeBack) {
  EXPECT_EQ(duel("standard", "R:16,30*,c,c B:53,c,c,c R 1 - -"), "R:16,30* B:53,c R 1 - -");
  EXPECT_EQ(duel("standard", "R:16,30,c*,c B:53,c,c,c R 1 - -"), "none");
  EXPECT_EQ(duel("standard", "R:16,c*,c,c B:53,c,c,c R 1 - -"), "R:16,c* B:53,c R 1 - -");
  EXPECT_EQ(duel("recall=off", "R:16,c,c,c B:53,c,c,c R 1 - -"), "R:16,c B:53,c R 1 - -");
}

TEST(Duel, NeedsRulesUnderWhichPlanesStayHome) {
  EXPECT_FALSE(duel_rules(testkit::rules("sixes=every"), 2));
  ASSERT_EQ(testkit::after("sixes=every", "R:16,c,c,c B:20,c,c,c R 2 - -", 6),
            "R:hx4 B:20,cx3 B 0 - -");
  EXPECT_TRUE(duel_rules(testkit::rules("sixes=every,planes=2"), 2));
  EXPECT_TRUE(duel_rules(testkit::rules("sixes=all"), 2));
  EXPECT_FALSE(duel_rules(testkit::rules("planes=2,move=may"), 2));
  EXPECT_EQ(duel_rules(testkit::rules("quick"), 2), testkit::rules("planes=2,takeoff=123456"));
}

// Whatever happens to a position happens to its duel: the same choices, and each leads to a
// position whose duel is where the choice leads in the duel.
class Mirror {
 public:
  Mirror(const Rules& rules, const Rules& duel) : rules_(rules), duel_(duel) {}

  // False where the two part; the position is one that has a duel.
  bool holds(const State& state) {
    const State duel = *duel_of(rules_, duel_, state);
    ++positions_;
    if (!state.has_roll()) {
      for (const Pip roll : kPips) {
        if (!follows(state, duel, roll)) return false;
      }
      return true;
    }
    const MoveList legal = legal_moves(rules_, state);
    const MoveList mirrored = legal_moves(duel_, duel);
    if (legal.size() != mirrored.size()) return false;
    for (int i = 0; i < legal.size(); ++i) {
      if (legal[i] != mirrored[i] || !follows(state, duel, legal[i])) return false;
    }
    return true;
  }
  int positions() const { return positions_; }

 private:
  template <class Ply>
  bool follows(const State& state, State duel, const Ply& ply) const {
    State after = state;
    apply(rules_, after, ply);
    apply(duel_, duel, ply);
    const bool is_decided = after.order().size() > state.order().size();
    if (is_decided || duel.is_over()) return is_decided && duel.is_over();
    return duel_of(rules_, duel_, after) == duel;
  }

  const Rules& rules_;
  const Rules& duel_;
  int positions_ = 0;
};

void expect_mirror(const Rules& rules, int planes, SeatSet seats, std::uint64_t seed, int& found) {
  const std::optional<Rules> duel = duel_rules(rules, planes);
  if (!duel) return;
  Mirror mirror(rules, *duel);
  const Random random(seed);
  State state = start(rules, seats, Seat::R);
  for (std::uint64_t ply = 0; ply < 3000 && !state.is_over(); ++ply) {
    if (duel_of(rules, *duel, state)) {
      ASSERT_TRUE(mirror.holds(state)) << to_text(rules) << " " << to_text(state);
    }
    if (state.has_roll()) {
      const MoveList legal = legal_moves(rules, state);
      const auto choice = random.below(static_cast<std::uint32_t>(legal.size()), ply);
      apply(rules, state, legal[static_cast<int>(choice)]);
    } else {
      // Sixes are likelier, so that there are many third ones.
      apply(rules, state, kPips[std::min(random.below(9, ply), 5u)]);
    }
  }
  found += mirror.positions();
}

TEST(Duel, IsTheSameGame) {
  const SeatSet tables[] = {
      {Seat::R, Seat::B}, {Seat::R, Seat::Y, Seat::B, Seat::G}, {Seat::R, Seat::Y, Seat::G}};
  int found = 0;
  for (const Preset& preset : presets()) {
    for (const SeatSet seats : tables) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        expect_mirror(preset.rules, 1 + static_cast<int>(seed % 2), seats, seed, found);
      }
    }
  }
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Random random = Random(1).fork(seed);
    const Rules rules = choose_rules([&random, n = std::uint64_t{0}](int values) mutable {
      return random.below(static_cast<std::uint32_t>(values), n++);
    });
    const int planes = 1 + static_cast<int>(seed / 3 % 2);
    expect_mirror(rules, planes, tables[seed % 3], seed, found);
  }
  EXPECT_GT(found, 15000);
}

TEST(Endgames, TellTheChanceOfTheDuel) {
  const Endgames endgames(kStandard, 2, [](const State& duel) -> std::optional<double> {
    if (to_text(duel) == "R:16,30 B:53,c R 0 - -") return 0.25;
    return std::nullopt;
  });
  const auto chance = [&](const char* position) {
    return endgames.chance(testkit::position("standard", position));
  };
  EXPECT_EQ(chance("R:16,30,c,c B:53,c,c,c R 0 - -"), 0.25);
  EXPECT_EQ(chance("R:16,31,c,c B:53,c,c,c R 0 - -"), std::nullopt);
  EXPECT_EQ(chance("R:16,30,31,c B:53,c,c,c R 0 - -"), std::nullopt);
}

}  // namespace
}  // namespace aero
