#include "message.hpp"

namespace aero {
namespace {

// Where the planes of a seat in play are.
Message standing(const Fleet& fleet) {
  std::vector<Message> parts;
  const auto count_on = [&](Step step, const char* key) {
    const int planes = fleet.count(step);
    if (planes > 0) parts.push_back({key, {{"planes", planes}}});
  };
  count_on(kHangar, "play.in_hangar");
  count_on(kPad, "play.on_pad");
  for (const Piece piece : fleet) {
    if (!can_stack_on(piece.step)) continue;
    const Message message = piece_on(piece);
    parts.push_back(piece.marks > 0 ? Message{"play.at_risk", {{"piece", message}}} : message);
  }
  count_on(kCentre, "play.in_centre");
  return joined(parts);
}

}  // namespace

Message request(const State& state) {
  if (state.is_over()) return {"play.over", {}};
  const MessageArgument turn{"turn", seat_turn(state.turn())};
  if (!state.has_roll()) return {"play.asks_roll", {turn}};
  return {"play.asks_move", {turn, {"roll", state.roll()->value()}}};
}

std::vector<Message> board(const State& state) {
  std::vector<Message> lines;
  for (const Seat seat : kAllSeats) {
    if (!state.is_in_play(seat)) continue;
    lines.push_back(
        {"play.has", {{"seat", seat_name(seat)}, {"planes", standing(state.fleet(seat))}}});
  }
  lines.push_back(request(state));
  return lines;
}

}  // namespace aero
