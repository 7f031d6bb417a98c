// rules, perft, simulate, bench, train and signature: what they print.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "aero/sanitized.hpp"
#include "program.hpp"

namespace aero::cli {
namespace {

using Json = nlohmann::ordered_json;

TEST(Rules, ListsPresetsAndOptions) {
  const Json rules = json_of({"rules"});
  ASSERT_EQ(rules["presets"].size(), 4u);
  EXPECT_EQ(rules["presets"][3],
            Json::parse(R"({"name":"quick","rules":"planes=2,takeoff=123456,end=first",
                            "title":"Quick","about":"Two planes each, any number takes off, and )"
                        R"(the first player home ends the game."})"));
  std::string keys;
  for (const Json& option : rules["options"]) keys += option["key"].get<std::string>() + " ";
  EXPECT_EQ(keys,
            "planes takeoff sixes recall jump flight chain onward crossing stack stackhit wall "
            "finish bonus end move ");
  EXPECT_EQ(rules["options"][10]["values"][2],
            Json::parse(R"({"value":"hitter","title":"the piece that landed",
                            "about":"The piece that landed goes home; the stack stays."})"));
}

TEST(Rules, AreATableOfWords) {
  const std::string text = run({"rules"}).out;
  EXPECT_TRUE(text.starts_with("Presets\n  standard  Standard: Even numbers take off;")) << text;
  EXPECT_NE(
      text.find("\n    hitter      the piece that landed: The piece that landed goes home; the\n"
                "                stack stays.\n"),
      std::string::npos)
      << text;
}

TEST(Rules, ExplainTellsWhatDiffers) {
  EXPECT_EQ(run({"rules", "explain", "chinese,sixes=moved,onward=off,wall=free,finish=exact"}).out,
            "takeoff=6,flight=must,stack=always,stackhit=both\n"
            "\n"
            "What differs from standard:\n"
            "  takeoff=6      Take-off: Only a six brings a plane out.\n"
            "  flight=must    Shortcut flight: A plane that lands on the shortcut always\n"
            "                 takes it.\n"
            "  stack=always   Stacking: Planes that meet on a square always stack.\n"
            "  stackhit=both  Landing on a stack: The stack and the piece that landed on it\n"
            "                 both go home.\n");
  EXPECT_EQ(run({"rules", "explain", "ludo,sixes=moved,stack=may,jump=on,flight=may,bonus=six",
                 "--lang", "tr"})
                .out,
            "takeoff=6\n"
            "\n"
            "standard kurallarından farkı:\n"
            "  takeoff=6  Kalkış: Bir uçağı yalnızca 6 çıkarır.\n");
  EXPECT_EQ(json_of({"rules", "explain", "quick,end=last,planes=4"}),
            Json::parse(R"({"rules":"takeoff=123456","differs":[{"key":"takeoff","value":"123456",
                            "title":"any number","about":"Every roll can bring a plane out."}]})"));
}

TEST(Rules, ExplainOfStandardHasNothingThatDiffers) {
  const std::string text = run({"rules", "explain", "planes=4"}).out;
  EXPECT_TRUE(text.starts_with("standard\nEven numbers take off;")) << text;
  EXPECT_EQ(json_of({"rules", "explain", "standard"}),
            Json::parse(R"({"rules":"standard","differs":[]})"));
}

TEST(Perft, CountsByDepth) {
  EXPECT_EQ(run({"perft", "--seats", "RB", "--depth", "4"}).out, "1\t6\n2\t21\n3\t81\n4\t294\n");
}

TEST(Perft, DividesByFirstPly) {
  EXPECT_EQ(run({"perft", "--divide", "--depth", "1", "R:hx3,16 B:hx4 R 0 2 -"}).out,
            "h-p\t1\n16-18^22\t1\n16-18~30\t1\n");
  EXPECT_EQ(json_of({"perft", "--divide", "--depth", "2", "--seats", "BR"}),
            Json::parse(R"({"rules":"standard","position":"R:hx4 B:hx4 B 0 - -",
                            "divide":{"1":6,"2":1,"3":6,"4":1,"5":6,"6":1}})"));
}

TEST(Perft, OfAGameThatIsOverIsNothing) {
  EXPECT_EQ(run({"perft", "--depth", "2", "R:cx4 B:hx4 - 0 - RB"}).out, "1\t0\n2\t0\n");
  EXPECT_EQ(run({"perft", "--depth", "2", "--divide", "R:cx4 B:hx4 - 0 - RB"}).out, "");
}

