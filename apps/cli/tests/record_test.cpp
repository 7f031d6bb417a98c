// replay and check.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace aero::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRecord =
    "[Event \"Tea time\"]\n"
    "[Start \"R:hx4 B:hx4 R 0 - -\"]\n"
    "\n"
    "0. R 5  B 1\n"
    "1. R 4 h-p  B 3 .\n"
    "2. R 6 p-6^10 {look} 5 10*-15  B 2 h-p\n"
    "3. R 4 15-19 <takeback 1>\n"
    "3. R h-p  B 6 <timeout B>\n";

std::string with(const std::string& part, const std::string& other) {
  std::string record = kRecord;
  return record.replace(record.find(part), part.size(), other);
}

TEST(Replay, ListsEveryInputWithThePositionAfterIt) {
  const Outcome outcome = run({"replay", "-"}, {.input = kRecord});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "-\t-\t-\tR:hx4 B:hx4 R 0 - -\n"
            "0\tR\t5\tR:hx4 B:hx4 R 0 - -\n"
            "0\tB\t1\tR:hx4 B:hx4 R 0 - -\n"
            "1\tR\t4\tR:hx4 B:hx4 R 0 4 -\n"
            "1\tR\th-p\tR:hx3,p B:hx4 B 0 - -\n"
            "1\tB\t3\tR:hx3,p B:hx4 R 0 - -\n"
            "2\tR\t6\tR:hx3,p B:hx4 R 0 6 -\n"
            "2\tR\tp-6^10\tR:hx3,10* B:hx4 R 1 - -\n"
            "2\tR\t5\tR:hx3,10* B:hx4 R 1 5 -\n"
            "2\tR\t10*-15\tR:hx3,15 B:hx4 B 0 - -\n"
            "2\tB\t2\tR:hx3,15 B:hx4 B 0 2 -\n"
            "2\tB\th-p\tR:hx3,15 B:hx3,p R 0 - -\n"
            "3\tR\t4\tR:hx3,15 B:hx3,p R 0 4 -\n"
            "3\tR\t15-19\tR:hx3,19 B:hx3,p B 0 - -\n"
            "3\t-\t<takeback 1>\tR:hx3,15 B:hx3,p R 0 4 -\n"
            "3\tR\th-p\tR:hx2,p,15 B:hx3,p B 0 - -\n"
            "3\tB\t6\tR:hx2,p,15 B:hx3,p B 0 6 -\n");
}

TEST(Replay, TellsWhatHappenedInWords) {
  EXPECT_EQ(run({"replay", "--events", "-"}, {.input = kRecord}).out,
            "Event: Tea time\n"
            "Start: R:hx4 B:hx4 R 0 - -\n"
            "  Red rolls a 5 to see who begins.\n"
            "  Blue rolls a 1 to see who begins.\n"
            "\n"
            "Round 1\n"
            "  Red rolls a 4.\n"
            "  Red brings a plane out of the hangar onto the pad.\n"
            "  Blue’s turn.\n"
            "  Blue rolls a 3.\n"
            "  Blue has no legal move: the roll is lost.\n"
            "  Red’s turn.\n"
            "\n"
            "Round 2\n"
            "  Red rolls a 6.\n"
            "  Red moves a plane from the pad to square 6.\n"
            "  Red jumps on to square 10.\n"
            "  Red rolls again.\n"
            "  Comment: look\n"
            "  Red rolls a 5.\n"
            "  Red moves a plane from square 10 to square 15.\n"
            "  Blue’s turn.\n"
            "  Blue rolls a 2.\n"
            "  Blue brings a plane out of the hangar onto the pad.\n"
            "  Red’s turn.\n"
            "\n"
            "Round 3\n"
            "  Red rolls a 4.\n"
            "  Red moves a plane from square 15 to square 19.\n"
            "  Blue’s turn.\n"
            "  1 ply is taken back.\n"
            "  Red brings a plane out of the hangar onto the pad.\n"
            "  Blue’s turn.\n"
            "  Blue rolls a 6.\n"
            "  Note: timeout B\n");
}

// The words for one move: what `moves` says about it, told by `replay`.
std::string told(const std::string& rules, const std::string& start, const std::string& play,
                 const std::string& language = "en") {
  const std::string record = "[Rules \"" + rules + "\"]\n[Start \"" + start + "\"]\n" + play + "\n";
  const Outcome outcome = run({"replay", "--events", "-", "--lang", language}, {.input = record});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  const std::size_t round = outcome.out.find("\n\n");
  return outcome.out.substr(outcome.out.find('\n', round + 2) + 1);
}

