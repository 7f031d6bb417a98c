#include "aero/arena/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "aero/arena/player.hpp"
#include "aero/eval.hpp"

namespace aero::arena {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kPosition = "position R:h,16,17x2 B:hx2,5,c R 0 2 -";

// The one error of a line, by its code; nothing was said besides.
std::string code_of(Session& session, std::string_view line, int column = 1) {
  const Session::Reply reply = session.answer(line);
  EXPECT_EQ(reply.lines, Lines{}) << line;
  if (reply.errors.size() != 1) return std::to_string(reply.errors.size()) + " errors";
  EXPECT_EQ(reply.errors[0].column, column) << line;
  return std::string(reply.errors[0].code);
}

Lines lines_of(Session& session, std::string_view line) {
  Session::Reply reply = session.answer(line);
  EXPECT_TRUE(reply.errors.empty()) << line;
  return reply.lines;
}

TEST(Session, Greets) {
  Session session(*bot_of("greedy"));
  const Lines lines = lines_of(session, "aei");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_TRUE(lines[0].starts_with("id name aeroplane ")) << lines[0];
  EXPECT_EQ(lines[1], "protocol 1");
  EXPECT_TRUE(lines[2].starts_with("option name Bot type combo default greedy var random var "))
      << lines[2];
  EXPECT_EQ(lines[3], "option name Seed type spin default 1 min 0 max 18446744073709551615");
  EXPECT_EQ(lines[4], "option name Threads type spin default 1 min 1 max 64");
  EXPECT_EQ(lines[5], "aeiok");
  EXPECT_EQ(lines_of(session, "  isready \r"), Lines{"readyok"});
  EXPECT_EQ(lines_of(session, ""), Lines{});
  EXPECT_TRUE(session.answer("quit").quits);
}

TEST(Session, ChoosesAsItsBotDoes) {
  Session session(*bot_of("greedy"));
  EXPECT_EQ(lines_of(session, kPosition), Lines{});
  const State state = *parse_position(kStandard, "R:h,16,17x2 B:hx2,5,c R 0 2 -");
  const Move move =
      find_bot("greedy")->choose(kStandard, state, legal_moves(kStandard, state), Random(0));
  const Lines wanted{"bestmove " + to_text(move)};
  EXPECT_EQ(lines_of(session, "go"), wanted);
  EXPECT_EQ(lines_of(session, "go nodes 100 movetime 10 legal h-p 16-18^22"), wanted);
}

TEST(Session, TakesABotWithItsSettings) {
  Session session(*bot_of("champion:plies=2"));
  EXPECT_TRUE(lines_of(session, "aei")[2].ends_with(" var champion var champion:plies=2"));
  EXPECT_EQ(lines_of(session, kPosition), Lines{});
  const Lines limited = lines_of(session, "go nodes 100000");  // settings are its limits
  EXPECT_EQ(limited.size(), 1u);
  EXPECT_EQ(lines_of(session, "setoption name Bot value master:plies=2,moves=3"), Lines{});
  EXPECT_TRUE(lines_of(session, "aei")[0].ends_with(" master:plies=2,moves=3"));
}

// By game and seed, and by nothing that was asked before.
TEST(Session, LeavesToChanceWhatTheGameSays) {
  const auto choices = [](std::string_view seed, std::string_view game) {
    Session session(*bot_of("random"));
    EXPECT_EQ(session.answer(seed).errors.size(), 0u);
    EXPECT_EQ(session.answer(game).errors.size(), 0u);
    Lines lines;
    for (int roll = 1; roll <= 5; ++roll) {
      const std::string line = "position R:2,16,17x2 B:hx2,5,c R 0 " + std::to_string(roll) + " -";
      EXPECT_EQ(session.answer(line).errors.size(), 0u);
      lines.push_back(session.answer("go").lines.front());
      EXPECT_EQ(session.answer("go").lines.front(), lines.back());
    }
    return lines;
  };
  const Lines one = choices("", "newgame 1");
  EXPECT_EQ(choices("setoption name Seed value 1", "newgame 1"), one);
  EXPECT_NE(choices("setoption name Seed value 2", "newgame 1"), one);
  EXPECT_NE(choices("", "newgame 2"), one);
  EXPECT_EQ(choices("newgame 2", "newgame"), choices("", ""));
}

TEST(Session, RefusesAndLosesNothing) {
  Session session(*bot_of("greedy"));
  EXPECT_EQ(code_of(session, "go"), "engine.position_missing");
  EXPECT_EQ(lines_of(session, kPosition), Lines{});
  const Lines wanted = lines_of(session, "go");
  EXPECT_EQ(code_of(session, " \tfly away", 3), "engine.unknown_command");
  EXPECT_EQ(session.answer(" \tgo\tnodes 0").verb, "go");
  EXPECT_EQ(code_of(session, "rules fly=1", 7), "notation.unknown_key");
  EXPECT_EQ(code_of(session, "rules", 6), "notation.empty_item");
  EXPECT_EQ(code_of(session, "position R:hx4 B:hx4 R 0 x -", 26), "position.bad_roll");
  EXPECT_EQ(code_of(session, "newgame one", 9), "engine.bad_number");
  EXPECT_EQ(code_of(session, "setoption Bot greedy", 11), "engine.word_missing");
  EXPECT_EQ(code_of(session, "setoption name Bot greedy", 20), "engine.word_missing");
  EXPECT_EQ(code_of(session, "setoption name Hash value 3", 16), "engine.unknown_option");
  EXPECT_EQ(code_of(session, "setoption name Bot value deep", 26), "cli.unknown_bot");
  EXPECT_EQ(code_of(session, "setoption name Bot value master:plies=x", 33), "arena.bad_setting");
  EXPECT_EQ(code_of(session, "setoption name Seed value -1", 27), "engine.bad_number");
  EXPECT_EQ(code_of(session, "setoption name Threads value 0", 30), "engine.bad_number");
  EXPECT_EQ(code_of(session, "setoption name Threads value 65", 30), "engine.bad_number");
  EXPECT_EQ(code_of(session, "go depth 3", 4), "engine.unknown_limit");
  EXPECT_EQ(code_of(session, "go nodes", 9), "engine.bad_number");
  EXPECT_EQ(code_of(session, "go nodes 0", 10), "engine.bad_number");
  EXPECT_EQ(lines_of(session, "go"), wanted);
  EXPECT_EQ(lines_of(session, "position R:hx4 B:hx4 R 0 - -"), Lines{});
  EXPECT_EQ(code_of(session, "go"), "engine.roll_missing");
}

TEST(Session, ForgetsThePositionWithItsRules) {
  Session session(*bot_of("greedy"));
  EXPECT_EQ(lines_of(session, kPosition), Lines{});
  EXPECT_EQ(lines_of(session, "rules stack=never"), Lines{});
  EXPECT_EQ(code_of(session, "go"), "engine.position_missing");
  EXPECT_EQ(code_of(session, kPosition, 10), "position.stack_not_allowed");
}

TEST(Session, ThinksWithinItsLimits) {
  if (standard_net() == nullptr) GTEST_SKIP() << "no net";
  Session session(*bot_of("champion"));
  EXPECT_EQ(lines_of(session, "position R:h,16,17x2 B:hx2,5,c R 0 2 -"), Lines{});
  const Lines lines = lines_of(session, "go nodes 2000");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with("info plies ")) << lines[0];
  EXPECT_NE(lines[0].find(" first R 0."), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find(" B 0."), std::string::npos) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("bestmove ")) << lines[1];
  EXPECT_EQ(lines_of(session, "go nodes 2000"), lines);
  for (const char* movetime : {"9223372036854", "9223372036854775807"}) {
    EXPECT_EQ(lines_of(session, std::string("go nodes 2000 movetime ") + movetime), lines);
  }
  EXPECT_EQ(code_of(session, "go movetime 9223372036854775808", 13), "engine.bad_number");

  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(lines_of(session, "go movetime 100").back().starts_with("bestmove "));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Session, ThinksTheSameOnAnyNumberOfThreads) {
  Session one(*bot_of("champion"));
  Session other(*bot_of("champion"), 1, 2);
  for (const char* position : {kPosition, "position R:1,7,20,33 B:2,9,21,40 R 0 3 -",
                               "position R:hx2,10,30 Y:hx3,20 B:hx2,16,45 G:hx2,4,28 R 0 1 -"}) {
    EXPECT_EQ(lines_of(one, position), Lines{});
    EXPECT_EQ(lines_of(other, position), Lines{});
    for (const char* go : {"go nodes 700", "go nodes 20000"}) {
      const Lines wanted = lines_of(one, go);
      for (const char* threads : {"1", "2", "3"}) {
        EXPECT_EQ(lines_of(other, std::string("setoption name Threads value ") + threads), Lines{});
        EXPECT_EQ(lines_of(other, go), wanted) << position << " " << threads;
      }
    }
  }
}

}  // namespace
}  // namespace aero::arena
