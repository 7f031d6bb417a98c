#include "scene.hpp"

#include <algorithm>
#include <span>

#include "chronicle.hpp"

namespace aero::door {
namespace {

using Kind = Event::Kind;

Piece piece_of(Seat seat, aero::Piece piece) {
  return {seat, piece.step.value(), piece.size, piece.marks};
}
std::optional<Piece> piece_or_none(Seat seat, aero::Piece piece) {
  if (piece.size == 0) return std::nullopt;
  return piece_of(seat, piece);
}

std::vector<Piece> pieces_of(const View& view) {
  std::vector<Piece> pieces;
  for (const Seat seat : kAllSeats) {
    for (const aero::Piece piece : view.fleet(seat)) pieces.push_back(piece_of(seat, piece));
  }
  return pieces;
}

// ---- what happened ----

// Adds the steps after the last one up to `to`, forward or back.
void walk(std::vector<int>& path, Step to) {
  while (path.back() != to.value()) {
    path.push_back(path.back() + (path.back() < to.value() ? 1 : -1));
  }
}

std::vector<int> path_of(const Event& event) {
  std::vector<int> path{event.before.step.value()};
  switch (event.kind) {
    case Kind::walked:
      walk(path, event.via);
      walk(path, event.after.step);
      return path;
    case Kind::took_off:
    case Kind::jumped: walk(path, event.after.step); return path;
    case Kind::flew: path.push_back(event.after.step.value()); return path;
    case Kind::captured:
    case Kind::struck:
    case Kind::recalled: path.push_back(kHangar.value()); return path;
    default: return {};
  }
}

// What the event left of its piece, or made of it; none where it has no piece.
std::optional<Piece> piece_after(const Event& event, const View& view) {
  if (event.kind != Kind::stacked) return piece_or_none(event.seat, event.after);
  for (const aero::Piece piece : view.fleet(event.seat)) {
    if (piece.step == event.after.step) return piece_of(event.seat, piece);
  }
  return std::nullopt;
}

std::vector<Happening> happened_by(const EventList& events, View view) {
  std::vector<Happening> list;
  for (const Event& event : events) {
    fold(view, event);
    list.push_back({.kind = event.kind,
                    .seat = event.seat,
                    .value = event.value,
                    .before = piece_or_none(event.seat, event.before),
                    .after = piece_after(event, view),
                    .path = path_of(event),
                    .message = tell(event),
                    .pieces = pieces_of(view),
                    .roll = view.roll});
  }
  return list;
}

// A starting roll is no event of the game, but it is seen like one; and once the last tells who
// begins, that seat is the next to roll.
std::vector<Happening> happened_by(const Entry& starting_roll, const Game& game) {
  const std::vector<Piece> pieces = pieces_of(view_of(game.state()));
  const Pip pip = *Pip::from(starting_roll.roll);
  Happening rolled;
  rolled.kind = Kind::rolled;
  rolled.seat = *starting_roll.seat;
  rolled.value = starting_roll.roll;
  rolled.message = tell_start(rolled.seat, pip);
  rolled.pieces = pieces;
  std::vector<Happening> list{rolled};
  if (const auto winner = game.starting()->winner()) {
    Happening next;
    next.kind = Kind::next;
    next.seat = *winner;
    next.message = tell_starter(*winner);
    next.pieces = pieces;
    list.push_back(next);
  }
  return list;
}

// ---- what can be chosen ----

Choice choice_of(const Rules& rules, const State& state, const Move& move) {
  Choice choice;
  choice.move = to_text(move);
  choice.words = parts_of(rules, state, move);
  if (move.is_pass()) return choice;
  const Seat mover = state.turn();
  choice.piece = piece_of(mover, move.piece);
  choice.stops.push_back(move.rolled.value());
  for (const Step hop : move.hops) {
    if (hop != kNoStep) choice.stops.push_back(hop.value());
  }
  choice.to = choice.stops.back();
  State after = state;
  EventList events;
  aero::apply(rules, after, move, events);
  for (const Event& event : events) {
    choice.flies |= event.kind == Kind::flew;
    choice.jumps |= event.kind == Kind::jumped;
    choice.joins |= event.kind == Kind::stacked;
    if (event.kind == Kind::captured) choice.captures.push_back(piece_of(event.seat, event.before));
  }
  choice.beside = stands_beside(after, mover, move);
  return choice;
}

// ---- the moment ----

SeatInfo seat_info(const Match& match, const Game& game, Seat seat) {
  const Fleet& fleet = game.state().fleet(seat);
  const Faces faces = faces_of(game, seat);
  SeatInfo info;
  info.seat = seat;
  info.name = match.player(seat)->name;
  info.bot = match.player(seat)->bot;
  info.progress = progress_of(fleet);
  info.hangar = fleet.count(kHangar);
  info.home = fleet.count(kCentre);
  info.planes = fleet.size();
  info.faces.assign(faces.of_face.begin(), faces.of_face.end());
  const FinishingOrder& order = game.state().order();
  for (int place = 0; place < order.size(); ++place) {
    if (order[place] == seat) info.place = place + 1;
  }
  return info;
}

std::string in_hex(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4) {
    *digit = kDigits[number & 15];
  }
  return text;
}

bool is_starting_roll(const aero::Entry& entry) {
  return std::holds_alternative<aero::StartingRoll>(entry);
}

// Whose starting roll comes next, where the record has them and they do not tell yet who begins.
SeatOrNone next_to_start(const Record& record, const Game& game) {
  if (!std::ranges::any_of(record.entries, is_starting_roll)) return std::nullopt;
  return game.starting_seat();
}

// Everything that the game alone tells.
void show_game(Scene& scene, const Game& game) {
  const State& state = game.state();
  scene.rules = to_text(game.rules());
  scene.round = game.round();
  scene.position = to_text(state);
  scene.hash = in_hex(hash(state));
  scene.pieces = pieces_of(view_of(state));
  for (int place = 0; place < state.order().size(); ++place) {
    scene.order.push_back(state.order()[place]);
  }
  scene.request = request(state);
  scene.phase = Phase::over;
  if (state.is_over()) return;
  scene.turn = state.turn();
  scene.sixes = state.sixes();
  scene.roll = state.has_roll() ? state.roll()->value() : 0;
  scene.phase = state.has_roll() ? Phase::choose : Phase::roll;
  for (const Move& move : legal_moves(game.rules(), state)) {
    scene.choices.push_back(choice_of(game.rules(), state, move));
  }
}

// As long as the starting rolls do not tell, the turn is that of the seat that rolls next.
void show_start(Scene& scene, Seat seat) {
  scene.turn = seat;
  scene.request = {"play.asks_roll", {{"turn", seat_turn(seat)}}};
}

std::span<const aero::Entry> first_of(const Record& record, int entries) {
  return std::span(record.entries).first(static_cast<std::size_t>(std::max(entries, 0)));
}

}  // namespace

