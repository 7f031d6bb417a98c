#include "aero/game.hpp"
#include "referee.hpp"

namespace aero {

State start(const Rules& rules, SeatSet seats, Seat first) {
  State state;
  for (const Seat seat : kAllSeats) {
    if (seats.contains(seat)) Referee::fleet(state, seat).add({kHangar, rules.planes, 0});
  }
  Referee::await_roll(state, first, 0);
  return state;
}

}  // namespace aero
