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
  if (from == kHangar) return {kPad, can_take_off(rules, roll) ? kPad : kNoStep};
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

// Calls `offer` with the moves of one route: standing beside own planes on its last square, and
// stacking with them.
template <class Offer>
constexpr void offer_route(const Rules& rules, const State& state, Move move, const Offer& offer) {
  const Seat seat = state.turn();
  const bool meets = meets_own(state.fleet(seat), move.piece, move.last()) &&
                     !strikes_stack(rules, state, seat, move.last());
  if (!meets || can_stand_beside(rules)) offer(move);
  move.joins = true;
  if (meets && can_join(rules)) offer(move);
}

// The routes of a piece whose walk, and jump if there is one, brings it to an open flight.
template <class Offer>
constexpr void offer_flights(const Rules& rules, const State& state, Piece piece, Step rolled,
                             Step jumped, const Offer& offer) {
  const auto offer_hops = [&](Step first, Step second) {
    offer_route(rules, state, {piece, rolled, {first, second}, false}, offer);
  };
  if (rules.flight != Flight::must) offer_hops(jumped, kNoStep);
  if (rolled != kFlightStart) return offer_hops(jumped, kFlightEnd);
  const bool is_lost = strikes_stack(rules, state, state.turn(), kFlightEnd);
  const Step onward =
      rules.onward == Onward::off || is_lost ? kNoStep : jump_from(rules, kFlightEnd);
  if (onward == kNoStep || rules.onward == Onward::may) offer_hops(kFlightEnd, kNoStep);
  if (onward != kNoStep) offer_hops(kFlightEnd, onward);
}

// Calls `offer` with each legal move of one piece of the seat on turn, in the order that
// `legal_moves` promises. A route ends early where the piece strikes a stack and is lost.
template <class Offer>
constexpr void offer_moves(const Rules& rules, const State& state, Piece piece, Pip roll,
                           const Offer& offer) {
  const Seat seat = state.turn();
  const Step rolled = walk(rules, state, piece.step, roll).end;
  if (rolled == kNoStep) return;
  const bool is_lost = strikes_stack(rules, state, seat, rolled);
  const Step jumped = is_lost ? kNoStep : jump_from(rules, rolled);
  const bool flies_first = rolled == kFlightStart && !is_lost;
  const bool flies_second =
      jumped == kFlightStart && rules.chain && !strikes_stack(rules, state, seat, jumped);
  if ((flies_first || flies_second) && is_flight_open(rules, state, seat)) {
    offer_flights(rules, state, piece, rolled, jumped, offer);
  } else {
    offer_route(rules, state, {piece, rolled, {jumped, kNoStep}, false}, offer);
  }
}

}  // namespace aero
