// What the program writes for shells and for man. Tests of a tool that is not there are skipped.

#include <gtest/gtest.h>

#include <regex>

#include "program.hpp"

namespace aero::cli {
namespace {

bool has(const std::string& tool) { return shell("sh", "command -v " + tool).exit == 0; }

#define NEEDS(tool)                                     \
  if (!has(tool)) {                                     \
    GTEST_SKIP() << (tool) << " is not installed here"; \
  }

// What bash offers for a line of which the last word is being typed.
std::string offered(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += " '" + word + "'";
  return shell("bash",
               "source <(aeroplane completion bash)\n"
               "compopt() { :; }\n"
               "COMP_WORDS=(" +
                   line + ") COMP_CWORD=" + std::to_string(words.size() - 1) +
                   "\n_aeroplane && echo \"${COMPREPLY[*]}\"")
      .out;
}

TEST(Bash, CompletesCommandsFlagsAndValues) {
  NEEDS("bash");
  EXPECT_EQ(offered({"aeroplane", "si"}), "simulate signature\n");
  EXPECT_EQ(offered({"aeroplane", "--l"}), "--lang\n");
  EXPECT_EQ(offered({"aeroplane", "--lang", ""}), "en tr zh\n");
  EXPECT_EQ(offered({"aeroplane", "--lang", "tr", "mo"}), "moves\n");
  EXPECT_EQ(offered({"aeroplane", "moves", "--"}), "--rules --batch --json --lang --help\n");
  EXPECT_EQ(offered({"aeroplane", "simulate", "--bots", "g"}), "greedy\n");
  EXPECT_EQ(offered({"aeroplane", "perft", "--rules", ""}), "standard chinese ludo quick\n");
  EXPECT_EQ(offered({"aeroplane", "perft", "--depth", ""}), "\n");
  EXPECT_EQ(offered({"aeroplane", "rules", "e"}), "explain\n");
  EXPECT_EQ(offered({"aeroplane", "completion", ""}), "--lang --help bash zsh\n");
}

// Whether a zsh of its own comes to show a text after keys were pressed.
bool zsh_shows(const std::string& text, const std::string& keys) {
  const std::string script =
      "zmodload zsh/zpty\n"
      "zpty shell 'PS1=\"> \" TERM=dumb zsh -f -i'\n"
      "zpty -w shell 'autoload -Uz compinit && compinit -D; "
      "source <(aeroplane completion zsh); echo re\"\"ady'\n"
      "zpty -r -m shell screen '*ready*'\n"
      "zpty -w -n shell \"$2\"\n"
      "zpty -r -m shell screen \"*$1*\"";
  return shell("bash", "timeout 30 zsh -c '" +
                           std::regex_replace(script, std::regex("'"), "'\\''") + "' zsh '" + text +
                           "' '" + keys + "'")
             .exit == 0;
}

TEST(Zsh, CompletesCommandsFlagsAndValues) {
  NEEDS("zsh");
  EXPECT_TRUE(zsh_shows("aeroplane simulate", "aeroplane simu\t"));
  EXPECT_TRUE(zsh_shows("--batch", "aeroplane moves --bat\t"));
  EXPECT_TRUE(zsh_shows("chinese", "aeroplane perft --rules chi\t"));
  EXPECT_TRUE(zsh_shows("completion zsh", "aeroplane completion z\t"));
  EXPECT_TRUE(zsh_shows("Roll a number and print the position after it.", "aeroplane \t"));
}

TEST(Zsh, ScriptIsWellFormedInEveryLanguage) {
  NEEDS("zsh");
  for (const char* language : {"en", "tr", "zh"}) {
    const Outcome outcome =
        shell("sh", std::string("aeroplane completion zsh --lang ") + language + " | zsh -n");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(Bash, ScriptIsCleanForShellcheck) {
  NEEDS("shellcheck");
  const Outcome outcome = shell("bash", "aeroplane completion bash | shellcheck -s bash -");
  EXPECT_EQ(outcome.exit, 0) << outcome.out;
}

TEST(Man, HasNothingThatMandocWarnsOf) {
  NEEDS("mandoc");
  for (const char* language : {"en", "tr", "zh"}) {
    // The page has no date: it belongs to a version.
    const Outcome outcome =
        shell("bash", std::string("aeroplane man --lang ") + language +
                          " | mandoc -Tlint -Wwarning | grep -v 'missing date'");
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Man, TellsEveryCommandWithItsOptions) {
  NEEDS("mandoc");
  // Bold is overstruck; col would take it out, but is not everywhere.
  const std::string page =
      shell("bash", R"(aeroplane man | mandoc -Tutf8 -Owidth=100 | sed 's/.\x08//g')").out;
  EXPECT_NE(page.find("aeroplane - aeroplane chess"), std::string::npos) << page;
  EXPECT_NE(page.find("\n   roll [options] POSITION N\n"), std::string::npos) << page;
  EXPECT_NE(page.find("aeroplane moves 'R:h,16,17x2 B:hx2,5,c R 0 2 -'\n"), std::string::npos);
  EXPECT_NE(page.find("--max-plies N\n"), std::string::npos);
  EXPECT_NE(page.find("EXIT STATUS\n"), std::string::npos);
}

}  // namespace
}  // namespace aero::cli
