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
// Choices between two planes, and no end.
constexpr const char* kOpen =
    "[Start \"R:hx2,10,30 B:hx2,16,45 R 0 - -\"]\n"
    "1. R 1 30-31  B 1 16-17\n2. R 3 10-13  B 4\n";

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
      {"zh", {"规则 standard，共 4 次掷骰", "运气", "红方", "蓝方", "最幸运的一掷"}}};
  for (const auto& [language, parts] : words) {
    const Outcome outcome = run({"analyse", "-", "--lang", language}, {.input = kOpen});
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find("⟨"), std::string::npos) << outcome.out;
    for (const char* part : parts) EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  }
}

TEST(Analyse, NamesABlunderAndTheBetterMove) {
  // To go home with the last plane wins at once, but Red passes.
  Outcome outcome = run({"analyse", "-"}, {.input = "[Rules \"planes=2,move=may\"]\n"
                                                    "[Start \"R:55,c B:54,c R 0 - -\"]\n"
                                                    "1. R 1 pass\n"});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  std::ranges::replace(outcome.out, '\n', ' ');
  EXPECT_NE(outcome.out.find("Round 1, Red, roll 1: blunder"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("better was 55-c"), std::string::npos) << outcome.out;
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
  EXPECT_EQ(run({"analyse", "-", "--svg", "/no/such/folder/x.svg"}, {.input = kOpen}).exit, 2);
}

TEST(Analyse, CanLookAtAGameThatHasNotBegun) {
  const Json json = analysed("[Start \"R:hx4 B:hx4 R 0 - -\"]\n");
  EXPECT_EQ(json["rolls"].size(), 0u);
  EXPECT_EQ(json["seats"][0]["start"], json["seats"][0]["end"]);
  EXPECT_EQ(run({"analyse", "-"}, {.input = "[Start \"R:hx4 B:hx4 R 0 - -\"]\n"}).exit, 0);
}

}  // namespace
}  // namespace aero::cli
