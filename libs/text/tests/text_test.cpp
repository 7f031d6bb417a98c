#include "aero/text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>

#include "catalogue.hpp"

namespace aero::text {
namespace {

std::string filled(Language language, std::string_view pattern,
                   std::initializer_list<Argument> arguments) {
  return format(language, pattern, {arguments.begin(), arguments.size()}).value_or("refused");
}

Language language_of(std::map<std::string, std::string> variables) {
  return language_of_environment([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Language, IsParsedStrictly) {
  EXPECT_EQ(parse_language("en"), Language::en);
  EXPECT_EQ(parse_language("tr"), Language::tr);
  EXPECT_EQ(parse_language("zh"), Language::zh);
  for (const auto* code : {"", "TR", "Tr", "tr ", " tr", "tur", "t", "de", "zh-CN", "en-XA"}) {
    EXPECT_EQ(parse_language(code), std::nullopt) << code;
  }
}

TEST(Language, CodeIsWhatIsParsed) {
  for (const auto language : kLanguages) {
    EXPECT_EQ(parse_language(code_of(language)), language);
  }
  EXPECT_EQ(code_of(Language::pseudo), "en-XA");
}

TEST(Language, ComesFromTheFirstVariableThatIsSet) {
  EXPECT_EQ(language_of({}), Language::en);
  EXPECT_EQ(language_of({{"LANG", "tr_TR.UTF-8"}}), Language::tr);
  EXPECT_EQ(language_of({{"LANG", "tr_TR.UTF-8"}, {"LC_MESSAGES", "zh_CN.UTF-8"}}), Language::zh);
  EXPECT_EQ(language_of({{"LC_MESSAGES", "zh_CN"}, {"LC_ALL", "tr_TR"}}), Language::tr);
  EXPECT_EQ(language_of({{"LC_ALL", ""}, {"LANG", "tr_TR"}}), Language::tr);
  EXPECT_EQ(language_of({{"LC_ALL", "tr_TR"}, {"LANGUAGE", "en_US:en"}}), Language::tr);
}

TEST(Language, IsReadFromAnySpellingOfALocale) {
  for (const auto* locale : {"zh_CN.UTF-8", "zh_TW.Big5", "zh-Hant", "zh", "zh_SG@pinyin"}) {
    EXPECT_EQ(language_of({{"LANG", locale}}), Language::zh) << locale;
  }
  for (const auto* locale : {"tr", "tr_TR", "tr_CY.UTF-8", "tr@euro", "tr.ISO-8859-9"}) {
    EXPECT_EQ(language_of({{"LANG", locale}}), Language::tr) << locale;
  }
  for (const auto* locale : {"en_GB", "de_DE.UTF-8", "trv_TW", "zha", "nonsense", "_", "."}) {
    EXPECT_EQ(language_of({{"LANG", locale}}), Language::en) << locale;
  }
  EXPECT_EQ(language_of({{"LANG", "en_XA.UTF-8"}}), Language::pseudo);
}

TEST(Language, IsEnglishInTheCLocale) {
  for (const auto* locale : {"C", "POSIX", "C.UTF-8"}) {
    EXPECT_EQ(language_of({{"LC_ALL", locale}, {"LANG", "tr_TR"}, {"LANGUAGE", "tr"}}),
              Language::en)
        << locale;
  }
}

TEST(Language, FallsBackToTheListOfLanguages) {
  EXPECT_EQ(language_of({{"LANGUAGE", "zh:tr"}}), Language::zh);
  EXPECT_EQ(language_of({{"LANG", "de_DE.UTF-8"}, {"LANGUAGE", "de:tr_TR:zh"}}), Language::tr);
  EXPECT_EQ(language_of({{"LANG", "de_DE.UTF-8"}, {"LANGUAGE", "::de:"}}), Language::en);
}

TEST(Say, SpeaksTheLanguage) {
  EXPECT_EQ(say(Language::en, "noun.hangar"), "hangar");
  EXPECT_EQ(say(Language::tr, "noun.stack"), "yığın");
  EXPECT_EQ(say(Language::zh, "noun.stack"), "叠子");
}

TEST(Say, FillsInArgumentsAndPlurals) {
  EXPECT_EQ(say(Language::en, "count.planes", {{"n", 1}}), "1 plane");
  EXPECT_EQ(say(Language::en, "count.planes", {{"n", 2}}), "2 planes");
  EXPECT_EQ(say(Language::en, "count.planes", {{"n", 0}}), "0 planes");
  EXPECT_EQ(say(Language::tr, "count.planes", {{"n", 3}}), "3 uçak");
  EXPECT_EQ(say(Language::zh, "count.planes", {{"n", 3}}), "3 架飞机");
}

TEST(Say, ShowsWhatIsMissing) {
  EXPECT_EQ(say(Language::en, "noun.no_such_thing"), "⟨noun.no_such_thing⟩");
  EXPECT_EQ(say(Language::pseudo, ""), "⟨⟩");
  EXPECT_EQ(filled(Language::en, "roll {pip}", {}), "roll {pip}");
  EXPECT_EQ(filled(Language::en, "broken {", {}), "refused");
}

TEST(Say, TakesKeysThatArePutTogether) {
  EXPECT_TRUE(has_message("rules.takeoff.246"));
  EXPECT_FALSE(has_message("rules.takeoff.7"));
  EXPECT_FALSE(has_message("rules."));
  EXPECT_FALSE(has_message(""));
}

TEST(Format, WritesNumbersInPlainDigitsInEveryLanguage) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  for (const auto language : kLanguages) {
    EXPECT_EQ(filled(language, "{n}", {{"n", 1234567}}), "1234567");
    EXPECT_EQ(filled(language, "{n}", {{"n", kMost}}), "9223372036854775807");
    EXPECT_EQ(filled(language, "{n}", {{"n", kLeast}}), "-9223372036854775808");
    EXPECT_EQ(filled(language, "{x}", {{"x", 1234.5}}), "1234.5");
    EXPECT_EQ(filled(language, "{n, plural, other {# = {n}}}", {{"n", 12345}}), "12345 = 12345");
  }
}

TEST(Format, FollowsAPatternThatAsksForALocalNumber) {
  EXPECT_EQ(filled(Language::en, "{n, number}", {{"n", 1234567}}), "1,234,567");
  EXPECT_EQ(filled(Language::tr, "{n, number} {n}", {{"n", 1234567}}), "1.234.567 1234567");
  EXPECT_EQ(filled(Language::en, "{p, number, percent}", {{"p", 0.25}}), "25%");
  EXPECT_EQ(filled(Language::tr, "{p, number, percent}", {{"p", 0.25}}), "%25");
}

TEST(Format, NestsPluralsAndSelects) {
  const auto* pattern =
      "{seat, select, R {{n, plural, one {Red: # plane} other {Red: # planes}}} other {{seat}?}}";
  EXPECT_EQ(filled(Language::en, pattern, {{"seat", "R"}, {"n", 1}}), "Red: 1 plane");
  EXPECT_EQ(filled(Language::en, pattern, {{"seat", "R"}, {"n", 2}}), "Red: 2 planes");
  EXPECT_EQ(filled(Language::en, pattern, {{"seat", "X"}, {"n", 2}}), "X?");
  EXPECT_EQ(filled(Language::en, "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
                   {{"n", 22}}),
            "22nd");
}

TEST(Format, KeepsTextAsItIs) {
  EXPECT_EQ(filled(Language::tr, "“{text}”", {{"text", "İı {n} ' # 飞机"}}), "“İı {n} ' # 飞机”");
  EXPECT_EQ(filled(Language::en, "it''s '{'{a}'}'", {{"a", ""}}), "it's {}");
}

TEST(Pseudo, AccentsTheCatalogueAndLeavesArgumentsAlone) {
  EXPECT_EQ(say(Language::pseudo, "count.planes", {{"n", 2}}), "⟦2 ƥłáñéš⟧");
  EXPECT_EQ(filled(Language::pseudo, "Red moves {piece} to {step}", {{"piece", "p*"}, {"step", 3}}),
            "⟦Řéď ɱóṽéš p* ťó 3⟧");
}

}  // namespace
}  // namespace aero::text
