#include "aero/solve/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"
#include "folder.hpp"

namespace aero {
namespace {

Rules rules_of(const std::string& line) { return testkit::rules(line); }

// The second solver: every position that a game can come to, with or without a roll waiting, is a
// node of a graph; from the last found to the first, each node is made the mean or the best of
// those that follow, over and over.
class Graph {
 public:
  Graph(const Rules& rules, std::array<Seat, 2> seats) : rules_(rules), first_(seats[0]) {
    node_of(start(rules, SeatSet(seats), seats[0]));
    for (std::size_t node = 0; node < states_.size(); ++node) expand(node);
  }

  // Bounds of the chance of the seat that began.
  void solve(double gap, int most_rounds) {
    bounds_.assign(states_.size(), {0, 1});
    double widest = 1;
    for (int round = 0; round < most_rounds && widest > gap; ++round) {
      widest = 0;
      for (std::size_t node = states_.size(); node-- > 0;) {
        bounds_[node] = bounds_of(node);
        widest = std::max(widest, bounds_[node].gap());
      }
    }
  }

  const std::vector<State>& states() const { return states_; }
  Bounds bounds(std::size_t node) const { return bounds_[node]; }

 private:
  struct Hash {
    std::size_t operator()(const State& state) const { return hash(state); }
  };

  std::size_t node_of(const State& state) {
    const auto [entry, is_new] = nodes_.try_emplace(state, states_.size());
    if (is_new) states_.push_back(state);
    return entry->second;
  }

  void expand(std::size_t node) {
    const State state = states_[node];
    begins_.push_back(next_.size());
    const auto follow = [&](const auto& ply) {
      State after = state;
      apply(rules_, after, ply);
      const std::size_t next = node_of(after);
      next_.push_back(next);
    };
    if (state.has_roll()) {
      for (const Move& move : legal_moves(rules_, state)) follow(move);
    } else if (!state.is_over()) {
      for (const Pip roll : kPips) follow(roll);
    }
  }

  Bounds bounds_of(std::size_t node) const {
    const State& state = states_[node];
    if (state.is_over()) {
      const double won = state.order()[0] == first_ ? 1 : 0;
      return {won, won};
    }
    const std::size_t end = node + 1 < begins_.size() ? begins_[node + 1] : next_.size();
    Bounds result = bounds_[next_[begins_[node]]];
    for (std::size_t i = begins_[node] + 1; i < end; ++i) {
      const Bounds next = bounds_[next_[i]];
      if (!state.has_roll()) {
        result = {result.lower + next.lower, result.upper + next.upper};
      } else if (state.turn() == first_) {
        result = {std::max(result.lower, next.lower), std::max(result.upper, next.upper)};
      } else {
        result = {std::min(result.lower, next.lower), std::min(result.upper, next.upper)};
      }
    }
    return state.has_roll() ? result : Bounds{result.lower / 6, result.upper / 6};
  }

