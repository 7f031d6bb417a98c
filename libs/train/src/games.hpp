#pragma once
// Games of the net against itself, and what is to be learnt from them.

#include "aero/dice.hpp"
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

// Plays one game to its end and adds its lessons. A position's wanted value is what the next roll
// makes of it, over all six, with the best move for each; and, fading by `fade` a ply, how wrong
// such values turned out to be on the way that the game took.
void play_and_learn(const Net& net, const Floats& weights, const Draw& table, Random random,
                    double explore, float fade, Lessons& lessons);

}  // namespace aero
