#include "aero/names.hpp"

#include <gtest/gtest.h>

namespace aero::protocol {
namespace {

// The tidy name, or the code of what is wrong with its arguments.
std::string tidy(std::string_view text) {
  const auto name = tidy_name(text);
  if (name) return *name;
  EXPECT_EQ(name.errors().size(), 1u);
  std::string outcome(name.errors().front().code);
  for (const auto& [argument, value] : name.errors().front().arguments) {
    outcome.append(" ").append(argument).append("=").append(value);
  }
  return outcome;
}

std::string times(int count, std::string_view text) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

TEST(Names, KeepsNamesOfAnyScript) {
  for (const char* name : {"Ayşe",
                           "İpek",
                           "Işıl",
                           "Jürgen",
                           "小明",
                           "O’Neill",
                           "Anne-Marie",
                           "J. R.",
                           "محمد",
                           "דנה",
                           "สมชาย",
                           "नेहा",
                           "Nguyễn",
                           "Zoë 2",
                           "<b>x</b>",
                           "👩‍👩‍👧",
                           "👍🏽",
                           "❤️",
                           "☺︎",
                           "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
                           "🇹🇷",
                           "1️⃣",
                           "👩🏽‍🚀",
                           "🏳️‍🌈",
                           "A"}) {
    EXPECT_EQ(tidy(name), name);
  }
}

TEST(Names, TidiesWhiteSpace) {
  EXPECT_EQ(tidy("  Ayşe \t\r\n"), "Ayşe");
  EXPECT_EQ(tidy("\u3000小\u3000 明\u00A0"), "小 明");
  EXPECT_EQ(tidy("\nA  B"), "A B");
}

TEST(Names, WritesNamesInNfc) {
  EXPECT_EQ(tidy("Ays\u0327e"), "Ay\u015Fe");
  EXPECT_EQ(tidy("I\u0307pek"), "\u0130pek");
  EXPECT_EQ(tidy("\u1112\u1161\u11AB"), "\uD55C");
}

TEST(Names, RefusesEmptyOnes) {
  for (const char* text : {"", " ", "\t\n", "\u3000\u00A0\u2003"})
    EXPECT_EQ(tidy(text), "name.empty");
}

TEST(Names, CountsLettersAsPeopleDo) {
  EXPECT_EQ(tidy(times(20, "a")), times(20, "a"));
  EXPECT_EQ(tidy(times(21, "a")), "name.too_long most=20");
  EXPECT_EQ(tidy(times(20, "明")), times(20, "明"));
  EXPECT_EQ(tidy(times(21, "明")), "name.too_long most=20");
  EXPECT_EQ(tidy(times(20, "👩‍👩‍👧")), times(20, "👩‍👩‍👧"));
  EXPECT_EQ(tidy(times(21, "👩‍👩‍👧")), "name.too_long most=20");
  EXPECT_EQ(tidy(times(20, "q\u0323\u0302")), times(20, "q\u0323\u0302"));
  EXPECT_EQ(tidy(times(10, " ") + times(20, "a") + times(1000, " ")), "name.too_long most=20");
  EXPECT_EQ(tidy(times(10, " ") + times(20, "a") + times(900, " ")), times(20, "a"));
}

TEST(Names, RefusesWhatCannotBeSeen) {
  const auto inside = [](std::string_view character) {
    return tidy("a" + std::string(character) + "b");
  };
  EXPECT_EQ(inside(std::string_view("\0", 1)), "name.character character=U+0000");
  EXPECT_EQ(inside("\n"), "name.character character=U+000A");
  EXPECT_EQ(inside("\x7F"), "name.character character=U+007F");
  EXPECT_EQ(inside("\u0085"), "name.character character=U+0085");
  EXPECT_EQ(inside("\u00AD"), "name.character character=U+00AD");
  EXPECT_EQ(inside("\u034F"), "name.character character=U+034F");
  EXPECT_EQ(inside("\u061C"), "name.character character=U+061C");
  EXPECT_EQ(inside("\u115F"), "name.character character=U+115F");
  EXPECT_EQ(inside("\u180E"), "name.character character=U+180E");
  EXPECT_EQ(inside("\u200B"), "name.character character=U+200B");
  EXPECT_EQ(inside("\u200C"), "name.character character=U+200C");
  EXPECT_EQ(inside("\u200D"), "name.character character=U+200D");
  EXPECT_EQ(inside("\u200E"), "name.character character=U+200E");
  EXPECT_EQ(inside("\u2028"), "name.character character=U+2028");
  EXPECT_EQ(inside("\u202E"), "name.character character=U+202E");
  EXPECT_EQ(inside("\u2066"), "name.character character=U+2066");
  EXPECT_EQ(inside("\u2800"), "name.character character=U+2800");
  EXPECT_EQ(inside("\u3164"), "name.character character=U+3164");
  EXPECT_EQ(inside("\uE000"), "name.character character=U+E000");
  EXPECT_EQ(inside("\uFE0F"), "name.character character=U+FE0F");
  EXPECT_EQ(inside("\uFEFF"), "name.character character=U+FEFF");
  EXPECT_EQ(inside("\uFFFF"), "name.character character=U+FFFF");
  EXPECT_EQ(inside("\U000E0041"), "name.character character=U+E0041");
  EXPECT_EQ(inside("\U000E0100"), "name.character character=U+E0100");
  EXPECT_EQ(inside("\U0010FFFF"), "name.character character=U+10FFFF");
  EXPECT_EQ(tidy("\u3164"), "name.character character=U+3164");
  EXPECT_EQ(tidy("\u202Ea"), "name.character character=U+202E");
}

TEST(Names, LetsJoinersJoinEmojiOnly) {
  EXPECT_EQ(tidy("👩\u200D"), "name.character character=U+200D");
  EXPECT_EQ(tidy("\u200D👩"), "name.character character=U+200D");
  EXPECT_EQ(tidy("👩\u200D\u200D👩"), "name.character character=U+200D");
  EXPECT_EQ(tidy("👩\u200Da"), "name.character character=U+200D");
  EXPECT_EQ(tidy("a\uFE0F\u200D👩"), "name.character character=U+FE0F");
  EXPECT_EQ(tidy("❤️️"), "name.character character=U+FE0F");
  EXPECT_EQ(tidy("👩󠁧"), "name.character character=U+E0067");
}

TEST(Names, RefusesMarksOnNothingAndHeapsOfThem) {
  EXPECT_EQ(tidy("\u0301"), "name.character character=U+0301");
  EXPECT_EQ(tidy(" \u0301a"), "name.character character=U+0301");
  EXPECT_EQ(tidy("a \u0301"), "name.character character=U+0301");
  EXPECT_EQ(tidy("q" + times(4, "\u0302")), "q" + times(4, "\u0302"));
  EXPECT_EQ(tidy("q" + times(5, "\u0302")), "name.character character=U+0302");
}

TEST(Names, RefusesWhatIsNotUtf8) {
  EXPECT_EQ(tidy("a\xFF"), "name.character character=U+FFFD");
  EXPECT_EQ(tidy("\xED\xA0\x80"), "name.character character=U+FFFD");
}

TEST(Names, TellsWhoLooksAlike) {
  const std::vector<std::pair<std::string_view, std::string_view>> alike{
      {"Ayşe", "Ayşe"},   {"Ayşe", "AYŞE"},      {"Ali", "AIi"},
      {"bobo", "b0b0"},   {"paypal", "pаypаl"},  {"Ipek", "İpek"},
      {"ışık", "IŞIK"},   {"modem", "rnodern"},  {"👩‍👩‍👧", "👩👩👧"},
      {"❤️", "❤"},         {"STRASSE", "straße"}, {"ΑΒ", "AB"},
      {"Scope", "ѕсоре"}, {"İpek", "ipek"},
  };
  for (const auto& [a, b] : alike) {
    EXPECT_TRUE(look_alike(a, b)) << a << " " << b;
    EXPECT_TRUE(look_alike(b, a)) << a << " " << b;
  }
}

TEST(Names, TellsWhoDoesNot) {
  const std::vector<std::pair<std::string_view, std::string_view>> others{
      {"Ayşe", "Fatma"},
      {"小明", "小红"},
      {"Ali", "Veli"},
      {"Player 1", "Player 2"},
      {"👩‍👩‍👧", "👩‍👩‍👦"},
      {"🇹🇷", "🇨🇳"},
      {"Anna", "Anne"},
      {"Ali", "Ali 2"},
  };
  for (const auto& [a, b] : others) {
    EXPECT_FALSE(look_alike(a, b)) << a << " " << b;
    EXPECT_FALSE(look_alike(b, a)) << a << " " << b;
  }
}

}  // namespace
}  // namespace aero::protocol
