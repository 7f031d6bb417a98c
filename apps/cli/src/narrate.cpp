#include "narrate.hpp"

#include <variant>

#include "aero/terminal.hpp"

namespace aero::cli {
namespace {

std::string quote(text::Language language, std::string_view key, const std::string& text) {
  const std::string shown = terminal::printable(text);
  return text::say(language, key, {{"text", std::string_view(shown)}});
}

}  // namespace

std::string say(text::Language language, const Message& message) {
  using Value = decltype(text::Argument::value);
  std::vector<std::string> parts;
  parts.reserve(message.arguments.size());  // they must stay where they are
  const Overloaded filled{
      [&](const Message& part) -> Value { return parts.emplace_back(say(language, part)); },
      [](const auto& plain) -> Value { return plain; },
  };
  std::vector<text::Argument> arguments;
  arguments.reserve(message.arguments.size());
  for (const auto& [name, value] : message.arguments) {
    arguments.push_back({name, std::visit(filled, value)});
  }
  return text::say(language, message.key, arguments);
}

std::vector<std::string> narrate(text::Language language, Game& game, const Entry& entry,
                                 EventList& events) {
  const std::optional<Seat> starter = game.starting_seat();
  game.add(entry, events);
  std::vector<std::string> sentences;
  for (const Event& event : events) sentences.push_back(say(language, tell(event)));
  std::visit(Overloaded{
                 [](const Pip&) {},
                 [](const Move&) {},
                 [&](const StartingRoll& roll) {
                   sentences.push_back(say(language, tell_start(*starter, roll.pip)));
                 },
                 [&](const TakeBack& back) {
                   sentences.push_back(text::say(language, "cli.replay.takeback",
                                                 {{"n", std::int64_t{back.plies}}}));
                 },
                 [&](const Note& note) {
                   if (note.word == "proof") return;  // after every roll; `verify` reads it
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