  Rules rules_;
  Seat first_;
  std::unordered_map<State, std::size_t, Hash> nodes_;
  std::vector<State> states_;
  std::vector<std::size_t> begins_, next_;
  std::vector<Bounds> bounds_;
};

// The two solvers say the same of every position, in the middle of turns too.
void expect_equal(const Rules& rules, std::array<Seat, 2> seats) {
  SCOPED_TRACE(to_text(rules) + " " + letter(seats[0]) + letter(seats[1]));
  const ExactTable table = ExactTable::solve(rules, seats);
  ASSERT_LE(table.gap(), 1e-9);
  Graph graph(rules, seats);
  graph.solve(1e-9, 10'000);
  double farthest = 0;
  for (std::size_t node = 0; node < graph.states().size(); ++node) {
    const Bounds table_says = table.value(graph.states()[node], seats[0]);
    ASSERT_LE(table_says.lower, table_says.upper + 1e-12);
    farthest = std::max(farthest, std::abs(table_says.middle() - graph.bounds(node).middle()));
  }
  EXPECT_LE(farthest, 1e-9);
}

TEST(ExactTable, OnePlaneOfTheYardstick) {
  const ExactTable table = ExactTable::solve(
      rules_of(std::string(testkit::kYardstick) + ",planes=1"), testkit::kOpposite);
  EXPECT_EQ(table.states(), 3364);
  EXPECT_LE(table.gap(), 1e-9);
  EXPECT_NEAR(table.first_wins().middle(), 0.518604, 5e-7);
}

TEST(ExactTable, TwoPlanesOfTheYardstick) {
  SolveOptions options;
  options.gap = 1e-6;
  options.threads = 2;
  const ExactTable table = ExactTable::solve(
      rules_of(std::string(testkit::kYardstick) + ",planes=2"), testkit::kOpposite, options);
  EXPECT_EQ(table.states(), 2'927'521);
  EXPECT_LE(table.gap(), 1e-6);
  EXPECT_NEAR(table.first_wins().middle(), 0.511324, 1e-6);
}

TEST(ExactTable, AgreesWithTheNaiveSolver) {
  expect_equal(rules_of("planes=1"), testkit::kOpposite);
  expect_equal(rules_of(std::string(testkit::kYardstick) + ",planes=1"), testkit::kOpposite);
  expect_equal(rules_of("chinese,planes=1"), {Seat::G, Seat::Y});
  expect_equal(rules_of("ludo,planes=1"), testkit::kOpposite);
}

TEST(ExactTable, AgreesWithTheNaiveSolverWhereSeatsAreNeighbours) {
  expect_equal(rules_of("planes=1"), {Seat::R, Seat::Y});
  expect_equal(rules_of("planes=1,bonus=both,finish=over"), {Seat::R, Seat::G});
}

TEST(ExactTable, AgreesWithTheNaiveSolverUnderDrawnRules) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Random random(seed);
    std::uint64_t drawn = 0;
    Rules rules = choose_rules(
        [&](int values) { return random.below(static_cast<std::uint32_t>(values), drawn++); });
    rules.planes = 1;
    rules.move = MoveDuty::must;
    expect_equal(rules, seed % 2 == 0 ? testkit::kOpposite : std::array{Seat::B, Seat::G});
  }
}

// The best move by the table, for whoever is on turn.
Move best_move(const ExactTable& table, const State& state) {
  const MoveList legal = legal_moves(table.rules(), state);
  const auto chance = [&](const Move& move) {
    State after = state;
    apply(table.rules(), after, move);
    return table.value(after, state.turn()).middle();
  };
  return *std::max_element(legal.begin(), legal.end(),
                           [&](const Move& a, const Move& b) { return chance(a) < chance(b); });
}

TEST(ExactTable, AgreesWithGamesThatArePlayedByIt) {
  constexpr int kGames = 20'000;
  const Rules rules = rules_of("planes=1");
  const ExactTable table = ExactTable::solve(rules, {Seat::Y, Seat::G});
  int won = 0;
  for (int game = 0; game < kGames; ++game) {
    const GameDice dice(7, static_cast<std::uint64_t>(game));
    std::array<std::uint64_t, kSeats> rolls{};
    State state = start(rules, {Seat::Y, Seat::G}, Seat::Y);
    while (!state.is_over()) {
      if (state.has_roll()) {
        apply(rules, state, best_move(table, state));
      } else {
        const Seat seat = state.turn();
        apply(rules, state, dice.roll(seat, rolls[at(seat)]++));
      }
    }
    won += state.order()[0] == Seat::Y;
  }
  const double expected = table.first_wins().middle();
  const double error = std::sqrt(expected * (1 - expected) / kGames);
  EXPECT_NEAR(static_cast<double>(won) / kGames, expected, 3 * error);
}

// With one plane there is too little to share.
TEST(ExactTable, IsTheSameForAnyNumberOfThreads) {
  const Rules rules = rules_of("planes=2,sixes=none,stack=never");
  SolveOptions options;
  options.most_sweeps = 2;
  const ExactTable one = ExactTable::solve(rules, testkit::kOpposite, options);
  options.threads = 3;
  const ExactTable three = ExactTable::solve(rules, testkit::kOpposite, options);
  EXPECT_EQ(one.gap(), three.gap());
  for (const char* line :
       {"R:hx2 B:hx2 R 0 - -", "R:h,10 B:20,54 B 0 - -", "R:16,33 B:3,47 R 0 - -",
        "R:p,49 B:h,c B 0 - -", "R:5,52 B:p,18 R 0 - -"}) {
    const State state = *parse_position(rules, line);
    EXPECT_EQ(one.value(state, Seat::R), three.value(state, Seat::R)) << line;
  }
}

TEST(ExactTable, SeatsThatFaceEachOtherSeeTheSameGame) {
  const Rules rules = rules_of("planes=1");
  const ExactTable table = ExactTable::solve(rules, testkit::kOpposite);
  const State red = testkit::position("planes=1", "R:16 B:30 R 0 2 -");
  const State blue = testkit::position("planes=1", "R:30 B:16 B 0 2 -");
  EXPECT_EQ(table.value(red, Seat::R), table.value(blue, Seat::B));
  EXPECT_EQ(table.value(red, Seat::B), table.value(red, Seat::R).complement());
  EXPECT_EQ(ExactTable::solve(rules, {Seat::G, Seat::Y}).first_wins(), table.first_wins());
  // Each order of neighbours is a game of its own, and both are in one table.
  const ExactTable neighbours = ExactTable::solve(rules, {Seat::R, Seat::Y});
  const State yellow_first = start(rules, {Seat::R, Seat::Y}, Seat::Y);
  EXPECT_NEAR(neighbours.value(yellow_first, Seat::Y).middle(),
              ExactTable::solve(rules, {Seat::Y, Seat::R}).first_wins().middle(), 1e-9);
}

TEST(ExactTable, BoundsComeTogetherFromOutside) {
  const Rules rules = rules_of("planes=1");
  const double exact = ExactTable::solve(rules, testkit::kOpposite).first_wins().middle();
  double last = 1;
  for (int sweeps = 1; sweeps <= 8; ++sweeps) {
    SolveOptions options;
    options.most_sweeps = sweeps;
    const ExactTable table = ExactTable::solve(rules, testkit::kOpposite, options);
    EXPECT_LE(table.first_wins().lower, exact);
    EXPECT_GE(table.first_wins().upper, exact);
    EXPECT_LT(table.gap(), last);
    last = table.gap();
  }
}

// Who passes where going on would expose it may do so for ever, and so may the other.
TEST(ExactTable, LeavesAGapWhereBothMayPass) {
  const Rules rules = rules_of("planes=1,finish=over,move=may");
  const ExactTable table = ExactTable::solve(rules, {Seat::R, Seat::Y});
  EXPECT_GT(table.gap(), 0.01);
  EXPECT_LT(table.sweeps(), 2000);
  EXPECT_GT(table.first_wins().gap(), 5e-4);
  Graph graph(rules, {Seat::R, Seat::Y});
  graph.solve(1e-9, 500);
  EXPECT_NEAR(table.first_wins().lower, graph.bounds(0).lower, 1e-7);
  EXPECT_NEAR(table.first_wins().upper, graph.bounds(0).upper, 1e-7);
}

TEST(ExactTable, IsKept) {
  const Folder folder;
  const Rules rules = rules_of("planes=1");
  EXPECT_FALSE(ExactTable::load(rules, {Seat::R, Seat::Y}, folder.path()));
  const ExactTable solved = ExactTable::load_or_solve(rules, {Seat::R, Seat::Y}, folder.path());
  const auto kept = ExactTable::load(rules, {Seat::R, Seat::Y}, folder.path());
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->states(), solved.states());
  EXPECT_EQ(kept->sweeps(), solved.sweeps());
  EXPECT_EQ(kept->gap(), solved.gap());
  EXPECT_EQ(kept->first_wins(), solved.first_wins());
  const State state = testkit::position("planes=1", "R:16 Y:30 Y 0 - -");
  EXPECT_EQ(kept->value(state, Seat::R), solved.value(state, Seat::R));
  EXPECT_FALSE(ExactTable::load(rules, {Seat::R, Seat::B}, folder.path()));
  EXPECT_FALSE(ExactTable::load(rules_of("planes=1,takeoff=6"), {Seat::R, Seat::Y}, folder.path()));
  EXPECT_FALSE(ExactTable::load(rules, {Seat::R, Seat::Y}, folder.path(), true));
}

