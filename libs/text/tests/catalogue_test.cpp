// Laws of the catalogue, and of the sources that use it. Runs in the root of the repository.

#include "catalogue.hpp"

#include <gtest/gtest.h>
#include <unicode/messagepattern.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace aero::text {
namespace {

using Names = std::set<std::string>;

// Prefixes of keys that no source uses yet. An entry goes as soon as its keys are in use.
const Names kNotYetUsed = {"count.", "noun."};

icu::MessagePattern parsed(std::string_view pattern, UErrorCode& status) {
  return {icu::UnicodeString::fromUTF8(
              icu::StringPiece(pattern.data(), static_cast<std::int32_t>(pattern.size()))),
          nullptr, status};
}

// The texts of all parts of one type: argument names, or the cases of plurals and selects.
Names parts(std::string_view pattern, UMessagePatternPartType type) {
  UErrorCode status = U_ZERO_ERROR;
  const auto message = parsed(pattern, status);
  Names names;
  for (std::int32_t i = 0; i < message.countParts(); ++i) {
    if (message.getPart(i).getType() == type) {
      std::string name;
      names.insert(message.getSubstring(message.getPart(i)).toUTF8String(name));
    }
  }
  return names;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What the string literals of the programs and libraries say about keys.
struct Mentions {
  Names keys;                         // "seat.R"
  Names prefixes;                     // "seat.", to which something is added
  std::vector<std::string> mistakes;  // look like keys but are in no catalogue

  bool mention(std::string_view key) const {
    return keys.contains(std::string(key)) ||
           std::ranges::any_of(prefixes, [&](const auto& p) { return key.starts_with(p); });
  }
};

bool is_prefix_of_a_key(const std::string& prefix) {
  return std::ranges::any_of(catalogue(), [&](const auto& m) { return m.key.starts_with(prefix); });
}

// A literal is held to the catalogue when it is said, or when it has the form of a key and begins
// with a room that the catalogue has. File names such as "rules.md" are not keys.
void scan(const std::string& name, const std::string& source, Mentions& mentions) {
  static const std::regex kLiteral(R"re((\bsay\([^;"]*)?"([a-z_]+(?:\.\w+)+|(?:[a-z_]+\.)+)")re");
  static const std::regex kFile(R"re(.*\.(md|json|jsonl|txt|cpp|hpp|scn))re");
  for (std::sregex_iterator it(source.begin(), source.end(), kLiteral), end; it != end; ++it) {
    const std::string literal = (*it)[2];
    const bool is_said = (*it)[1].matched;
    const bool is_prefix = literal.ends_with('.');
    if (is_prefix ? is_prefix_of_a_key(literal) : has_message(literal)) {
      (is_prefix ? mentions.prefixes : mentions.keys).insert(literal);
    } else if (is_said || (is_prefix_of_a_key(literal.substr(0, literal.find('.') + 1)) &&
                           !std::regex_match(literal, kFile))) {
      mentions.mistakes.push_back(name + ": \"" + literal + "\"");
    }
  }
}

Mentions mentions_in_sources() {
  namespace fs = std::filesystem;
  Mentions mentions;
  for (const auto* room : {"engine", "libs", "apps"}) {
    if (!fs::exists(room)) {
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(room)) {
      const auto path = entry.path().generic_string();
      const bool is_source = path.ends_with(".cpp") || path.ends_with(".hpp");
      if (is_source && !path.starts_with("libs/text/") &&
          path.find("/tests/") == std::string::npos) {
        scan(path, contents(path), mentions);
      }
    }
  }
  return mentions;
}

TEST(Catalogue, IsSorted) {
  EXPECT_GT(catalogue().size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(catalogue(), {}, &Message::key));
}

TEST(Catalogue, HasKeysDottedByRoom) {
  static const std::regex kKey(R"([a-z_]+(\.\w+)+)");
  for (const auto& message : catalogue()) {
    EXPECT_TRUE(std::regex_match(std::string(message.key), kKey)) << message.key;
  }
}

