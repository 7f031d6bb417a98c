#include "lists.hpp"

#include "aero/notation.hpp"

namespace aero {

std::string seat_list(SeatSet seats) {
  std::string text;
  for (const Seat seat : kAllSeats) {
    if (!seats.contains(seat)) continue;
    if (!text.empty()) text += ", ";
    text += letter(seat);
  }
  return text;
}

std::string move_list(const Rules& rules, const State& state) {
  std::string text;
  for (const Move& move : legal_moves(rules, state)) {
    if (!text.empty()) text += ", ";
    text += to_text(move);
  }
  return text;
}

}  // namespace aero
