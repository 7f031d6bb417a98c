// Requests and answers as they go through the door.

#include <algorithm>

#include "aero/ai.hpp"
#include "shown.hpp"

namespace aero::door {
namespace {

std::string ask(std::string_view request) {
  Desk desk;
  return answer(desk, request);
}

// What is wrong with a request, as "CODE NAME=VALUE …"; or "fine".
std::string outcome(std::string_view request) {
  const json::Parsed parsed = json::parse(ask(request));
  if (!parsed.value) return "no JSON";
  const Value* problems = parsed.value->find("problems");
  if (problems == nullptr) return "fine";
  std::string text;
  for (const Value& problem : problems->items) {
    text.append(text.empty() ? "" : "; ").append(*problem.find("code")->as_text());
    for (const Value& argument : problem.find("arguments")->items) {
      text.append(" ").append(argument.name).append("=").append(*argument.as_text());
    }
  }
  return text;
}

TEST(Door, AnswersInJson) {
  EXPECT_EQ(ask("rules\n{\"rules\":\"quick,takeoff=6\"}"),
            R"({"value":{"rules":"planes=2,takeoff=6,end=first","preset":"","options":)"
            R"({"planes":"2","takeoff":"6","sixes":"moved","recall":"on","jump":"on",)"
            R"("flight":"may","chain":"on","onward":"off","crossing":"on","stack":"may",)"
            R"("stackhit":"stack","wall":"free","finish":"exact","bonus":"six","end":"first",)"
            R"("move":"must"},"changed":["planes","takeoff","end"]}})");
  EXPECT_EQ(ask("apply\n{\"rules\":\"standard\",\"position\":\"R:p,hx3 B:hx4 R 0 2 -\","
                "\"input\":\"p-2^6\"}"),
            R"({"value":{"position":"R:hx3,6 B:hx4 B 0 - -","moves":[],)"
            R"("events":["R walked p 2","R jumped 2 6","B next"]}})");
  EXPECT_EQ(ask("moves\n{\"rules\":\"standard\",\"position\":\"R:hx4 B:hx4 R 0 4 -\"}"),
            R"({"value":[{"move":"h-p","position":"R:hx3,p B:hx4 B 0 - -"}]})");
  EXPECT_EQ(
      ask("rules\n{\"rules\":\"ludu\"}").substr(0, 94),
      R"({"problems":[{"code":"notation.unknown_preset","arguments":{"text":"ludu","choices":)"
      R"("standard,)");
  EXPECT_EQ(ask("rules\n{\"rules\":\"standard\",\"more\":[1,2]}").substr(0, 31),
            R"({"value":{"rules":"standard","p)");
}

TEST(Door, TellsTheFactsBare) {
  const json::Parsed parsed = json::parse(ask("facts"));
  ASSERT_TRUE(parsed.value);
  const Value& facts = *parsed.value;
  EXPECT_EQ(facts.find("presets")->items.size(), 4u);
  EXPECT_EQ(*facts.find("presets")->items[0].find("name")->as_text(), "standard");
  EXPECT_EQ(*facts.find("presets")->items[3].find("options")->find("end")->as_text(), "first");
  EXPECT_EQ(facts.find("options")->items.size(), 16u);
  EXPECT_EQ(facts.find("bots")->items.size(), bots().size());
  const Value& geometry = *facts.find("geometry");
  EXPECT_EQ(geometry.find("size")->as_whole(), 15u);
  const Value& ring = *geometry.find("ring");
  ASSERT_EQ(ring.items.size(), 52u);
  std::string flights;
  std::string entrances;
  for (std::size_t square = 0; square < 52; ++square) {
    const std::string at = std::to_string(square) + " ";
    const std::string& flight = *ring.items[square].find("flight_from")->as_text();
    const std::string& entrance = *ring.items[square].find("entrance_of")->as_text();
    if (!flight.empty()) flights += flight + at;
    if (!entrance.empty()) entrances += entrance + at;
  }
  EXPECT_EQ(flights, "G5 R18 Y31 B44 ");
  EXPECT_EQ(entrances, "Y11 B24 G37 R50 ");
  const Value& red = geometry.find("seats")->items[0];
  EXPECT_EQ(red.find("route")->items.size(), 58u);
  EXPECT_EQ(red.find("hangar")->items.size(), 4u);
  EXPECT_EQ(red.find("route")->items[51].find("x")->text, "7.5");
}

TEST(Door, RefusesWhatIsNoRequest) {
  const std::string operations =
      "facts, begin, resume, roll, choose, take_back, follow, at, history, starting_rolls, "
      "bot_move, hint, analyse, board, threats, rules, to_json, apply, moves";
  EXPECT_EQ(outcome(""), "door.unknown_operation choices=" + operations + " text=");
  EXPECT_EQ(outcome("rule\n{}"), "door.unknown_operation choices=" + operations + " text=rule");
  EXPECT_EQ(outcome("\xFF\"\n"), "door.unknown_operation choices=" + operations + " text=\uFFFD\"");
  EXPECT_EQ(outcome("rules"), "door.not_json");
  EXPECT_EQ(outcome("rules\n{"), "door.not_json");
  EXPECT_EQ(outcome("rules\n{\"rules\":\"\xFF\"}"), "door.not_json");
  EXPECT_EQ(outcome("rules\n" + std::string(100'000, '[')), "door.not_json");
}

TEST(Door, NamesTheMemberThatIsWrong) {
  EXPECT_EQ(outcome("rules\n7"), "door.member expected=RulesRequest member=");
  EXPECT_EQ(outcome("rules\n{}"), "door.member expected=string member=rules");
  EXPECT_EQ(outcome("rules\n{\"rules\":null}"), "door.member expected=string member=rules");
  const auto roll = [](const std::string& seat, const std::string& ply) {
    return outcome("roll\n{\"record\":\"\",\"seat\":" + seat + ",\"ply\":" + ply + "}");
  };
  EXPECT_EQ(roll("\"r\"", "1"), "door.member expected=Seat member=seat");
  EXPECT_EQ(roll("\"\"", "1"), "door.member expected=Seat member=seat");
  for (const char* ply : {"-1", "1.0", "1e3", "2147483648", "18446744073709551617", "\"1\""}) {
    EXPECT_EQ(roll("\"R\"", ply), "door.member expected=number member=ply");
  }
  EXPECT_EQ(roll("\"R\"", "2147483647"), "record.tag_missing tag=Start");
  const auto begin = [](const std::string& players, const std::string& first) {
    return outcome("begin\n{\"rules\":\"standard\",\"players\":" + players +
                   ",\"seed\":\"1\",\"first\":" + first + ",\"tags\":[]}");
  };
  const std::string red = R"({"seat":"R","name":"","bot":""})";
  EXPECT_EQ(begin("{}", "\"\""), "door.member expected=Player[] member=players");
  EXPECT_EQ(begin("[" + red + ",{\"seat\":\"B\",\"name\":1}]", "\"\""),
            "door.member expected=string member=players[1].name");
  EXPECT_EQ(begin("[" + red + ",7]", "\"\""), "door.member expected=Player member=players[1]");
  EXPECT_EQ(begin("[]", "\"X\""), "door.member expected=Seat | \"\" member=first");
  EXPECT_EQ(begin("[" + red + "]", "\"\""), "match.too_few_players players=1");
}

TEST(Door, RemembersNothingThatMatters) {
  const std::string record = R"([Dice \"seed 1 game 0\"][Start \"R:hx4 B:hx4 R 0 - -\"])";
  const std::string roll = "roll\n{\"record\":\"" + record + "\",\"seat\":\"R\",\"ply\":0}";
  Desk desk;
  const std::string first = answer(desk, roll);
  EXPECT_EQ(first.substr(0, 10), "{\"value\":{");
  EXPECT_EQ(answer(desk, roll), first);
  EXPECT_EQ(answer(desk, "resume\n{\"record\":\"nonsense\"}").substr(0, 13), "{\"problems\":[");
  EXPECT_EQ(answer(desk, roll), first);
  EXPECT_EQ(ask(roll), first);
}

TEST(Door, WritesNumbersWithoutNoise) {
  EXPECT_EQ(shown(0.0), "0");
  EXPECT_EQ(shown(7.5), "7.5");
  EXPECT_EQ(shown(15.0), "15");
  EXPECT_EQ(shown(0.0301), "0.03");
  EXPECT_EQ(shown(3.58579), "3.586");
  EXPECT_EQ(shown(-1.25), "-1.25");
}

}  // namespace
}  // namespace aero::door
