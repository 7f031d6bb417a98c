#include "aero/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "aero/ai.hpp"
#include "aero/game.hpp"
#include "aero/nets.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

// The same expectation with nothing of the search's: no table, no order, no choice left out.
class Naive {
 public:
  Naive(const Evaluator& evaluator, int placed) : evaluator_(evaluator), placed_(placed) {}

  Chances after(const State& state, int plies) const {
    if (state.order().size() > placed_) {
      Chances first{};
      first[at(state.order()[placed_])] = kCertainty;
      return first;
    }
    if (plies == 0) return evaluator_.first(state);
    std::array<std::uint64_t, kSeats> sum{};
    for (const Pip roll : kPips) {
      State rolled = state;
      apply(evaluator_.rules(), rolled, roll);
      Chances best = rolled.has_roll() ? Chances{} : after(rolled, plies - 1);
      bool is_first = true;
      for (const Move& move : legal_moves(evaluator_.rules(), rolled)) {
        State moved = rolled;
        apply(evaluator_.rules(), moved, move);
        const Chances next = after(moved, plies - 1);
        if (is_first || next[at(rolled.turn())] > best[at(rolled.turn())]) best = next;
        is_first = false;
      }
      for (std::size_t i = 0; i < kSeats; ++i) sum[i] += best[i];
    }
    Chances mean{};
    for (std::size_t i = 0; i < kSeats; ++i) mean[i] = static_cast<std::uint32_t>((sum[i] + 3) / 6);
    return mean;
  }

 private:
  const Evaluator& evaluator_;
  int placed_;
};

// Positions of a random game, every `every`-th, in which there is a choice or, if not `has_roll`, a
// seat is to roll.
std::vector<State> positions(const Rules& rules, SeatSet seats, bool has_roll, int every) {
  std::vector<State> positions;
  State state = start(rules, seats, Seat::R);
  const Random random(4);
  int n = 0;
  for (std::uint64_t ply = 0; ply < 3000 && !state.is_over(); ++ply) {
    const MoveList legal = legal_moves(rules, state);
    if ((has_roll ? legal.size() > 1 : !state.has_roll()) && ++n % every == 0) {
      positions.push_back(state);
    }
    if (state.has_roll()) {
      const auto choice = random.below(static_cast<std::uint32_t>(legal.size()), ply);
      apply(rules, state, legal[static_cast<int>(choice)]);
    } else {
      apply(rules, state, kPips[random.below(6, ply)]);
    }
  }
  return positions;
}

struct Table {
  const char* rules;
  SeatSet seats;
};
const Table kTables[] = {{"standard", {Seat::R, Seat::B}},
                         {"quick", {Seat::R, Seat::Y, Seat::B, Seat::G}},
                         {"chinese,planes=2", {Seat::Y, Seat::R, Seat::B}},
                         {"planes=2,move=may,finish=bounce", {Seat::R, Seat::B}}};

TEST(Search, IsTheExactExpectation) {
  const Net net = testkit::drawn_net(9);
  for (const Table& table : kTables) {
    const Evaluator evaluator(net, testkit::rules(table.rules));
    Search search(evaluator, 8);
    int n = 0;
    for (const State& state : positions(evaluator.rules(), table.seats, false, 5)) {
      const Naive naive(evaluator, state.order().size());
      EXPECT_EQ(search.value(state, {.plies = 1}), naive.after(state, 1)) << to_text(state);
      if (++n % 10 == 0) {
        EXPECT_EQ(search.value(state, {.plies = 2}), naive.after(state, 2)) << to_text(state);
      }
    }
    EXPECT_GT(n, 10) << table.rules;
  }
}

TEST(Search, FindsTheMoveThatIsWorthMost) {
  const Net net = testkit::drawn_net(9);
  for (const Table& table : kTables) {
    const Evaluator evaluator(net, testkit::rules(table.rules));
    Search search(evaluator, 8);
    int n = 0;
    for (const State& state : positions(evaluator.rules(), table.seats, true, 4)) {
      const Naive naive(evaluator, state.order().size());
      const Found found = search.choose(state, {.plies = 1});
      const MoveList legal = legal_moves(evaluator.rules(), state);
      ASSERT_EQ(found.choices.size(), static_cast<std::size_t>(legal.size()));
      EXPECT_EQ(found.plies, 1);
      std::uint32_t most = 0;
      for (std::size_t i = 0; i < found.choices.size(); ++i) {
        EXPECT_EQ(found.choices[i].move, legal[static_cast<int>(i)]);
        State after = state;
        apply(evaluator.rules(), after, found.choices[i].move);
        EXPECT_EQ(found.choices[i].first, naive.after(after, 1));
        most = std::max(most, found.choices[i].first[at(state.turn())]);
      }
      EXPECT_EQ(found.choices[found.best].first[at(state.turn())], most);
      ++n;
    }
    EXPECT_GT(n, 5) << table.rules;
  }
}

