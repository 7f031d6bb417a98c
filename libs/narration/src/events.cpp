#include <utility>

#include "aero/notation.hpp"
#include "message.hpp"

namespace aero {
namespace {

using Kind = Event::Kind;
using Arguments = std::vector<MessageArgument>;

std::string_view place_of(Step step) {
  if (step == kHangar) return "hangar";
  if (step == kPad) return "pad";
  if (step == kCentre) return "centre";
  return step.is_on_ring() ? "square" : "home";
}

// The step in one of the forms of the catalogue: "from", "to", "at".
Message place(Step step, std::string_view form) {
  std::string key = std::string("place.").append(place_of(step)).append(".").append(form);
  if (!can_stack_on(step)) return {std::move(key), {}};
  return {std::move(key), {{"n", step.value()}}};
}

// The step in short: "14", "pad".
MessageArgument::Value short_place(Step step) {
  if (can_stack_on(step)) return step.value();
  return Message{std::string("play.place.").append(place_of(step)), {}};
}

MessageArgument seat_of(const Event& event) { return {"seat", seat_name(event.seat)}; }
MessageArgument owner_of(const Event& event) { return {"owner", seat_possessive(event.seat)}; }
MessageArgument planes_of(const Event& event) { return {"planes", planes_in(event)}; }
MessageArgument value_of(const Event& event) { return {"value", event.value}; }

// What fills in "event.…".
Arguments arguments_of_sentence(const Event& event) {
  const auto before = [&](std::string_view form) {
    return MessageArgument{form, place(event.before.step, form)};
  };
  const auto to = [&] { return MessageArgument{"to", place(event.after.step, "to")}; };
  switch (event.kind) {
    case Kind::rolled:
    case Kind::placed: return {seat_of(event), value_of(event)};
    case Kind::no_move:
    case Kind::passed:
    case Kind::took_off:
    case Kind::again: return {seat_of(event)};
    case Kind::walked:
      if (event.via == event.after.step) {
        return {seat_of(event), planes_of(event), before("from"), to()};
      }
      return {
          seat_of(event), planes_of(event), before("from"), {"via", place(event.via, "to")}, to()};
    case Kind::jumped:
    case Kind::flew: return {seat_of(event), to()};
    case Kind::captured:
    case Kind::struck: return {owner_of(event), planes_of(event), before("at")};
    case Kind::recalled: return {owner_of(event), planes_of(event), before("from")};
    case Kind::stacked: return {seat_of(event), {"stop", place(event.after.step, "at")}};
    case Kind::next: return {{"turn", seat_turn(event.seat)}};
    case Kind::third_six:
    case Kind::over: return {};
  }
  return {};
}

// What fills in "play.does.…". `after` is the position that the event led to.
Arguments arguments_of_part(const Event& event, bool is_own, const View& after) {
  const MessageArgument to{"to", short_place(event.after.step)};
  switch (event.kind) {
    case Kind::walked: {
      const MessageArgument from{"from", short_place(event.before.step)};
      if (event.via == event.after.step) return {from, to};
      return {from, {"via", short_place(event.via)}, to};
    }
    case Kind::jumped:
    case Kind::flew: return {to};
    case Kind::captured: return {owner_of(event), planes_of(event)};
    case Kind::recalled: return {planes_of(event)};
    case Kind::stacked: return {{"planes", after.fleet(event.seat).count(event.after.step)}};
    case Kind::placed:
      if (is_own) return {value_of(event)};
      return {seat_of(event), value_of(event)};
    default: return {};
  }
}

// Whose turn comes and that the game is over, other words tell; a roll tells itself.
bool goes_without_saying(Kind kind) {
  return kind == Kind::rolled || kind == Kind::next || kind == Kind::over;
}

}  // namespace

bool stands_beside(const State& after, Seat seat, const Move& move) {
  return !move.is_pass() && !move.joins && can_stack_on(move.last()) &&
         after.fleet(seat).count(move.last()) > move.piece.size;
}

std::string_view key_of(const Event& event) {
  const bool turned_back = event.kind == Kind::walked && event.via != event.after.step;
  return turned_back ? "bounced" : to_text(event.kind);
}

int planes_in(const Event& event) {
  const bool leaves_some = event.kind == Kind::recalled;
  return leaves_some ? event.before.size - event.after.size : event.before.size;
}

Message tell(const Event& event) {
  return {std::string("event.").append(key_of(event)), arguments_of_sentence(event)};
}

Message tell_start(Seat seat, Pip roll) {
  return {"event.starting_roll", {{"seat", seat_name(seat)}, {"value", roll.value()}}};
}

Message tell_starter(Seat seat) { return {"play.starting.begins", {{"seat", seat_name(seat)}}}; }

std::vector<Message> parts_of(const View& before, const EventList& events) {
  View view = before;
  std::vector<Message> parts;
  for (const Event& event : events) {
    fold(view, event);
    if (goes_without_saying(event.kind)) continue;
    const bool is_own = event.kind != Kind::placed || event.seat == *before.turn;
    parts.push_back({std::string("play.does.").append(key_of(event)) + (is_own ? "" : "_other"),
                     arguments_of_part(event, is_own, view)});
  }
  return parts;
}

std::vector<Message> parts_of(const Rules& rules, const State& state, const Move& move) {
  State after = state;
  EventList events;
  apply(rules, after, move, events);
  std::vector<Message> parts;
  if (move.piece.marks > 0 || move.piece.size > 1) {
    parts.push_back({move.piece.marks > 0 ? "play.does.marked" : "play.does.stack",
                     {{"planes", move.piece.size}}});
  }
  for (Message& part : parts_of(view_of(state), events)) parts.push_back(std::move(part));
  if (stands_beside(after, state.turn(), move)) {
    const bool rolls_again = events[events.size() - 1].kind == Kind::again;
    parts.insert(parts.end() - (rolls_again ? 1 : 0), {"play.does.beside", {}});
  }
  return parts;
}

}  // namespace aero
