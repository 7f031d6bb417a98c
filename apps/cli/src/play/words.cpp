#include "play/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "aero/notation.hpp"
#include "layout.hpp"
#include "narrate.hpp"

namespace aero::cli {
namespace {

std::string number(int value) { return std::to_string(value); }

// How often fair dice would have shown each face.
std::string expected_of_each(const Faces& faces) { return fmt::format("{:.1f}", faces.sum / 6.0); }

}  // namespace

std::string Words::say(const Message& message) const { return cli::say(language_, message); }

std::vector<std::string> Words::say(const std::vector<Message>& messages) const {
  std::vector<std::string> lines;
  lines.reserve(messages.size());
  for (const Message& message : messages) lines.push_back(say(message));
  return lines;
}

std::string Words::seat(Seat seat) const { return say(seat_name(seat)); }

std::string Words::move(const Rules& rules, const State& state, const Move& move) const {
  return say(joined(parts_of(rules, state, move)));
}

std::string Words::events(const View& before, const EventList& events) const {
  const std::vector<Message> parts = parts_of(before, events);
  return parts.empty() ? "" : say(joined(parts));
}

std::string Words::sentence(const Event& event) const {
  // Whose turn comes is told by the roll that follows, or by the question.
  return event.kind == Event::Kind::next ? "" : say(tell(event));
}

std::vector<std::string> Words::starting(const Match& match) const {
  std::vector<std::string> lines;
  for (const auto& [seat, pip] : match.game().starting_throws()) {
    lines.push_back(say(tell_start(seat, pip)));
  }
  if (!lines.empty()) lines.push_back(say(tell_starter(match.game().start().turn())));
  return lines;
}

std::string Words::level(const Player& player) const {
  std::string key = "play.level." + player.bot;
  std::ranges::replace(key, '+', '_');
  return text::has_message(key) ? say(key) : player.bot;
}

std::string Words::player(const Player& player) const {
  if (!player.is_bot()) return say("play.person");
  const std::string bot = level(player);
  return say("play.bot", {{"level", std::string_view(bot)}});
}

std::vector<std::string> Words::seating(const Match& match) const {
  std::vector<std::string> lines;
  for (const Seat seat : kAllSeats) {
    if (!match.player(seat)) continue;
    const Player& player = *match.player(seat);
    const std::string name = player.name.empty()
                                 ? this->seat(seat)
                                 : say("play.named", {{"seat", std::string_view(this->seat(seat))},
                                                      {"name", std::string_view(player.name)}});
    lines.push_back(say("play.sits", {{"seat", std::string_view(name)},
                                      {"player", std::string_view(this->player(player))}}));
  }
  return lines;
}

std::vector<std::string> Words::threats(const Rules& rules, const State& state, Seat seat) const {
  std::vector<std::string> lines;
  for (const Threat& threat : aero::threats(rules, state, seat)) lines.push_back(say(tell(threat)));
  if (lines.empty()) lines.push_back(say("play.no_threats"));
  return lines;
}

std::string Words::hint(int choice, double chance) const {
  const std::string percent = fmt::format("{:.1f}", 100 * chance);
  return say("play.hint_chance",
             {{"choice", std::int64_t{choice}}, {"chance", std::string_view(percent)}});
}

std::vector<std::string> Words::choices(const Rules& rules, const State& state) const {
  std::vector<std::string> lines;
  int choice = 0;
  for (const Move& each : legal_moves(rules, state)) {
    lines.push_back(fmt::format("{}. {}", ++choice, move(rules, state, each)));
  }
  return lines;
}

std::vector<std::string> Words::result(const State& state) const {
  std::vector<std::string> lines;
  for (int place = 0; place < state.order().size(); ++place) {
    const std::string name = seat(state.order()[place]);
    lines.push_back(say("play.place_of",
                        {{"place", std::int64_t{place + 1}}, {"seat", std::string_view(name)}}));
  }
  return lines;
}

std::vector<std::string> Words::dice(const Game& game) const {
  std::vector<std::string> lines{say("play.dice.title")};
  for (const Seat seat : kAllSeats) {
    if (!game.state().is_in_play(seat)) continue;
    const Faces faces = faces_of(game, seat);
    std::string counts;
    for (std::size_t face = 0; face < faces.of_face.size(); ++face) {
      counts += fmt::format("{}{}×{}", face > 0 ? "  " : "", face + 1, faces.of_face[face]);
    }
    const std::string name = this->seat(seat);
    const std::string expected = expected_of_each(faces);
    lines.push_back(say("play.dice.seat", {{"seat", std::string_view(name)},
                                           {"rolls", std::int64_t{faces.sum}},
                                           {"faces", std::string_view(counts)},
                                           {"expected", std::string_view(expected)}}));
  }
  return lines;
}

std::vector<std::string> Words::dice_table(const Game& game) const {
  std::vector<std::vector<std::string>> rows(1, {""});
  for (int face = 1; face <= 6; ++face) rows[0].push_back(number(face));
  rows[0].push_back(say("play.dice.rolls"));
  rows[0].push_back(say("play.dice.expected"));
  for (const Seat seat : kAllSeats) {
    if (!game.state().is_in_play(seat)) continue;
    const Faces faces = faces_of(game, seat);
    std::vector<std::string>& row = rows.emplace_back(1, this->seat(seat));
    for (const int count : faces.of_face) row.push_back(number(count));
    row.push_back(number(faces.sum));
    row.push_back(expected_of_each(faces));
  }
  std::vector<std::string> lines{say("play.dice.title")};
  const std::string table = grid(rows);
  for (std::size_t start = 0; start < table.size();) {
    const std::size_t end = table.find('\n', start);
    lines.push_back(table.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<std::string> Words::help() const {
  std::vector<std::string> lines;
  for (int line = 1; text::has_message(fmt::format("{}{}", "play.help.", line)); ++line) {
    lines.push_back(say(fmt::format("{}{}", "play.help.", line)));
  }
  lines.emplace_back();
  return lines;
}

std::string Words::speed(Speed speed) const {
  return say(fmt::format("{}{}", "play.speed.", kSpeedNames[static_cast<std::size_t>(speed)]));
}

std::string Words::rules_name(const Rules& rules) const {
  for (const Preset& preset : presets()) {
    if (preset.rules == rules) return say(fmt::format("{}{}", "preset.", preset.name));
  }
  return to_text(rules);
}

std::vector<std::string> Words::rules(const Rules& rules) const {
  const std::string name = rules_name(rules);
  std::vector<std::string> lines{say("play.rules", {{"rules", std::string_view(name)}})};
  for (const Option& option : options()) {
    const int value = option.get(rules);
    if (value == 0) continue;
    lines.push_back(say(fmt::format("{}{}.{}.about", "rules.", option.key,
                                    option.values[static_cast<std::size_t>(value)])));
  }
  return lines;
}

}  // namespace aero::cli
