// aeroplane load against the real server, a few tables for a second or two: that what it says is
// right, never how fast it was. And what may happen to a server, of which an hour is
// `aeroplane load --chaos --seconds 3600`.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "aero/sanitized.hpp"
#include "program.hpp"

namespace aero::cli {
namespace {

using Json = nlohmann::ordered_json;

Json report_of(std::vector<std::string> words, const Surroundings& surroundings = {}) {
  words.insert(words.begin(), "load");
  words.emplace_back("--json");
  const Outcome outcome = run(words, surroundings);
  EXPECT_EQ(outcome.exit, 0) << outcome.err << outcome.out;
  return Json::parse(outcome.out, nullptr, false);
}

TEST(Load, CountsMovesThatAreInTheLogs) {
  const Json report = report_of({"--tables", "4", "--seconds", "2", "--rate", "2", "--check"});
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report["connections"], 16);
  EXPECT_EQ(report["fault_count"], 0);
  EXPECT_EQ(report["refused"], Json::object());
  EXPECT_EQ(report["checked"]["tables"], 4);
  // Each of the moves measured was a choice or a roll that could not be used; before them, there
  // were those of the warm-up, and all are in the logs.
  const std::int64_t moves = report["latency"]["moves"];
  EXPECT_GT(moves, 0);
  EXPECT_GE(report["checked"]["plies"], 2 * moves - report["without_choice"].get<std::int64_t>());
  // Four seats sat, the table was opened, it began, and who begins was rolled.
  EXPECT_GE(report["checked"]["entries"], report["checked"]["plies"].get<std::int64_t>() + 4 * 10);
  // All dice, those of who begins included.
  EXPECT_GE(report["checked"]["rolls_verified"], moves + 4 * 4);
}

TEST(Load, PlaysWithTwoSeatsByOtherRules) {
  const Json report = report_of({"--tables", "2", "--seconds", "1", "--rate", "4", "--check",
                                 "--seats", "YG", "--rules", "chinese"});
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report["connections"], 4);
  EXPECT_EQ(report["fault_count"], 0);
  EXPECT_GT(report["checked"]["plies"], 0);
}

TEST(Load, EverybodyIsThereAgainAfterTheServerWasKilled) {
  const Json report =
      report_of({"--resume", "--tables", "6", "--seconds", "1", "--rate", "2", "--check"});
  ASSERT_TRUE(report.is_object());
  EXPECT_GT(report["resume_s"], 0);
  EXPECT_GT(report["latency"]["moves"], 0);
  EXPECT_EQ(report["fault_count"], 0);
}

TEST(Load, OthersPlayOnWhileSomeFlood) {
  const Json report =
      report_of({"--flood", "2", "--tables", "4", "--seconds", "2", "--rate", "2", "--check"});
  ASSERT_TRUE(report.is_object());
  EXPECT_GT(report["flood_messages"], 0);
  EXPECT_GT(report["flood_closed"], 0);
  EXPECT_GT(report["flooded"]["moves"], 0);
  EXPECT_EQ(report["fault_count"], 0);
}

// Kills, stops, torn logs, a full disk, and a time of day that jumps by years: nothing that was
// acknowledged is lost, and every game ends.
TEST(Load, NothingIsLostInChaos) {
  Surroundings surroundings;
  if (!testkit::kIsSanitized) surroundings.variables = {"LD_PRELOAD=" AERO_JUMPING_CLOCK};
  const Json report =
      report_of({"--chaos", "--tables", "6", "--seconds", "6", "--rate", "12"}, surroundings);
  ASSERT_TRUE(report.is_object());
  EXPECT_GT(report["kills"], 0);
  EXPECT_EQ(report["fault_count"], 0) << report["faults"];
  EXPECT_GE(report["games_finished"], 6);
  EXPECT_EQ(report["checked"]["finished"], report["games_finished"]);
  EXPECT_GT(report["checked"]["acknowledged"], 0);
}

TEST(Load, IsForThisMachineAlone) {
  for (const char* const url : {"http://example.org:80", "http://127.0.0.1.example.org:80",
                                "https://127.0.0.1:80", "http://127.0.0.1", "http://127.0.0.1:0",
                                "http://127.0.0.1:99999", "http://127.0.0.1:80/x"}) {
    const Outcome outcome = run({"load", "--url", url});
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_EQ(outcome.err, std::string("aeroplane: --url: “") + url +
                               "” is not http://127.0.0.1:PORT. Only a server on this machine may "
                               "be loaded.\n");
  }
}

TEST(Load, SaysWhatDoesNotGoTogether) {
  EXPECT_EQ(run({"load", "--resume", "--chaos"}).err,
            "aeroplane: Choose one of --resume, --flood and --chaos.\n");
  EXPECT_EQ(run({"load", "--chaos", "--url", "http://127.0.0.1:9"}).err,
            "aeroplane: --resume, --chaos and --server-core need a server of their own; leave "
            "--url out.\n");
  EXPECT_EQ(run({"load", "--check", "--url", "http://127.0.0.1:9"}).err,
            "aeroplane: --check with --url needs --data, the folder of that server’s store.\n");
  EXPECT_EQ(run({"load", "--rate", "0"}).exit, 2);
}

}  // namespace
}  // namespace aero::cli
