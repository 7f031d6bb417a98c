// analyse.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.hpp"

namespace aero::cli {
namespace {

using Json = nlohmann::ordered_json;

// Red brings its last plane home while Blue's is far away: whoever knows anything sees who wins.
constexpr const char* kWon =
    "[Rules \"planes=1\"]\n[Start \"R:45 B:10 R 0 - -\"]\n"
    "1. R 2 45-47  B 1 10-11\n2. R 5 47-52  B 3 11-14^18\n3. R 4 52-c\n";
// The same with a second plane of Blue.
constexpr const char* kTwoPlanes =
    "[Rules \"planes=2\"]\n[Start \"R:45,c B:10,h R 0 - -\"]\n"
    "1. R 2 45-47  B 1 10-11\n2. R 5 47-52  B 3 11-14^18\n3. R 4 52-c\n";
// Red's two ways by `aeroplane solve --rules planes=1 --position 'R:17 B:2 R 0 1 -'`.
constexpr double kJumps = 0.64327674;
constexpr double kFlies = 0.64240707;
// Choices between two planes, and no end.
constexpr const char* kOpen =
    "[Start \"R:hx2,10,30 B:hx2,16,45 R 0 - -\"]\n"
    "1. R 1 30-31  B 1 16-17\n2. R 3 10-13  B 4\n";

// To go home with the last plane wins at once, but Red passes.
constexpr const char* kBlunder =
    "[Rules \"planes=2,move=may\"]\n[Start \"R:55,c B:54,c R 0 - -\"]\n1. R 1 pass\n";

std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("aero-analyse-" + name)).string();
}

std::string contents(const std::string& file) {
  std::ostringstream all;
  all << std::ifstream(file).rdbuf();
  return all.str();
}

Json analysed(const std::string& record, const std::string& plies = "1") {
  const Outcome outcome = run({"analyse", "-", "--json", "--plies", plies}, {.input = record});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  return Json::parse(outcome.out);
}

TEST(Analyse, IsExactWhereItKnowsTheEnd) {
  const Json won = analysed(kWon, "0");
  for (const Json& seat : won["seats"]) EXPECT_EQ(seat["foresight"], 0.0);
  EXPECT_NE(analysed(kTwoPlanes, "0")["seats"][0]["foresight"], 0.0);
}

TEST(Analyse, TakesTablesWhereTheyAreWanted) {
  const std::string folder = temporary("cache");
  const auto told = [&](const std::vector<std::string>& more) {
    std::vector<std::string> call{"analyse", "--json", "--plies", "0", "--endgame"};
    call.insert(call.end(), more.begin(), more.end());
    const Outcome outcome = run(call, {.input = kWon, .variables = {"XDG_CACHE_HOME=" + folder}});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return Json::parse(outcome.out);
  };
  const Json won = told({"-"});
  for (const Json& seat : won["seats"]) EXPECT_EQ(seat["foresight"], 0.0);
  EXPECT_TRUE(std::filesystem::exists(folder + "/aeroplane"));
  const Json moves = told({"--rules", "planes=1", "--position", "R:17 B:2 R 0 1 -"})["moves"];
  EXPECT_NEAR(moves["17-18^22"]["first"].get<double>(), kJumps, 1e-7);
  std::filesystem::remove_all(folder);
}

// The best move of a known end loses nothing, of a record and of a position alike.
TEST(Analyse, FindsNoFaultInTheBestMoveOfAKnownEnd) {
  constexpr const char* kRecord = "[Start \"R:17,cx3 B:2,cx3 R 0 - -\"]\n1. R 1 17-18^22\n";
  const auto said = [&](const char* threads) {
    return run({"analyse", "-", "--json", "--plies", "3", "--threads", threads}, {.input = kRecord})
        .out;
  };
  EXPECT_EQ(said("3"), said("1"));
  const Json decision = Json::parse(said("2"))["rolls"][0]["decision"];
  EXPECT_EQ(decision["best"], "17-18^22");
  EXPECT_EQ(decision["loss"], 0.0);
  EXPECT_EQ(decision["verdict"], "good");
  const Outcome alone =
      run({"analyse", "--position", "R:17,cx3 B:2,cx3 R 0 1 -", "--json", "--rollouts", "12"});
  const Json moves = Json::parse(alone.out)["moves"];
  const std::pair<const char*, double> chances[] = {{"17-18^22", kJumps}, {"17-18~30", kFlies}};
  for (const auto& [move, chance] : chances) {
    EXPECT_NEAR(decision["moves"][move].get<double>(), chance, 1e-7);
    EXPECT_NEAR(moves[move]["first"].get<double>(), chance, 1e-7);
    EXPECT_NEAR(moves[move]["rollouts"]["first"].get<double>(), chance, 1e-7);
    EXPECT_EQ(moves[move]["rollouts"]["error"], 0.0);
  }
}

