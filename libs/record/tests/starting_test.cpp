#include <gtest/gtest.h>

#include "samples.hpp"

namespace aero {
namespace {

SeatSet set(std::string_view letters) { return SeatSet(*parse_seats(letters)); }

TEST(StartingRolls, GoClockwiseFromRed) {
  StartingRolls rolls(set("GYB"));
  EXPECT_EQ(rolls.next(), Seat::Y);
  rolls.add(Pip(2));
  EXPECT_EQ(rolls.next(), Seat::B);
  rolls.add(Pip(5));
  EXPECT_EQ(rolls.next(), Seat::G);
  EXPECT_EQ(rolls.winner(), std::nullopt);
  rolls.add(Pip(4));
  EXPECT_EQ(rolls.winner(), Seat::B);
}

TEST(StartingRolls, OnlyThoseWhoTieForTheHighestRollAgain) {
  StartingRolls rolls(set("RYBG"));
  for (const Pip pip : {Pip(5), Pip(3), Pip(5), Pip(1)}) rolls.add(pip);
  EXPECT_EQ(rolls.winner(), std::nullopt);
  EXPECT_EQ(rolls.next(), Seat::R);
  rolls.add(Pip(1));
  EXPECT_EQ(rolls.next(), Seat::B);
  rolls.add(Pip(1));
  EXPECT_EQ(rolls.winner(), std::nullopt);
  EXPECT_EQ(rolls.next(), Seat::R);
  rolls.add(Pip(2));
  rolls.add(Pip(6));
  EXPECT_EQ(rolls.winner(), Seat::B);
}

TEST(StartingRolls, AreReadAndWrittenAsRoundZero) {
  const std::string text =
      "[Rules \"standard\"]\n"
      "[Start \"R:hx4 Y:hx4 B:hx4 G:hx4 B 0 - -\"]\n"
      "[Result \"*\"]\n"
      "\n"
      "0. R 5  Y 3  B 5  G 1  R 2  B 6\n"
      "1. B 4 h-p  G 1 .  R 5 .  Y 3 .\n"
      "2. B 1\n";
  EXPECT_EQ(outcome(text), text);
  const Record record = read(text);
  EXPECT_EQ(record.entries[0], Entry(StartingRoll{Pip(5)}));
  EXPECT_EQ(record.entries[5], Entry(StartingRoll{Pip(6)}));
  EXPECT_EQ(record.entries[6], Entry(Pip(4)));
}

TEST(StartingRolls, CountAsRollsOfTheSeat) {
  const auto replayed = replay(read(kTwoSeats + "0. R 3 B 3 R 6 B 1 1. R 5 . B 2 h-p"));
  EXPECT_EQ(replayed->game.rolls(Seat::R), 3);
  EXPECT_EQ(replayed->game.rolls(Seat::B), 3);
  EXPECT_EQ(replayed->game.rolls(Seat::Y), 0);
}

TEST(StartingRolls, AreHeldToTheirOrderAndOutcome) {
  EXPECT_EQ(outcome(kTwoSeats + "0. B 3 R 4"), "2:4 record.wrong_seat seat=B expected=R");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 3 B 3"), "2:11 record.starting_unfinished seat=R");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 3 1. R 4 h-p"), "2:8 record.starting_unfinished seat=B");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 3 B 4 1. R 4 h-p"),
            "2:12 record.wrong_starter seat=R expected=B");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 3 B 4"), "2:11 record.wrong_starter seat=R expected=B");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 5 B 4 R 1"), "2:12 record.starting_late");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 5 B 4 1"), "2:12 record.starting_late");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 5 4"), "2:8 record.seat_missing expected=B");
  EXPECT_EQ(outcome(kTwoSeats + "0."), "2:3 record.seat_missing expected=R");
  EXPECT_EQ(outcome(kTwoSeats + "0. 1. R 5 ."), "2:4 record.seat_missing expected=R");
  EXPECT_EQ(outcome(kTwoSeats + "0. R h-p"), "2:6 record.bad_roll text=h-p");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 7"), "2:6 record.bad_roll text=7");
  EXPECT_EQ(outcome(kTwoSeats + "0. R 5 ."), "2:8 record.mark_alone mark=.");
  EXPECT_EQ(outcome(kTwoSeats + "1. R 5 . 0. R 5 B 4"),
            "2:10 record.wrong_round round=0 expected=1");
}

}  // namespace
}  // namespace aero