int entries_of(const Match& match) { return static_cast<int>(match.record().entries.size()); }

Scene scene_of(const Match& match, int entry) {
  const Record& record = match.record();
  Game game(record.rules, record.start);
  Scene scene;
  for (const aero::Entry& before : first_of(record, entry - 1)) game.add(before);
  if (entry > 0) {
    Taken taken = take(game, record.entries[static_cast<std::size_t>(entry - 1)], entry);
    scene.happened = taken.told.kind == EntryKind::starting_roll
                         ? happened_by(taken.told, game)
                         : happened_by(taken.events, taken.before);
    scene.latest = std::move(taken.told);
  }
  show_game(scene, game);
  if (const SeatOrNone seat = next_to_start(record, game)) show_start(scene, *seat);
  scene.record = to_text(record);
  scene.entry = entry;
  scene.entries = entries_of(match);
  scene.ply = static_cast<int>(std::ranges::count_if(first_of(record, entry), counts_as_ply));
  for (const Seat seat : kAllSeats) {
    if (game.state().is_in_play(seat)) scene.seats.push_back(seat_info(match, game, seat));
  }
  scene.has_dice = match.has_dice();
  scene.can_take_back = entry == scene.entries && match.has_dice() && match.can_take_back();
  return scene;
}

Scene scene_of(const Match& match) { return scene_of(match, entries_of(match)); }

}  // namespace aero::door
