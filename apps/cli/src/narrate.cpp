#include "narrate.hpp"

#include <fmt/format.h>

namespace aero::cli {
namespace {

std::string_view place_of(Step step) {
  if (step == kHangar) return "hangar";
  if (step == kPad) return "pad";
  if (step == kCentre) return "centre";
  return step.is_on_ring() ? "square" : "home";
}

// The step in one of the forms of the catalogue: "from", "to", "at".
std::string place(text::Language language, Step step, std::string_view form) {
  const std::string key = fmt::format("{}{}.{}", "place.", place_of(step), form);
  return text::say(language, key, {{"n", std::int64_t{step.value()}}});
}

std::string_view key_of(const Event& event) {
  using Kind = Event::Kind;
  switch (event.kind) {
    case Kind::rolled: return "event.rolled";
    case Kind::no_move: return "event.no_move";
    case Kind::passed: return "event.passed";
    case Kind::third_six: return "event.third_six";
    case Kind::took_off: return "event.took_off";
    case Kind::walked: return event.via == event.after.step ? "event.walked" : "event.bounced";
    case Kind::jumped: return "event.jumped";
    case Kind::flew: return "event.flew";
    case Kind::captured: return "event.captured";
    case Kind::struck: return "event.struck";
    case Kind::recalled: return "event.recalled";
    case Kind::stacked: return "event.stacked";
    case Kind::placed: return "event.placed";
    case Kind::next: return "event.next";
    case Kind::again: return "event.again";
    case Kind::over: return "event.over";
  }
  return "";
}

// The planes that the event is about: those that go where it says.
int planes_in(const Event& event) {
  const bool leaves_some = event.kind == Event::Kind::recalled;
  return leaves_some ? event.before.size - event.after.size : event.before.size;
}

}  // namespace

std::string name_of(text::Language language, Seat seat) {
  return text::say(language, fmt::format("{}{}", "seat.", letter(seat)));
}

std::string possessive_of(text::Language language, Seat seat) {
  return text::say(language, fmt::format("{}{}.of", "seat.", letter(seat)));
}

std::string narrate(text::Language language, const Event& event) {
  const std::string seat = name_of(language, event.seat);
  const std::string owner = possessive_of(language, event.seat);
  const std::string turn =
      text::say(language, fmt::format("{}{}.turn", "seat.", letter(event.seat)));
  const std::string from = place(language, event.before.step, "from");
  const std::string at = place(language, event.before.step, "at");
  const std::string stop = place(language, event.after.step, "at");
  const std::string to = place(language, event.after.step, "to");
  const std::string via = place(language, event.via, "to");
  return text::say(language, key_of(event),
                   {{"seat", std::string_view(seat)},
                    {"owner", std::string_view(owner)},
                    {"turn", std::string_view(turn)},
                    {"planes", std::int64_t{planes_in(event)}},
                    {"from", std::string_view(from)},
                    {"at", std::string_view(at)},
                    {"stop", std::string_view(stop)},
                    {"to", std::string_view(to)},
                    {"via", std::string_view(via)},
                    {"value", std::int64_t{event.value}}});
}

}  // namespace aero::cli
