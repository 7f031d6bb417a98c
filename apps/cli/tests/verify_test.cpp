// verify.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace aero::cli {
namespace {

using Json = nlohmann::ordered_json;

Json vectors() { return Json::parse(std::ifstream("docs/formats/fair-dice.vectors.json")); }

// The record of the vectors whose dice are right.
std::string right() { return vectors()["right"]["record"].dump(); }

// The first of those with that fault.
std::string wrong(const std::string& code) {
  const Json all = vectors();
  for (const Json& one : all["wrong"]) {
    if (one["error"]["code"] == code) return one["record"].dump();
  }
  ADD_FAILURE() << code;
  return {};
}

TEST(Verify, SaysWhatWasCheckedInEveryLanguage) {
  const Outcome outcome = run({"verify", "-"}, {.input = right()});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "-: right, 7 rolls checked (table K7M2Q4T8XZ).\n"
            "  Red: a link to all rolls but one.\n"
            "  Blue: a link to all rolls but 2.\n");
  EXPECT_EQ(run({"verify", "-", "--lang", "tr"}, {.input = right()}).out,
            "-: doğru, 7 atış denetlendi (masa K7M2Q4T8XZ).\n"
            "  Kırmızı: 1 atış dışında her atışa bir halka.\n"
            "  Mavi: 2 atış dışında her atışa bir halka.\n");
  EXPECT_EQ(run({"verify", "-", "--lang", "zh"}, {.input = right()}).out,
            "-：正确，已验证 7 次掷骰（棋桌 K7M2Q4T8XZ）。\n"
            "  红方：除 1 次外，每次掷骰都提供了链节。\n"
            "  蓝方：除 2 次外，每次掷骰都提供了链节。\n");
}

TEST(Verify, SaysItAsJson) {
  const Outcome outcome = run({"verify", "--json", "-"}, {.input = right()});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.out,
            R"({"records":[{"file":"-","ok":true,"table":"K7M2Q4T8XZ","rolls":7,"seats":[)"
            R"({"seat":"R","chain":true,"links":6,"without":1},)"
            R"({"seat":"B","chain":true,"links":5,"without":2}]}]})"
            "\n");
}

TEST(Verify, SaysWhoGaveNoLinks) {
  const Outcome outcome =
      run({"verify", "-"}, {.input = "[Dice \"chains T\"]\n[Start \"R:hx4 Y:hx4 R 0 - -\"]\n"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.out,
            "-: right, 0 rolls checked (table T).\n  Red: no links.\n  Yellow: no links.\n");
}

TEST(Verify, SaysWhichRollIsNotRight) {
  Outcome outcome = run({"verify", "-"}, {.input = wrong("fair.wrong_die")});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.out, "-: wrong.\n");
  EXPECT_EQ(outcome.err.find("aeroplane: -: Roll 3: the die of seat R shows "), 0u) << outcome.err;

  outcome = run({"verify", "--json", "-"}, {.input = wrong("fair.proof_missing")});
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            R"({"records":[{"file":"-","ok":false,"errors":[{"code":"fair.proof_missing",)"
            R"("entry":1,"message":"Roll 1, of seat R, has no proof."}]}]})"
            "\n");
}

TEST(Verify, SaysWhatCannotBeChecked) {
  Outcome outcome = run({"verify", "-"}, {.input = "[Start \"R:hx4 Y:hx4 R 0 - -\"]\n"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "aeroplane: -: The dice of this record are no chains, so they cannot be checked.\n");

  outcome = run({"verify", "-"}, {.input = "1. R 7\n"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.find("aeroplane: -:1:1: "), 0u) << outcome.err;

  outcome = run({"verify", "no-such-file.aero", "-"}, {.input = right()});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out.find("-: right, 7 rolls"), 0u);
  EXPECT_EQ(outcome.err, "aeroplane: no-such-file.aero: there is no such file.\n");

  outcome = run({"verify", "--json", "-"}, {.input = "1. R 7\n"});
  EXPECT_EQ(outcome.exit, 2);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["records"][0]["ok"], false);
  EXPECT_EQ(json["records"][0]["errors"][0]["line"], 1);
}

}  // namespace
}  // namespace aero::cli
