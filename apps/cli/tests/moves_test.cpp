// moves, roll and the batch of both.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace aero::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The answers of a batch, one a request.
std::vector<std::string> batch(const std::string& requests, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"moves", "--batch"});
  const Outcome outcome = run(words, {.input = requests});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  return lines_of(outcome.out);
}

TEST(Moves, AreListedInOrderWithTheirPositions) {
  const Outcome outcome = run({"moves", "R:h,16,17x2 B:hx2,5,c R 0 2 -"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "h-p\tR:p,16,17x2 B:hx2,5,c B 0 - -\n"
            "16-18^22\tR:h,17x2,22 B:hx2,5,c B 0 - -\n"
            "16-18~30\tR:h,17x2,30 B:hx2,5,c B 0 - -\n"
            "17x2-19\tR:h,16,19x2 B:hx2,5,c B 0 - -\n");
}

TEST(Moves, FollowTheRules) {
  const Outcome outcome =
      run({"moves", "--rules", "flight=off,move=may", "R:hx3,16 B:hx4 R 0 2 -"});
  EXPECT_EQ(outcome.out,
            "h-p\tR:hx2,p,16 B:hx4 B 0 - -\n"
            "16-18^22\tR:hx3,22 B:hx4 B 0 - -\n"
            "pass\tR:hx3,16 B:hx4 B 0 - -\n");
}

TEST(Moves, AreJson) {
  EXPECT_EQ(run({"moves", "--json", "R:hx3,16 B:hx4 R 0 1 -"}).out,
            "{\"moves\":{\"16-17\":\"R:hx3,17 B:hx4 B 0 - -\"}}\n");
}

TEST(Moves, WantAWaitingRoll) {
  const Outcome outcome = run({"moves", "R:hx4 B:hx4 R 0 - -"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "aeroplane: POSITION, column 17: No roll is waiting here, so there is nothing to move "
            "with yet.\n"
            "  R:hx4 B:hx4 R 0 - -\n"
            "                  ^\n");
}

TEST(Moves, AreRefusedWithEveryReasonAndItsPlace) {
  const Outcome outcome = run({"moves", "R:h,07 B:hx5 R 0 9 -"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "aeroplane: POSITION, column 5: “07” is not a piece. A piece is h, p, c or a step from "
            "1 to 55, with x2 for two planes and * for marks.\n"
            "  R:h,07 B:hx5 R 0 9 -\n"
            "      ^\n"
            "aeroplane: POSITION, column 8: Seat B has 5 planes; these rules want 4.\n"
            "  R:h,07 B:hx5 R 0 9 -\n"
            "         ^\n"
            "aeroplane: POSITION, column 18: 9 is not a roll; a die shows 1 to 6.\n"
            "  R:h,07 B:hx5 R 0 9 -\n"
            "                   ^\n");
}

TEST(Roll, GivesThePositionAfterIt) {
  EXPECT_EQ(run({"roll", "R:hx4 B:hx4 R 0 - -", "4"}).out, "R:hx4 B:hx4 R 0 4 -\n");
  EXPECT_EQ(run({"roll", "R:hx4 B:hx4 R 0 - -", "3"}).out, "R:hx4 B:hx4 B 0 - -\n");
  EXPECT_EQ(run({"roll", "R:hx3,14* B:hx4 R 2 - -", "6"}).out, "R:hx4 B:hx4 B 0 - -\n");
  EXPECT_EQ(run({"roll", "--rules", "takeoff=6", "R:hx4 B:hx4 R 0 - -", "4"}).out,
            "R:hx4 B:hx4 B 0 - -\n");
  EXPECT_EQ(run({"roll", "--json", "R:hx4 B:hx4 R 0 - -", "4"}).out,
            "{\"result\":\"R:hx4 B:hx4 R 0 4 -\"}\n");
}

TEST(Roll, IsRefusedWhereOneIsWaitingOrTheGameIsOver) {
  const Outcome waiting = run({"roll", "R:hx4 B:hx4 R 0 4 -", "4"});
  EXPECT_EQ(waiting.exit, 2);
  EXPECT_EQ(waiting.err,
            "aeroplane: POSITION, column 17: A roll is waiting here already; it has to be used "
            "first.\n  R:hx4 B:hx4 R 0 4 -\n                  ^\n");
  const Outcome over = run({"roll", "R:cx4 B:hx4 - 0 - RB", "4"});
  EXPECT_EQ(over.exit, 2);
  EXPECT_EQ(over.err,
            "aeroplane: POSITION, column 13: The game is over.\n  R:cx4 B:hx4 - 0 - RB\n"
            "              ^\n");
}

TEST(Roll, TakesOneToSix) {
  for (const char* number : {"0", "7", "x", "", "1.0", "+1", " 1", "99999999999999999999"}) {
    const Outcome outcome = run({"roll", "R:hx4 B:hx4 R 0 - -", number});
    EXPECT_EQ(outcome.exit, 2) << number;
    EXPECT_EQ(outcome.err,
              std::string("aeroplane: N: “") + number + "” is not a whole number from 1 to 6.\n");
  }
}

TEST(Batch, AnswersEachRequestInOrder) {
  const auto answers =
      batch(R"({"rules":"standard","position":"R:hx3,16 B:hx4 R 0 1 -"})"
            "\n"
            R"({"position":"R:hx4 B:hx4 R 0 - -","roll":4})"
            "\n"
            R"({"op":"moves","rules":"move=may","position":"R:hx3,16 B:hx4 R 0 1 -"})");
  EXPECT_EQ(answers, (std::vector<std::string>{R"({"moves":{"16-17":"R:hx3,17 B:hx4 B 0 - -"}})",
                                               R"({"result":"R:hx4 B:hx4 R 0 4 -"})",
                                               R"({"moves":{"16-17":"R:hx3,17 B:hx4 B 0 - -",)"
                                               R"("pass":"R:hx3,16 B:hx4 B 0 - -"}})"}));
}

TEST(Batch, RefusesAndGoesOn) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "This is not JSON (column 1)."},
      {"{", "This is not JSON (column 2)."},
      {"{}}", "This is not JSON (column 3)."},
      {"[]", "A request is a JSON object with the field “position”."},
      {"null", "A request is a JSON object with the field “position”."},
      {"{}", "The field “position” is missing."},
      {R"({"position":3})", "The field “position” has to be a string."},
      {R"({"rules":null,"position":"x"})", "The field “rules” has to be a string."},
      {R"({"position":"x","what":1})",
       "There is no field “what”. The fields are rules, position and roll."},
      {"{\"position\":\"\xFF\"}", "This is not JSON (column 14)."},
      {std::string("{\"position\":\"\0\"}", 16), "This is not JSON (column 14)."},
      {R"({"op":"roll","position":"R:hx4 B:hx4 R 0 4 -"})",
       "The field “op” says “roll”, which is not what is asked."},
      {R"({"position":"R:hx4 B:hx4 R 0 - -"})",
       "position, column 17: No roll is waiting here, so there is nothing to move with yet."},
      {R"({"position":"R:hx3 B:hx4,x R 0 - -","roll":2})",
       "position, column 1: Seat R has 3 planes; these rules want 4. position, column 13: “x” is "
       "not a piece. A piece is h, p, c or a step from 1 to 55, with x2 for two planes and * for "
       "marks."},
      {R"({"rules":"planes=9","position":"R:hx4 B:hx4 R 0 - -"})",
       "rules, column 8: “9” is not a value of planes. Its values are 4, 3, 2, 1."},
      {std::string(70000, ' '), "The line is longer than 65536 bytes."},
      {std::string(70000, '['), "The line is longer than 65536 bytes."},
      {std::string(60000, '['), "This is not JSON (column 60001)."},
  };
  const std::string good = R"({"position":"R:hx4 B:hx4 R 0 - -","roll":4})";
  std::string requests;
  for (const auto& [request, error] : cases) requests += request + "\n" + good + "\n";
  const auto answers = batch(requests);
  ASSERT_EQ(answers.size(), 2 * cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(answers[2 * i], Json({{"error", cases[i].second}}).dump()) << cases[i].first;
    EXPECT_EQ(answers[2 * i + 1], R"({"result":"R:hx4 B:hx4 R 0 4 -"})");
  }
}

