// How the program is called: help, languages, wrong calls, and where what it says goes.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "program.hpp"

namespace aero::cli {
namespace {

const std::vector<std::string> kNames = {
    "play",    "serve", "backup", "show",     "moves",     "roll",       "rules", "replay",
    "analyse", "check", "verify", "simulate", "match",     "engine",     "solve", "regret",
    "train",   "perft", "bench",  "load",     "signature", "completion", "man"};
constexpr const char* kPosition = "R:hx4 B:hx4 R 0 - -";

void expect_misuse(const std::vector<std::string>& words, const std::string& message) {
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit, 2) << message;
  EXPECT_EQ(outcome.out, "") << message;
  EXPECT_EQ(outcome.err, "aeroplane: " + message + "\n");
}

TEST(Use, SolvesOnlyWhatCanBeSolved) {
  expect_misuse({"solve"},
                "4 planes a side are too many to be solved. At most 3 can be: add planes=3 to the "
                "rules.");
  expect_misuse({"solve", "--rules", "planes=1", "--seats", "RYB"},
                "3 seats cannot be solved: it takes exactly two.");
  expect_misuse({"solve", "--rules", "planes=1", "--position", "R:h Y:h B:h R 0 - -"},
                "3 seats cannot be solved: it takes exactly two.");
  expect_misuse({"solve", "--rules", "planes=1", "--seats", "RB", "--position", "R:h Y:h R 0 - -"},
                "--seats and --position name different seats.");
  expect_misuse({"solve", "--rules", "planes=1", "--position", "R:c B:h - 0 - RB"},
                "--position, column 1: The game is over.\n  R:c B:h - 0 - RB\n  ^");
  expect_misuse({"solve", "--rules", "planes=1", "--threads", "0"},
                "--threads: “0” is not a whole number from 1 to 256.");
}

TEST(Use, MeasuresRegretOnlyWhereTheGameIsSolved) {
  expect_misuse({"regret"},
                "4 planes a side are too many to be solved. At most 3 can be: add planes=3 to the "
                "rules.");
  expect_misuse({"regret", "--rules", "planes=1", "--seats", "RYB"},
                "3 seats cannot be solved: it takes exactly two.");
  expect_misuse({"regret", "--rules", "planes=1,finish=over,move=may", "--seats", "RY"},
                "Under these rules exact values are known only to within 0.03, so nobody can tell "
                "what a choice loses.");
  expect_misuse({"regret", "--rules", "planes=1", "--decisions", "0"},
                "--decisions: “0” is not a whole number from 1 to 10000000.");
}

TEST(Use, NeedsACommandThatExists) {
  expect_misuse({}, "A command is missing. “aeroplane --help” lists them.");
  const Outcome unknown = run({"fly"});
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_TRUE(unknown.err.starts_with("aeroplane: There is no command “fly”. The commands are "))
      << unknown.err;
  for (const auto& name : kNames) EXPECT_NE(unknown.err.find(name), std::string::npos) << name;
}

TEST(Use, RefusesWhatItDoesNotKnow) {
  expect_misuse({"moves", "--fly", "x"}, "There is no option “--fly” here.");
  expect_misuse({"--fly", "moves", "x"}, "There is no option “--fly” here.");
  expect_misuse({"moves", "-j", "x"}, "There is no option “-j” here.");
  expect_misuse({"moves", "--games", "3", "x"}, "There is no option “--games” here.");
  expect_misuse({"moves", "--version"}, "There is no option “--version” here.");
  expect_misuse({"roll", kPosition, "3", "roll"}, "“roll” is one argument too many.");
  expect_misuse({"man", "++"}, "“++” is one argument too many.");
}

TEST(Use, RefusesWhatIsMissing) {
  expect_misuse({"moves"}, "POSITION is missing.");
  expect_misuse({"roll", kPosition}, "N is missing.");
  expect_misuse({"moves", "x", "--rules"}, "--rules needs a value after it.");
  expect_misuse({"rules", "explain"}, "RULES is missing.");
  expect_misuse({"completion"}, "SHELL is missing.");
}

TEST(Use, RefusesAValueWhereNoneBelongs) {
  expect_misuse({"moves", "--json=yes", "x"}, "--json does not take a value.");
}

TEST(Use, RefusesNumbersOutOfRange) {
  expect_misuse({"perft", "--depth", "0"}, "--depth: “0” is not a whole number from 1 to 12.");
  expect_misuse({"perft", "--depth", "-1"}, "--depth: “-1” is not a whole number from 1 to 12.");
  expect_misuse({"perft", "--depth=13"}, "--depth: “13” is not a whole number from 1 to 12.");
  expect_misuse({"simulate", "--seed", "18446744073709551616"},
                "--seed: “18446744073709551616” is not a whole number from 0 to "
                "18446744073709551615.");
  expect_misuse({"simulate", "--threads", "0"},
                "--threads: “0” is not a whole number from 1 to 256.");
}

TEST(Use, RefusesChoicesThatAreNone) {
  expect_misuse({"rules", "--lang", "de"}, "--lang: “de” is not one of en, tr, zh.");
  expect_misuse({"rules", "describe", "ludo"}, "ACTION: “describe” is not one of explain.");
  expect_misuse({"completion", "fish"}, "SHELL: “fish” is not one of bash, zsh.");
}

TEST(Use, RefusesBadTextsWithTheirPlace) {
  expect_misuse({"perft", "--rules", "ludo,fly=1"},
                "--rules, column 6: There is no option “fly”. The options are planes, takeoff, "
                "sixes, recall, jump, flight, chain, onward, crossing, stack, stackhit, wall, "
                "finish, bonus, end, move.\n"
                "  ludo,fly=1\n"
                "       ^");
  expect_misuse({"perft", "--seats", "RX"},
                "--seats, column 1: “RX” does not name seats. Give two to four different letters "
                "out of R, Y, B and G, such as RB.\n"
                "  RX\n"
                "  ^");
  expect_misuse({"simulate", "--bots", "greedy,deep"},
                "--bots, column 8: There is no bot “deep”. The bots are random, cautious, greedy, "
                "race, race+hit, club, master, champion.\n"
                "  greedy,deep\n"
                "         ^");
  expect_misuse({"simulate", "--seats", "RYB", "--bots", "greedy,random"},
                "--bots names 2 bots for 3 seats: give one name, or one for each seat.");
}

TEST(Use, TakesTheLastOfRepeatedFlags) {
  EXPECT_EQ(run({"perft", "--depth", "9", "--depth", "1"}).out, "1\t6\n");
}

TEST(Use, ShowsNothingThatATerminalWouldObey) {
  const Outcome outcome = run({"moves", "R:\x1b[31m,飞机,\xff,07 B:hx4 R 0 3 -"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
  EXPECT_EQ(outcome.err.find('\xff'), std::string::npos);
  EXPECT_NE(outcome.err.find("POSITION, column 14: “07” is not a piece."), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("  R:\uFFFD[31m,飞机,\uFFFD,07 B:hx4 R 0 3 -\n"
                             "                 ^\n"),
            std::string::npos)
      << outcome.err;
}

TEST(Use, KeepsMessagesShort) {
  std::string pieces;
  for (int i = 0; i < 1000; ++i) pieces += "99,";
  const Outcome many = run({"moves", "R:" + pieces + "h B:hx4 R 0 3 -"});
  EXPECT_EQ(std::count(many.err.begin(), many.err.end(), '\n'), 31);
  EXPECT_TRUE(many.err.ends_with("aeroplane: And 990 more errors.\n")) << many.err;
  const Outcome longest = run({"moves", std::string(100'000, 'x')});
  EXPECT_LT(longest.err.size(), 1000u);
}

TEST(Version, IsSaid) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_TRUE(std::regex_match(outcome.out, std::regex("aeroplane \\d+\\.\\d+\\.\\d+\n")))
      << outcome.out;
}

TEST(Help, ListsTheCommands) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  for (const auto& name : kNames) {
    EXPECT_NE(outcome.out.find("\n  " + name + " "), std::string::npos) << name;
  }
  EXPECT_EQ(run({"-h"}).out, outcome.out);
}

TEST(Help, OfACommandTellsItsArgumentsAndExamples) {
  EXPECT_EQ(run({"roll", "--help"}).out,
            "Roll a number and print the position after it.\n"
            "\n"
            "Usage:\n"
            "  aeroplane roll [options] POSITION N\n"
            "\n"
            "Arguments:\n"
            "  POSITION  The position line, such as “R:hx3,14 B:hx4 R 0 4 -”.\n"
            "  N         What the die shows, 1 to 6.\n"
            "\n"
            "Options:\n"
            "  --rules RULES    The rules: a preset, options such as flight=off, or both,\n"
            "                   separated by commas. “aeroplane rules” lists them. Without\n"
            "                   it: standard. (standard, chinese, ludo, quick)\n"
            "  --json           Print JSON.\n"
            "  --lang LANGUAGE  The language of what is said. Without it: that of the\n"
            "                   environment. (en, tr, zh)\n"
            "  -h, --help       Print this help.\n"
            "\n"
            "Examples:\n"
            "  Red rolls a 4:\n"
            "    aeroplane roll 'R:hx4 B:hx4 R 0 - -' 4\n"
            "  The third six in a row:\n"
            "    aeroplane roll 'R:hx3,14* B:hx4 R 2 - -' 6\n");
}

TEST(Help, FitsIntoEightyColumnsInEveryLanguage) {
  for (const char* language : {"en", "tr", "zh"}) {
    for (const auto& name : kNames) {
      const Outcome outcome = run({name, "--help", "--lang", language});
      EXPECT_EQ(outcome.exit, 0);
      EXPECT_EQ(outcome.out.find("⟨"), std::string::npos) << outcome.out;
      EXPECT_NE(outcome.out.find("\n    aeroplane "), std::string::npos)
          << name << " has an example in no language " << language;
    }
  }
}

// Every example of every help is a call that works.
TEST(Help, HasExamplesThatWork) {
  static const std::regex kExample("\n    (aeroplane [^\n]*)");
  int examples = 0;
  for (const auto& name : kNames) {
    const std::string help = run({name, "--help"}).out;
    for (std::sregex_iterator it(help.begin(), help.end(), kExample), end; it != end; ++it) {
      static const std::regex kGames("--games \\d+");
      const std::string line = std::regex_replace((*it)[1].str(), kGames, "--games 20");
      const bool needs_more =
          line.find('<') != std::string::npos || line.find('>') != std::string::npos ||
          line.find("--resume") != std::string::npos || line.find("--keep") != std::string::npos ||
          name == "bench" || name == "man" || name == "replay" || name == "check" ||
          name == "verify" || name == "load" || name == "train" || name == "analyse" ||
          name == "backup" || name == "serve";  // until a signal ends it
      if (needs_more) continue;
      const Outcome outcome = shell("bash", line);
      EXPECT_EQ(outcome.exit, 0) << line << "\n" << outcome.err;
      EXPECT_NE(outcome.out, "") << line;
      ++examples;
    }
  }
  EXPECT_GE(examples, 9);
}

TEST(Language, IsThatOfTheFlagElseOfTheEnvironment) {
  const std::string en = "aeroplane: POSITION is missing.\n";
  const std::string tr = "aeroplane: POSITION eksik.\n";
  const std::string zh = "aeroplane: 缺少 POSITION。\n";
  EXPECT_EQ(run({"moves"}).err, en);
  EXPECT_EQ(run({"moves", "--lang", "tr"}).err, tr);
  EXPECT_EQ(run({"--lang=zh", "moves"}).err, zh);
  EXPECT_EQ(run({"moves"}, {.variables = {"LC_ALL=tr_TR.UTF-8"}}).err, tr);
  EXPECT_EQ(run({"moves"}, {.variables = {"LC_ALL=", "LANG=zh_CN.UTF-8"}}).err, zh);
  EXPECT_EQ(run({"moves", "--lang", "en"}, {.variables = {"LC_ALL=tr_TR.UTF-8"}}).err, en);
}

TEST(Language, DoesNotTouchData) {
  const std::vector<std::string> words = {"moves", "R:h,16,17x2 B:hx2,5,c R 0 2 -"};
  const std::string english = run(words).out;
  EXPECT_NE(english, "");
  for (const char* locale : {"LC_ALL=tr_TR.UTF-8", "LC_ALL=zh_CN.UTF-8", "LC_ALL=de_DE.UTF-8"}) {
    EXPECT_EQ(run(words, {.variables = {locale}}).out, english);
  }
}

TEST(Language, OfErrorsIsTheOneAskedFor) {
  EXPECT_EQ(run({"fly", "--lang", "tr"}).err.find("aeroplane: “fly” diye bir komut yok."), 0u);
  EXPECT_EQ(run({"perft", "--depth", "99", "--lang", "tr"}).err,
            "aeroplane: --depth: “99”, 1 ile 12 arasında bir tam sayı değil.\n");
  EXPECT_EQ(run({"moves", "R:hx3 B:hx4 R 0 - -", "--lang", "zh"}).err,
            "aeroplane: POSITION，第 1 列：座位 R 有 3 架飞机，按此规则应有 4 架。\n"
            "  R:hx3 B:hx4 R 0 - -\n"
            "  ^\n");
}

// In the pseudo language all that comes from the catalogue stands in ⟦…⟧; what is left are names
// and notation, which are the same in every language.
std::string outside_of_the_catalogue(const std::string& text) {
  std::string rest;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, "⟦") == 0) ++depth;
    if (depth == 0) rest += text[i];
    if (text.compare(i, 3, "⟧") == 0) {
      --depth;
      if (depth == 0) rest += '~';
      i += 2;
    }
  }
  return rest;
}

// Words that belong to no language: the program and its commands, flags, values and notation.
bool is_name(const std::string& word) {
  static const std::regex kName(
      "aeroplane|--?[a-z-]+|[A-Z]+|[a-z]+=[a-z0-9]+|standard|chinese|ludo|quick|random|cautious|"
      "greedy|ns|h|explain|bash|zsh|en|tr|zh");
  return std::regex_match(word, kName) ||
         std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

std::vector<std::string> words_past_the_catalogue(const std::string& text) {
  static const std::regex kWord("[A-Za-z][A-Za-z=0-9-]*|--[a-z-]+");
  const std::string rest = outside_of_the_catalogue(text);
  std::vector<std::string> words;
  for (std::sregex_iterator it(rest.begin(), rest.end(), kWord), end; it != end; ++it) {
    if (!is_name(it->str())) words.push_back(it->str());
  }
  return words;
}

TEST(Language, NothingIsSaidPastTheCatalogue) {
  const std::vector<std::vector<std::string>> calls = {
      {"--help"},
      {},
      {"fly"},
      {"moves"},
      {"moves", "--fly"},
      {"moves", "--rules"},
      {"moves", "--json=1"},
      {"perft", "--depth", "99"},
      {"moves", "--batch", "--rules", "ludo"},
      {"simulate", "--bots", "random,random"},
      {"simulate", "--games", "20", "--max-plies", "300"},
      {"simulate", "--games", "20"},
      {"bench", "--rules", "quick", "--seats", "RB", "--repeats", "1"},
  };
  for (const auto& words : calls) {
    const Outcome outcome = run(words, {.variables = {"LC_ALL=en_XA"}});
    EXPECT_NE((outcome.out + outcome.err).find("⟦"), std::string::npos);
    EXPECT_EQ(words_past_the_catalogue(outcome.out + outcome.err), std::vector<std::string>{})
        << outcome.out << outcome.err;
  }
  // Tables are wrapped, which cuts sentences in two lines but leaves them in their brackets.
  for (const auto& name : kNames) {
    std::string help = run({name, "--help"}, {.variables = {"LC_ALL=en_XA"}}).out;
    help = std::regex_replace(help, std::regex("\n    (aeroplane|source|cp) [^\n]*"), "");
    EXPECT_EQ(words_past_the_catalogue(help), std::vector<std::string>{}) << help;
  }
}

TEST(Language, OfWordsPastTheCatalogueIsNoticed) {
  EXPECT_EQ(words_past_the_catalogue("⟦Ĥéłƥ⟧ for moves ⟦ẋ (⟦ý⟧)⟧ --lang\n"),
            std::vector<std::string>{"for"});
}

TEST(Output, ThatNobodyReadsEndsQuietly) {
  const Outcome outcome = run({"rules"}, {.is_out_closed = true});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
  const Outcome batch = run({"moves", "--batch"}, {.input = "{}\n{}\n{}\n", .is_out_closed = true});
  EXPECT_EQ(batch.exit, 0);
  EXPECT_EQ(batch.err, "");
  const Outcome shell_outcome = shell("bash", "set -o pipefail; aeroplane rules | head -n 1");
  EXPECT_EQ(shell_outcome.exit, 0);
  EXPECT_EQ(shell_outcome.out, "Presets\n");
}

TEST(Output, ThatFindsNoRoomIsAnError) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"rules"}, {"--help"}, {"perft"}, {"roll", kPosition, "4"}, {"simulate", "--games=5"}}) {
    const Outcome outcome = run(words, {.out = "/dev/full"});
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_EQ(outcome.err, "aeroplane: The output cannot be written: there is no room left.\n");
  }
}

TEST(Output, IsColouredOnATerminalThatWantsIt) {
  const std::vector<std::string> words = {"moves"};
  const std::string red = "\x1b[1;31maeroplane:\x1b[m POSITION is missing.\r\n";
  const std::string plain = "aeroplane: POSITION is missing.\r\n";
  EXPECT_EQ(run(words, {.is_err_terminal = true}).err, red);
  EXPECT_EQ(run(words, {.variables = {"NO_COLOR=1"}, .is_err_terminal = true}).err, plain);
  EXPECT_EQ(run(words, {.variables = {"NO_COLOR="}, .is_err_terminal = true}).err, red);
  EXPECT_EQ(run(words, {.variables = {"TERM=dumb"}, .is_err_terminal = true}).err, plain);
}

}  // namespace
}  // namespace aero::cli
