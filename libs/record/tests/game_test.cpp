#include <gtest/gtest.h>

#include "samples.hpp"

namespace aero {
namespace {

constexpr std::string_view kStartLine = "R:hx4 B:hx4 R 0 - -";

Game begin(std::string_view position, std::string_view rules = "standard") {
  const Rules read_rules = *parse_rules(rules);
  return Game(read_rules, *parse_position(read_rules, position));
}
Move move(std::string_view text) { return *parse_move(text); }

TEST(Game, KeepsWhatWasBeforeEachInput) {
  Game game = begin(kStartLine);
  EventList events;
  EXPECT_EQ(game.add(Pip(4), events), std::nullopt);
  ASSERT_EQ(events.size(), 1);
  EXPECT_EQ(events[0].kind, Event::Kind::rolled);
  EXPECT_EQ(game.add(move("h-p"), events), std::nullopt);
  EXPECT_EQ(game.add(Pip(3)), std::nullopt);
  EXPECT_EQ(to_text(game.state()), "R:hx3,p B:hx4 R 0 - -");
  ASSERT_EQ(game.plies().size(), 3u);
  EXPECT_EQ(to_text(game.plies()[0].before), kStartLine);
  EXPECT_EQ(to_text(game.plies()[1].before), "R:hx4 B:hx4 R 0 4 -");
  EXPECT_EQ(to_text(game.plies()[2].before), "R:hx3,p B:hx4 B 0 - -");
  EXPECT_EQ(game.plies()[0].fate, Ply::Fate::waiting);
  EXPECT_EQ(game.plies()[2].fate, Ply::Fate::lost);
  EXPECT_EQ(game.plies()[2].seat, Seat::B);
  EXPECT_EQ(game.plies()[2].round, 1);
  EXPECT_EQ(game.round(), 2);
}

TEST(Game, TellsAThirdSixFromALostRoll) {
  Game game = begin("R:h,p*,5*,9 B:hx4 R 2 - -");
  EXPECT_EQ(game.add(Pip(6)), std::nullopt);
  EXPECT_EQ(game.plies()[0].fate, Ply::Fate::punished);
  EXPECT_EQ(to_text(game.state()), "R:hx3,9 B:hx4 B 0 - -");
}

TEST(Game, TakesBackToTheVeryPositionRoundAndRollNumber) {
  Game game = begin(kStartLine);
  for (const Entry& entry : {Entry(Pip(4)), Entry(move("h-p")), Entry(Pip(3)), Entry(Pip(1))}) {
    ASSERT_EQ(game.add(entry), std::nullopt);
  }
  EXPECT_EQ(game.round(), 2);
  EXPECT_EQ(game.rolls(Seat::R), 2);
  EXPECT_EQ(game.rolls(Seat::B), 1);
  EXPECT_EQ(game.add(TakeBack{3}), std::nullopt);
  EXPECT_EQ(to_text(game.state()), "R:hx4 B:hx4 R 0 4 -");
  EXPECT_EQ(game.round(), 1);
  EXPECT_EQ(game.rolls(Seat::R), 1);
  EXPECT_EQ(game.rolls(Seat::B), 0);
  EXPECT_EQ(game.plies().size(), 1u);
  const auto error = game.add(TakeBack{2});
  ASSERT_TRUE(error);
  EXPECT_EQ(errors_text({*error}), "1:1 record.takeback_too_far count=2 plies=1");
  EXPECT_EQ(game.plies().size(), 1u);
}

TEST(Game, RefusesWithoutAnyChange) {
  Game game = begin(kStartLine);
  EventList events;
  const auto refused = [&](const Entry& entry) {
    const State before = game.state();
    const auto error = game.add(entry, events);
    EXPECT_EQ(game.state(), before);
    EXPECT_EQ(events.size(), 0);
    return error ? errors_text({*error}) : "accepted";
  };
  EXPECT_EQ(refused(move("h-p")), "1:1 record.roll_missing seat=R move=h-p");
  EXPECT_EQ(refused(TakeBack{0}), "1:1 record.takeback_too_far count=0 plies=0");
  EXPECT_EQ(refused(Note{"bot", "R"}), "1:1 record.bot_without_input seat=R");
  EXPECT_EQ(refused(Note{"timeout", "Y"}), "1:1 record.note_seat text=timeout Y choices=R, B");
  EXPECT_EQ(refused(Note{"proof", "ab"}), "1:1 record.proof_without_roll");
  EXPECT_EQ(refused(Note{"takeback", "1"}), "1:1 record.bad_note text=takeback 1");
  EXPECT_EQ(refused(Note{"two words", ""}), "1:1 record.bad_note text=two words ");
  EXPECT_EQ(refused(Note{"a", "b>c"}), "1:1 record.bad_note text=a b>c");
  EXPECT_EQ(refused(Comment{"a}b"}), "1:1 record.bad_comment text=a}b");
  EXPECT_EQ(refused(Comment{"a  b"}), "1:1 record.bad_comment text=a  b");
  EXPECT_EQ(refused(Comment{"a\x1b[0m"}), "1:1 record.control_character code=001B");
  EXPECT_EQ(refused(Comment{"\xC3("}), "1:1 record.bad_utf8");
  ASSERT_EQ(game.add(Pip(2)), std::nullopt);
  EXPECT_EQ(refused(Pip(2)), "1:1 record.roll_waiting seat=R roll=2 choices=h-p");
  EXPECT_EQ(refused(move("p-2")), "1:1 record.move_not_legal seat=R move=p-2 roll=2 choices=h-p");
  EXPECT_EQ(refused(StartingRoll{Pip(2)}), "1:1 record.starting_late");
  EXPECT_EQ(refused(Note{"bot", "B"}), "1:1 record.bot_without_input seat=B");
}

TEST(Game, RoundsCountFromTheFirstSeatAlsoWhenItHasFinished) {
  Game game = begin("R:cx3,55 Y:px4 B:px4 Y 0 - -");
  const auto play = [&](int pip, std::string_view text) {
    EXPECT_EQ(game.add(*Pip::from(pip)), std::nullopt);
    EXPECT_EQ(game.add(move(text)), std::nullopt);
  };
  play(1, "p-1");
  play(1, "p-1");
  EXPECT_EQ(game.round(), 1);
  play(1, "55-c");
  EXPECT_EQ(game.round(), 2);
  play(1, "p-1");
  EXPECT_EQ(game.state().turn(), Seat::B);
  EXPECT_EQ(game.round(), 2);
  play(1, "p-1");
  EXPECT_EQ(game.round(), 3);

  Game other = begin("R:cx3,55 Y:px4 B:px4 R 0 - -");
  const auto play_other = [&](int pip, std::string_view text) {
    EXPECT_EQ(other.add(*Pip::from(pip)), std::nullopt);
    EXPECT_EQ(other.add(move(text)), std::nullopt);
  };
  play_other(1, "55-c");
  play_other(1, "p-1");
  play_other(1, "p-1");
  EXPECT_EQ(other.state().turn(), Seat::Y);
  EXPECT_EQ(other.round(), 2);
}

TEST(Replay, GivesTheStateAfterEachEntryAndWhatIsInForce) {
  const auto replayed = replay(read(kTwoSeats + "1. R 4 h-p {so} B 3 . <takeback 1> 1. B 2"));
  ASSERT_TRUE(replayed);
  std::vector<std::string> lines;
  for (const State& state : replayed->after) lines.push_back(to_text(state));
  EXPECT_EQ(lines, (std::vector<std::string>{"R:hx4 B:hx4 R 0 4 -", "R:hx3,p B:hx4 B 0 - -",
                                             "R:hx3,p B:hx4 B 0 - -", "R:hx3,p B:hx4 R 0 - -",
                                             "R:hx3,p B:hx4 B 0 - -", "R:hx3,p B:hx4 B 0 2 -"}));
  EXPECT_EQ(to_text(replayed->game.start()), kStartLine);
  ASSERT_EQ(replayed->game.plies().size(), 3u);
  EXPECT_EQ(replayed->game.plies()[2].input, Input(Pip(2)));
}

TEST(Replay, RefusesWithTheNumberOfTheEntry) {
  Record record = read(kTwoSeats + "1. R 4 h-p");
  record.entries.push_back(move("h-p"));
  EXPECT_EQ(errors_text(replay(record).errors()), "3:1 record.roll_missing seat=B move=h-p");
  record.tags.push_back({"Result", "R"});
  EXPECT_EQ(errors_text(replay(record).errors()), "0:1 record.bad_tag text=Result");
}

}  // namespace
}  // namespace aero