TEST(Analyse, AddsUpInJson) {
  for (const char* record : {kWon, kOpen}) {
    for (const char* plies : {"0", "1", "2"}) {
      const Json json = analysed(record, plies);
      EXPECT_EQ(json["plies"].dump(), plies);
      for (const Json& seat : json["seats"]) {
        const auto part = [&](const char* name) { return seat[name].get<double>(); };
        // Parts of a power of two: nothing is rounded, so that this is exact.
        EXPECT_EQ(part("end"), part("start") + part("luck") + part("skill") + part("others") +
                                   part("foresight"));
        EXPECT_EQ(part("luck_adjusted"), part("end") - part("luck"));
        EXPECT_EQ(part("end"), json["end"][seat["seat"].get<std::string>()].get<double>());
      }
      for (const Json& roll : json["rolls"]) {
        if (roll["decision"].is_null()) continue;
        const Json& decision = roll["decision"];
        double best = 0;
        for (const auto& [move, worth] : decision["moves"].items()) {
          best = std::max(best, worth.get<double>());
        }
        const auto worth = [&](const char* which) {
          return decision["moves"][decision[which].get<std::string>()].get<double>();
        };
        EXPECT_EQ(worth("best"), best);
        EXPECT_EQ(decision["loss"].get<double>(), best - worth("played"));
      }
    }
  }
}

TEST(Analyse, SaysTheSameOnAnyNumberOfThreads) {
  const auto said = [](const char* threads) {
    return run({"analyse", "-", "--json", "--plies", "3", "--threads", threads}, {.input = kOpen})
        .out;
  };
  EXPECT_GT(said("1").size(), 100u);
  EXPECT_EQ(said("2"), said("1"));
  EXPECT_EQ(said("3"), said("1"));
}

TEST(Analyse, KnowsWhoWonAndWhatWasThere) {
  const Json won = analysed(kWon);
  EXPECT_EQ(won["rules"], "planes=1");
  EXPECT_EQ(won["rolls"].size(), 5u);
  EXPECT_EQ(won["end"], Json::parse(R"({"R":1.0,"B":0.0})"));
  EXPECT_EQ(won["rolls"][4]["rolled"], won["end"]);
  EXPECT_EQ(won["rolls"][4]["entry"], 9);
  EXPECT_EQ(won["seats"][0]["decisions"], 0);
  EXPECT_EQ(won["seats"][0]["rating"], "none");

  const Json open = analysed(kOpen);
  ASSERT_EQ(open["rolls"].size(), 4u);
  EXPECT_EQ(open["rolls"][0]["decision"]["played"], "30-31");
  EXPECT_EQ(open["rolls"][0]["decision"]["moves"].size(), 2u);
  EXPECT_TRUE(open["rolls"][3]["decision"].is_null());  // the die waits
  EXPECT_EQ(open["rolls"][3]["after"], open["end"]);
}

TEST(Analyse, TellsInEveryLanguage) {
  const std::pair<const char*, std::vector<const char*>> words[] = {
      {"en", {"4 rolls under standard", "luck", "Red", "Blue", "luckiest roll"}},
      {"tr", {"standard kurallarıyla 4 atış", "şans", "Kırmızı", "Mavi", "en şanslı atış"}},
      {"zh", {"规则 standard，共 4 次掷骰", "运气", "红方", "蓝方", "最走运的一掷"}}};
  for (const auto& [language, parts] : words) {
    const Outcome outcome = run({"analyse", "-", "--lang", language}, {.input = kOpen});
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find("⟨"), std::string::npos) << outcome.out;
    for (const char* part : parts) EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  }
}

