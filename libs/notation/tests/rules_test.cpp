#include <gtest/gtest.h>

#include "aero/notation.hpp"

namespace aero {
namespace {

std::string canonical(std::string_view text) {
  const Result<Rules> rules = parse_rules(text);
  return rules ? to_text(*rules) : "refused";
}

// The codes of all errors with their columns.
std::string faults(std::string_view text) {
  std::string line;
  for (const Error& error : parse_rules(text).errors()) {
    line +=
        (line.empty() ? "" : " ") + std::string(error.code) + "@" + std::to_string(error.column);
  }
  return line;
}

TEST(RulesText, PrintsWhatDiffersInTheOrderOfTheTable) {
  EXPECT_EQ(canonical("standard"), "standard");
  EXPECT_EQ(canonical("end=first,planes=2"), "planes=2,end=first");
  EXPECT_EQ(canonical("jump=on,flight=may"), "standard");
  EXPECT_EQ(canonical("chinese"),
            "takeoff=6,sixes=all,flight=must,onward=must,stack=always,stackhit=both,wall=bounce,"
            "finish=bounce");
  EXPECT_EQ(canonical("ludo"), "takeoff=6,sixes=void,jump=off,flight=off,stack=never,bonus=both");
  EXPECT_EQ(canonical("quick"), "planes=2,takeoff=123456,end=first");
}

TEST(RulesText, APresetComesFirstAndTheLaterKeyCounts) {
  EXPECT_EQ(canonical("quick,planes=3"), "planes=3,takeoff=123456,end=first");
  EXPECT_EQ(canonical("jump=off,jump=on"), "standard");
  EXPECT_EQ(
      canonical("chinese,takeoff=246,takeoff=56,wall=free"),
      "takeoff=56,sixes=all,flight=must,onward=must,stack=always,stackhit=both,finish=bounce");
}

TEST(RulesText, EveryOptionAndValueReadsBack) {
  for (const Option& option : options()) {
    for (std::size_t value = 0; value < option.values.size(); ++value) {
      const std::string item = std::string(option.key) + "=" + std::string(option.values[value]);
      EXPECT_EQ(canonical(item), value == 0 ? "standard" : item);
      EXPECT_EQ(option.get(*parse_rules(item)), static_cast<int>(value)) << item;
    }
  }
}

TEST(RulesText, RefusesAndNamesEveryFault) {
  EXPECT_EQ(faults(""), "notation.empty_item@1");
  EXPECT_EQ(faults("house"), "notation.unknown_preset@1");
  EXPECT_EQ(faults("jump"), "notation.value_missing@1");
  EXPECT_EQ(faults("jmp=on"), "notation.unknown_key@1");
  EXPECT_EQ(faults("jump=maybe"), "notation.unknown_value@6");
  EXPECT_EQ(faults("Jump=on"), "notation.unknown_key@1");
  EXPECT_EQ(faults("jump=off,quick"), "notation.preset_not_first@10");
  EXPECT_EQ(faults("quick,quick"), "notation.preset_not_first@7");
  EXPECT_EQ(faults("jump=on,"), "notation.empty_item@9");
  EXPECT_EQ(faults("jump=on, flight=off"), "notation.unknown_key@9");
  EXPECT_EQ(faults("a=1,,planes=5,ludo"),
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