TEST(Replay, HasWordsForEveryKindOfEvent) {
  EXPECT_EQ(told("standard", "R:hx2,12x2 Y:hx3,53 B:hx3,53 G:hx4 R 0 2 -", "1. R 12x2-14^18~30"),
            "  Red moves a stack of 2 from square 12 to square 14.\n"
            "  Red jumps on to square 18.\n"
            "  Red flies to square 30.\n"
            "  Blue’s plane on home column square 53 is sent home.\n"
            "  Yellow’s turn.\n");
  EXPECT_EQ(told("standard", "R:hx2,3,5 B:hx4 R 0 2 -", "1. R 3-5+"),
            "  Red moves a plane from square 3 to square 5.\n"
            "  Red stacks all its planes on square 5.\n"
            "  Blue’s turn.\n");
  EXPECT_EQ(told("standard", "R:h,p*,14x2 B:hx4 R 2 - -", "1. R 6 #"),
            "  Red rolls a 6.\n"
            "  It is the third six: it is not played, and the turn ends.\n"
            "  Red’s plane goes back from the pad to the hangar.\n"
            "  Blue’s turn.\n");
  EXPECT_EQ(told("stackhit=both", "R:hx3,20 Y:hx2,11x2 R 0 4 -", "1. R 20-24"),
            "  Red moves a plane from square 20 to square 24.\n"
            "  Yellow’s stack of 2 on square 11 is sent home.\n"
            "  Red’s plane on square 24 struck a stack and goes home itself.\n"
            "  Yellow’s turn.\n");
  EXPECT_EQ(told("finish=bounce,move=may", "R:hx3,54 Y:hx4 R 0 5 -", "1. R 54-53"),
            "  Red moves a plane from home column square 54 to the centre and back to home\n"
            "  column square 53.\n"
            "  Yellow’s turn.\n");
  EXPECT_EQ(told("move=may", "R:hx3,54 Y:hx4 R 0 1 -", "1. R pass"),
            "  Red passes.\n  Yellow’s turn.\n");
  EXPECT_EQ(told("standard", "R:54,cx3 Y:hx4 R 0 2 -", "1. R 54-c"),
            "  Red moves a plane from home column square 54 to the centre.\n"
            "  Red takes 1st place.\n"
            "  Yellow takes 2nd place.\n"
            "  The game is over.\n");
}

TEST(Replay, SpeaksTurkishAndChinese) {
  EXPECT_EQ(
      told("standard", "R:hx2,12x2 Y:hx3,53 B:hx3,53 G:hx4 R 0 2 -", "1. R 12x2-14^18~30", "tr"),
      "  Kırmızı, 2 uçaklık yığınını 12. kareden 14. kareye götürür.\n"
      "  Kırmızı 18. kareye sıçrar.\n"
      "  Kırmızı kısayoldan 30. kareye uçar.\n"
      "  Mavi’nin son düzlüğünün 53. karesindeki uçağı hangarına gönderilir.\n"
      "  Sıra Sarı’da.\n");
  EXPECT_EQ(told("standard", "R:54,cx3 Y:hx4 R 0 2 -", "1. R 54-c", "zh"),
            "  红方把一架飞机从终点通道第 54 格走到终点。\n"
            "  红方获得第 1 名。\n"
            "  黄方获得第 2 名。\n"
            "  游戏结束。\n");
}

TEST(Replay, IsJson) {
  const Outcome outcome = run({"replay", "--json", "-"}, {.input = kRecord});
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["start"], "R:hx4 B:hx4 R 0 - -");
  EXPECT_EQ(json["tags"], Json::parse(R"([{"name":"Event","value":"Tea time"}])"));
  EXPECT_EQ(json["entries"].size(), 18u);
  EXPECT_EQ(json["entries"][6], Json::parse(R"({"round":2,"seat":"R","move":"p-6^10",
                            "position":"R:hx3,10* B:hx4 R 1 - -",
                            "events":["Red moves a plane from the pad to square 6.",
                                      "Red jumps on to square 10.","Red rolls again."]})"));
  EXPECT_EQ(json["position"], "R:hx2,p,15 B:hx3,p B 0 6 -");
  EXPECT_EQ(json["result"], "*");
}