TEST(Catalogue, HasOnlyPatternsThatParse) {
  for (const auto& message : catalogue()) {
    for (const auto pattern : message.patterns) {
      UErrorCode status = U_ZERO_ERROR;
      parsed(pattern, status);
      EXPECT_TRUE(U_SUCCESS(status)) << message.key << ": " << pattern;
      EXPECT_TRUE(format(Language::en, pattern, {}).has_value()) << message.key;
      EXPECT_FALSE(pattern.empty() || pattern.starts_with(' ') || pattern.ends_with(' '))
          << message.key;
    }
  }
}

TEST(Catalogue, HasTheSameArgumentsInEveryLanguage) {
  for (const auto& message : catalogue()) {
    const auto expected = parts(message.patterns[0], UMSGPAT_PART_TYPE_ARG_NAME);
    for (const auto pattern : message.patterns) {
      EXPECT_EQ(parts(pattern, UMSGPAT_PART_TYPE_ARG_NAME), expected) << message.key;
      EXPECT_EQ(parts(pattern, UMSGPAT_PART_TYPE_ARG_NUMBER), Names{}) << message.key;
    }
  }
}

// '#' is the whole number here, and the browser's library reads the same patterns.
TEST(Catalogue, HasNoPluralOffsets) {
  for (const auto& message : catalogue()) {
    for (const auto pattern : message.patterns) {
      EXPECT_EQ(pattern.find("offset:"), std::string_view::npos) << message.key;
    }
  }
}

TEST(Sources, SayOnlyWhatTheCatalogueHas) {
  const auto mentions = mentions_in_sources();
  EXPECT_EQ(mentions.mistakes, std::vector<std::string>{});
}

TEST(Sources, MentionEveryMessage) {
  const auto mentions = mentions_in_sources();
  Names idle;
  Names waiting;
  for (const auto& message : catalogue()) {
    // The page's own tests see that it says what is there for it alone.
    if (mentions.mention(message.key) || message.key.starts_with("web.")) {
      continue;
    }
    const auto prefix = std::ranges::find_if(
        kNotYetUsed, [&](const auto& p) { return message.key.starts_with(p); });
    if (prefix == kNotYetUsed.end()) {
      idle.emplace(message.key);
    } else {
      waiting.insert(*prefix);
    }
  }
  EXPECT_EQ(idle, Names{}) << "messages that no source mentions";
  EXPECT_EQ(waiting, kNotYetUsed) << "all in use: strike it from kNotYetUsed";
}

TEST(Sources, AreScannedForKeys) {
  Mentions mentions;
  scan("a.cpp",
       R"cpp(say(language, "noun.plane");
             say(language, "noun.helicopter", {{"n", 3}});
             error("seat.Q");
             say(l, "seat." + letter);
             open("rules.md");
#include "aero/text.hpp" say(l, "nowhere.at_all");
             say(l, key, {{"n", 1}});
             field("x.y");
             say(l, "noun.x." + y);
       )cpp",
       mentions);
  EXPECT_EQ(mentions.keys, Names{"noun.plane"});
  EXPECT_EQ(mentions.prefixes, Names{"seat."});
  EXPECT_TRUE(mentions.mention("seat.R.of"));
  EXPECT_FALSE(mentions.mention("noun.hangar"));
  EXPECT_EQ(mentions.mistakes,
            (std::vector<std::string>{R"(a.cpp: "noun.helicopter")", R"(a.cpp: "seat.Q")",
                                      R"(a.cpp: "nowhere.at_all")", R"(a.cpp: "noun.x.")"}));
}

// Rows of the table: | English | Türkçe | 中文 | what it is |
TEST(Glossary, HasTheNounsOfTheCatalogue) {
  std::ifstream file("GLOSSARY.md");
  Names written;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| ") && !line.starts_with("| English") && !line.starts_with("| ---")) {
      written.insert(line.substr(0, line.rfind(" | ")));
    }
  }
  Names said;
  for (const auto& message : catalogue()) {
    if (message.key.starts_with("noun.")) {
      const auto& [en, tr, zh] = message.patterns;
      std::ostringstream row;
      row << "| " << en << " | " << tr << " | " << zh;
      said.insert(row.str());
    }
  }
  EXPECT_EQ(written, said);
}

}  // namespace
}  // namespace aero::text
