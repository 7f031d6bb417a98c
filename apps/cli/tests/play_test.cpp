// play and show as programs: whole games through a pipe, in every language.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "golden.hpp"
#include "program.hpp"

namespace aero::cli {
namespace {

class Play : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() / "aeroplane-play-").string() +
              std::to_string(::getpid());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Outcome play(std::vector<std::string> words, const std::string& input,
               const std::string& locale = "C.UTF-8") const {
    words.insert(words.begin(), "play");
    return run(words,
               {.input = input, .variables = {"XDG_STATE_HOME=" + folder_, "LC_ALL=" + locale}});
  }
  std::string kept() const { return shell("sh", "cat " + folder_ + "/aeroplane/game.aero").out; }

  std::string folder_;
};

std::string lines(const std::string& line, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line + "\n";
  return text;
}

const std::vector<std::string> kShort = {"--seats",        "RB",     "--rules",
                                         "quick,planes=1", "--seed", "8"};

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(Play, IsAWholeGameThroughAPipeInEveryLanguage) {
  for (const std::string language : {"en", "tr", "zh"}) {
    const Outcome outcome = play(with(kShort, {"--lang", language}), lines("", 400));
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.err, "");
    expect_golden("plain-" + language + ".txt", outcome.out);
  }
}

TEST_F(Play, SaysNothingPastTheCatalogue) {
  const Outcome outcome = play(
      with(kShort, {}),
      "help\nboard\nthreats\nhint\nrules\nsave\nnonsense\n99\nback\n" + lines("", 400), "en_XA");
  EXPECT_EQ(outcome.exit, 0);
  const std::string bare = past_catalogue(std::regex_replace(outcome.out, std::regex(folder_), ""));
  EXPECT_EQ(bare.find_first_not_of("0123456789. \n"), bare.npos) << bare;
}

TEST_F(Play, UnderstandsItsWordsInEveryLanguage) {
  const Outcome english = play(with(kShort, {"--lang", "en"}), "roll\nboard\nback\nquit\n");
  const Outcome turkish = play(with(kShort, {"--lang", "en"}), "zar\ntahta\ngeri\nçık\n");
  const Outcome chinese = play(with(kShort, {"--lang", "en"}), "掷骰\n棋盘\n悔棋\n退出\n");
  EXPECT_EQ(english.out, turkish.out);
  EXPECT_EQ(english.out, chinese.out);
  EXPECT_NE(english.out.find("You leave the game."), std::string::npos);
}

TEST_F(Play, SavesWhereTheInputEndsAndGoesOnMidTurn) {
  const Outcome whole = play(with(kShort, {}), lines("", 400));
  const std::string record = kept();
  ASSERT_NE(record, "");
  std::filesystem::remove_all(folder_);
  // The same game in pieces of one line each.
  const Outcome first = play(with(kShort, {}), "\n");
  EXPECT_EQ(first.exit, 0);
  EXPECT_NE(first.out.find("The input has ended."), std::string::npos);
  for (int piece = 0; piece < 200 && kept() != record; ++piece) {
    EXPECT_EQ(play({"--resume"}, "\n").exit, 0);
  }
  EXPECT_EQ(kept(), record);
}

TEST_F(Play, LosesNothingWhenItIsKilled) {
  play(with(kShort, {}), lines("", 5));
  const std::string record = kept();
  const std::string wanted = record.substr(0, record.find_last_not_of('\n') + 1);
  std::filesystem::remove_all(folder_);
  const std::string command =
      "(printf '\\n\\n\\n\\n\\n'; sleep 3) | XDG_STATE_HOME=" + folder_ +
      " aeroplane play --seats RB --rules quick,planes=1 --seed 8 > /dev/null & "
      "for i in $(seq 100); do sleep 0.1; [ \"$(cat " +
      folder_ +
      "/aeroplane/game.aero 2>/dev/null)\" = \"$WANTED\" ] && break; done; "
      "kill -9 $!; wait $! 2> /dev/null; true";
  const Outcome killed = shell("bash", "WANTED='" + wanted + "'; " + command);
  EXPECT_EQ(kept(), record) << killed.err;
  EXPECT_NE(play({"--resume"}, "").out.find("The game goes on where it was left."),
            std::string::npos);
}

