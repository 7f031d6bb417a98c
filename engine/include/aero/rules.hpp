#pragma once
// The rules of one game as a value. One member an option of rules.md, "Options", under its key;
// the first enumerator is the default, so `Rules{}` is `standard`.

#include <cstdint>

namespace aero {

// Rolls that take off.
enum class Takeoff : std::uint8_t { even, six, five_six, any };
// What the third six in a row does: planes moved by sixes go home · all unfinished ones · finished
// ones too · the turn is just over · there is no limit.
enum class Sixes : std::uint8_t { moved, all, every, ends_turn, unlimited };
// The shortcut: a choice · always taken · not there.
enum class Flight : std::uint8_t { may, must, off };
// Does a flight straight from the roll go on with a jump to 34.
enum class Onward : std::uint8_t { off, may, must };
// Own planes meeting on a square: a choice · always stacked · only ever side by side.
enum class Stack : std::uint8_t { may, always, never };
// Landing on an enemy stack: the stack goes home · both do · only the piece that landed does.
enum class StackHit : std::uint8_t { stack, both, hitter };
// Passing an enemy stack by a roll: free · not legal · the piece turns back at the stack.
enum class Wall : std::uint8_t { free, barred, bounce };
// Overshooting the centre: not legal · walk back the surplus · counts as home.
enum class Finish : std::uint8_t { exact, bounce, over };
// What else gives another roll.
enum class Bonus : std::uint8_t { six, capture, home, both };
// Play on to one loser · stop at the first winner.
enum class End : std::uint8_t { last, first };
// May a player pass although a move is legal.
enum class MoveDuty : std::uint8_t { must, may };

struct Rules {
  std::uint8_t planes = 4;  // a side, 1 … 4
  Takeoff takeoff = Takeoff::even;
  Sixes sixes = Sixes::moved;
  bool recall = true;  // a third six takes back finished planes too (under Sixes::moved)
  bool jump = true;
  Flight flight = Flight::may;
  bool chain = true;  // a jump into 18 may go on as a flight
  Onward onward = Onward::off;
  bool crossing = true;  // a flight sends home what stands on the crossing
  Stack stack = Stack::may;
  StackHit stackhit = StackHit::stack;
  Wall wall = Wall::free;
  Finish finish = Finish::exact;
  Bonus bonus = Bonus::six;
  End end = End::last;
  MoveDuty move = MoveDuty::must;

  friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

inline constexpr Rules kStandard{};
inline constexpr Rules kChinese{.takeoff = Takeoff::six,
                                .sixes = Sixes::all,
                                .flight = Flight::must,
                                .onward = Onward::must,
                                .stack = Stack::always,
                                .stackhit = StackHit::both,
                                .wall = Wall::bounce,
                                .finish = Finish::bounce};
inline constexpr Rules kLudo{.takeoff = Takeoff::six,
                             .sixes = Sixes::ends_turn,
                             .jump = false,
                             .flight = Flight::off,
                             .stack = Stack::never,
                             .bonus = Bonus::both};
inline constexpr Rules kQuick{.planes = 2, .takeoff = Takeoff::any, .end = End::first};

}  // namespace aero
