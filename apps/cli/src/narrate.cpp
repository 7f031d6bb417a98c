#include "narrate.hpp"

#include <fmt/format.h>

#include <variant>

#include "aero/terminal.hpp"

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

std::string quote(text::Language language, std::string_view key, const std::string& text) {
  const std::string shown = terminal::printable(text);
  return text::say(language, key, {{"text", std::string_view(shown)}});
}

}  // namespace

std::string_view key_of(const Event& event) {
  using Kind = Event::Kind;
  switch (event.kind) {
    case Kind::rolled: return "rolled";
    case Kind::no_move: return "no_move";
    case Kind::passed: return "passed";
    case Kind::third_six: return "third_six";
    case Kind::took_off: return "took_off";
    case Kind::walked: return event.via == event.after.step ? "walked" : "bounced";
    case Kind::jumped: return "jumped";
    case Kind::flew: return "flew";
    case Kind::captured: return "captured";
    case Kind::struck: return "struck";
    case Kind::recalled: return "recalled";
    case Kind::stacked: return "stacked";
    case Kind::placed: return "placed";
    case Kind::next: return "next";
    case Kind::again: return "again";
    case Kind::over: return "over";
  }
  return "";
}

int planes_in(const Event& event) {
  const bool leaves_some = event.kind == Event::Kind::recalled;
  return leaves_some ? event.before.size - event.after.size : event.before.size;
}

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
  return text::say(language, fmt::format("{}{}", "event.", key_of(event)),
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

std::string narrate_start(text::Language language, Seat seat, Pip roll) {
  const std::string name = name_of(language, seat);
  return text::say(language, "event.starting_roll",
                   {{"seat", std::string_view(name)}, {"value", std::int64_t{roll.value()}}});
}

std::vector<std::string> narrate(text::Language language, Game& game, const Entry& entry,
                                 EventList& events) {
  const std::optional<Seat> starter = game.starting_seat();
  game.add(entry, events);
  std::vector<std::string> sentences;
  for (const Event& event : events) sentences.push_back(narrate(language, event));
  std::visit(Overloaded{
                 [](const Pip&) {},
                 [](const Move&) {},
                 [&](const StartingRoll& roll) {
                   sentences.push_back(narrate_start(language, *starter, roll.pip));
                 },
                 [&](const TakeBack& back) {
                   sentences.push_back(text::say(language, "cli.replay.takeback",
                                                 {{"n", std::int64_t{back.plies}}}));
                 },
                 [&](const Note& note) {
                   const std::string text = note.word + (note.text.empty() ? "" : " ") + note.text;
                   sentences.push_back(quote(language, "cli.replay.note", text));
                 },
                 [&](const Comment& comment) {
                   sentences.push_back(quote(language, "cli.replay.comment", comment.text));
                 },
             },
             entry);
  return sentences;
}

}  // namespace aero::cli