TEST(Simulate, GivesTheSameForAnyNumberOfThreads) {
  const std::vector<std::string> words = {"simulate", "--games", "200",    "--seed",   "5",
                                          "--bots",   "random",  "--json", "--threads"};
  const auto with_threads = [&](const std::string& threads) {
    std::vector<std::string> all = words;
    all.push_back(threads);
    return run(all).out;
  };
  const std::string one = with_threads("1");
  EXPECT_NE(one, "");
  EXPECT_EQ(with_threads("2"), one);
  EXPECT_EQ(with_threads("7"), one);
  EXPECT_NE(run({"simulate", "--games", "200", "--seed", "6", "--json"}).out, one);
}

TEST(Simulate, ReportsNumbersThatAddUp) {
  const Json json = json_of({"simulate", "--seats", "GRY", "--bots", "greedy,random,cautious",
                             "--games", "300", "--seed", "3", "--rules", "quick"});
  EXPECT_EQ(json["games"], 300);
  EXPECT_EQ(json["unfinished"], 0);
  EXPECT_EQ(json["seats"], "GRY");
  EXPECT_EQ(json["seed"], 3);
  EXPECT_EQ(json["rules"], "planes=2,takeoff=123456,end=first");
  EXPECT_EQ(json["bots"], Json::parse(R"(["greedy","random","cautious"])"));
  int firsts = 0;
  double rolls = 0;
  std::string seats;
  for (const auto& [seat, count] : json["first_places"].items()) {
    firsts += count.get<int>();
    seats += seat;
    rolls += json["counts"][seat]["rolls"].get<double>();
    EXPECT_EQ(json["places"][seat][0], count);
    EXPECT_NEAR(json["first_place_shares"][seat]["value"].get<double>(), count.get<int>() / 300.0,
                1e-12);
  }
  EXPECT_EQ(seats, "GRY");
  EXPECT_EQ(firsts, 300);
  EXPECT_NEAR(json["rolls_per_game"].get<double>(), rolls / 300, 1e-9);
  EXPECT_LE(json["rolls_per_game_interval"][0], json["rolls_per_game"]);
  EXPECT_LE(json["rolls_quantiles"]["median"], json["rolls_quantiles"]["p95"]);
}

TEST(Simulate, KeepsGamesWithoutEndApart) {
  const Json json = json_of({"simulate", "--games", "10", "--max-plies", "50"});
  EXPECT_EQ(json["games"], 10);
  EXPECT_EQ(json["unfinished"], 10);
  EXPECT_EQ(json["rolls_per_game"], nullptr);
  EXPECT_EQ(json["first_places"], Json::parse(R"({"R":0,"Y":0,"B":0,"G":0})"));
  EXPECT_EQ(run({"simulate", "--games", "10", "--max-plies", "50"}).out,
            "10 games under standard, seed 1.\n10 games were left unfinished after 50 plies.\n");
}

TEST(Simulate, ReportsInWords) {
  const Outcome outcome =
      run({"simulate", "--games", "50", "--seats", "RB", "--bots", "greedy,random"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.starts_with("50 games under standard, seed 1.\n\n  seat  bot"))
      << outcome.out;
  EXPECT_TRUE(std::regex_search(
      outcome.out, std::regex("\n  Red   greedy +\\d+ +\\d+\\.\\d\\d % +\\d+\\.\\d\\d % – ")))
      << outcome.out;
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex("A game takes \\d+\\.\\d\\d rolls")))
      << outcome.out;
}

