#include <gtest/gtest.h>

#include <chrono>

#include "aero/arena/match.hpp"

namespace aero::arena {
namespace {

// An engine in a line of the shell, with what it does on a command, "go) …;;".
std::string engine(const std::string& branches) {
  return "while read -r verb rest; do case $verb in " + branches +
         " aei) echo id name shell; echo aeiok;; isready) echo readyok;; quit) exit;; esac; done";
}
const std::string kFirstLegal = "go) set -- $rest; echo info thinking; echo bestmove \"$2\";;";

Match match_of(std::int64_t games) {
  Match match;
  match.rules = kQuick;
  match.seats = {Seat::R, Seat::B};
  match.games = games;
  return match;
}

Result<MatchReport> play(const std::string& command, std::int64_t games,
                         std::int64_t timeout_ms = 20'000) {
  return play_match(match_of(games), program(command, {.timeout_ms = timeout_ms}),
                    contestant(*bot_of("random")));
}

std::int64_t count(const Result<MatchReport>& report, Failure failure) {
  return report->failures[0][static_cast<std::size_t>(failure)];
}

// The first legal move of a program, and of a bot of this program.
class First final : public Player {
 public:
  void begin(std::uint64_t) override {}
  Answer choose(const State&, const MoveList& legal, Random) override { return {legal[0]}; }
};

TEST(Program, PlaysAsABotThatChoosesAlike) {
  const Contestant first{"first", [](const Rules&) -> Result<std::unique_ptr<Player>> {
                           return std::unique_ptr<Player>(std::make_unique<First>());
                         }};
  const Result<MatchReport> alike = play_match(match_of(40), first, contestant(*bot_of("random")));
  const Result<MatchReport> report = play(engine(kFirstLegal), 40);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->failed(0), 0);
  EXPECT_EQ(report->wins, alike->wins);
  EXPECT_EQ(report->score.low, alike->score.low);
}

TEST(Program, IsToldTheLimits) {
  const std::string command = engine(
      "go) set -- $rest; [ \"$1 $2 $3 $4 $5\" = 'nodes 7 movetime 30 legal' ] && "
      "echo bestmove \"$6\";;");
  const Result<MatchReport> report =
      play_match(match_of(2), program(command, {.nodes = 7, .movetime_ms = 30}),
                 contestant(*bot_of("random")));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->failed(0), 0);
}

TEST(Program, LosesTheGameInWhichItChoosesWhatIsNotLegal) {
  const auto report = play(engine("go) echo bestmove 3-4;;"), 10);
  ASSERT_TRUE(report);
  EXPECT_EQ(count(report, Failure::illegal), 10);
  EXPECT_EQ(report->score.value, 0);
}

TEST(Program, LosesTheGameInWhichItRefuses) {
  const auto report = play(engine("go) echo error what;;"), 4);
  ASSERT_TRUE(report);
  EXPECT_EQ(count(report, Failure::illegal), 4);
}

TEST(Program, IsStartedAnewAfterACrash) {
  const auto report = play(engine("go) exit 3;;"), 10);
  ASSERT_TRUE(report);
  EXPECT_EQ(count(report, Failure::crashed), 10);
}

TEST(Program, LosesTheGameInWhichItIsLate) {
  const auto start = std::chrono::steady_clock::now();
  const auto report = play(engine("go) sleep 100;;"), 4, 200);
  ASSERT_TRUE(report);
  EXPECT_EQ(count(report, Failure::timed_out), 4);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Program, HasToGreet) {
  for (const char* command : {"exit 0", "echo hello", "no-such-program-at-all 2>&1"}) {
    const auto report = play(command, 2);
    ASSERT_FALSE(report) << command;
    EXPECT_EQ(report.errors()[0].code, "arena.no_handshake");
  }
  EXPECT_EQ(play("cat >&2", 2, 100).errors()[0].code, "arena.no_handshake");
}

TEST(Program, MayRefuseTheRules) {
  const auto report = play(engine("rules) echo error only standard;;"), 2);
  ASSERT_FALSE(report);
  const Error& error = report.errors()[0];
  EXPECT_EQ(error.code, "arena.rules_refused");
  EXPECT_EQ(error.arguments[1].second, "only standard");
}

// The example of the project, to the end and without a fault, whichever thread it plays on.
TEST(Program, TheExampleInPythonBeatsRandom) {
  const Contestant example = program("exec python3 examples/python/engine.py", {});
  Match match = match_of(200);
  match.rules = kStandard;
  const Contestant random = contestant(*bot_of("random"));
  const Result<MatchReport> report = play_match(match, example, random);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->failed(0), 0);
  EXPECT_GT(report->score.low, 0.6);
  match.threads = 2;
  EXPECT_EQ(play_match(match, example, random)->wins, report->wins);
  // Against itself it meets what it would do itself.
  match.games = 10;
  match.seats = {Seat::R, Seat::Y, Seat::B, Seat::G};
  match.holding = Holding::half;
  const Result<MatchReport> itself = play_match(match, example, example);
  EXPECT_EQ(itself->games, 12);
  EXPECT_EQ(itself->wins, 6);
}

}  // namespace
}  // namespace aero::arena
