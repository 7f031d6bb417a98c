#include "aero/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "aero/ai.hpp"
#include "aero/game.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

// A net whose chances are no more than numbers, so that no two moves look alike.
Net some_net() {
  auto weights = std::make_unique<NetWeights>();
  std::uint64_t n = 0;
  const auto draw = [&](std::uint32_t most) {
    return static_cast<std::int16_t>(static_cast<int>(Random(9).below(2 * most + 1, n++)) -
                                     static_cast<int>(most));
  };
  for (auto& row : weights->rows) {
    for (auto& weight : row) weight = draw(120);
  }
  for (auto& sum : weights->second) {
    for (std::size_t i = 0; i < kNetInner; ++i) sum[i] = draw(500);
  }
  for (auto& output : weights->outputs) {
    for (auto& weight : output) weight = draw(700);
  }
  return *Net::make(*weights).net;
}

std::size_t at(Seat seat) { return static_cast<std::size_t>(index(seat)); }

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
  const Net net = some_net();
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
  const Net net = some_net();
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
  const Net net = some_net();
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

TEST(Search, StopsAtALimitOfPositions) {
  const Net net = some_net();
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

TEST(Search, GivesUpMovesThatItDoubts) {
  const Net net = some_net();
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
  const Net net = some_net();
  const Evaluator evaluator(net, testkit::rules("standard"));
  const State state = testkit::position("standard", "R:1,7,20,33 B:2,9,21,40 R 0 3 -");
  int asked = 0;
  const Found found =
      Search(evaluator).choose(state, {.plies = 9, .stops = [&] { return ++asked == 3; }});
  EXPECT_EQ(asked, 3);
  EXPECT_LT(found.plies, 9);
}

TEST(Search, TableChangesNothing) {
  const Net net = some_net();
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