// Wherever it was interrupted, also in the middle of a sweep, and packed or not.
TEST(ExactTable, IsGoneOnWith) {
  for (const bool is_packed : {false, true}) {
    const Folder folder;
    const Rules rules = rules_of("planes=1");
    SolveOptions options;
    options.is_packed = is_packed;
    options.gap = is_packed ? 3e-7 : 1e-9;
    const ExactTable at_once = ExactTable::solve(rules, testkit::kOpposite, options);
    int asked = 0;
    options.stops = [&] { return ++asked == 1000; };
    const ExactTable stopped =
        ExactTable::load_or_solve(rules, testkit::kOpposite, folder.path(), options);
    EXPECT_GT(stopped.gap(), options.gap);
    EXPECT_GT(stopped.sweeps(), 0);
    options.stops = nullptr;
    const ExactTable rest =
        ExactTable::load_or_solve(rules, testkit::kOpposite, folder.path(), options);
    EXPECT_LE(rest.gap(), options.gap);
    EXPECT_LE(rest.sweeps(), at_once.sweeps() + 1);
    EXPECT_NEAR(rest.first_wins().middle(), at_once.first_wins().middle(), options.gap);
    // What is solved is not touched again.
    const ExactTable again =
        ExactTable::load_or_solve(rules, testkit::kOpposite, folder.path(), options);
    EXPECT_EQ(again.sweeps(), rest.sweeps());
    EXPECT_EQ(again.first_wins(), rest.first_wins());
  }
}