TEST(Search, SeesWhoIsNext) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("planes=1"));
  Search search(evaluator);
  const auto found = [&](const char* position) {
    return search.choose(testkit::position("planes=1", position), {.plies = 2});
  };
  const Found won = found("R:54 B:h R 0 2 -");
  ASSERT_EQ(won.choices.size(), 1u);
  EXPECT_EQ(won.choices[0].first, (Chances{kCertainty, 0, 0, 0}));
  // R has finished: what counts is who of the others is next.
  EXPECT_EQ(found("R:c Y:54 B:h Y 0 2 R").choices[0].first, (Chances{0, kCertainty, 0, 0}));
}

TEST(Search, LooksNoFurtherWhereTheEndIsKnown) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("standard"));
  // Red on 31 or Blue on 7 is as good as won for whoever is not on turn.
  const Endgames endgames(kStandard, 2, [](const State& duel) -> std::optional<double> {
    if (duel.fleet(Seat::R).has(Step(31))) return 0.125;
    if (duel.fleet(Seat::B).has(Step(7))) return 0.25;
    return std::nullopt;
  });
  const SearchLimit knowing{.plies = 2, .endgames = &endgames};
  Search search(evaluator, 8);
  const State known = testkit::position("standard", "R:31,h,c,c B:6,c,c,c B 0 - -");
  EXPECT_EQ(search.value(known, knowing), (Chances{kCertainty / 8 * 7, 0, kCertainty / 8, 0}));
  const State state = testkit::position("standard", "R:29,20,c,c B:6,c,c,c R 0 2 -");
  const Found found = search.choose(state, knowing);
  ASSERT_EQ(found.choices.size(), 2u);
  EXPECT_EQ(to_text(found.choices[1].move), "29-31");
  EXPECT_EQ(found.choices[1].first, (Chances{kCertainty / 8 * 7, 0, kCertainty / 8, 0}));
  EXPECT_EQ(found.best, 1u);
  // The net has no say in it, and what was found without knowing is forgotten.
  const Found unknowing = search.choose(state, {.plies = 2});
  EXPECT_NE(unknowing.choices[1].first, found.choices[1].first);
  EXPECT_EQ(search.choose(state, knowing).choices[0].first, found.choices[0].first);
  EXPECT_NE(unknowing.choices[0].first, found.choices[0].first);
  // Nor where the work is shared.
  Search shared(evaluator, 8, [](int count, const std::function<void(int)>& work) {
    for (int i = count; i-- > 0;) work(i);
  });
  const Found together = shared.choose(state, knowing);
  EXPECT_EQ(together.choices[0].first, found.choices[0].first);
  EXPECT_EQ(together.choices[1].first, found.choices[1].first);
  // Of two who are left at a larger table.
  const State late = testkit::position("standard", "R:cx4 Y:31,h,c,c B:cx4 G:6,c,c,c Y 0 - RB");
  const Chances first = search.value(late, knowing);
  EXPECT_EQ(first, (Chances{0, kCertainty / 8, 0, kCertainty / 8 * 7}));
}

TEST(Search, StopsAtALimitOfPositions) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("standard"));
  for (const State& state :
       positions(evaluator.rules(), {Seat::R, Seat::Y, Seat::B, Seat::G}, true, 16)) {
    const SearchLimit limit{.plies = 9, .moves = 3, .positions = 2000};
    const Found found = Search(evaluator, 8).choose(state, limit);
    EXPECT_GE(found.plies, 1);
    EXPECT_LT(found.plies, 9);
    // The first two depths are finished in any case, and a limit is seen every 256 positions.
    if (found.plies > 1) {
      EXPECT_LT(found.positions, 2000 + 256);
    }
    const Found again = Search(evaluator, 8).choose(state, limit);
    EXPECT_EQ(again.best, found.best);
    EXPECT_EQ(again.positions, found.positions);
    for (std::size_t i = 0; i < found.choices.size(); ++i) {
      EXPECT_EQ(again.choices[i].first, found.choices[i].first);
    }
  }
}

// Ways to share work that differ as threads may: who begins what first, and what is known by then.
std::vector<Share> ways_to_share() {
  return {[](int count, const auto& work) {
            for (int i = 0; i < count; ++i) work(i);
          },
          [](int count, const auto& work) {
            for (int i = count; i-- > 0;) work(i);
          },
          [](int count, const auto& work) {
            for (int i = 0; i < count; i += 2) work(i);
            for (int i = 1; i < count; i += 2) work(i);
          }};
}

void expect_same(const Found& a, const Found& b) {
  EXPECT_EQ(a.best, b.best);
  EXPECT_EQ(a.plies, b.plies);
  EXPECT_EQ(a.positions, b.positions);
  for (std::size_t i = 0; i < a.choices.size(); ++i) {
    EXPECT_EQ(a.choices[i].first, b.choices[i].first);
  }
}

