#include <gtest/gtest.h>

#include "samples.hpp"

namespace aero {
namespace {

std::string json_outcome(std::string_view text) {
  const auto record = parse_json(text);
  return record ? to_json(*record) : errors_text(record.errors());
}

const std::string kHead =
    "{\"format\": \"aeroplane-record\", \"version\": 1, \"start\": \"R:hx4 B:hx4 R 0 - -\"";

std::string entries(const std::string& list) {
  return json_outcome(kHead + ",\n\"entries\": [" + list + "]}");
}

TEST(Json, IsTheTwinOfTheText) {
  const std::string json =
      "{\n"
      "  \"format\": \"aeroplane-record\",\n"
      "  \"version\": 1,\n"
      "  \"rules\": \"move=may\",\n"
      "  \"start\": \"R:hx4 B:hx4 R 0 - -\",\n"
      "  \"tags\": [\n"
      "    {\"name\": \"Seat R\", \"value\": \"Ayşe \\\"王\\\"\"}\n"
      "  ],\n"
      "  \"entries\": [\n"
      "    {\"seat\": \"R\", \"starting_roll\": 6},\n"
      "    {\"seat\": \"B\", \"starting_roll\": 5},\n"
      "    {\"round\": 1, \"seat\": \"R\", \"roll\": 4},\n"
      "    {\"note\": \"proof\", \"text\": \"a b\"},\n"
      "    {\"move\": \"h-p\"},\n"
      "    {\"round\": 1, \"seat\": \"B\", \"roll\": 3, \"mark\": \".\"},\n"
      "    {\"takeback\": 1},\n"
      "    {\"round\": 1, \"seat\": \"B\", \"roll\": 2},\n"
      "    {\"move\": \"pass\"},\n"
      "    {\"comment\": \"well\"}\n"
      "  ],\n"
      "  \"result\": \"*\"\n"
      "}\n";
  EXPECT_EQ(json_outcome(json), json);
  EXPECT_EQ(outcome("[Seat R \"Ayşe \\\"王\\\"\"][Rules \"move=may\"]" + kTwoSeats +
                    "0. R 6 B 5 1. R 4 <proof a b> h-p B 3 . <takeback 1> 1. B 2 pass {well}"),
            to_text(*parse_json(json)));
}

TEST(Json, NeedsNoMoreThanFormatVersionAndStart) {
  EXPECT_EQ(json_outcome(kHead + "}"), to_json(read(kTwoSeats)));
  EXPECT_EQ(entries("{\"roll\": 5}"), to_json(read(kTwoSeats + "1. R 5 .")));
}

TEST(Json, PlacesWhatIsNoJson) {
  EXPECT_EQ(json_outcome(""), "1:1 record.json_syntax");
  EXPECT_EQ(json_outcome("{\"a\":\n  nix}"), "2:4 record.json_syntax");
  EXPECT_EQ(json_outcome("{} x"), "1:4 record.json_syntax");
  EXPECT_EQ(json_outcome("{\"a\": \"\\x\"}"), "1:9 record.json_syntax");
  EXPECT_EQ(json_outcome("[\"\xC3(\"]"), "1:3 record.bad_utf8");
  EXPECT_EQ(json_outcome("{\x01}"), "1:2 record.control_character code=0001");
}

TEST(Json, PlacesWhatIsNoRecord) {
  EXPECT_EQ(json_outcome("[]"), "1:1 record.json_not_object");
  EXPECT_EQ(json_outcome("{}"), "1:1 record.json_member member=format expected=aeroplane-record");
  EXPECT_EQ(json_outcome("{\"format\": \"pgn\"}"),
            "1:12 record.json_member member=format expected=aeroplane-record");
  EXPECT_EQ(json_outcome("{\"format\": \"aeroplane-record\",\n \"version\": 2}"),
            "2:13 record.json_member member=version expected=1");
  EXPECT_EQ(json_outcome(kHead + ", \"more\": [1, {\"a\": []}]}"),
            "1:86 record.json_unknown member=more");
  EXPECT_EQ(json_outcome(kHead + ", \"rules\": \"ludu\"}").substr(0, 38),
            "1:87 notation.unknown_preset text=ludu");
  EXPECT_EQ(json_outcome(kHead + ", \"tags\": {}}"),
            "1:86 record.json_member member=tags expected=[…]");
  EXPECT_EQ(
      json_outcome(kHead + ",\n\"tags\": [{\"name\": \"A\", \"value\": \"\"}, {\"name\": 1}]}"),
      "2:47 record.json_member member=name expected=\"…\"");
  EXPECT_EQ(json_outcome(kHead + ",\n\"tags\": [{\"name\": \"Start\", \"value\": \"\"}]}"),
            "2:10 record.bad_tag text=Start");
  EXPECT_EQ(json_outcome(kHead + ",\n\"result\": \"R\"}"),
            "2:11 record.wrong_result result=R expected=*");
}

TEST(Json, PlacesWrongEntries) {
  EXPECT_EQ(entries("7"), "2:13 record.json_not_object");
  EXPECT_EQ(entries("{}"), "2:13 record.json_entry");
  EXPECT_EQ(entries("{\"roll\": 4}, {\"move\": \"h-p\", \"seat\": \"R\"}"),
            "2:50 record.json_unknown member=seat");
  EXPECT_EQ(entries("{\"roll\": 4.0}"), "2:22 record.json_member member=roll expected=1–6");
  EXPECT_EQ(entries("{\"roll\": 7}"), "2:22 record.json_member member=roll expected=1–6");
  EXPECT_EQ(entries("{\"roll\": -1}"), "2:22 record.json_member member=roll expected=1–6");
  EXPECT_EQ(entries("{\"roll\": 18446744073709551620}"),
            "2:22 record.json_member member=roll expected=1–6");
  EXPECT_EQ(entries("{\"roll\": 4, \"seat\": \"B\"}"),
            "2:33 record.json_member member=seat expected=R");
  EXPECT_EQ(entries("{\"roll\": 4, \"round\": 2}"),
            "2:34 record.json_member member=round expected=1");
  EXPECT_EQ(entries("{\"roll\": 4, \"mark\": \".\"}"),
            "2:33 record.mark_not_due mark=. roll=4 choices=h-p");
  EXPECT_EQ(entries("{\"roll\": 5, \"mark\": \"#\"}"),
            "2:33 record.json_member member=mark expected=.");
  EXPECT_EQ(entries("{\"roll\": 4},\n{\"move\": \"p-4\"}"),
            "3:10 record.move_not_legal seat=R move=p-4 roll=4 choices=h-p");
  EXPECT_EQ(entries("{\"move\": \"x\"}"), "2:22 notation.bad_move text=x");
  EXPECT_EQ(entries("{\"takeback\": 1}"), "2:26 record.takeback_too_far count=1 plies=0");
  EXPECT_EQ(entries("{\"comment\": \"a}\"}"), "2:13 record.bad_comment text=a}");
  EXPECT_EQ(entries("{\"comment\": \"\\u001b\"}"), "2:13 record.control_character code=001B");
  EXPECT_EQ(entries("{\"starting_roll\": 4}"), "2:12 record.starting_unfinished seat=B");
}

TEST(Json, TheLastOfTwoMembersCounts) {
  EXPECT_EQ(entries("{\"roll\": 4, \"roll\": 7}"),
            "2:33 record.json_member member=roll expected=1–6");
}

TEST(Json, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_TRUE(parse_json(mark + kHead + "}"));
  EXPECT_EQ(json_outcome(mark + kHead),
            "1:" + std::to_string(mark.size() + kHead.size() + 1) + " record.json_syntax");
  EXPECT_EQ(json_outcome(mark + "[]"), "1:4 record.json_not_object");
  EXPECT_EQ(json_outcome(mark + mark), "1:4 record.json_syntax");
}

TEST(Either, IsToldByItsBeginning) {
  const auto outcome = [](const std::string& text) {
    const auto record = parse_either(text);
    return record ? std::to_string(record->entries.size()) : errors_text(record.errors());
  };
  const std::string mark = "\xEF\xBB\xBF";
  const std::string text = "[Start \"R:hx4 B:hx4 R 0 - -\"] {x}";
  EXPECT_EQ(outcome(text), "1");
  EXPECT_EQ(outcome(mark + text), "1");
  EXPECT_EQ(outcome(kHead + "}"), "0");
  EXPECT_EQ(outcome(mark + " \r\n\t" + kHead + "}"), "0");
  EXPECT_EQ(outcome("{\"quoted\"} " + text), "2");
  EXPECT_EQ(outcome("{\"quoted\""), "1:10 record.json_syntax");
  EXPECT_EQ(outcome("{quoted"), errors_text(parse_record("{quoted").errors()));
  EXPECT_EQ(outcome("{"), errors_text(parse_record("{").errors()));
  EXPECT_EQ(outcome(""), errors_text(parse_record("").errors()));
}

TEST(Json, DeepNestingIsNoDanger) {
  const std::string deep(1'000'000, '[');
  EXPECT_EQ(json_outcome(deep), "1:65 record.json_syntax");
  EXPECT_EQ(json_outcome(deep + std::string(1'000'000, ']')), "1:65 record.json_syntax");
  EXPECT_EQ(entries("[[[]]]"), "2:13 record.json_not_object");
}

}  // namespace
}  // namespace aero