TEST(Batch, RefusesWhatIsNoPip) {
  for (const char* roll : {"0", "7", "-1", "2.0", "\"2\"", "null", "true", "[2]", "1e2",
                           "99999999999999999999999999", "-9223372036854775809"}) {
    const std::string request = R"({"position":"R:hx4 B:hx4 R 0 - -","roll":)";
    const auto answers = batch(request + roll + "}\n");
    EXPECT_EQ(answers,
              std::vector<std::string>{
                  R"({"error":"The field “roll” has to be a whole number from 1 to 6."})"})
        << roll;
  }
}

TEST(Batch, SpeaksTheLanguage) {
  EXPECT_EQ(batch("{}\n", {"--lang", "tr"}),
            std::vector<std::string>{R"({"error":"“position” alanı eksik."})"});
}

TEST(Batch, TakesNoPosition) {
  const Outcome outcome = run({"moves", "--batch", "R:hx4 B:hx4 R 0 4 -"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.err, "aeroplane: POSITION and --batch cannot be used together.\n");
}

TEST(Batch, AgreesWithEveryConformanceCase) {
  int cases = 0;
  for (const char* file : {"standard", "presets", "options"}) {
    std::ifstream stream(std::string("conformance/") + file + ".jsonl");
    std::vector<Json> wanted;
    std::string requests;
    for (std::string line; std::getline(stream, line);) {
      Json request = Json::parse(line);
      const char* answer = request["op"] == "roll" ? "result" : "moves";
      wanted.push_back({{answer, request[answer]}});
      request.erase(answer);
      requests += request.dump() + "\n";
    }
    const auto answers = batch(requests);
    ASSERT_EQ(answers.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      // By keys, not by their order, which is the project's own.
      EXPECT_EQ(nlohmann::json::parse(answers[i]), nlohmann::json(wanted[i])) << file << " " << i;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 10300);
}

}  // namespace
}  // namespace aero::cli
