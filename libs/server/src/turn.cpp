#include "turn.hpp"

#include <algorithm>
#include <optional>

#include "aero/notation.hpp"
#include "aero/record.hpp"

namespace aero::server {
namespace {

using protocol::Phase;
using protocol::Waits;

constexpr std::int64_t kMsPerSecond = 1000;

// The game of a record as the tables tell it; none where it cannot be read.
std::optional<Game> game_of(const std::string& text) {
  const Result<Record> record = parse_record(text);
  if (!record) return std::nullopt;
  Game game(record->rules, record->start);
  for (const Entry& entry : record->entries) {
    if (game.add(entry)) return std::nullopt;
  }
  return game;
}

int captures(const Rules& rules, State state, const Move& move) {
  EventList events;
  apply(rules, state, move, events);
  int planes = 0;
  for (const Event& event : events) {
    if (event.kind == Event::Kind::captured) planes += event.before.size;
  }
  return planes;
}

Waits waits_for(Phase phase, const State* state) {
  switch (phase) {
    case Phase::waiting: return Waits::people;
    case Phase::starting: return Waits::start;
    case Phase::over: return Waits::nothing;
    case Phase::playing: break;
  }
  return state != nullptr && state->has_roll() ? Waits::choice : Waits::roll;
}

const protocol::SeatState* seat_of(const protocol::TableState& table, Seat seat) {
  const auto found = std::ranges::find(table.seats, seat, &protocol::SeatState::seat);
  return found == table.seats.end() ? nullptr : &*found;
}

}  // namespace

protocol::Turn turn_of(const protocol::TableState& table, std::int64_t clock_ms) {
  const std::optional<Game> game = table.record.empty() ? std::nullopt : game_of(table.record);
  protocol::Turn turn;
  turn.waits = waits_for(table.phase, game ? &game->state() : nullptr);
  turn.ply = table.ply;
  turn.number = table.number;
  turn.seq = table.seq;
  turn.clock_ms = clock_ms;
  for (const protocol::SeatLink& last : table.last_links) {
    const protocol::SeatState* const seat = seat_of(table, last.seat);
    if (seat != nullptr && seat->is_yours) turn.last_links.push_back(last);
  }
  if (!game) return turn;

  const State& state = game->state();
  turn.position = to_text(state);
  if (state.is_over()) {
    turn.result = result_text(state);
    return turn;
  }
  turn.seat = state.turn();
  if (const protocol::SeatState* const seat = seat_of(table, state.turn())) {
    turn.is_yours = seat->is_yours && !seat->is_bot_playing;
  }
  if (state.has_roll()) {
    turn.roll = state.roll()->value();
    for (const Move& move : legal_moves(game->rules(), state)) {
      turn.choices.push_back({to_text(move), captures(game->rules(), state, move)});
    }
  }
  if (table.settings.seconds > 0) {
    turn.deadline_ms = table.since_ms + table.settings.seconds * kMsPerSecond;
  }
  return turn;
}

}  // namespace aero::server
