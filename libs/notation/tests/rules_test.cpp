#include <gtest/gtest.h>

#include "aero/notation.hpp"

namespace aero {
namespace {

std::string canonical_rules(std::string_view text) {
  const Result<Rules> rules = parse_rules(text);
  return rules ? to_text(*rules) : "refused";
}

// The codes of all errors with their columns.
std::string faults_of_rules(std::string_view text) {
  std::string line;
  for (const Error& error : parse_rules(text).errors()) {
    line +=
        (line.empty() ? "" : " ") + std::string(error.code) + "@" + std::to_string(error.column);
  }
  return line;
}

TEST(RulesText, PrintsWhatDiffersInTheOrderOfTheTable) {
  EXPECT_EQ(canonical_rules("standard"), "standard");
  EXPECT_EQ(canonical_rules("end=first,planes=2"), "planes=2,end=first");
  EXPECT_EQ(canonical_rules("jump=on,flight=may"), "standard");
  EXPECT_EQ(canonical_rules("chinese"),
            "takeoff=6,sixes=all,flight=must,onward=must,stack=always,stackhit=both,wall=bounce,"
            "finish=bounce");
  EXPECT_EQ(canonical_rules("ludo"),
            "takeoff=6,sixes=void,jump=off,flight=off,stack=never,bonus=both");
  EXPECT_EQ(canonical_rules("quick"), "planes=2,takeoff=123456,end=first");
}

TEST(RulesText, APresetComesFirstAndTheLaterKeyCounts) {
  EXPECT_EQ(canonical_rules("quick,planes=3"), "planes=3,takeoff=123456,end=first");
  EXPECT_EQ(canonical_rules("jump=off,jump=on"), "standard");
  EXPECT_EQ(
      canonical_rules("chinese,takeoff=246,takeoff=56,wall=free"),
      "takeoff=56,sixes=all,flight=must,onward=must,stack=always,stackhit=both,finish=bounce");
}

TEST(RulesText, EveryOptionAndValueReadsBack) {
  for (const Option& option : options()) {
    for (std::size_t value = 0; value < option.values.size(); ++value) {
      const std::string item = std::string(option.key) + "=" + std::string(option.values[value]);
      EXPECT_EQ(canonical_rules(item), value == 0 ? "standard" : item);
      EXPECT_EQ(option.get(*parse_rules(item)), static_cast<int>(value)) << item;
    }
  }
}

TEST(RulesText, RefusesAndNamesEveryFault) {
  EXPECT_EQ(faults_of_rules(""), "notation.empty_item@1");
  EXPECT_EQ(faults_of_rules("house"), "notation.unknown_preset@1");
  EXPECT_EQ(faults_of_rules("jump"), "notation.value_missing@1");
  EXPECT_EQ(faults_of_rules("jmp=on"), "notation.unknown_key@1");
  EXPECT_EQ(faults_of_rules("jump=maybe"), "notation.unknown_value@6");
  EXPECT_EQ(faults_of_rules("Jump=on"), "notation.unknown_key@1");
  EXPECT_EQ(faults_of_rules("jump=off,quick"), "notation.preset_not_first@10");
  EXPECT_EQ(faults_of_rules("quick,quick"), "notation.preset_not_first@7");
  EXPECT_EQ(faults_of_rules("jump=on,"), "notation.empty_item@9");
  EXPECT_EQ(faults_of_rules("jump=on, flight=off"), "notation.unknown_key@9");
  EXPECT_EQ(faults_of_rules("a=1,,planes=5,ludo"),
            "notation.unknown_key@1 notation.empty_item@5 notation.unknown_value@13 "
            "notation.preset_not_first@15");
}

TEST(RulesText, LooksNoFurtherAfterTooManyErrors) {
  EXPECT_EQ(parse_rules(std::string(kMaxErrors - 2, ',')).errors().size(), kMaxErrors - 1);
  EXPECT_EQ(parse_rules(std::string(5 * kMaxErrors, ',')).errors().size(), kMaxErrors);
}

TEST(RulesText, AnErrorListsTheChoices) {
  const Error error = parse_rules("flight=yes").errors()[0];
  const Error wanted{"notation.unknown_value",
                     {{"key", "flight"}, {"value", "yes"}, {"choices", "may, must, off"}},
                     1,
                     8};
  EXPECT_EQ(error, wanted);
}

}  // namespace
}  // namespace aero
