#include "aero/arena/match.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "aero/eval.hpp"

namespace aero::arena {
namespace {

const std::vector kTwo{Seat::R, Seat::B};
const std::vector kThree{Seat::R, Seat::Y, Seat::B};
const std::vector kFour{Seat::R, Seat::Y, Seat::B, Seat::G};

Contestant of(std::string_view name) { return contestant(*bot_of(name)); }

MatchReport play(const Match& match, std::string_view a, std::string_view b) {
  const Result<MatchReport> report = play_match(match, of(a), of(b));
  EXPECT_TRUE(report);
  return *report;
}

Match match_of(const std::vector<Seat>& seats, std::int64_t games) {
  Match match;
  match.seats = seats;
  match.games = games;
  match.rules = kQuick;
  return match;
}

TEST(Seatings, AreEveryWayToSit) {
  using Masks = std::vector<std::uint8_t>;
  EXPECT_EQ(seatings(2, Holding::one), (Masks{1, 2}));
  EXPECT_EQ(seatings(2, Holding::half), (Masks{1, 2}));
  EXPECT_EQ(seatings(3, Holding::one), (Masks{1, 2, 4}));
  EXPECT_EQ(seatings(3, Holding::half), (Masks{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(seatings(4, Holding::one), (Masks{1, 2, 4, 8}));
  EXPECT_EQ(seatings(4, Holding::half), (Masks{3, 5, 6, 9, 10, 12}));
}

// The same dice and choices on every side: each block of equal bots gives exactly the fair share,
// also where bots are random.
TEST(PlayMatch, OfEqualBotsIsFairToTheBit) {
  for (const auto& seats : {kTwo, kThree, kFour}) {
    for (const Holding holding : {Holding::one, Holding::half}) {
      for (const std::string_view bot : {"random", "greedy"}) {
        Match match = match_of(seats, 60);
        match.holding = holding;
        const MatchReport report = play(match, bot, bot);
        const double fair = holding == Holding::one ? 1.0 / static_cast<double>(seats.size()) : 0.5;
        EXPECT_EQ(report.fair, fair);
        EXPECT_EQ(report.games, 60);
        const auto size = static_cast<double>(seatings(seats.size(), holding).size());
        const std::vector blocks(static_cast<std::size_t>(report.blocks), fair);
        const Share all = mean_of_blocks(blocks, fair * (1 - fair) / size);
        EXPECT_EQ(report.score.value, fair);
        EXPECT_EQ(report.score.low, all.low);
        EXPECT_EQ(report.score.high, all.high);
        EXPECT_EQ(static_cast<double>(report.wins), fair * 60);
        EXPECT_EQ(report.adjusted ? report.adjusted->share.value : fair, fair);
      }
    }
  }
}

// What each player is shown first in a game: its seat and roll.
class Watcher final : public Player {
 public:
  explicit Watcher(std::vector<std::string>& seen) : seen_(seen) {}
  void begin(std::uint64_t number) override { game_ = std::to_string(number); }
  Answer choose(const State& state, const MoveList& legal, Random random) override {
    if (!game_.empty()) seen_.push_back(game_ + " " + to_text(state));
    game_.clear();
    return {legal[static_cast<int>(random.below(static_cast<std::uint32_t>(legal.size()), 0))]};
  }

 private:
  std::vector<std::string>& seen_;
  std::string game_;
};

TEST(PlayMatch, ShowsBothBotsTheSameGames) {
  std::vector<std::string> seen[2];
  const auto watcher = [&](int i) {
    return Contestant{"watcher", [&seen, i](const Rules&) -> Result<std::unique_ptr<Player>> {
                        return std::unique_ptr<Player>(std::make_unique<Watcher>(seen[i]));
                      }};
  };
  ASSERT_TRUE(play_match(match_of(kTwo, 40), watcher(0), watcher(1)));
  EXPECT_EQ(seen[0].size(), 40u);
  EXPECT_NE(seen[0], seen[1]);  // one begins, then the other
  std::ranges::sort(seen[0]);
  std::ranges::sort(seen[1]);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(std::ranges::adjacent_find(seen[0]), seen[0].end());
}

TEST(PlayMatch, SeenFromTheOtherSideIsTheRest) {
  for (const auto& seats : {kTwo, kThree, kFour}) {
    Match match = match_of(seats, 120);
    match.holding = Holding::half;
    const MatchReport report = play(match, "greedy", "random");
    const MatchReport other = play(match, "random", "greedy");
    EXPECT_GT(report.score.value, 0.5);
    EXPECT_NEAR(report.score.value + other.score.value, 1, 1e-12);
    EXPECT_NEAR(report.score.low + other.score.high, 1, 1e-12);
  }
}

TEST(PlayMatch, IsTheSameForAnyNumberOfThreads) {
  Match match = match_of(kFour, 200);
  match.sprt = Sprt{.low = 0.25, .high = 0.3};
  std::optional<MatchReport> first;
  for (const int threads : {1, 2, 5}) {
    match.threads = threads;
    const MatchReport report = play(match, "greedy", "random");
    if (!first) first = report;
    EXPECT_EQ(report.games, first->games);
    EXPECT_EQ(report.wins, first->wins);
    EXPECT_EQ(report.score.low, first->score.low);
    EXPECT_EQ(report.sprt->log_ratio, first->sprt->log_ratio);
    ASSERT_EQ(report.adjusted.has_value(), first->adjusted.has_value());
    if (report.adjusted) {
      EXPECT_EQ(report.adjusted->share.low, first->adjusted->share.low);
    }
  }
  match.seed = 2;
  EXPECT_NE(play(match, "greedy", "random").sprt->log_ratio, first->sprt->log_ratio);
}

TEST(PlayMatch, StopsWhenTheTestIsDecided) {
  Match match = match_of(kTwo, 100'000);
  match.threads = 2;
  match.weighs_luck = false;
  match.sprt = Sprt{.low = 0.5, .high = 0.6};
  const MatchReport won = play(match, "greedy", "random");
  EXPECT_EQ(won.sprt->verdict, Sequential::Verdict::high);
  EXPECT_GE(won.sprt->log_ratio, won.sprt->upper_bound);
  EXPECT_LT(won.games, 2000);
  const MatchReport lost = play(match, "random", "greedy");
  EXPECT_EQ(lost.sprt->verdict, Sequential::Verdict::low);
  const MatchReport equal = play(match, "random", "random");
  EXPECT_EQ(equal.sprt->verdict, Sequential::Verdict::low);

  // One block less was not enough.
  match.games = won.games - 2;
  EXPECT_EQ(play(match, "greedy", "random").sprt->verdict, Sequential::Verdict::none);
}

// With luck taken off it is decided by fewer games, and the same way.
TEST(PlayMatch, IsDecidedSoonerLessLuck) {
  if (standard_net() == nullptr) GTEST_SKIP() << "no net";
  Match match = match_of(kTwo, 100'000);
  match.threads = 2;
  match.sprt = Sprt{.low = 0.5, .high = 0.51};
  const MatchReport sooner = play(match, "master", "race");
  match.weighs_luck = false;
  const MatchReport later = play(match, "master", "race");
  EXPECT_EQ(sooner.sprt->verdict, Sequential::Verdict::high);
  EXPECT_EQ(later.sprt->verdict, Sequential::Verdict::high);
  EXPECT_LT(2 * sooner.games, later.games);
}

TEST(PlayMatch, PlaysTheLastBlockOut) {
  EXPECT_EQ(play(match_of(kFour, 5), "random", "greedy").games, 8);
}

TEST(PlayMatch, CountsAGameThatIsTooLongAsFair) {
  Match match = match_of(kFour, 8);
  match.max_plies = 10;
  const MatchReport report = play(match, "greedy", "random");
  EXPECT_EQ(report.unfinished, 8);
  EXPECT_EQ(report.wins, 0);
  EXPECT_EQ(report.score.value, 0.25);
}

// Gives up at its third choice of a game.
class Quitter final : public Player {
 public:
  void begin(std::uint64_t) override { choices_ = 0; }
  Answer choose(const State&, const MoveList& legal, Random) override {
    if (++choices_ == 3) return {Move::pass(), Failure::illegal};
    return {legal[0]};
  }

 private:
  int choices_ = 0;
};

TEST(PlayMatch, GivesAFailedGameToTheOther) {
  const Contestant quitter{"quitter", [](const Rules&) -> Result<std::unique_ptr<Player>> {
                             return std::unique_ptr<Player>(std::make_unique<Quitter>());
                           }};
  const Match match = match_of(kTwo, 20);
  const Result<MatchReport> report = play_match(match, quitter, of("random"));
  EXPECT_EQ(report->score.value, 0);
  EXPECT_EQ(report->failed(0), 20);
  EXPECT_EQ(report->failures[0][static_cast<std::size_t>(Failure::illegal)], 20);
  EXPECT_EQ(report->failed(1), 0);
  const Result<MatchReport> other = play_match(match, of("random"), quitter);
  EXPECT_EQ(other->score.value, 1);
  EXPECT_EQ(other->failed(1), 20);
  EXPECT_EQ(other->wins, 20);
}

TEST(PlayMatch, TellsWhyABotCannotEnter) {
  const Contestant nobody{"nobody", [](const Rules&) -> Result<std::unique_ptr<Player>> {
                            return Error{"arena.not_started", {{"command", "nobody"}}};
                          }};
  const Result<MatchReport> report = play_match(match_of(kTwo, 2), of("random"), nobody);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.errors()[0].code, "arena.not_started");
}

TEST(PlayMatch, IsSurerWithoutLuck) {
  if (standard_net() == nullptr) GTEST_SKIP() << "no net";
  Match match = match_of(kTwo, 1000);
  match.rules = kStandard;
  match.threads = 2;
  const MatchReport report = play(match, "greedy", "race");
  ASSERT_TRUE(report.adjusted);
  EXPECT_GT(report.adjusted->explained, 0.3);
  EXPECT_GT(report.adjusted->coefficient, 0.5);
  const auto width = [](const Share& share) { return share.high - share.low; };
  EXPECT_LT(width(report.adjusted->share), 0.85 * width(report.score));
  EXPECT_LT(report.adjusted->share.low, report.score.high);
  EXPECT_GT(report.adjusted->share.high, report.score.low);
}

TEST(PlayMatch, TellsHowLongBotsThink) {
  const MatchReport report = play(match_of(kTwo, 20), "random", "club");
  EXPECT_GT(report.thinking[0].choices, 100);
  EXPECT_GT(report.thinking[1].choices, 100);
  EXPECT_GT(report.thinking[0].seconds, 0);
  EXPECT_GT(report.thinking[1].mean_ms(), report.thinking[0].mean_ms());
  EXPECT_EQ(Thinking{}.mean_ms(), 0);
}

TEST(PlayPool, PlaysEveryPairAndRatesThem) {
  Pool pool{.match = match_of(kFour, 120), .bots = {of("random"), of("race"), of("random")}};
  pool.match.rules = kStandard;
  pool.match.weighs_luck = false;
  pool.match.threads = 2;
  const Result<PoolReport> report = play_pool(pool);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->games, 360);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      ASSERT_EQ(report->pairs[i][j].has_value(), i != j);
      if (i == j) continue;
      EXPECT_NEAR(report->pairs[i][j]->score.value + report->pairs[j][i]->score.value, 1, 1e-12);
      EXPECT_EQ(report->pairs[i][j]->fair, 0.5);
    }
  }
  EXPECT_EQ(report->pairs[0][2]->score.value, 0.5);  // equal bots
  EXPECT_NEAR(report->pairs[0][1]->score.value, report->pairs[2][1]->score.value, 1e-12);
  // Equal bots are equal by the games of the block, and the racer is better.
  const Ratings& ratings = report->ratings;
  EXPECT_NEAR(ratings.bots[0].value, ratings.bots[2].value, 1e-6);
  EXPECT_GT(ratings.bots[1].low, ratings.bots[0].high);
  EXPECT_EQ(ratings.seats.size(), 4u);
}

}  // namespace
}  // namespace aero::arena
