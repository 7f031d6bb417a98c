#pragma once
// Which moves a piece has: the walk, then the hops that the rules ask for or allow.

#include "rules/capture.hpp"
#include "rules/finish.hpp"
#include "rules/flight.hpp"
#include "rules/jump.hpp"
#include "rules/stack.hpp"
#include "rules/takeoff.hpp"
#include "rules/wall.hpp"

namespace aero {

// Where the roll takes a piece of the seat on turn; `end` is kNoStep when it cannot move.
constexpr Walk walk(const Rules& rules, const State& state, Step from, Pip roll) {
  if (from == kHangar) return can_take_off(rules, roll) ? Walk{kPad, kPad} : Walk{kPad, kNoStep};
  if (from == kCentre) return {kCentre, kNoStep};
  return stop_at_centre(rules, walk_past_walls(rules, state, state.turn(), from, roll));
}

// A walk that is legal makes a legal move, whatever follows.
constexpr bool can_move(const Rules& rules, const State& state, Pip roll) {
  for (const Piece piece : state.fleet(state.turn())) {
    if (walk(rules, state, piece.step, roll).end != kNoStep) return true;
  }
  return false;
}

// Calls `offer` with each legal move of one piece of the seat on turn, in the order that
// `legal_moves` promises. A route ends early where the piece strikes a stack and is lost.
template <class Offer>
constexpr void offer_moves(const Rules& rules, const State& state, Piece piece, Pip roll,
                           Offer offer) {
  const Seat seat = state.turn();
  const Step rolled = walk(rules, state, piece.step, roll).end;
  if (rolled == kNoStep) return;

  const auto is_lost_on = [&](Step step) { return strikes_stack(rules, state, seat, step); };
  const auto end_on = [&](Step first, Step second) {
    Move move{piece, rolled, {first, second}, false};
    const bool meets = meets_own(state.fleet(seat), piece, move.last()) && !is_lost_on(move.last());
    if (!meets || can_stand_beside(rules)) offer(move);
    move.joins = true;
    if (meets && can_join(rules)) offer(move);
  };

  const bool is_flight_first =
      rolled == kFlightStart && !is_lost_on(rolled) && is_flight_open(rules, state, seat);
  const Step jumped = is_lost_on(rolled) ? kNoStep : jump_from(rules, rolled);
  const bool is_flight_second = jumped == kFlightStart && rules.chain && !is_lost_on(jumped) &&
                                is_flight_open(rules, state, seat);
  const bool can_decline = rules.flight != Flight::must;

  if (can_decline || !(is_flight_first || is_flight_second)) end_on(jumped, kNoStep);
  if (is_flight_second) end_on(jumped, kFlightEnd);
  if (is_flight_first) {
    const Step onward = rules.onward == Onward::off || is_lost_on(kFlightEnd)
                            ? kNoStep
                            : jump_from(rules, kFlightEnd);
    if (onward == kNoStep || rules.onward == Onward::may) end_on(kFlightEnd, kNoStep);
    if (onward != kNoStep) end_on(kFlightEnd, onward);
  }
}

}  // namespace aero
