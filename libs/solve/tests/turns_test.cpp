#include "turns.hpp"

#include <gtest/gtest.h>

#include <set>

#include "aero/dice.hpp"
#include "aero/notation.hpp"

namespace aero::solve {
namespace {

// A choice with all that may come of it within the turn: fleets and what is due, one after another.
using Choice = std::vector<int>;

// What a roll can lead to at the beginning of a turn.
class Reader {
 public:
  Reader(const Rules& rules, std::array<Seat, 2> seats, int mover, const Fleets& fleets)
      : rules_(rules),
        fleets_(fleets),
        mover_(seats[static_cast<std::size_t>(mover)]),
        other_(seats[static_cast<std::size_t>(1 - mover)]) {}

  // As the engine plays it.
  std::set<Choice> by_engine(const State& state, Pip roll) const {
    std::set<Choice> choices;
    State rolled = state;
    apply(rules_, rolled, roll);
    const auto add = [&](const State& after) {
      const bool is_movers = !after.is_over() && after.turn() == mover_;
      const bool goes_on = is_movers && after.sixes() > 0;
      const Due due = goes_on ? Due::five : is_movers ? Due::mover : Due::other;
      Choice choice{number(after, mover_), number(after, other_), static_cast<int>(due)};
      if (goes_on) append(choice, by_engine(after, kSix));
      choices.insert(choice);
    };
    if (!rolled.has_roll()) {
      add(rolled);
      return choices;
    }
    for (const Move& move : legal_moves(rules_, rolled)) {
      State after = rolled;
      apply(rules_, after, move);
      add(after);
    }
    return choices;
  }

  // As it was learnt.
  std::set<Choice> learnt(const Turns& turns, const Pieces& pieces, int own, Pip roll,
                          int other) const {
    return learnt(turns, pieces, turns.step(own, roll), roll == kSix ? 1 : 0, other);
  }

 private:
  std::set<Choice> learnt(const Turns& turns, const Pieces& pieces, std::uint32_t step, int sixes,
                          int other) const {
    std::set<Choice> choices;
    Choices asked;
    const Turns::Ways ways = turns.ways(step, pieces.of(other), asked);
    const auto choice_of = [&](std::uint32_t word) {
      const Place place(word);
      return Choice{place.own(), pieces.without(other, ways.spread[place.taken()]),
                    static_cast<int>(place.due())};
    };
    const auto list = entries(ways.list, sixes > 0);
    for (std::size_t i = 0; i < list.size(); i += sixes > 0 ? 2 : 1) {
      Choice choice = choice_of(list[i]);
      if (sixes > 0 && list[i + 1] != kEnds) {
        append(choice, sixes == 2 ? std::set{choice_of(list[i + 1])}
                                  : learnt(turns, pieces, list[i + 1], 2, choice[1]));
      }
      choices.insert(choice);
    }
    return choices;
  }

  static void append(Choice& choice, const std::set<Choice>& next) {
    for (const Choice& one : next) {
      choice.push_back(static_cast<int>(one.size()));
      choice.insert(choice.end(), one.begin(), one.end());
    }
  }
  int number(const State& state, Seat seat) const { return fleets_.number_of(state.fleet(seat)); }

  const Rules& rules_;
  const Fleets& fleets_;
  Seat mover_, other_;
};

// What was learnt of the turns of some fleets is what the engine says about single positions,
// whatever the other seat has in the way: each fleet of it, or every nth.
void expect_learnt(const Rules& rules, std::array<Seat, 2> seats, int mover, Fleets::Range own,
                   int nth) {
  SCOPED_TRACE(to_text(rules));
  const Fleets fleets(rules);
  const Pieces pieces(rules, fleets);
  Crew crew(1);
  const Turns turns(rules, seats, mover, fleets, own, &pieces, crew);
  const Reader reader(rules, seats, mover, fleets);
  for (int mine = own.begin; mine < own.end; ++mine) {
    for (int other = mine % nth; other < fleets.home(); other += nth) {
      const auto state = position_of(rules, seats, mover, fleets[mine], 0, fleets[other]);
      if (!state) continue;
      for (const Pip roll : kPips) {
        ASSERT_EQ(reader.learnt(turns, pieces, mine, roll, other), reader.by_engine(*state, roll))
            << to_text(*state) << " roll " << roll.value();
      }
    }
  }
}

void expect_learnt_under_drawn_rules(int planes, std::uint64_t rule_sets, int fleets, int nth) {
  for (std::uint64_t seed = 0; seed < rule_sets; ++seed) {
    const Random random(seed);
    std::uint64_t drawn = 0;
    const auto below = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), drawn++));
    };
    Rules rules = choose_rules(below);
    rules.planes = static_cast<std::uint8_t>(planes);
    const bool are_neighbours = seed % 3 == 0;
    const int mover = are_neighbours ? below(2) : 0;
    for (int i = 0; i < fleets; ++i) {
      const int own = below(Fleets(rules).home());
      expect_learnt(rules, {are_neighbours ? Seat::Y : Seat::R, Seat::B}, mover, {own, own + 1},
                    nth);
    }
  }
}

TEST(Turns, AreThoseOfTheEngine) {
  expect_learnt_under_drawn_rules(1, 40, 5, 1);
  expect_learnt_under_drawn_rules(2, 60, 4, 1);
}

TEST(Turns, AreThoseOfTheEngineWithThreePlanes) { expect_learnt_under_drawn_rules(3, 40, 2, 23); }

// Stacks that bar the way, turn back, strike back or close the crossing.
TEST(Turns, AreThoseOfTheEngineAmongStacks) {
  for (const char* line : {"wall=bounce,stackhit=both", "wall=barred,stackhit=hitter,onward=may",
                           "wall=bounce,stackhit=hitter,bonus=both,sixes=none"}) {
    Rules rules = *parse_rules(line);
    for (const int planes : {2, 3}) {
      rules.planes = static_cast<std::uint8_t>(planes);
      const int home = Fleets(rules).home();
      for (int own = 7; own < home; own += home / 13) {
        expect_learnt(rules, {Seat::R, Seat::B}, 0, {own, own + 1}, planes == 2 ? 1 : 29);
      }
    }
  }
}

// Whoever is turned back by a stack may come to where it would have come with nothing in the way,
// and yet land on what it would have passed.
TEST(Turns, TellAStackThatTurnsBackToTheSamePlace) {
  const Rules rules = *parse_rules("chinese,planes=3");
  const Fleets fleets(rules);
  const State state = *parse_position(rules, "R:41,44,53 B:20,22x2 R 0 - -");
  const int own = fleets.number_of(state.fleet(Seat::R));
  expect_learnt(rules, {Seat::R, Seat::B}, 0, {own, own + 1}, 1);
}

}  // namespace
}  // namespace aero::solve