TEST(Simulate, ShowsHowFarItIsOnATerminalOnly) {
  const std::vector<std::string> words = {"simulate", "--games", "3000", "--threads", "2"};
  EXPECT_EQ(run(words).err, "");
  const std::string shown = run(words, {.is_err_terminal = true}).err;
  EXPECT_NE(shown.find("of 3000"), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << "the bar is wiped";
}

TEST(Bench, CountsWhatWasAccepted) {
  const Json json = json_of({"bench", "--rules", "quick", "--seats", "RB", "--repeats", "1"});
  ASSERT_EQ(json["rows"].size(), 1u);
  const Json& row = json["rows"][0];
  EXPECT_EQ(row["rules"], "quick");
  EXPECT_EQ(row["seats"], "RB");
  EXPECT_EQ(row["refused"], 0);
  EXPECT_GT(row["moves_accepted"], 0);
  EXPECT_EQ(row["plies"].get<std::int64_t>(),
            row["rolls"].get<std::int64_t>() + row["moves_accepted"].get<std::int64_t>());
  EXPECT_GT(row["games_per_second"], 0);
  EXPECT_GT(row["evaluations_per_second"]["plain"], 0);
}

TEST(Train, StopsAndGoesOn) {
  const std::string folder = ::testing::TempDir() + "aeroplane-train-" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  const std::string whole = folder + "/whole.net";
  const std::string part = folder + "/part.net";
  const std::string state = folder + "/state";
  const auto file = [](const std::string& name) {
    std::ifstream stream(name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };

  const Json json = json_of({"train", "--games", "64", "--seed", "2", "--out", whole});
  EXPECT_EQ(json["games"], 64);
  EXPECT_GT(json["positions"], 64 * 20);
  EXPECT_EQ(file(whole).substr(0, 8), "AERONET\n");
  EXPECT_EQ(json_of({"train", "--games", "64", "--until", "32", "--seed", "2", "--out", part,
                     "--state", state, "--threads", "1"})["games"],
            32);
  EXPECT_NE(file(part), file(whole));
  EXPECT_EQ(json_of({"train", "--games", "64", "--seed", "2", "--out", part, "--state", state}),
            json);
  EXPECT_EQ(file(part), file(whole));

  EXPECT_EQ(run({"train", "--out", part, "--state", state}).err,
            "aeroplane: " + state + " keeps a training with another seed: 2.\n");
  EXPECT_EQ(run({"train", "--seed", "2", "--exact", "--out", part, "--state", state}).err,
            "aeroplane: " + state + " keeps a training without exact tables: leave out --exact.\n");
  EXPECT_EQ(run({"train", "--out", part, "--state", whole}).err,
            "aeroplane: " + whole + " does not keep a training.\n");
  EXPECT_EQ(
      run({"train", "--out", folder + "/none/x.net"}).err,  // before it begins
      "aeroplane: " + folder + "/none/x.net: it cannot be written (No such file or directory).\n");
  EXPECT_EQ(run({"train", "--out", part, "--state", part}).err,
            "aeroplane: --out and --state name the same file: " + part + ".\n");
  EXPECT_EQ(run({"train"}).err, "aeroplane: --out is missing.\n");
  // A pipe stays one, and gets the net.
  const Outcome piped =
      shell("bash", "cd " + folder +
                        " && mkfifo pipe && { cat pipe >copy & } && "
                        "aeroplane train --games 64 --seed 2 --out pipe && wait && "
                        "test -p pipe && cmp copy whole.net");
  EXPECT_EQ(piped.exit, 0) << piped.err;
  std::filesystem::remove_all(folder);
}

TEST(Signature, IsSixteenDigits) {
  const Outcome outcome = run({"signature"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_TRUE(std::regex_match(outcome.out, std::regex("[0-9a-f]{16}\n"))) << outcome.out;
  EXPECT_EQ(json_of({"signature"})["signature"].get<std::string>() + "\n", outcome.out);
}

TEST(Solve, TellsTheValueWithItsBounds) {
  const Json json = json_of({"solve", "--rules", "planes=1", "--seats", "RB"});
  EXPECT_EQ(json["rules"], "planes=1");
  EXPECT_EQ(json["seats"], "RB");
  EXPECT_NEAR(json["first_wins"].get<double>(), 0.5231921609, 1e-9);
  EXPECT_LE(json["lower"].get<double>(), json["first_wins"].get<double>());
  EXPECT_GE(json["upper"].get<double>(), json["first_wins"].get<double>());
  EXPECT_LE(json["upper"].get<double>() - json["lower"].get<double>(), 1e-8);
  EXPECT_LE(json["gap"].get<double>(), 1e-8);
  EXPECT_EQ(json["states"], 3364);
  EXPECT_GT(json["sweeps"].get<int>(), 1);
  EXPECT_EQ(json["finished"], true);
  EXPECT_GT(json["seconds"].get<double>(), 0);
  EXPECT_EQ(json_of({"solve", "--rules", "planes=1"})["first_wins"], json["first_wins"]);
}

TEST(Solve, KeepsTheTableWhereItIsTold) {
  const std::string folder = ::testing::TempDir() + "aeroplane-solve-" + std::to_string(getpid());
  const std::vector<std::string> words{"solve", "--rules", "planes=1", "--keep", folder};
  const Json solved = json_of(words);
  ASSERT_TRUE(std::filesystem::exists(folder));
  const auto written = [&] {
    return std::filesystem::last_write_time(*std::filesystem::directory_iterator(folder));
  };
  const auto first = written();
  const Json taken = json_of(words);
  EXPECT_EQ(written(), first);
  EXPECT_EQ(taken["first_wins"], solved["first_wins"]);
  EXPECT_EQ(taken["sweeps"], solved["sweeps"]);
  EXPECT_EQ(taken["gap"], solved["gap"]);
  // A folder where the file should be: what is solved is told all the same.
  const std::filesystem::path file = *std::filesystem::directory_iterator(folder);
  std::filesystem::remove(file);
  std::filesystem::create_directories(file / "in");
  const Outcome unkept = run(words);
  EXPECT_EQ(unkept.exit, 1);
  EXPECT_EQ(unkept.err,
            "The table cannot be written to " + folder + ", so what is solved is not kept.\n");
  EXPECT_NE(unkept.out.find("0.52319216"), std::string::npos);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(run({"solve", "--rules", "planes=1", "--keep", "/dev/null/none"}).exit, 2);
}

TEST(Solve, TellsTheValueOfEveryMove) {
  const Json json = json_of({"solve", "--rules", "planes=1", "--position", "R:16 B:30 R 0 2 -"});
  EXPECT_EQ(json["turn"], "R");
  ASSERT_EQ(json["moves"].size(), 2u);
  EXPECT_NEAR(json["moves"]["16-18^22"]["value"].get<double>(), 0.35226973, 1e-8);
  EXPECT_NEAR(json["moves"]["16-18~30"]["value"].get<double>(), 0.46130919, 1e-8);
  EXPECT_EQ(json["turn_wins"], json["moves"]["16-18~30"]);
}

TEST(Solve, TellsTheValueOfEveryRollWhereNoneWaits) {
  const Json json = json_of({"solve", "--rules", "planes=1", "--position", "R:16 B:30 R 0 - -"});
  ASSERT_EQ(json["rolls"].size(), 6u);
  double sum = 0;
  for (const Json& roll : json["rolls"]) sum += roll["value"].get<double>();
  EXPECT_NEAR(json["turn_wins"]["value"].get<double>(), sum / 6, 1e-9);
}

TEST(Solve, SaysWhatTheMachineDoesNotGrant) {
  if (testkit::kIsSanitized) GTEST_SKIP();
  const Outcome memory =
      shell("sh", "ulimit -v 100000; aeroplane solve --rules planes=2 --threads 1");
  EXPECT_EQ(memory.exit, 2);
  EXPECT_EQ(memory.err, "aeroplane: There is not enough memory for this.\n");
  // With fewer threads than were asked for it is the same result.
  const Outcome threads =
      shell("sh", "ulimit -v 100000; aeroplane solve --rules planes=1 --threads 64 --json");
  EXPECT_EQ(Json::parse(threads.out)["first_wins"],
            json_of({"solve", "--rules", "planes=1"})["first_wins"]);
  const Outcome simulation =
      shell("sh", "ulimit -v 100000; aeroplane simulate --games 100000 --threads 256");
  EXPECT_EQ(simulation.exit, 2);
  EXPECT_TRUE(simulation.err.starts_with("aeroplane: The system refuses: ")) << simulation.err;
}

TEST(Solve, SpeaksInWords) {
  const std::string text =
      run({"solve", "--rules", "planes=1", "--position", "R:16 B:30 R 0 2 -"}).out;
  EXPECT_TRUE(
      text.starts_with("Under planes=1, Red begins and wins with a chance of 0.52319216.\n"))
      << text;
  EXPECT_TRUE(
      text.ends_with("\nRed is on turn and wins with a chance of 0.46130919.\n"
                     "\n"
                     "  move            wins        loss\n"
                     "  16-18~30  0.46130919  0.00000000\n"
                     "  16-18^22  0.35226973  0.10903946\n"))
      << text;
}

TEST(Solve, TellsAGapThatStaysOpen) {
  const std::vector<std::string> words = {"solve", "--rules", "planes=1,finish=over,move=may",
                                          "--seats", "RY"};
  const Json json = json_of(words);
  EXPECT_NEAR(json["lower"].get<double>(), 0.50272695, 1e-7);
  EXPECT_NEAR(json["upper"].get<double>(), 0.50343666, 1e-7);
  EXPECT_NE(run(words).out.find(
                "wins with a chance of\n0.50272695 – 0.50343666.\nUnder these rules a game"),
            std::string::npos);
}

const std::vector<std::string> kRegret = {
    "regret", "--rules", "planes=1", "--bots", "random,race", "--decisions", "200", "--seed", "2"};

// The bots' figures over drawn positions or in play.
void expect_random_loses_more(const Json& json, const char* place) {
  const Json& random = json["bots"][0][place];
  const Json& race = json["bots"][1][place];
  EXPECT_GE(random["decisions"].get<int>(), 100) << place;
  EXPECT_GT(random["low_thousandths"], race["high_thousandths"]) << place;
  EXPECT_LT(random["best"], race["best"]) << place;
  EXPECT_GE(random["worst"]["loss_thousandths"], random["mean_thousandths"]) << place;
}

TEST(Regret, MeasuresBots) {
  std::vector<std::string> words = kRegret;
  words.emplace_back("--json");
  const Json json = json_of(words);
  EXPECT_EQ(json["rules"], "planes=1");
  EXPECT_EQ(json["seats"], "RB");
  ASSERT_EQ(json["bots"].size(), 2u);
  expect_random_loses_more(json, "anywhere");
  expect_random_loses_more(json, "in_play");
  EXPECT_EQ(json["bots"][0]["anywhere"]["games"], 0);
  EXPECT_GT(json["bots"][0]["in_play"]["games"], 0);
}

TEST(Regret, TakesBotsAsMatchesDo) {
  const Json json = json_of({"regret", "--rules", "planes=1", "--decisions", "100", "--bots",
                             "master,champion:plies=0,positions=9,champion+endgame"});
  ASSERT_EQ(json["bots"].size(), 3u);
  EXPECT_EQ(json["bots"][1]["bot"], "champion:plies=0,positions=9");
  EXPECT_EQ(json["bots"][1]["in_play"], json["bots"][0]["in_play"]);  // so it is master
  EXPECT_GT(json["bots"][0]["in_play"]["mean_thousandths"], 0.05);
  EXPECT_LT(json["bots"][2]["in_play"]["mean_thousandths"], 0.001);  // it knows the table
  const Outcome wrong = run({"regret", "--rules", "planes=1", "--bots", "race,greedy:plies=1"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_TRUE(wrong.err.starts_with("aeroplane: --bots, column 13: ")) << wrong.err;
}

TEST(Regret, TakesTheTableThatIsKept) {
  const std::string folder = ::testing::TempDir() + "aeroplane-regret-" + std::to_string(getpid());
  std::vector<std::string> words = kRegret;
  words.insert(words.end(), {"--keep", folder});
  const Outcome solved = run(words);
  ASSERT_EQ(solved.exit, 0) << solved.err;
  const std::filesystem::path file = *std::filesystem::directory_iterator(folder);
  const auto written = std::filesystem::last_write_time(file);
  EXPECT_EQ(run(words).out, solved.out);
  EXPECT_EQ(std::filesystem::last_write_time(file), written);
  std::filesystem::remove_all(folder);
  words.back() = "/dev/null/none";
  EXPECT_EQ(run(words).exit, 2);
}

TEST(Regret, SaysWhereThereIsNoInterval) {
  const std::vector<std::string> words{"regret", "--rules",     "planes=1", "--bots",
                                       "race",   "--decisions", "1"};
  EXPECT_EQ(json_of(words)["bots"][0]["anywhere"]["high_thousandths"], nullptr);
  EXPECT_NE(run(words).out.find("  –  "), std::string::npos) << run(words).out;
}

// Under ludo one plane never has two ways to go.
TEST(Regret, SaysNothingOfNoDecisions) {
  const std::vector<std::string> words{"regret", "--rules", "ludo,planes=1", "--bots", "race"};
  const Json none = json_of(words)["bots"][0]["in_play"];
  EXPECT_EQ(none["decisions"], 0);
  EXPECT_EQ(none["mean_thousandths"], nullptr);
  EXPECT_EQ(none["best"], nullptr);
  EXPECT_EQ(run(words).out.find("0.000"), std::string::npos) << run(words).out;
}

TEST(Regret, LosesWhatTheTableSays) {
  std::vector<std::string> words = kRegret;
  words.emplace_back("--json");
  const Json worst = json_of(words)["bots"][0]["anywhere"]["worst"];
  const Json moves = json_of({"solve", "--rules", "planes=1", "--position",
                              worst["position"].get<std::string>()})["moves"];
  const auto value = [&](const char* which) {
    return moves[worst[which].get<std::string>()]["value"].get<double>();
  };
  EXPECT_NEAR(worst["loss_thousandths"].get<double>(), 1000 * (value("best") - value("chosen")),
              1e-6);
}

TEST(Regret, SpeaksInWords) {
  const std::string text = run(kRegret).out;
  EXPECT_TRUE(text.starts_with(
      "Loss against exact play in thousandths of a win a decision, under planes=1,\n"
      "seats RB, seed 2.\n"))
      << text;
  EXPECT_NE(text.find("\nThe largest losses:\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace aero::cli
