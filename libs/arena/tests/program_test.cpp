#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

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

// Why it does not play at all: the code and its arguments but the command.
std::string why_not(const std::string& command, std::int64_t timeout_ms = 20'000) {
  const auto report = play_match(
      match_of(2), program(command, {.movetime_ms = 1'000'000, .timeout_ms = timeout_ms}),
      contestant(*bot_of("random")));
  if (report) return "it plays";
  std::string why(report.errors()[0].code);
  for (std::size_t i = 1; i < report.errors()[0].arguments.size(); ++i) {
    why += " " + report.errors()[0].arguments[i].second;
  }
  return why;
}

TEST(Program, IsSaidToHaveEndedWhereItEnds) {
  EXPECT_EQ(why_not("exit 0"), "arena.ended aeiok 0");
  EXPECT_EQ(why_not("echo hello; exit 3"), "arena.ended aeiok 3");
  EXPECT_EQ(why_not("no-such-program-at-all 2>&1"), "arena.ended aeiok 127");
  EXPECT_EQ(why_not("kill -9 $$"), "arena.ended aeiok 137");
  EXPECT_EQ(why_not("echo aeiok; exit 4"), "arena.ended readyok 4");
  EXPECT_EQ(why_not(engine("rules) exit 5;;")), "arena.ended readyok 5");
}

TEST(Program, IsSaidNotToAnswerWhereItGoesOn) {
  EXPECT_EQ(why_not("cat >&2", 100), "arena.no_answer aeiok 100");
  EXPECT_EQ(why_not("exec >&-; sleep 100", 100), "arena.no_answer aeiok 100");
  EXPECT_EQ(why_not("echo aeiok; sleep 100", 100), "arena.no_answer readyok 100");
}

TEST(Program, IsQuotedWhereItRefuses) {
  const std::string rules = "rules " + to_text(kQuick);
  EXPECT_EQ(why_not(engine("rules) echo error only standard;;")),
            "arena.refused " + rules + " only standard");
  EXPECT_EQ(why_not(engine("rules) echo error;;")), "arena.refused " + rules + " error");
  EXPECT_EQ(why_not("echo error no memory; exit 1"), "arena.refused aei no memory");
}

TEST(Program, SeparatesWordsByAnyBlanks) {
  const auto report =
      play("printf ' \\taeiok\\t\\r\\n'; " +
               engine("go) set -- $rest; printf '\\t bestmove \\t%s \\t\\r\\n' \"$2\";;"),
           4);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->failed(0), 0);
}

// One that was started anew by a thread of the match lives as long as its table.
TEST(Program, PlaysOnAfterACrashOnAnyThread) {
  const std::string folder = ::testing::TempDir() + "crash." + std::to_string(::getpid()) + ".";
  const std::string crash = "go) ! mkdir " + folder + "1 2>&- || exit; ! mkdir " + folder +
                            "2 2>&- || exit; set -- $rest; echo bestmove \"$2\";;";
  Match match = match_of(60);
  match.threads = 3;
  const auto report = play_match(match, program(engine(crash), {}), contestant(*bot_of("random")));
  ASSERT_TRUE(report);
  EXPECT_EQ(count(report, Failure::crashed), 2);
  EXPECT_EQ(report->failed(0), 2);
  for (const char* number : {"1", "2"}) std::filesystem::remove(folder + number);
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