TEST_F(Play, PutsAsideWhatIsInTheWayOfANewGame) {
  const std::string file = folder_ + "/game";
  const auto contents = [](const std::string& name) { return shell("sh", "cat " + name).out; };
  shell("sh", "echo letters > " + file);
  play(with(kShort, {"--save", file}), "\n");
  EXPECT_EQ(contents(file + ".previous"), "letters\n");
  const std::string unfinished = contents(file);
  play(with(kShort, {"--save", file}), lines("", 400));
  EXPECT_EQ(contents(file + ".previous"), unfinished);
  // A game that is over is in nobody's way.
  play(with(kShort, {"--save", file}), "\n");
  EXPECT_EQ(contents(file + ".previous"), unfinished);
}

TEST_F(Play, PutsNothingAsideForAGameThatCannotBeResumed) {
  const std::string file = folder_ + "/aeroplane/game.aero";
  play(with(kShort, {}), "\n");
  const std::string record = kept();
  shell("sh", "echo letters > " + folder_ + "/other");
  EXPECT_EQ(play({"--resume", folder_ + "/other", "--save", file}, "").exit, 2);
  EXPECT_EQ(kept(), record);
}

TEST_F(Play, ResumesAGameFromStandardInputWithoutAFile) {
  play(with(kShort, {}), "\n");
  const Outcome outcome = play({"--resume", "-"}, kept());
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.out.find("The game is kept in"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(Play, TakesBack) {
  const Outcome outcome =
      play({"--seats", "RB", "--seed", "1", "--first", "R"}, lines("", 12) + "back\nquit\n");
  EXPECT_NE(outcome.out.find("Taken back to the last choice."), std::string::npos);
  EXPECT_NE(kept().find("<takeback "), std::string::npos);
}

TEST_F(Play, RunsBotsToTheEnd) {
  const Outcome outcome = play({"--people", "none", "--seed", "1"}, "");
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_NE(outcome.out.find("The game is over.\n1. "), std::string::npos);
  EXPECT_EQ(kept(), "");
}

TEST_F(Play, TellsARecord) {
  play(with(kShort, {}), lines("", 400));
  const Outcome outcome = play({"--replay", folder_ + "/aeroplane/game.aero"}, "");
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_NE(outcome.out.find("Red rolls a 3 to see who begins.\n"), std::string::npos);
  EXPECT_NE(outcome.out.find("The game is over.\n"), std::string::npos);
}

TEST_F(Play, RefusesWhatCannotBeUsed) {
  const auto refused = [&](const std::vector<std::string>& words) {
    const Outcome outcome = play(words, "");
    EXPECT_EQ(outcome.exit, 2) << outcome.out;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(refused({"--people", "RX"}), "aeroplane: --people: “X” is not one of R, Y, B, G.\n");
  EXPECT_EQ(refused({"--first", "G", "--seats", "RB"}),
            "aeroplane: --first: “G” is not one of R, B.\n");
  EXPECT_EQ(refused({"--bots", "chess"}),
            "aeroplane: --bots, column 1: There is no bot “chess”. The bots are random, cautious, "
            "greedy, race, race+hit, club, master, champion.\n  chess\n  ^\n");
  EXPECT_EQ(refused({"--bots", "random,greedy"}),
            "aeroplane: --bots has 2 names for 3 bots: give one name, or one for each bot.\n");
  EXPECT_EQ(refused({"--speed", "warp"}),
            "aeroplane: --speed: “warp” is not one of off, fast, normal, slow.\n");
  EXPECT_EQ(refused({"game.aero"}), "aeroplane: “game.aero” is one argument too many.\n");
  EXPECT_EQ(refused({"--resume"}),
            "aeroplane: There is no game to resume: none has been kept yet.\n");
  EXPECT_EQ(refused({"--resume", folder_ + "/none.aero"}),
            "aeroplane: " + folder_ + "/none.aero: there is no such file.\n");
  EXPECT_EQ(refused({"--replay", folder_}),
            "aeroplane: " + folder_ + ": it is a folder, not a file.\n");
}

TEST(Show, PrintsABoard) {
  const Outcome text = run({"show", "R:h,p*,14,53* Y:hx2,17x2 B:h,20,22,22 G:hx2,11,c R 1 5 -"});
  EXPECT_EQ(text.exit, 0);
  expect_golden("board-1.txt", text.out);
  const Outcome svg = run({"show", "--svg", "R:hx4 B:hx4 R 0 - -"});
  EXPECT_TRUE(svg.out.starts_with("<svg xmlns=")) << svg.out;
  EXPECT_TRUE(svg.out.ends_with("</svg>\n"));
  EXPECT_EQ(run({"show", "R:hx4"}).exit, 2);
}

}  // namespace
}  // namespace aero::cli
