// The reader of moves, and whether a move that was read is accepted exactly where it is legal.
// Lines: rules, position, move; standard rules and their start where one of the first two cannot be
// read.

#include <algorithm>

#include "aero/notation.hpp"
#include "fuzz.hpp"

namespace {

aero::State start_of(const aero::Rules& rules) {
  aero::SeatSet seats;
  for (const aero::Seat seat : aero::kAllSeats) seats.insert(seat);
  return aero::start(rules, seats, aero::Seat::R);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = aero::fuzz::as_text(data, size);
  const aero::Result<aero::Rules> read = aero::parse_rules(aero::fuzz::take_line(text));
  const aero::Rules rules = read ? *read : aero::kStandard;
  const aero::Result<aero::State> position =
      aero::parse_position(rules, aero::fuzz::take_line(text));
  const aero::State state = position ? *position : start_of(rules);

  aero::fuzz::check_round_trip(text, aero::parse_move,
                               [](const aero::Move& move) { return aero::to_text(move); });
  if (const aero::Result<aero::Move> move = aero::parse_move(text)) {
    const aero::MoveList moves = aero::legal_moves(rules, state);
    const bool is_legal = std::find(moves.begin(), moves.end(), *move) != moves.end();
    aero::State after = state;
    const bool is_accepted = aero::apply(rules, after, *move) == aero::Refusal::none;
    aero::fuzz::demand(is_accepted == is_legal, "accepted exactly where it is legal", text);
    aero::fuzz::demand(is_accepted || after == state, "what is refused changes nothing", text);
  }
  return 0;
}
