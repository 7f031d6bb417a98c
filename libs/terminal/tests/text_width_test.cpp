#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aero/terminal.hpp"
#include "utf8.hpp"

namespace aero::terminal {
namespace {

using Lines = std::vector<std::string>;

TEST(Width, OfCharacters) {
  for (const char32_t narrow : {U'a', U'~', U' ', U'é', U'İ', U'ı', U'─', U'│', U'●', U'①', U'★',
                                U'♞', U'\u00AD', U'\uFFFD', U'\uFF61', U'\u303F', U'𝄞', U'🛩'}) {
    EXPECT_EQ(width_of(narrow), 1) << std::hex << std::uint32_t{narrow};
  }
  for (const char32_t wide :
       {U'中',     U'飞',     U'機',     U'，',         U'。',         U'あ',        U'ア', U'한',
        U'ᄀ',     U'Ａ',     U'￥',     U'⌚',         U'⚡',         U'✅',        U'🎲', U'🟥',
        U'\u3400', U'\u9FFF', U'\uA4C6', U'\U00020000', U'\U0002FFFD', U'\U0003FFFD'}) {
    EXPECT_EQ(width_of(wide), 2) << std::hex << std::uint32_t{wide};
  }
  for (const char32_t zero : {U'\0', U'\n', U'\x1b', U'\x7f', U'\x85', U'\u0300', U'\u036F',
                              U'\u200B', U'\u200D', U'\uFE0F', U'\uFEFF', U'\u1160', U'\u11FF',
                              U'\u20D0', U'\u3099', U'\U000E0100', U'\U000E01EF'}) {
    EXPECT_EQ(width_of(zero), 0) << std::hex << std::uint32_t{zero};
  }
  EXPECT_EQ(width_of(char32_t{0x10FFFF}), 1);
}

// How many characters have each width pins the whole table.
TEST(Width, TableIsThatOfUnicode15) {
  int zero = 0;
  int wide = 0;
  for (char32_t character = 0xA0; character <= 0x10FFFF; ++character) {
    zero += width_of(character) == 0;
    wide += width_of(character) == 2;
  }
  EXPECT_EQ(zero, 2482);
  EXPECT_EQ(wide, 182'693);
}

TEST(Width, OfText) {
  EXPECT_EQ(width_of(""), 0);
  EXPECT_EQ(width_of("abc"), 3);
  EXPECT_EQ(width_of("e\u0301"), 1);
  EXPECT_EQ(width_of("红方 R"), 6);
  EXPECT_EQ(width_of("\xFF\xE4\xBD"), 2);
  EXPECT_EQ(width_of("a\tb"), 3);
}

TEST(Utf8, RefusesWhatIsNotUtf8) {
  for (const auto* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3(", "\xE4\xBDz"}) {
    EXPECT_EQ(decode(bad).character, std::nullopt);
    EXPECT_GT(decode(bad).length, 0u);
  }
  for (const auto* cut : {"\xC3", "\xE4", "\xE4\xBD", "\xF0\x9F", "\xF0\x9F\x8E"}) {
    EXPECT_EQ(decode(cut).character, std::nullopt);
    EXPECT_EQ(decode(cut).length, 0u);
  }
}

TEST(Utf8, PrintsWhatItReads) {
  for (char32_t character = 0; character <= 0x10FFFF; ++character) {
    if (character >= 0xD800 && character < 0xE000) {
      continue;
    }
    std::string text;
    append(text, character);
    const auto decoded = decode(text);
    ASSERT_EQ(decoded.character, character);
    ASSERT_EQ(decoded.length, text.size());
  }
}

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("飞机 é 😀"), "飞机 é 😀");
  EXPECT_EQ(printable("a\x1B[31m\n\t\x7F"
                      "b"),
            "a\uFFFD[31m\uFFFD\uFFFD\uFFFDb");
  EXPECT_EQ(printable("\u009B\u2028\u202E\u2066\u2069"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(printable("\u2027\u202F\u2065\u206A"), "\u2027\u202F\u2065\u206A");
  EXPECT_EQ(printable("a\xFF\xC0"
                      "b\xE9\xA3"),
            "a\uFFFD\uFFFDb\uFFFD");
}

TEST(Clip, KeepsWholeCharacters) {
  EXPECT_EQ(clip("abc", 2), "ab");
  EXPECT_EQ(clip("abc", 3), "abc");
  EXPECT_EQ(clip("飞机", 3), "飞");
  EXPECT_EQ(clip("飞机", 1), "");
  EXPECT_EQ(clip("e\u0301e\u0301", 1), "e\u0301");
  EXPECT_EQ(clip("abc", 0), "");
  EXPECT_EQ(clip("abc", -1), "");
}

TEST(Fit, FillsTheColumns) {
  EXPECT_EQ(fit("ab", 4), "ab  ");
  EXPECT_EQ(fit("飞机", 5), "飞机 ");
  EXPECT_EQ(fit("abcdef", 4), "abc…");
  EXPECT_EQ(fit("飞机棋", 4), "飞… ");
  EXPECT_EQ(fit("abc", 1), "…");
  EXPECT_EQ(fit("abc", 0), "");
  EXPECT_EQ(fit("", 2), "  ");
}

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two  three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one", 10), (Lines{"one"}));
  EXPECT_EQ(wrap("", 10), (Lines{""}));
  EXPECT_EQ(wrap("a\n\nb", 10), (Lines{"a", "", "b"}));
  EXPECT_EQ(wrap("Sıra Kırmızı’da", 8), (Lines{"Sıra", "Kırmızı’", "da"}));
}

TEST(Wrap, CountsASpaceThatCarriesAMark) {
  EXPECT_EQ(wrap("ab \u0301", 2), (Lines{"ab", "\u0301"}));
}

TEST(Wrap, CutsLongWords) {
  EXPECT_EQ(wrap("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
  EXPECT_EQ(wrap("x abcdefgh", 3), (Lines{"x", "abc", "def", "gh"}));
}

TEST(Wrap, BreaksBetweenWideCharactersButNotBeforePunctuation) {
  EXPECT_EQ(wrap("轮到红方掷骰", 6), (Lines{"轮到红", "方掷骰"}));
  EXPECT_EQ(wrap("轮到红，方掷骰", 6), (Lines{"轮到", "红，方", "掷骰"}));
  EXPECT_EQ(wrap("飞机（红）", 6), (Lines{"飞机", "（红）"}));
  EXPECT_EQ(wrap("掷出 6 再掷", 6), (Lines{"掷出 6", "再掷"}));
}

}  // namespace
}  // namespace aero::terminal