TEST(Analyse, NamesABlunderAndTheBetterMove) {
  Outcome outcome = run({"analyse", "-"}, {.input = kBlunder});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  std::ranges::replace(outcome.out, '\n', ' ');
  EXPECT_NE(outcome.out.find("Round 1, Red, roll 1: blunder"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("better: 55-c"), std::string::npos) << outcome.out;
}

TEST(Analyse, RollsOutWhatWasNotGood) {
  const auto analysed = [](const char* record, const std::string& threads) {
    const Outcome outcome = run(
        {"analyse", "-", "--json", "--rollouts", "36", "--threads", threads}, {.input = record});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return outcome.out;
  };
  const std::string text = analysed(kBlunder, "1");
  EXPECT_EQ(analysed(kBlunder, "3"), text);
  const Json decision = Json::parse(text)["rolls"][0]["decision"];
  const Json& rollouts = decision["rollouts"];
  EXPECT_EQ(rollouts["games"], 36);
  EXPECT_EQ(rollouts["moves"].size(), decision["moves"].size());
  EXPECT_EQ(rollouts["moves"]["55-c"], Json::parse(R"({"first":1.0,"error":0.0})"));
  const double pass = rollouts["moves"]["pass"]["first"].get<double>();
  EXPECT_GT(pass, 0.2);
  EXPECT_LT(pass, 0.9);
  EXPECT_NEAR(rollouts["loss"].get<double>(), 1 - pass, 1e-12);
  EXPECT_NEAR(rollouts["loss_error"].get<double>(),
              rollouts["moves"]["pass"]["error"].get<double>(), 1e-12);
  const Json open = Json::parse(analysed(kOpen, "2"));
  for (const Json& roll : open["rolls"]) {
    if (roll["decision"].is_null()) continue;
    EXPECT_EQ(roll["decision"]["rollouts"].is_null(), roll["decision"]["verdict"] == "good");
  }
  const std::string words = run({"analyse", "-", "--rollouts", "36"}, {.input = kBlunder}).out;
  EXPECT_NE(words.find("36 rollouts of each"), std::string::npos) << words;
  EXPECT_NE(words.find("100.00  ±0.00   0.00  ±0.00\n"), std::string::npos) << words;
}

TEST(Analyse, ListsAnInaccuracyWhereItWasRolledOut) {
  constexpr const char* kInaccurate =
      "[Start \"R:h,16,17x2 B:hx2,5,c R 0 - -\"]\n1. R 2 16-18^22\n";
  const std::string counted = run({"analyse", "-"}, {.input = kInaccurate}).out;
  EXPECT_NE(counted.find("No mistakes or blunders."), std::string::npos) << counted;
  const std::string listed = run({"analyse", "-", "--rollouts", "12"}, {.input = kInaccurate}).out;
  EXPECT_NE(listed.find("Round 1, Red, roll 2: inaccuracy"), std::string::npos) << listed;
  EXPECT_EQ(listed.find("No mistakes or blunders."), std::string::npos);
  // Four moves could be made, and one of them was.
  for (const char* move : {"\n  h-p ", "\n  16-18~30 ", "\n  17x2-19 ", "\n  16-18^22 "}) {
    EXPECT_NE(listed.find(move), std::string::npos) << move;
  }
  EXPECT_NE(listed.find("  played\n"), std::string::npos);
}

TEST(Analyse, TellsWhatAPositionIsWorth) {
  const auto told = [](const std::string& position, std::vector<std::string> more) {
    std::vector<std::string> call{"analyse", "--position", position};
    call.insert(call.end(), more.begin(), more.end());
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return outcome.out;
  };
  const std::string moves = "R:h,16,17x2 B:hx2,5,c R 0 2 -";
  const Json ahead = Json::parse(told(moves, {"--json"}));
  EXPECT_EQ(ahead["moves"].size(), 4u);
  EXPECT_EQ(ahead["games"], 0);
  EXPECT_TRUE(ahead["moves"]["h-p"]["rollouts"].is_null());
  const std::string rolled = told(moves, {"--json", "--rollouts", "50", "--threads", "1"});
  EXPECT_EQ(told(moves, {"--json", "--rollouts", "50", "--threads", "3"}), rolled);
  EXPECT_NE(told(moves, {"--json", "--rollouts", "50", "--seed", "2"}), rolled);
  EXPECT_EQ(Json::parse(rolled)["games"], 54);  // whole rounds
  EXPECT_EQ(Json::parse(rolled)["moves"]["h-p"]["first"], ahead["moves"]["h-p"]["first"]);

  // The seats' chances are one in all, and they are what the game comes to.
  const Json seats = Json::parse(told(
      "R:44,51 B:50,22 R 0 - -", {"--rules", "planes=2", "--json", "--rollouts", "1200"}))["seats"];
  const auto chance = [&](const char* seat) { return seats[seat]["rollouts"]; };
  EXPECT_NEAR(chance("R")["first"].get<double>() + chance("B")["first"].get<double>(), 1, 1e-12);
  constexpr double kExact = 0.7875;  // aeroplane solve; the net plays nearly as well
  EXPECT_NEAR(chance("R")["first"].get<double>(), kExact,
              0.002 + 4 * chance("R")["error"].get<double>());
  EXPECT_LT(4 * chance("R")["error"].get<double>(),
            chance("R")["by_results"]["error"].get<double>());

  const std::string words = told(moves, {"--rollouts", "36", "--lang", "tr"});
  EXPECT_NE(words.find("deneme oyunu"), std::string::npos) << words;
  EXPECT_NE(words.find("h-p"), std::string::npos) << words;
  EXPECT_NE(told("R:hx4 B:hx4 R 0 - -", {}).find("Red"), std::string::npos);
}

TEST(Analyse, DrawsAGraph) {
  const std::string file = temporary("graph.svg");
  std::filesystem::remove(file);
  const Outcome outcome = run({"analyse", "-", "--svg", file, "--lang", "tr"}, {.input = kOpen});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  const std::string svg = contents(file);
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  for (const char* part : {"class=\"line R\"", "class=\"line B\"", "Kırmızı", "Mavi",
                           "prefers-color-scheme: dark", "Kazanma olasılığı"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(svg.find("class=\"line Y\""), std::string::npos);
  std::filesystem::remove(file);
}

TEST(Analyse, RefusesWhatCannotBeUsed) {
  EXPECT_EQ(run({"analyse", "-"}, {.input = "1. R 7\n"}).exit, 2);
  EXPECT_EQ(run({"analyse", "no-such-file.aero"}).exit, 2);
  EXPECT_EQ(run({"analyse"}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--plies", "4"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--plies", "x"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--threads", "0"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--rollouts", "0"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--rules", "quick"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--position", "R:hx4 B:hx4 R 0 - -"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "--position", "R:hx4 B:hx4 R 0 - -", "--svg", "x.svg"}).exit, 2);
  EXPECT_EQ(run({"analyse", "--position", "R:hx4 B:hx4 R 0 9 -"}).exit, 2);
  EXPECT_EQ(run({"analyse", "--position", "R:cx4 B:h,cx3 R 0 - RB"}).exit, 2);
  EXPECT_EQ(run({"analyse", "-", "--svg", "/no/such/folder/x.svg"}, {.input = kOpen}).exit, 2);
  EXPECT_EQ(run({"analyse", "-"}, {.input = "[Start \"R:cx4 B:h,cx3 - 0 - RB\"]\n"}).err,
            "aeroplane: The game is over.\n");
}

TEST(Analyse, LeavesTheRecordAlone) {
  const std::string file = temporary("record.aero");
  std::ofstream(file) << kOpen;
  const std::string beside =
      std::filesystem::temp_directory_path() / "." / "aero-analyse-record.aero";
  EXPECT_EQ(run({"analyse", file, "--svg", beside}).err,
            "aeroplane: RECORD and --svg name the same file: " + file + ".\n");
  EXPECT_EQ(contents(file), kOpen);
  std::filesystem::remove(file);
}

// Nobody rolled it, so it is nobody's luck.
TEST(Analyse, BeginsWithTheDieThatLiesThere) {
  constexpr const char* kLies =
      "[Start \"R:h,16,17x2 B:hx2,5,c R 0 2 -\"]\n1. R 16-18^22 B 3 5-8\n";
  const Json json = analysed(kLies);
  ASSERT_EQ(json["rolls"].size(), 2u);
  EXPECT_EQ(json["rolls"][0]["entry"], 0);
  EXPECT_EQ(json["rolls"][0]["luck"], 0.0);
  EXPECT_EQ(json["rolls"][0]["decision"]["verdict"], "inaccuracy");
  EXPECT_EQ(json["seats"][0]["decisions"], 1);
  EXPECT_EQ(json["seats"][0]["rolls"], 0);
  const std::string words = run({"analyse", "-"}, {.input = kLies}).out;
  EXPECT_EQ(words.find("Red: luckiest"), std::string::npos) << words;
  EXPECT_NE(words.find("Blue: luckiest"), std::string::npos) << words;
}

TEST(Analyse, CanLookAtAGameThatHasNotBegun) {
  const Json json = analysed("[Start \"R:hx4 B:hx4 R 0 - -\"]\n");
  EXPECT_EQ(json["rolls"].size(), 0u);
  EXPECT_EQ(json["seats"][0]["start"], json["seats"][0]["end"]);
  EXPECT_EQ(run({"analyse", "-"}, {.input = "[Start \"R:hx4 B:hx4 R 0 - -\"]\n"}).exit, 0);
}

}  // namespace
}  // namespace aero::cli