TEST(Replay, OfAWrongRecordShowsThePlace) {
  const Outcome outcome = run({"replay", "-"}, {.input = with("10*-15", "10*-16")});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "aeroplane: -:6:24: Seat R cannot play 10*-16 with a 5. Legal moves: 10*-15.\n"
            "  2. R 6 p-6^10 {look} 5 10*-16  B 2 h-p\n"
            "                         ^\n");
}

// A folder of its own for one test.
class Check : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }

  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("check-" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) + "-" +
       testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(Check, PassesRecordsInBothForms) {
  const std::string text = file("a.aero", kRecord);
  const std::string json =
      file("b", R"({"format":"aeroplane-record","version":1,"start":"R:54,cx3 Y:hx4 R 0 2 -",)"
                R"("entries":[{"move":"54-c"}]})");
  const Outcome outcome = run({"check", text, json});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            text + ": right, 12 plies, not finished.\n" + json + ": right, 1 ply, finished RY.\n");
}

TEST_F(Check, TellsTheFaultsOfTheFormThatItIs) {
  const std::string twin = file("b", "{\n\"format\": \"aeroplane-record\",\n}");
  EXPECT_EQ(run({"check", twin}).err.find("aeroplane: " + twin + ":3:1: This is not JSON"), 0u);
  const std::string text = file("c.json", kRecord);
  EXPECT_EQ(run({"check", text}).err.find("aeroplane: " + text + ":1:2: This is not JSON"), 0u);
}

TEST_F(Check, FailsWhereARecordIsWrong) {
  const std::string good = file("a.aero", kRecord);
  const std::string bad = file("b.aero", with("B 3 .", "B 3"));
  const Outcome outcome = run({"check", bad, good});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.out, bad + ": wrong.\n" + good + ": right, 12 plies, not finished.\n");
  EXPECT_EQ(outcome.err.find("aeroplane: " + bad + ":"), 0u) << outcome.err;
  EXPECT_NE(outcome.err.find("This roll moves nothing: the mark . has to follow it."),
            std::string::npos)
      << outcome.err;
}

TEST_F(Check, IsJson) {
  const std::string bad = file("b.aero", with("10*-15", "10*-16"));
  const Outcome outcome = run({"check", "--json", bad});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.err, "");
  const Json expected = {
      {"records",
       {{{"file", bad},
         {"ok", false},
         {"errors",
          {{{"code", "record.move_not_legal"},
            {"line", 6},
            {"column", 24},
            {"message", "Seat R cannot play 10*-16 with a 5. Legal moves: 10*-15."}}}}}}}};
  EXPECT_EQ(Json::parse(outcome.out), expected);
}

TEST_F(Check, OfWhatCannotBeReadIsMisuse) {
  const std::string good = file("a.aero", kRecord);
  const std::string missing = folder_ / "none.aero";
  const Outcome outcome = run({"check", missing, folder_, good});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, good + ": right, 12 plies, not finished.\n");
  EXPECT_EQ(outcome.err, "aeroplane: " + missing + ": there is no such file.\naeroplane: " +
                             folder_.string() + ": it is a folder, not a file.\n");
  EXPECT_EQ(run({"replay", missing}).exit, 2);
}

TEST_F(Check, SurvivesAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 3000; ++i) bytes += static_cast<char>(i * 7919 >> 3);
  for (const std::string& text : {std::string(), bytes, "{" + bytes, "[" + bytes}) {
    const Outcome outcome = run({"check", "-"}, {.input = text});
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_EQ(outcome.out, "-: wrong.\n");
    EXPECT_TRUE(outcome.err.starts_with("aeroplane: -:")) << outcome.err;
  }
}

// What is quoted of a line does not cost more the longer the line is.
TEST_F(Check, ReadsALongLineInProportionToItsLength) {
  std::string record = R"({"format":"aeroplane-record","version":1,)"
                       R"("start":"R:hx4 B:hx4 R 0 - -","entries":[)";
  for (int i = 0; i < 50'000; ++i) record += R"({"comment":"x"},)";
  const std::string column = std::to_string(record.size() + 9);
  record += R"({"roll":9}]})";
  const Outcome outcome = run({"check", "-"}, {.input = record});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.err, "aeroplane: -:1:" + column +
                             ": The member “roll” has to be 1–6.\n"
                             "  …comment\":\"x\"},{\"comment\":\"x\"},{\"roll\":9}]}\n"
                             "                                         ^\n");
}

}  // namespace
}  // namespace aero::cli
