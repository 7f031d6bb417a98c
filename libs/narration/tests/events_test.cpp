// What happened and what a move would do: the exact keys and arguments.

#include <gtest/gtest.h>

#include "aero/testkit.hpp"
#include "shown.hpp"

namespace aero {
namespace {

constexpr Piece plane(int step) { return {Step(step), 1, 0}; }
constexpr Piece stack(int step, std::uint8_t size) { return {Step(step), size, 0}; }
constexpr Piece kNobody{kHangar, 0, 0};

std::string told(Event::Kind kind, Seat seat, Piece before = kNobody, Piece after = kNobody) {
  return shown(tell(Event{kind, seat, 3, after.step, before, after}));
}

TEST(Tell, HasASentenceForEveryKindOfEvent) {
  using Kind = Event::Kind;
  EXPECT_EQ(told(Kind::rolled, Seat::R), "event.rolled(seat: seat.R, value: 3)");
  EXPECT_EQ(told(Kind::no_move, Seat::Y), "event.no_move(seat: seat.Y)");
  EXPECT_EQ(told(Kind::passed, Seat::B), "event.passed(seat: seat.B)");
  EXPECT_EQ(told(Kind::third_six, Seat::G), "event.third_six");
  EXPECT_EQ(told(Kind::took_off, Seat::R, plane(-1), plane(0)), "event.took_off(seat: seat.R)");
  EXPECT_EQ(told(Kind::walked, Seat::R, stack(50, 2), stack(51, 2)),
            "event.walked(seat: seat.R, planes: 2, from: place.square.from(n: 50), "
            "to: place.home.to(n: 51))");
  EXPECT_EQ(told(Kind::jumped, Seat::R, plane(14), plane(18)),
            "event.jumped(seat: seat.R, to: place.square.to(n: 18))");
  EXPECT_EQ(told(Kind::flew, Seat::R, plane(18), plane(30)),
            "event.flew(seat: seat.R, to: place.square.to(n: 30))");
  EXPECT_EQ(told(Kind::captured, Seat::Y, stack(53, 3), stack(-1, 3)),
            "event.captured(owner: seat.Y.of, planes: 3, at: place.home.at(n: 53))");
  EXPECT_EQ(told(Kind::struck, Seat::B, plane(7), plane(-1)),
            "event.struck(owner: seat.B.of, planes: 1, at: place.square.at(n: 7))");
  EXPECT_EQ(told(Kind::recalled, Seat::R, stack(9, 3), stack(9, 1)),
            "event.recalled(owner: seat.R.of, planes: 2, from: place.square.from(n: 9))");
  EXPECT_EQ(told(Kind::recalled, Seat::R, plane(0), kNobody),
            "event.recalled(owner: seat.R.of, planes: 1, from: place.pad.from)");
  EXPECT_EQ(told(Kind::recalled, Seat::R, plane(56), kNobody),
            "event.recalled(owner: seat.R.of, planes: 1, from: place.centre.from)");
  EXPECT_EQ(told(Kind::stacked, Seat::G, plane(20), plane(20)),
            "event.stacked(seat: seat.G, stop: place.square.at(n: 20))");
  EXPECT_EQ(told(Kind::placed, Seat::G), "event.placed(seat: seat.G, value: 3)");
  EXPECT_EQ(told(Kind::next, Seat::Y), "event.next(turn: seat.Y.turn)");
  EXPECT_EQ(told(Kind::again, Seat::Y), "event.again(seat: seat.Y)");
  EXPECT_EQ(told(Kind::over, Seat::Y), "event.over");
}

TEST(Tell, SaysHowFarAPieceWentThatTurnedBack) {
  const Event event{Event::Kind::walked, Seat::R, 0, kCentre, plane(54), plane(53)};
  EXPECT_EQ(key_of(event), "bounced");
  EXPECT_EQ(shown(tell(event)),
            "event.bounced(seat: seat.R, planes: 1, from: place.home.from(n: 54), "
            "via: place.centre.to, to: place.home.to(n: 53))");
}

TEST(Tell, HasTheStartingRolls) {
  EXPECT_EQ(shown(tell_start(Seat::Y, Pip(5))), "event.starting_roll(seat: seat.Y, value: 5)");
  EXPECT_EQ(shown(tell_starter(Seat::Y)), "play.starting.begins(seat: seat.Y)");
}

TEST(Seats, HaveAKeyEach) {
  Lines keys;
  for (const Seat seat : kAllSeats) {
    keys.push_back(seat_name(seat).key);
    keys.push_back(seat_turn(seat).key);
  }
  EXPECT_EQ(keys, (Lines{"seat.R", "seat.R.turn", "seat.Y", "seat.Y.turn", "seat.B", "seat.B.turn",
                         "seat.G", "seat.G.turn"}));
}

TEST(Joined, AddsOneMessageAfterTheOther) {
  const Message a{"event.over", {}};
  const Message b{"play.over", {}};
  EXPECT_EQ(shown(joined({a})), "event.over");
  EXPECT_EQ(shown(joined({a, b})), "play.joined(first: event.over, second: play.over)");
  EXPECT_EQ(shown(joined({a, b, a})),
            "play.joined(first: play.joined(first: event.over, second: play.over), "
            "second: event.over)");
}

// Of each legal move, its parts.
std::vector<Lines> choices(std::string_view rules, std::string_view position) {
  const Rules parsed = testkit::rules(rules);
  const State state = testkit::position(rules, position);
  std::vector<Lines> all;
  for (const Move& move : legal_moves(parsed, state)) {
    all.push_back(shown(parts_of(parsed, state, move)));
  }
  return all;
}

TEST(PartsOfAMove, TellAllThatComesOfIt) {
  EXPECT_EQ(choices("standard", "R:hx3,12 B:hx3,53 R 0 2 -"),
            (std::vector<Lines>{
                {"play.does.took_off"},
                {"play.does.walked(from: 12, to: 14)", "play.does.jumped(to: 18)"},
                {"play.does.walked(from: 12, to: 14)", "play.does.jumped(to: 18)",
                 "play.does.flew(to: 30)", "play.does.captured(owner: seat.B.of, planes: 1)"},
            }));
  EXPECT_EQ(choices("planes=1", "R:52 B:h R 0 4 -"),
            (std::vector<Lines>{{"play.does.walked(from: 52, to: play.place.centre)",
                                 "play.does.placed(value: 1)",
                                 "play.does.placed_other(seat: seat.B, value: 2)"}}));
  EXPECT_EQ(choices("finish=bounce,move=may", "R:hx3,54 B:hx4 R 0 5 -"),
            (std::vector<Lines>{
                {"play.does.bounced(from: 54, via: play.place.centre, to: 53)"},
                {"play.does.passed"},
            }));
}

TEST(PartsOfAMove, TellWhatMovesAndHowItStands) {
  EXPECT_EQ(choices("standard", "R:hx2,16,19 B:hx4 R 0 3 -"),
            (std::vector<Lines>{
                {"play.does.walked(from: 16, to: 19)", "play.does.beside"},
                {"play.does.walked(from: 16, to: 19)", "play.does.stacked(planes: 2)"},
                {"play.does.walked(from: 19, to: 22)", "play.does.jumped(to: 26)"},
            }));
  EXPECT_EQ(
      choices("standard", "R:p*,3x2,9* B:hx4 R 1 6 -"),
      (std::vector<Lines>{
          {"play.does.marked(planes: 1)", "play.does.walked(from: play.place.pad, to: 6)",
           "play.does.jumped(to: 10)", "play.does.again"},
          {"play.does.stack(planes: 2)", "play.does.walked(from: 3, to: 9)", "play.does.beside",
           "play.does.again"},
          {"play.does.stack(planes: 2)", "play.does.walked(from: 3, to: 9)",
           "play.does.stacked(planes: 3)", "play.does.again"},
          {"play.does.marked(planes: 1)", "play.does.walked(from: 9, to: 15)", "play.does.again"},
      }));
}

Lines parts_of_roll(std::string_view rules, std::string_view position, Pip roll) {
  const Rules parsed = testkit::rules(rules);
  State state = testkit::position(rules, position);
  const View before = view_of(state);
  EventList events;
  apply(parsed, state, roll, events);
  return shown(parts_of(before, events));
}

TEST(PartsOfARoll, TellWhatBecameOfIt) {
  EXPECT_EQ(parts_of_roll("standard", "R:hx4 B:hx4 R 0 - -", Pip(2)), Lines{});
  EXPECT_EQ(parts_of_roll("standard", "R:hx4 B:hx4 R 0 - -", Pip(3)), Lines{"play.does.no_move"});
  EXPECT_EQ(parts_of_roll("standard", "R:h,p*,9x2* B:hx4 R 2 - -", kSix),
            (Lines{"play.does.third_six", "play.does.recalled(planes: 1)",
                   "play.does.recalled(planes: 2)"}));
}

}  // namespace
}  // namespace aero
