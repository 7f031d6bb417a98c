#include <gtest/gtest.h>

#include "samples.hpp"

namespace aero {
namespace {

std::string result_of(std::string_view moves) {
  const auto record = parse_record(kTwoSeats + std::string(moves));
  return record ? to_text(replay(*record)->game.state()) : errors_text(record.errors());
}

TEST(Reader, ReadsTheExampleOfTheNotationPage) {
  EXPECT_EQ(result_of("1. R 4 h-p  B 3 .  2. R 6 p-6^10 5 10*-15"), "R:hx3,15 B:hx4 B 0 - -");
}

TEST(Reader, ReadsTagsWithEscapesInAnyOrder) {
  const Record record = read(
      "[Result \"*\"] [Event \"say \\\"hi\\\" \\\\ bye\"]\r\n"
      "\t[ Start  \"B:h R:h R 0 - -\" ]\r\n"
      "[Seat   R \"Ayşe 王\"]\r\n[Rules \"planes=1\"]\r\n[X \"\"]\r\n[X \"2\"]\r\n\r\n1. R 5 "
      ".\r\n");
  EXPECT_EQ(record.rules.planes, 1);
  EXPECT_EQ(to_text(record.start), "R:h B:h R 0 - -");
  EXPECT_EQ(record.tags,
            (std::vector<Tag>{
                {"Event", "say \"hi\" \\ bye"}, {"Seat R", "Ayşe 王"}, {"X", ""}, {"X", "2"}}));
  EXPECT_EQ(record.entries, (std::vector<Entry>{Pip(5)}));
  EXPECT_EQ(find_tag(record, "Seat R"), "Ayşe 王");
  EXPECT_EQ(find_tag(record, "Seat B"), std::nullopt);
}

TEST(Reader, SkipsAByteOrderMark) { EXPECT_TRUE(parse_record("\xEF\xBB\xBF" + kTwoSeats)); }

TEST(Reader, KeepsNotesAndComments) {
  const Record record = read("{first}\n" + kTwoSeats +
                             "{ two\r\n words }1. R 4<proof a1  b2>h-p<bot R>{}<timeout B> B 3 "
                             "{between} . <sky clear & blue>");
  EXPECT_EQ(
      record.entries,
      (std::vector<Entry>{Comment{"first"}, Comment{"two words"}, Pip(4), Note{"proof", "a1 b2"},
                          *parse_move("h-p"), Note{"bot", "R"}, Comment{""}, Note{"timeout", "B"},
                          Pip(3), Comment{"between"}, Note{"sky", "clear & blue"}}));
}

TEST(Reader, GoesOnFromAnEarlierPositionAfterATakeBack) {
  EXPECT_EQ(result_of("1. R 4 h-p B 3 . 2. R 6 p-6^10 <takeback 1> 2. R h-p 1 p-1"),
            "R:hx2,p,1 B:hx4 B 0 - -");
  EXPECT_EQ(result_of("1. R 4 h-p B 3 . 2. R 6 <takeback 3> 1. R h-p B 4"),
            "R:hx3,p B:hx4 B 0 4 -");
}

TEST(Reader, AWaitingRollMayEndTheRecord) {
  EXPECT_EQ(result_of("1. R 4"), "R:hx4 B:hx4 R 0 4 -");
  EXPECT_EQ(result_of(""), "R:hx4 B:hx4 R 0 - -");
}

TEST(Reader, ARollThatWaitsAtTheStartIsNotRepeated) {
  EXPECT_EQ(outcome("[Start \"R:hx4 B:hx4 R 0 4 -\"]\n1. R h-p B 5 ."),
            "[Rules \"standard\"]\n[Start \"R:hx4 B:hx4 R 0 4 -\"]\n[Result \"*\"]\n\n"
            "1. R h-p  B 5 .\n");
  EXPECT_EQ(outcome("[Start \"R:hx4 B:hx4 R 0 4 -\"]\n1. R 4 h-p"),
            "2:6 record.roll_waiting seat=R roll=4 choices=h-p");
}

TEST(Reader, AHeadingMayBeRepeatedBeforeARoll) {
  EXPECT_EQ(result_of("1. R 6 h-p R 3 p*-3"), "R:hx3,3 B:hx4 B 0 - -");
  EXPECT_EQ(result_of("1. R 6 h-p 1. R 3 p*-3"), "R:hx3,3 B:hx4 B 0 - -");
}

TEST(Reader, AThirdSixHasItsMark) {
  EXPECT_EQ(result_of("1. R 6 h-p 6 p*-6^10 6 # B 1 ."), "R:hx4 B:hx4 R 0 - -");
}

TEST(Reader, PassesAreWritten) {
  EXPECT_EQ(outcome("[Rules \"move=may\"]" + kTwoSeats + "1. R 4 pass B 1 ."),
            "[Rules \"move=may\"]\n" + kTwoSeats + "[Result \"*\"]\n\n1. R 4 pass  B 1 .\n");
  EXPECT_EQ(result_of("1. R 4 pass"),
            "2:8 record.move_not_legal seat=R move=pass roll=4 choices=h-p");
}

TEST(Reader, RefusesWrongPlay) {
  EXPECT_EQ(result_of("1. R 4 p-4"),
            "2:8 record.move_not_legal seat=R move=p-4 roll=4 choices=h-p");
  EXPECT_EQ(result_of("1. R 6 h-p 3 p-4"),
            "2:14 record.move_not_legal seat=R move=p-4 roll=3 choices=p*-3");
  EXPECT_EQ(result_of("1. R h-p"), "2:6 record.roll_missing seat=R move=h-p");
  EXPECT_EQ(result_of("1. R 4 5"), "2:8 record.roll_waiting seat=R roll=4 choices=h-p");
  EXPECT_EQ(result_of("1. R 4 B 5"), "2:8 record.roll_waiting seat=R roll=4 choices=h-p");
  EXPECT_EQ(result_of("1. R 4 1. R h-p"), "2:8 record.roll_waiting seat=R roll=4 choices=h-p");
  EXPECT_EQ(result_of("1. B 4 h-p"), "2:4 record.wrong_seat seat=B expected=R");
  EXPECT_EQ(result_of("1. R 4 h-p R 5"), "2:12 record.wrong_seat seat=R expected=B");
  EXPECT_EQ(result_of("1. R 4 h-p 5"), "2:12 record.seat_missing expected=B");
  EXPECT_EQ(result_of("1. 4"), "2:4 record.seat_missing expected=R");
  EXPECT_EQ(result_of("1. 1. R 4"), "2:4 record.seat_missing expected=R");
  EXPECT_EQ(result_of("R 4"), "2:1 record.round_missing expected=1");
  EXPECT_EQ(result_of("4 h-p"), "2:1 record.round_missing expected=1");
  EXPECT_EQ(result_of("1. R 5 . B 5 . R 4"), "2:16 record.round_missing expected=2");
  EXPECT_EQ(result_of("1. R 5 .\nB 5 .\n3. R 4"), "4:1 record.wrong_round round=3 expected=2");
  EXPECT_EQ(result_of("99999999999. R 5 ."), "2:1 record.wrong_round round=99999999999 expected=1");
  EXPECT_EQ(result_of("1. R R 5"), "2:6 record.input_missing seat=R");
  EXPECT_EQ(result_of("1. R"), "2:5 record.input_missing seat=R");
  EXPECT_EQ(result_of("1."), "2:3 record.seat_missing expected=R");
  EXPECT_EQ(result_of("1. R <takeback 1>"), "2:6 record.input_missing seat=R");
  EXPECT_EQ(result_of("1. R 5 . <takeback 1> R 4"), "2:23 record.round_missing expected=1");
}

TEST(Reader, RefusesMarksThatContradictTheRules) {
  EXPECT_EQ(result_of("1. R 4 ."), "2:8 record.mark_not_due mark=. roll=4 choices=h-p");
  EXPECT_EQ(result_of("1. R 4 #"), "2:8 record.mark_not_due mark=# roll=4 choices=h-p");
  EXPECT_EQ(result_of("1. R 5 #"), "2:8 record.wrong_mark mark=# expected=.");
  EXPECT_EQ(result_of("1. R 6 h-p 6 p*-6^10 6 ."), "2:24 record.wrong_mark mark=. expected=#");
  EXPECT_EQ(result_of("1. R 5 B 4"), "2:8 record.mark_missing mark=.");
  EXPECT_EQ(result_of("1. R 5"), "2:7 record.mark_missing mark=.");
  EXPECT_EQ(result_of("1. R 5 <takeback 1>"), "2:8 record.mark_missing mark=.");
  EXPECT_EQ(result_of("1. R 5 . ."), "2:10 record.mark_alone mark=.");
  EXPECT_EQ(result_of("1. R ."), "2:6 record.mark_alone mark=.");
  EXPECT_EQ(result_of("#"), "2:1 record.mark_alone mark=#");
}

TEST(Reader, RefusesUnreadableWords) {
  EXPECT_EQ(result_of("1. R 7"), "2:6 record.bad_roll text=7");
  EXPECT_EQ(result_of("1. R 0"), "2:6 record.bad_roll text=0");
  EXPECT_EQ(result_of("1. R 04"), "2:6 record.bad_roll text=04");
  EXPECT_EQ(result_of("1. Q 4"), "2:4 record.bad_word text=Q");
  EXPECT_EQ(result_of("1. R 4 h-x"), "2:10 notation.bad_step text=x");
  EXPECT_EQ(result_of("1. R 4 zz-p"), "2:8 notation.bad_piece text=zz");
  EXPECT_EQ(result_of("1. R 4 h-p}"), "2:10 notation.bad_step text=p}");
  EXPECT_EQ(result_of("…"), "2:1 record.bad_word text=…");
  EXPECT_EQ(result_of(std::string(100, 'x')),
            "2:1 record.bad_word text=" + std::string(60, 'x') + "…");
}

TEST(Reader, RefusesBrokenBrackets) {
  EXPECT_EQ(result_of("1. R 4 {h-p"), "2:8 record.unclosed_comment");
  EXPECT_EQ(result_of("1. R 4 <bot R"), "2:8 record.unclosed_note");
  EXPECT_EQ(result_of("<>"), "2:1 record.bad_note text= ");
  EXPECT_EQ(result_of("<7up>"), "2:1 record.bad_note text=7up ");
  EXPECT_EQ(result_of("<takeback>"), "2:1 record.bad_takeback text=");
  EXPECT_EQ(result_of("<takeback two>"), "2:1 record.bad_takeback text=two");
  EXPECT_EQ(result_of("<takeback 0>"), "2:1 record.takeback_too_far count=0 plies=0");
  EXPECT_EQ(result_of("1. R 5 . <takeback 2>"), "2:10 record.takeback_too_far count=2 plies=1");
  EXPECT_EQ(result_of("1. R 5 . [Event \"late\"]"), "2:10 record.tag_late");
  EXPECT_EQ(result_of("1. R 4 h-p <bot B>"), "2:12 record.bot_without_input seat=B");
  EXPECT_EQ(result_of("1. R 4 h-p <proof 0>"), "2:12 record.proof_without_roll");
  EXPECT_EQ(result_of("1. R 4 <timeout G>"), "2:8 record.note_seat text=timeout G choices=R, B");
}

TEST(Reader, RefusesPlayAfterTheEnd) {
  const std::string end = "[Start \"R:55,cx3 B:hx4 R 0 - -\"]\n1. R 1 55-c ";
  EXPECT_EQ(outcome(end + "<timeout B>"),
            "[Rules \"standard\"]\n[Start \"R:55,cx3 B:hx4 R 0 - -\"]\n[Result \"RB\"]\n\n"
            "1. R 1 55-c <timeout B>\n");
  for (const std::string input : {"B 1", "1. B 1", "2. B", "3", "h-p"}) {
    EXPECT_EQ(outcome(end + input), "2:13 record.game_over") << input;
  }
  EXPECT_EQ(outcome(end + "<takeback 2> 1. R 2 ."),
            "[Rules \"standard\"]\n[Start \"R:55,cx3 B:hx4 R 0 - -\"]\n[Result \"*\"]\n\n"
            "1. R 1 55-c <takeback 2>\n1. R 2 .\n");
}

TEST(Reader, HoldsTheResultToTheReplay) {
  const std::string result = "[Result \"RB\"]\n";
  EXPECT_EQ(outcome(result + kTwoSeats), "1:10 record.wrong_result result=RB expected=*");
  EXPECT_EQ(outcome("[Result \"BR\"]\n[Start \"R:55,cx3 B:hx4 R 0 - -\"]\n1. R 1 55-c"),
            "1:10 record.wrong_result result=BR expected=RB");
  EXPECT_EQ(outcome("[Result \"\"]\n" + kTwoSeats), "1:10 record.wrong_result result= expected=*");
}

TEST(Reader, TellsAllErrorsInTheTags) {
  EXPECT_EQ(outcome("[Seat Y \"x\"]\n[Event \"a\"]\n[Event \"b\"]\n [Seat \"c\"]\n" + kTwoSeats),
            "1:1 record.tag_seat tag=Seat Y choices=R, B\n"
            "3:1 record.tag_twice tag=Event\n"
            "4:2 record.tag_seat tag=Seat choices=R, B");
  EXPECT_EQ(outcome("[Event \"open]\n[Event x]\n[Ev\\ent \"\"]\n[Date \"\\n\"]\n[Date \"1\"\n"),
            "1:8 record.unclosed_string\n"
            "2:1 record.bad_tag text=[Event x]\n"
            "4:8 record.bad_escape\n"
            "5:1 record.bad_tag text=[Date \"1\"\n"
            "6:1 record.tag_missing tag=Start");
  EXPECT_EQ(outcome(kTwoSeats + "[Ev.ent \"\"] [a b c \"\"]"),
            "2:1 record.bad_tag text=Ev.ent\n2:13 record.bad_tag text=a b c");
  EXPECT_EQ(outcome(kTwoSeats + kTwoSeats), "2:1 record.tag_twice tag=Start");
  EXPECT_EQ(outcome(""), "1:1 record.tag_missing tag=Start");
  std::string many;
  for (std::size_t i = 0; i < 2 * kMaxErrors; ++i) many += "[\n";
  EXPECT_EQ(parse_record(many).errors().size(), kMaxErrors);
  EXPECT_EQ(outcome("1. R 4"), "1:1 record.tag_missing tag=Start");
}

TEST(Reader, PlacesErrorsInRulesAndStart) {
  EXPECT_EQ(outcome("\n[Rules \"planes=9\"]\n" + kTwoSeats),
            "2:16 notation.unknown_value key=planes value=9 choices=4, 3, 2, 1");
  EXPECT_EQ(outcome("[Start \"R:hx4 B:hx4 Q 0 - -\"]"), "1:21 position.bad_turn text=Q");
  EXPECT_EQ(outcome("[Start \"R:hx4 B:\\\\ R x - -\"]"),
            "1:17 notation.bad_piece text=\\\n1:22 position.bad_sixes text=x");
}

TEST(Reader, RefusesBytesThatAreNoText) {
  EXPECT_EQ(outcome(kTwoSeats + "{\xC3\x28}"), "2:2 record.bad_utf8");
  EXPECT_EQ(outcome(kTwoSeats + "{\xED\xA0\x80}"), "2:2 record.bad_utf8");
  EXPECT_EQ(outcome(kTwoSeats + "{\xC0\xAF}"), "2:2 record.bad_utf8");
  EXPECT_EQ(outcome(kTwoSeats + "{\xF4\x90\x80\x80}"), "2:2 record.bad_utf8");
  EXPECT_EQ(outcome(kTwoSeats + "{\xE7\x8E"), "2:2 record.bad_utf8");
  EXPECT_EQ(outcome(kTwoSeats + "{\x1B[31m}"), "2:2 record.control_character code=001B");
  EXPECT_EQ(outcome(kTwoSeats + "{\xC2\x9B}"), "2:2 record.control_character code=009B");
  EXPECT_EQ(outcome(kTwoSeats + "\r1. R 4"), "2:1 record.control_character code=000D");
  EXPECT_EQ(outcome("[Event \"a\tb\"]" + kTwoSeats), "1:1 record.control_character code=0009");
  EXPECT_EQ(outcome(std::string("\0", 1)), "1:1 record.control_character code=0000");
}

TEST(Reader, TakesTimeInProportionToTheText) {
  std::string text = kTwoSeats;
  for (int i = 0; i < 200'000; ++i) text += "[a \"\\\\\"] {x} ";
  EXPECT_EQ(read(text).tags.size(), 200'000u);
  text = kTwoSeats + "1. R 4 h-p";
  for (int i = 0; i < 100'000; ++i) text += "<takeback 1> 1. R h-p ";
  EXPECT_EQ(read(text).entries.size(), 200'002u);
  EXPECT_EQ(errors_text(parse_record(text + "<").errors()),
            "2:" + std::to_string(text.size() - kTwoSeats.size() + 1) + " record.unclosed_note");
}

}  // namespace
}  // namespace aero