// Until all moves are learnt nothing is solved, so nothing takes the place of what there was.
TEST(ExactTable, CanBeStoppedWhileItLearns) {
  const Folder folder;
  SolveOptions options;
  options.stops = [] { return true; };
  options.kept = [](bool) { ADD_FAILURE() << "nothing to keep"; };
  const ExactTable table =
      ExactTable::load_or_solve(rules_of("planes=1"), testkit::kOpposite, folder.path(), options);
  EXPECT_EQ(table.sweeps(), 0);
  EXPECT_FALSE(table.is_done(options));
  EXPECT_EQ(table.first_wins(), (Bounds{0, 1}));
  EXPECT_FALSE(std::filesystem::exists(folder.path()));
}

TEST(ExactTable, TellsWhetherItIsKept) {
  const Folder folder;
  const Rules rules = rules_of("planes=1");
  std::vector<bool> told;
  SolveOptions options;
  options.kept = [&](bool is_stored) { told.push_back(is_stored); };
  ExactTable::load_or_solve(rules, testkit::kOpposite, folder.path(), options);
  EXPECT_EQ(told, std::vector{true});
  // A folder where the file should be.
  const std::filesystem::path file = *std::filesystem::directory_iterator(folder.path());
  std::filesystem::remove(file);
  std::filesystem::create_directories(file / "in");
  ExactTable::load_or_solve(rules, testkit::kOpposite, folder.path(), options);
  EXPECT_EQ(told, (std::vector{true, false}));
  // Nothing is left beside it.
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

// Packed bounds are not as close, but what is true lies between them, at every stage of solving.
TEST(ExactTable, PackedBoundsHold) {
  for (const char* line :
       {"planes=1", "planes=1,sixes=none,finish=bounce", "chinese,planes=1",
        "ludo,planes=1,sixes=none", "planes=1,takeoff=6,sixes=none,flight=must,finish=bounce"}) {
    for (const std::array seats : {testkit::kOpposite, std::array{Seat::R, Seat::Y}}) {
      SCOPED_TRACE(std::string(line) + ' ' + letter(seats[1]));
      const Rules rules = rules_of(line);
      const Graph graph(rules, seats);
      const ExactTable exact = ExactTable::solve(rules, seats);
      for (const int most_sweeps : {1, 3, 9, 2000}) {
        SolveOptions options;
        options.is_packed = true;
        options.most_sweeps = most_sweeps;
        const ExactTable packed = ExactTable::solve(rules, seats, options);
        for (const State& state : graph.states()) {
          const Bounds bounds = packed.value(state, seats[0]);
          const Bounds truth = exact.value(state, seats[0]);
          ASSERT_LE(bounds.lower, truth.upper + 1e-12) << to_text(state);
          ASSERT_GE(bounds.upper, truth.lower - 1e-12) << to_text(state);
        }
        if (most_sweeps == 2000) {
          EXPECT_LT(packed.gap(), 1e-6);
          EXPECT_LT(packed.sweeps(), 2000);
        }
      }
    }
  }
}

TEST(ExactTable, PackedIsTheSameForAnyNumberOfThreads) {
  const Rules rules = rules_of("planes=2");
  SolveOptions options;
  options.is_packed = true;
  options.most_sweeps = 2;
  const ExactTable one = ExactTable::solve(rules, testkit::kOpposite, options);
  options.threads = 3;
  const ExactTable three = ExactTable::solve(rules, testkit::kOpposite, options);
  for (const char* line :
       {"R:hx2 B:hx2 R 0 - -", "R:h,10 B:20,54 B 0 - -", "R:5x2 B:p,18 R 0 - -"}) {
    const State state = *parse_position(rules, line);
    EXPECT_EQ(one.value(state, Seat::R), three.value(state, Seat::R)) << line;
  }
}

TEST(ExactTable, ValueOfAGameThatIsOver) {
  const ExactTable table = ExactTable::solve(rules_of("planes=1"), testkit::kOpposite);
  const State over = testkit::position("planes=1", "R:c B:h - 0 - RB");
  EXPECT_EQ(table.value(over, Seat::R), (Bounds{1, 1}));
  EXPECT_EQ(table.value(over, Seat::B), (Bounds{0, 0}));
}

}  // namespace
}  // namespace aero
