// Where everything stands, what threatens, and what programs count.

#include <gtest/gtest.h>

#include "aero/testkit.hpp"
#include "shown.hpp"

namespace aero {
namespace {

State position(std::string_view text) { return testkit::position("standard", text); }

TEST(Board, TellsWhereThePlanesOfEachSeatAre) {
  const auto lines = board(position("R:h,p,14x2* Y:c,c,20,52 B:hx4 R 1 5 -"));
  EXPECT_EQ(shown(lines), (Lines{
                              "play.has(seat: seat.R, planes: play.joined(first: play.joined("
                              "first: play.in_hangar(planes: 1), second: play.on_pad(planes: 1)), "
                              "second: play.at_risk(piece: play.stack_on(planes: 2, n: 14))))",
                              "play.has(seat: seat.Y, planes: play.joined(first: play.joined("
                              "first: play.plane_on(n: 20), second: play.plane_on(n: 52)), "
                              "second: play.in_centre(planes: 2)))",
                              "play.has(seat: seat.B, planes: play.in_hangar(planes: 4))",
                              "play.asks_move(turn: seat.R.turn, roll: 5)",
                          }));
}

TEST(Request, AsksForARollOrAMoveOrNothing) {
  EXPECT_EQ(shown(request(position("R:hx4 B:hx4 B 0 - -"))), "play.asks_roll(turn: seat.B.turn)");
  EXPECT_EQ(shown(request(position("R:hx4 B:hx4 B 0 2 -"))),
            "play.asks_move(turn: seat.B.turn, roll: 2)");
  EXPECT_EQ(shown(request(position("R:cx4 B:hx4 - 0 - RB"))), "play.over");
}

Lines threatened(std::string_view text, Seat seat) {
  Lines lines;
  for (const Threat& threat : threats(Rules(), position(text), seat)) {
    lines.push_back(shown(tell(threat)));
  }
  return lines;
}

TEST(Threats, AreFoundByAskingTheEngine) {
  // Yellow on its 3 hits Red's 20 (its 7) with a 4; its 1 is Red's 14, which lies behind it.
  constexpr std::string_view kOne = "R:hx2,14,20 Y:hx3,3 B:hx4 R 0 - -";
  EXPECT_EQ(threatened(kOne, Seat::R),
            Lines{"play.threat(piece: play.plane_on(n: 20), enemy: seat.Y, rolls: 4)"});
  EXPECT_EQ(threatened(kOne, Seat::B), Lines{});
}

TEST(Threats, NameEveryRollAndTheFarthestPieceFirst) {
  // Red's 19 is Yellow's 6: a 2 from the pad jumps there, a 6 jumps on from there.
  EXPECT_EQ(threatened("R:hx2,14,19 Y:hx2,p,3 R 0 - -", Seat::R),
            (Lines{"play.threat(piece: play.plane_on(n: 19), enemy: seat.Y, rolls: "
                   "play.joined(first: play.joined(first: 2, second: 3), second: 6))",
                   "play.threat(piece: play.plane_on(n: 14), enemy: seat.Y, rolls: 1)"}));
}

TEST(Advice, IsForTheSeatOnTurnOrTheFirstPerson) {
  const auto advised = [](const std::string& bots, const std::string& position) {
    std::string text = "[Start \"" + position + "\"]";
    for (const char seat : bots) text += std::string("[Bot ") + seat + " \"greedy\"]";
    return advised_seat(*Match::resume(*parse_record(text)));
  };
  EXPECT_EQ(advised("", "R:hx4 Y:hx4 B:hx4 B 0 - -"), Seat::B);
  EXPECT_EQ(advised("R", "R:hx4 Y:hx4 B:hx4 B 0 - -"), Seat::B);
  EXPECT_EQ(advised("B", "R:hx4 Y:hx4 B:hx4 B 0 - -"), Seat::R);
  EXPECT_EQ(advised("RB", "R:hx4 Y:hx4 B:hx4 B 0 - -"), Seat::Y);
  EXPECT_EQ(advised("B", "R:cx4 Y:hx4 B:hx4 B 0 - R"), Seat::Y);
  EXPECT_EQ(advised("RYB", "R:hx4 Y:hx4 B:hx4 B 0 - -"), Seat::B);
}

Match a_match() {
  Table table;
  for (const Seat seat : {Seat::R, Seat::Y, Seat::B}) {
    table.players[at(seat)] = Player{};
  }
  table.starting_rolls = {Pip(5), Pip(2), Pip(5), Pip(3), Pip(4)};
  return *Match::begin(table);
}

TEST(StartingThrows, SayWhoThrewWhat) {
  std::string throws;
  const Match match = a_match();
  for (const auto& [seat, pip] : match.game().starting_throws()) {
    throws += letter(seat) + std::to_string(pip.value()) + " ";
  }
  EXPECT_EQ(throws, "R5 Y2 B5 R3 B4 ");
}

TEST(Faces, AreThoseOfTheRollsInForce) {
  Match match = a_match();  // Blue begins
  for (const int roll : {1, 3, 1, 5}) ASSERT_TRUE(match.roll(*Pip::from(roll)));
  EXPECT_EQ(faces_of(match.game(), Seat::B).of_face, (std::array{1, 0, 0, 1, 2, 0}));
  EXPECT_EQ(faces_of(match.game(), Seat::B).sum, 4);
  EXPECT_EQ(faces_of(match.game(), Seat::R).of_face, (std::array{0, 0, 2, 0, 1, 0}));
  EXPECT_EQ(faces_of(match.game(), Seat::Y).of_face, (std::array{1, 1, 0, 0, 0, 0}));
  ASSERT_TRUE(match.roll(Pip(2)));
  ASSERT_TRUE(match.choose(legal_moves(match.rules(), match.state())[0]));
  EXPECT_EQ(faces_of(match.game(), Seat::R).sum, 4);
  ASSERT_TRUE(match.roll(kSix));
  ASSERT_TRUE(match.choose(legal_moves(match.rules(), match.state())[0]));
  EXPECT_EQ(faces_of(match.game(), Seat::Y).of_face, (std::array{1, 1, 0, 0, 0, 1}));
}

TEST(Progress, GoesFromTheHangarsToTheCentre) {
  const auto progress = [](std::string_view red) {
    const std::string text = "R:" + std::string(red) + " B:hx4 B 0 - -";
    return progress_of(position(text).fleet(Seat::R));
  };
  EXPECT_EQ(progress("hx4"), 0);
  EXPECT_EQ(progress("h,p,14x2"), 100 * (1 + 15 * 2) / (4 * 57));
  EXPECT_EQ(progress("h,cx3"), 75);
  EXPECT_EQ(progress("55,cx3"), 99);
  EXPECT_EQ(progress_of(testkit::position("planes=1", "R:13 B:h R 0 - -").fleet(Seat::R)), 24);
  EXPECT_EQ(progress_of(Fleet()), 0);
}

}  // namespace
}  // namespace aero