TEST(Search, FindsTheSameHoweverItIsShared) {
  const Net net = testkit::drawn_net(9);
  for (const Table& table : kTables) {
    const Evaluator evaluator(net, testkit::rules(table.rules));
    for (const State& state : positions(evaluator.rules(), table.seats, true, 24)) {
      const SearchLimit limit{.plies = 3, .moves = 2, .within = kCertainty / 10};
      const Found alone = Search(evaluator, 8).choose(state, limit);
      const Found shared = Search(evaluator, 8, ways_to_share()[0]).choose(state, limit);
      for (const Share& share : ways_to_share()) {
        expect_same(Search(evaluator, 8, share).choose(state, limit), shared);
        // Without a table nothing is known before, and all is counted.
        expect_same(Search(evaluator, 0, share).choose(state, limit), shared);
      }
      EXPECT_LE(alone.positions, shared.positions);
      for (std::size_t i = 0; i < alone.choices.size(); ++i) {
        EXPECT_EQ(alone.choices[i].first, shared.choices[i].first) << to_text(state);
      }
    }
    for (const State& state : positions(evaluator.rules(), table.seats, false, 24)) {
      const Chances alone = Search(evaluator, 8).value(state, {.plies = 2});
      for (const Share& share : ways_to_share()) {
        EXPECT_EQ(Search(evaluator, 8, share).value(state, {.plies = 2}), alone);
      }
    }
  }
}

TEST(Search, KeepsItsLimitHoweverItIsShared) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("standard"));
  int stopped = 0;
  for (const State& state :
       positions(evaluator.rules(), {Seat::R, Seat::Y, Seat::B, Seat::G}, true, 16)) {
    for (const std::int64_t most : {1500, 4000, 12'000}) {
      const SearchLimit limit{.plies = 4, .moves = 2, .positions = most};
      std::optional<Found> first;
      for (const Share& share : ways_to_share()) {
        Search search(evaluator, 8, share);
        const Found found = search.choose(state, limit);
        if (!first) first = found;
        expect_same(found, *first);
        expect_same(search.choose(state, limit), found);  // the same again, with what it knows now
        stopped += found.plies > 1 && found.plies < 4 ? 1 : 0;
        if (found.plies > 1) {
          EXPECT_LT(found.positions, most);
        }
      }
    }
  }
  EXPECT_GT(stopped, 20);
}

TEST(Search, GivesUpMovesThatItDoubts) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("standard"));
  int given_up = 0;
  for (const State& state : positions(evaluator.rules(), {Seat::R, Seat::B}, true, 8)) {
    const std::size_t mover = at(state.turn());
    const Found looks = Search(evaluator, 8).choose(state, {.plies = 0});
    const Found all = Search(evaluator, 8).choose(state, {.plies = 1});
    const Found found = Search(evaluator, 8).choose(state, {.plies = 1, .doubt = kCertainty / 50});
    std::vector<Choice> wanted;
    const std::uint32_t best = looks.choices[looks.best].first[mover];
    for (std::size_t i = 0; i < looks.choices.size(); ++i) {
      const bool is_followed = best - looks.choices[i].first[mover] <= kCertainty / 50;
      wanted.push_back(is_followed ? all.choices[i] : looks.choices[i]);
      given_up += is_followed ? 0 : 1;
    }
    if (found.plies == 0) continue;  // one was left, and nothing to find out
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(found.choices[i].first, wanted[i].first) << to_text(state);
    }
  }
  EXPECT_GT(given_up, 10);
}

TEST(Search, StopsWhenItIsTold) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("standard"));
  const State state = testkit::position("standard", "R:1,7,20,33 B:2,9,21,40 R 0 3 -");
  int asked = 0;
  const Found found =
      Search(evaluator).choose(state, {.plies = 9, .stops = [&] { return ++asked == 3; }});
  EXPECT_EQ(asked, 3);
  EXPECT_LT(found.plies, 9);
}

TEST(Search, TableChangesNothing) {
  const Net net = testkit::drawn_net(9);
  const Evaluator evaluator(net, testkit::rules("standard"));
  Search large(evaluator, 14);
  for (const State& state : positions(evaluator.rules(), {Seat::R, Seat::B}, true, 20)) {
    const SearchLimit limit{.plies = 2, .moves = 3, .within = kCertainty / 10};
    const Found a = large.choose(state, limit);
    const Found b = Search(evaluator, 0).choose(state, limit);
    for (std::size_t i = 0; i < a.choices.size(); ++i) {
      EXPECT_EQ(a.choices[i].first, b.choices[i].first) << to_text(state);
    }
  }
}

}  // namespace
}  // namespace aero
