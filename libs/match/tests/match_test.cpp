#include "aero/match.hpp"

#include <gtest/gtest.h>

#include "aero/notation.hpp"

namespace aero {
namespace {

// Red, a person, and blue, a bot, on the dice of seed 42: red begins with 5 to 1, and then rolls
// 3 2 5 3 3 4 3 1 …, blue 1 4 3 6 5 4 6 ….
Table two_players(std::string bot = "greedy") {
  Table table;
  table.players[0] = Player{"Ayşe", ""};
  table.players[2] = Player{"Blue", std::move(bot)};
  table.dice = DiceKey{42, 0};
  return table;
}
Match begin(const Table& table, std::vector<Tag> tags = {}) {
  auto match = Match::begin(table, std::move(tags));
  EXPECT_TRUE(match);
  return *std::move(match);
}
Match resume(std::string_view text) {
  auto match = Match::resume(*parse_record(text));
  EXPECT_TRUE(match);
  return *std::move(match);
}

std::string text_of(const Error& error) {
  std::string text(error.code);
  for (const auto& [name, value] : error.arguments)
    text.append(" ").append(name).append("=").append(value);
  return text;
}
template <class T>
std::string error_of(const Result<T>& result) {
  return result ? "accepted" : text_of(result.errors().front());
}

Move move(std::string_view text) { return *parse_move(text); }
std::string line(const Match& match) { return to_text(match.state()); }

// Rolls and takes the first legal move, until so many inputs and take-backs were accepted.
void play_to(Match& match, int ply) {
  while (match.ply() < ply && !match.state().is_over()) {
    const MoveList moves = legal_moves(match.rules(), match.state());
    ASSERT_TRUE(moves.empty() ? match.roll() : match.choose(moves[0]));
  }
}

TEST(Match, RollsForWhoBegins) {
  const Match match = begin(two_players(), {{"Event", "Tea"}});
  EXPECT_EQ(to_text(match.record()),
            "[Event \"Tea\"]\n"
            "[Seat R \"Ayşe\"]\n"
            "[Seat B \"Blue\"]\n"
            "[Bot B \"greedy\"]\n"
            "[Dice \"seed 42 game 0\"]\n"
            "[Rules \"standard\"]\n"
            "[Start \"R:hx4 B:hx4 R 0 - -\"]\n"
            "[Result \"*\"]\n"
            "\n"
            "0. R 5  B 1\n");
  EXPECT_EQ(match.ply(), 0);
  EXPECT_EQ(match.player(Seat::R), (Player{"Ayşe", ""}));
  EXPECT_EQ(match.player(Seat::B), (Player{"Blue", "greedy"}));
  EXPECT_EQ(match.player(Seat::Y), std::nullopt);
}

TEST(Match, TheHighestStartingRollBegins) {
  Table table = two_players();
  table.players[1] = Player{};
  table.players[3] = Player{};
  EXPECT_EQ(line(begin(table)), "R:hx4 Y:hx4 B:hx4 G:hx4 Y 0 - -");  // 5 6 1 1
}

TEST(Match, ThoseWhoTieRollAgain) {
  Table table = two_players();
  table.players = {};
  table.players[2] = table.players[3] = Player{};  // blue 1 1 4, green 1 5 3
  const Match match = begin(table);
  EXPECT_EQ(line(match), "B:hx4 G:hx4 G 0 - -");
  EXPECT_EQ(match.record().entries,
            (std::vector<Entry>{StartingRoll{Pip(1)}, StartingRoll{Pip(1)}, StartingRoll{Pip(1)},
                                StartingRoll{Pip(5)}}));
  EXPECT_EQ(match.game().rolls(Seat::B), 2);
}

TEST(Match, AFirstSeatMayBeNamed) {
  Table table = two_players();
  table.first = Seat::B;
  Match match = begin(table);
  EXPECT_EQ(line(match), "R:hx4 B:hx4 B 0 - -");
  EXPECT_TRUE(match.record().entries.empty());
  EXPECT_EQ((*match.roll())[0].value, 1);  // blue's roll number 0
}

TEST(Match, RealDiceTellWhoBegins) {
  Table table = two_players();
  table.dice.reset();
  table.starting_rolls = {Pip(3), Pip(3), Pip(2), Pip(6)};
  Match match = begin(table);
  EXPECT_EQ(line(match), "R:hx4 B:hx4 B 0 - -");
  EXPECT_FALSE(match.has_dice());
  EXPECT_EQ(error_of(match.roll()), "match.no_dice");
  EXPECT_TRUE(match.roll(Pip(4)));
  EXPECT_EQ(line(match), "R:hx4 B:hx4 B 0 4 -");
}

TEST(Match, RefusesATableThatCannotPlay) {
  Table table = two_players();
  table.players[2].reset();
  EXPECT_EQ(error_of(Match::begin(table)), "match.too_few_players players=1");
  table = two_players();
  table.first = Seat::Y;
  EXPECT_EQ(error_of(Match::begin(table)), "match.first_not_seated seat=Y");
  table = two_players();
  table.dice.reset();
  EXPECT_EQ(error_of(Match::begin(table)), "match.no_starter");
  table.starting_rolls = {Pip(3), Pip(3)};
  EXPECT_EQ(error_of(Match::begin(table)), "match.no_starter");
  table.starting_rolls = {Pip(3), Pip(4), Pip(2)};
  EXPECT_EQ(error_of(Match::begin(table)), "match.no_starter");
  table = two_players();
  table.players[0]->name = "a\nb";
  EXPECT_EQ(error_of(Match::begin(table)), "record.control_character code=000A");
}

TEST(Match, RecordsInputsAndReturnsTheirEvents) {
  Match match = begin(two_players());
  const auto lost = match.roll();
  ASSERT_TRUE(lost);
  ASSERT_EQ(lost->size(), 3);
  EXPECT_EQ((*lost)[0].kind, Event::Kind::rolled);
  EXPECT_EQ((*lost)[0].seat, Seat::R);
  EXPECT_EQ((*lost)[0].value, 3);
  EXPECT_EQ((*lost)[1].kind, Event::Kind::no_move);
  EXPECT_EQ((*lost)[2].kind, Event::Kind::next);
  EXPECT_TRUE(match.roll());
  EXPECT_TRUE(match.roll());
  const auto taken_off = match.choose(move("h-p"));
  ASSERT_TRUE(taken_off);
  EXPECT_EQ((*taken_off)[0].kind, Event::Kind::took_off);
  EXPECT_EQ(match.ply(), 4);
  EXPECT_EQ(match.record().entries, (std::vector<Entry>{StartingRoll{Pip(5)}, StartingRoll{Pip(1)},
                                                        Pip(3), Pip(1), Pip(2), move("h-p")}));
  EXPECT_EQ(match.game().plies().size(), 4u);
}

TEST(Match, NobodyActsForAnotherSeat) {
  Match match = begin(two_players());
  EXPECT_EQ(error_of(match.accept(Seat::B, 0, RollRequest{})),
            "match.not_on_turn seat=B expected=R");
  EXPECT_EQ(error_of(match.accept(Seat::Y, 0, RollRequest{})),
            "match.not_on_turn seat=Y expected=R");
  EXPECT_EQ(match.ply(), 0);
  EXPECT_TRUE(match.accept(Seat::R, 0, RollRequest{}));
  EXPECT_TRUE(match.accept(Seat::B, 1, RollRequest{}));
  EXPECT_TRUE(match.accept(Seat::R, 2, RollRequest{}));
  EXPECT_EQ(error_of(match.accept(Seat::B, 3, move("h-p"))), "match.not_on_turn seat=B expected=R");
  EXPECT_EQ(line(match), "R:hx4 B:hx4 R 0 2 -");
  EXPECT_TRUE(match.accept(Seat::R, 3, move("h-p")));
}

TEST(Match, ARepeatedMessageDoesNotActTwice) {
  Match match = begin(two_players());
  EXPECT_TRUE(match.accept(Seat::R, 0, RollRequest{}));
  EXPECT_EQ(error_of(match.accept(Seat::R, 0, RollRequest{})), "match.stale ply=0 expected=1");
  EXPECT_EQ(error_of(match.accept(Seat::B, 2, RollRequest{})), "match.stale ply=2 expected=1");
  EXPECT_EQ(match.ply(), 1);
  EXPECT_EQ(match.record().entries.size(), 3u);
}

TEST(Match, AMessageFromBeforeATakeBackIsStale) {
  Match match = begin(two_players());
  play_to(match, 21);
  ASSERT_EQ(line(match), "R:hx3,11 B:h,p,3,5 R 0 4 -");
  EXPECT_TRUE(match.accept(Seat::R, 21, move("11-15")));
  EXPECT_EQ(*match.take_back(), 1);
  EXPECT_EQ(line(match), "R:hx3,11 B:h,p,3,5 R 0 4 -");
  EXPECT_EQ(match.ply(), 23);
  EXPECT_EQ(error_of(match.accept(Seat::R, 21, move("11-15"))), "match.stale ply=21 expected=23");
  EXPECT_TRUE(match.accept(Seat::R, 23, move("h-p")));
}

TEST(Match, PlayersDoNotBringTheirOwnDice) {
  Match match = begin(two_players());
  EXPECT_EQ(error_of(match.accept(Seat::R, 0, Pip(6))), "match.own_dice");
  EXPECT_EQ(error_of(match.roll(Pip(6))), "match.own_dice");
}

TEST(Match, RefusesWhatTheRulesRefuse) {
  Match match = begin(two_players());
  EXPECT_EQ(error_of(match.choose(move("h-p"))), "record.roll_missing seat=R move=h-p");
  play_to(match, 3);
  EXPECT_EQ(error_of(match.roll()), "record.roll_waiting seat=R roll=2 choices=h-p");
  EXPECT_EQ(error_of(match.choose(move("p-2"))),
            "record.move_not_legal seat=R move=p-2 roll=2 choices=h-p");
  EXPECT_EQ(match.ply(), 3);
}

TEST(Match, NothingIsAcceptedAfterTheEnd) {
  Match match = resume("[Start \"R:55,cx3 B:hx4 R 0 - -\"]\n1. R 1 55-c");
  EXPECT_EQ(error_of(match.roll()), "record.game_over");
  EXPECT_EQ(error_of(match.roll(Pip(1))), "record.game_over");
  EXPECT_EQ(error_of(match.accept(Seat::B, 2, RollRequest{})), "record.game_over");
}

TEST(Match, TakesBackToTheLastRealChoiceOfAPersonAndMeetsTheSameRolls) {
  Match match = begin(two_players());
  play_to(match, 21);
  ASSERT_TRUE(match.choose(move("11-15")));
  play_to(match, 27);
  const std::string before = line(match);
  const auto count = match.take_back();
  ASSERT_TRUE(count);
  EXPECT_EQ(*count, 6);
  EXPECT_EQ(line(match), "R:hx3,11 B:h,p,3,5 R 0 4 -");
  EXPECT_EQ(match.record().entries.back(), Entry(TakeBack{*count}));
  ASSERT_TRUE(match.choose(move("11-15")));
  play_to(match, 34);
  EXPECT_EQ(line(match), before);
}

TEST(Match, ADecisionHasItsOwnNumbersWheneverTheGameComesToIt) {
  Match match = begin(two_players());
  EXPECT_EQ(match.decision_stream().at(0), 0x783db41799dd5fdeu);
  EXPECT_EQ(match.decision_stream().at(1), 0x6430cc5cc4381850u);
  play_to(match, 2);
  EXPECT_EQ(match.decision_stream().at(0), 0x474280c20faf748cu);
  play_to(match, 21);
  const std::uint64_t number = match.decision_stream().at(0);
  ASSERT_TRUE(match.choose(move("11-15")));
  EXPECT_NE(match.decision_stream().at(0), number);
  ASSERT_TRUE(match.take_back());
  EXPECT_EQ(match.decision_stream().at(0), number);
  EXPECT_EQ(resume(to_text(match.record())).decision_stream().at(0), number);

  Table table = two_players();
  table.dice = DiceKey{43, 0};
  EXPECT_EQ(begin(table).decision_stream().at(0), 0x93d9a35481402c71u);
  table.dice = std::nullopt;
  table.first = Seat::R;
  EXPECT_EQ(begin(table).decision_stream().at(0), 0x02bf454719e15c97u);
}

TEST(Match, ForcedMovesAndBotsAreNotTakenBackTo) {
  Match match = begin(two_players());
  play_to(match, 15);
  EXPECT_FALSE(match.can_take_back());
  EXPECT_EQ(error_of(match.take_back()), "match.nothing_to_take_back");
  EXPECT_EQ(match.ply(), 15);
}

TEST(Match, TakesBackInTheHotSeatForEitherPerson) {
  Match match = resume("[Start \"R:p,3,hx2 B:p,3,hx2 R 0 - -\"]\n1. R 1 p-1 B 1 p-1 2. R 5 1-6^10");
  EXPECT_TRUE(match.can_take_back());
  EXPECT_EQ(*match.take_back(), 1);
  EXPECT_EQ(line(match), "R:hx2,1,3 B:hx2,1,3 R 0 5 -");
  EXPECT_EQ(*match.take_back(), 2);
  EXPECT_EQ(line(match), "R:hx2,1,3 B:hx2,p,3 B 0 1 -");
  EXPECT_EQ(*match.take_back(), 2);
  EXPECT_EQ(line(match), "R:hx2,p,3 B:hx2,p,3 R 0 1 -");
  EXPECT_FALSE(match.can_take_back());
  EXPECT_EQ(error_of(match.take_back()), "match.nothing_to_take_back");
}

TEST(Match, ResumesAtEveryPlyExactly) {
  Table table = two_players();
  table.players[1] = table.players[3] = Player{};
  const Match first = begin(table);
  Match whole = first;
  play_to(whole, 1'000'000);
  ASSERT_TRUE(whole.state().is_over());
  Match match = first;
  for (int ply = 1; ply < whole.ply(); ply += 7) {
    play_to(match, ply);
    if (ply % 5 == 0 && match.take_back()) play_to(match, ply + 1);
    const std::string saved = to_text(match.record());
    Match resumed = resume(saved);
    EXPECT_EQ(resumed.record(), match.record());
    EXPECT_EQ(resumed.state(), match.state());
    EXPECT_EQ(resumed.ply(), match.ply());
    EXPECT_EQ(resumed.player(Seat::B), match.player(Seat::B));
    for (const Seat seat : kAllSeats)
      EXPECT_EQ(resumed.game().rolls(seat), match.game().rolls(seat));
    match = resumed;
  }
  play_to(match, 1'000'000);
  EXPECT_EQ(match.state(), whole.state());
}

TEST(Match, RefusesRollsThatItsDiceNeverThrew) {
  const std::string head = "[Dice \"seed 42 game 0\"]\n[Start \"R:hx4 B:hx4 R 0 - -\"]\n";
  EXPECT_TRUE(Match::resume(*parse_record(head + "0. R 5 B 1 1. R 3 . B 1 . 2. R 2")));
  const auto wrong = Match::resume(*parse_record(head + "0. R 5 B 1 1. R 3 . B 1 . 2. R 4"));
  EXPECT_EQ(error_of(wrong), "match.dice_differ seat=R roll=4 expected=2");
  EXPECT_EQ(wrong.errors().front().line, 5);
  EXPECT_EQ(error_of(Match::resume(*parse_record(head + "0. R 6 B 1"))),
            "match.dice_differ seat=R roll=6 expected=5");
  for (const std::string key :
       {"seed", "seed x game 0", "seed 1", "seed 01 game 0", "seed 1 game -1",
        "seed 18446744073709551616 game 0", "seed  game 1"}) {
    const auto record = parse_record("[Dice \"" + key + "\"]\n[Start \"R:hx4 B:hx4 R 0 - -\"]\n");
    if (key == "seed") {
      EXPECT_FALSE(Match::resume(*record)->has_dice());
    } else {
      EXPECT_EQ(error_of(Match::resume(*record)), "match.bad_dice text=" + key);
    }
  }
}

TEST(Match, ResumesAGameWhoseDiceAreChains) {
  Match match = resume(
      "[Dice \"chains K7M2Q4T8XZ\"]\n[Chain S \"tip last\"]\n[Chain S \"tip last\"]\n"
      "[Start \"R:hx4 B:hx4 R 0 - -\"]\n0. R 5 <proof S R> B 1 <proof S>\n"
      "1. R 3 . <proof S R> <chain R>");
  EXPECT_FALSE(match.has_dice());
  EXPECT_EQ(match.ply(), 1);
  EXPECT_EQ(error_of(match.roll()), "match.no_dice");
  EXPECT_TRUE(match.roll(Pip(2)));
  EXPECT_EQ(match.add(Note{"proof", "S R"}), std::nullopt);
  EXPECT_EQ(resume(to_text(match.record())).record(), match.record());
}

TEST(Match, NotesGoIntoTheRecordAndAreNoPly) {
  Match match = begin(two_players());
  EXPECT_EQ(match.add(Note{"timeout", "R"}), std::nullopt);
  EXPECT_EQ(match.add(Comment{"hm"}), std::nullopt);
  EXPECT_EQ(text_of(*match.add(Note{"timeout", "G"})),
            "record.note_seat text=timeout G choices=R, B");
  EXPECT_EQ(match.ply(), 0);
  EXPECT_EQ(match.record().entries.size(), 4u);
}

}  // namespace
}  // namespace aero
