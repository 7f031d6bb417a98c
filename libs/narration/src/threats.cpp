#include <algorithm>
#include <tuple>

#include "aero/setup.hpp"
#include "message.hpp"

namespace aero {
namespace {

// The position with another seat on turn and its roll waiting; none where the roll moves nothing.
std::optional<State> turned_to(const Rules& rules, const State& state, Seat seat, Pip roll) {
  Setup setup = setup_of(state);
  for (Setup::Side& side : setup.sides) {
    for (Setup::Item& item : side.items) item.marks = 0;
  }
  setup.turn = seat;
  setup.sixes = 0;
  setup.roll = roll.value();
  return check(rules, setup).state;
}

// The pieces of `seat` that some move sends home.
std::vector<Piece> at_risk(const Rules& rules, const State& state, Seat seat) {
  std::vector<Piece> pieces;
  for (const Move& move : legal_moves(rules, state)) {
    State after = state;
    EventList events;
    apply(rules, after, move, events);
    for (const Event& event : events) {
      const bool is_hit = event.kind == Event::Kind::captured && event.seat == seat;
      if (is_hit && std::ranges::count(pieces, event.before) == 0) pieces.push_back(event.before);
    }
  }
  return pieces;
}

}  // namespace

std::vector<Threat> threats(const Rules& rules, const State& state, Seat seat) {
  std::vector<Threat> found;
  for (int quarters = 1; quarters < kSeats; ++quarters) {
    const Seat enemy = clockwise(seat, quarters);
    if (!state.is_in_play(enemy) || state.order().contains(enemy)) continue;
    for (const Pip pip : kPips) {
      const auto position = turned_to(rules, state, enemy, pip);
      if (!position) continue;
      for (const Piece piece : at_risk(rules, *position, seat)) {
        const auto known = std::ranges::find_if(found, [&](const Threat& threat) {
          return threat.piece == piece && threat.enemy == enemy;
        });
        if (known == found.end()) {
          found.push_back({piece, enemy, {pip}});
        } else {
          known->pips.push_back(pip);
        }
      }
    }
  }
  // The planes that have most to lose come first.
  std::ranges::sort(found, {}, [seat](const Threat& threat) {
    return std::tuple(-threat.piece.step.value(), threat.piece.size,
                      (index(threat.enemy) - index(seat) + kSeats) % kSeats);
  });
  return found;
}

Seat advised_seat(const Match& match) {
  const State& state = match.state();
  if (!match.player(state.turn())->is_bot()) return state.turn();
  for (const Seat seat : kAllSeats) {
    const auto& player = match.player(seat);
    if (player && !player->is_bot() && !state.order().contains(seat)) return seat;
  }
  return state.turn();
}

Message tell(const Threat& threat) {
  std::vector<MessageArgument::Value> rolls;
  rolls.reserve(threat.pips.size());
  for (const Pip pip : threat.pips) rolls.emplace_back(pip.value());
  return {"play.threat",
          {{"piece", piece_on(threat.piece)},
           {"enemy", seat_name(threat.enemy)},
           {"rolls", join(rolls)}}};
}

}  // namespace aero
