#pragma once
// Games of the net against itself, and what is to be learnt from them.

#include "aero/dice.hpp"
#include "aero/endgame/endgames.hpp"
#include "weights.hpp"

namespace aero {

// What to play: rules and seats.
struct Draw {
  Rules rules;
  SeatSet seats;
  Seat first;
};
// `standard` most of the time, other presets and fewer planes now and then, any rules at times; two
// to four seats.
Draw drawn_table(Random random);

// What was learnt, summed up.
struct Lessons {
  Floats gradient = Floats(layout::kSize, 0.0F);
  std::int64_t positions = 0;
  double residual = 0;  // sum of squares
};

// How a game is played and learnt from.
struct Guide {
  double explore = 0;               // the chance that a move is any, not the best
  float fade = 0;                   // of what is learnt from later positions, a ply
  const Endgames* exact = nullptr;  // ends that are known under the rules of the game, if any
};

// Plays one game to its end and adds its lessons. A position's wanted value is what the next roll
// makes of it, over all six, with the best move for each; and, fading a ply, how wrong such values
// turned out to be on the way that the game took. Where it is known, it is the exact one.
void play_and_learn(const Net& net, const Floats& weights, const Draw& table, Random random,
                    const Guide& guide, Lessons& lessons);

}  // namespace aero
