// The runner of scenarios sees what is wrong, and says where.

#include "aero/scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aero::testkit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kHead[] =
    "# What is shown.\n"
    "rules planes=1\n"
    "position R:p B:h R 0 - -\n";

std::vector<std::string> play(const std::string& rest) {
  return play_scenario("x.scn", kHead + rest);
}

TEST(Scenario, PlaysAndExpects) {
  EXPECT_THAT(play("  moves\n"
                   "  refused move p-2^6\n"
                   "roll 2\n"
                   "\n"
                   "  = R:p B:h R 0 2 -\n"
                   "  # A remark.\n"
                   "  moves p-2^6\n"
                   "  refused roll 2\n"
                   "  refused move p-2\n"
                   "move p-2^6\n"
                   "  = R:6 B:h B 0 - -\n"
                   "  events R walked p 2; R jumped 2 6; B next\n"
                   "rules planes=1,jump=off\n"
                   "position R:p B:h R 0 2 -\n"
                   "  events\n"
                   "  moves p-2"),
              IsEmpty());
}

TEST(Scenario, SeesAWrongPosition) {
  EXPECT_THAT(play("roll 2\n"
                   "move p-2^6\n"
                   "  = R:2 B:h B 0 - -\n"
                   "  = R:6 B:h B 0 - -\n"),
              ElementsAre("x.scn:6: expected R:2 B:h B 0 - -\n  found    R:6 B:h B 0 - -"));
}

TEST(Scenario, SeesWrongMoves) {
  EXPECT_THAT(play("roll 2\n  moves p-2 p-2^6\n"),
              ElementsAre("x.scn:5: expected p-2 p-2^6\n  found    p-2^6"));
  EXPECT_THAT(play("roll 2\n  moves\n"), ElementsAre("x.scn:5: expected \n  found    p-2^6"));
}

TEST(Scenario, SeesWrongEvents) {
  EXPECT_THAT(play("roll 2\nmove p-2^6\n  events R walked p 2; B next\n"),
              ElementsAre("x.scn:6: expected R walked p 2; B next\n"
                          "  found    R walked p 2; R jumped 2 6; B next"));
}

TEST(Scenario, SeesWhatIsNotRefused) {
  EXPECT_THAT(play("  refused roll 2\n"), ElementsAre("x.scn:4: accepted: roll 2"));
  EXPECT_THAT(play("roll 2\n  refused move p-2^6\n"), ElementsAre("x.scn:5: accepted: move p-2^6"));
}

TEST(Scenario, EndsWhereAPlyIsRefused) {
  EXPECT_THAT(play("move p-2^6\n  = R:6 B:h B 0 - -\n"),
              ElementsAre("x.scn:4: refused: move p-2^6"));
  EXPECT_THAT(play("roll 2\nroll 2\n"), ElementsAre("x.scn:5: refused: roll 2"));
}

TEST(Scenario, EndsWhereALineCannotBeRead) {
  EXPECT_THAT(play("jump 2\n"), ElementsAre("x.scn:4: unknown word: jump"));
  EXPECT_THAT(play("  =R:p B:h R 0 - -\n"), ElementsAre("x.scn:4: unknown expectation: =R:p"));
  EXPECT_THAT(play("roll 7\n"), ElementsAre("x.scn:4: a roll is 1 to 6, not 7"));
  EXPECT_THAT(play("  refused roll\n"), ElementsAre("x.scn:4: a roll is 1 to 6, not "));
  EXPECT_THAT(play("  refused jump\n"), ElementsAre("x.scn:4: neither a roll nor a move: jump"));
  EXPECT_THAT(play("  refused move 9to14\n"), ElementsAre("x.scn:4: notation.bad_move: 9to14"));
  EXPECT_THAT(play("rules jump=no\n"), ElementsAre("x.scn:4: notation.unknown_value: jump=no"));
  EXPECT_THAT(play("position R:57 B:h R 0 - -\n"),
              ElementsAre("x.scn:4: notation.bad_piece: R:57 B:h R 0 - -"));
}

TEST(Scenario, NeedsAPositionUnderTheRulesAtHand) {
  EXPECT_THAT(play("rules planes=1\nroll 2\n"), ElementsAre("x.scn:5: there is no position yet"));
  EXPECT_THAT(play("rules planes=1\n  moves\n"), ElementsAre("x.scn:5: there is no position yet"));
}

TEST(Scenario, SaysWhatItShowsAndExpectsSomething) {
  EXPECT_THAT(play_scenario("x.scn", "rules standard\n"),
              ElementsAre("x.scn:1: the first line is a comment that says what is shown"));
  EXPECT_THAT(play_scenario("x.scn", "\n# Too late.\n"),
              ElementsAre("x.scn:1: the first line is a comment that says what is shown"));
  EXPECT_THAT(play("roll 2\n"), ElementsAre("x.scn:4: a scenario expects something"));
  EXPECT_THAT(play_scenario("x.scn", ""), ElementsAre("x.scn:0: a scenario expects something"));
}

}  // namespace
}  // namespace aero::testkit
