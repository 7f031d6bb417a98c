#pragma once
// The one door: a game changes only here. No allocation, exception, randomness, clock or I/O.

#include <cstdint>
#include <variant>

#include "aero/event.hpp"
#include "aero/move.hpp"
#include "aero/rules.hpp"
#include "aero/state.hpp"

namespace aero {

// The first position: all planes in their hangars, `first` to roll.
// Preconditions: two to four seats; `first` is one of them.
State start(const Rules& rules, SeatSet seats, Seat first);

// Why an input was refused.
enum class Refusal : std::uint8_t {
  none,            // it was not: the input is accepted
  game_over,       // nothing more can happen
  roll_waiting,    // a roll came, but the last one is still to be used
  roll_missing,    // a choice came, but the die has not been rolled
  move_not_legal,  // the position does not offer this move
};

// Applies a roll or a choice and reports each event, in order, to the sink: an EventList, to which
// they are added (clear it first), or Silent. A refused input changes nothing and reports nothing.
// A roll that moves nothing is passed on at once, and a third six punished; see rules.md, "A turn,
// in order".
template <class Sink>
Refusal apply(const Rules& rules, State& state, Pip roll, Sink& sink);
template <class Sink>
Refusal apply(const Rules& rules, State& state, const Move& move, Sink& sink);

extern template Refusal apply(const Rules&, State&, Pip, Silent&);
extern template Refusal apply(const Rules&, State&, Pip, EventList&);
extern template Refusal apply(const Rules&, State&, const Move&, Silent&);
extern template Refusal apply(const Rules&, State&, const Move&, EventList&);

// One accepted input is a ply; a list of them and the first position are the whole game.
using Input = std::variant<Pip, Move>;

template <class Sink>
Refusal apply(const Rules& rules, State& state, const Input& input, Sink& sink) {
  if (const Pip* roll = std::get_if<Pip>(&input)) return apply(rules, state, *roll, sink);
  return apply(rules, state, *std::get_if<Move>(&input), sink);
}

template <class Ply>
Refusal apply(const Rules& rules, State& state, const Ply& ply) {
  Silent silent;
  return apply(rules, state, ply, silent);
}

// Every legal choice, each once: empty unless a roll is waiting. The order is part of the contract:
// pieces as the position line orders them; for each, a declined flight before a taken one and a
// shorter flight before a longer; for each route, standing beside before stacking; a pass last.
MoveList legal_moves(const Rules& rules, const State& state);

// Sequences of `plies` inputs from here: a roll counts six ways, a choice each of its moves. A
// sequence that the end of the game cuts short is not counted.
std::uint64_t perft(const Rules& rules, const State& state, int plies);

}  // namespace aero
