#include "play/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "aero/notation.hpp"
#include "layout.hpp"
#include "narrate.hpp"

namespace aero::cli {
namespace {

using Kind = Event::Kind;

std::string number(int value) { return std::to_string(value); }

// How often fair dice would have shown each face.
std::string expected_of_each(const Faces& faces) { return fmt::format("{:.1f}", faces.sum / 6.0); }

bool stands_beside(const View& after, Seat seat, const Move& move) {
  return !move.joins && can_stack_on(move.last()) &&
         after.fleet(seat).count(move.last()) > move.piece.size;
}

}  // namespace

std::string Words::seat(Seat seat) const { return name_of(language_, seat); }

std::string Words::joined(const std::vector<std::string>& parts) const {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    text = text.empty() ? part
                        : say("play.joined", {{"first", std::string_view(text)},
                                              {"second", std::string_view(part)}});
  }
  return text;
}

std::string Words::step(Step step) const {
  if (step == kHangar) return say("play.place.hangar");
  if (step == kPad) return say("play.place.pad");
  if (step == kCentre) return say("play.place.centre");
  return number(step.value());
}

// What an event adds to the sentence about an input; empty for what other words tell.
std::string Words::fragment(Seat mover, const View& after, const Event& event) const {
  if (event.kind == Kind::rolled || event.kind == Kind::next || event.kind == Kind::over) return {};
  const bool is_others = event.kind == Kind::placed && event.seat != mover;
  const bool is_stack = event.kind == Kind::stacked;
  const std::string name = seat(event.seat);
  const std::string owner = possessive_of(language_, event.seat);
  const std::string from = step(event.before.step);
  const std::string via = step(event.via);
  const std::string to = step(event.after.step);
  const int planes = is_stack ? after.fleet(event.seat).count(event.after.step) : planes_in(event);
  return say(fmt::format("{}{}{}", "play.does.", key_of(event), is_others ? "_other" : ""),
             {{"seat", std::string_view(name)},
              {"owner", std::string_view(owner)},
              {"from", std::string_view(from)},
              {"via", std::string_view(via)},
              {"to", std::string_view(to)},
              {"planes", std::int64_t{planes}},
              {"value", std::int64_t{event.value}}});
}

std::string Words::events(const View& before, const EventList& events) const {
  return joined(fragments(before, events));
}

std::vector<std::string> Words::fragments(const View& before, const EventList& events) const {
  View view = before;
  std::vector<std::string> parts;
  for (const Event& event : events) {
    fold(view, event);
    parts.push_back(fragment(*before.turn, view, event));
  }
  return parts;
}

std::string Words::move(const Rules& rules, const State& state, const Move& move) const {
  State after = state;
  EventList events;
  apply(rules, after, move, events);
  std::vector<std::string> parts = fragments(view_of(state), events);
  if (!move.is_pass() && stands_beside(view_of(after), state.turn(), move)) {
    // Before what comes after the move.
    const auto* end = std::ranges::find_if(events, [](const Event& event) {
      return event.kind == Kind::again || event.kind == Kind::next;
    });
    parts.insert(parts.begin() + (end - events.begin()), say("play.does.beside"));
  }
  if (move.piece.marks > 0) {
    parts.insert(parts.begin(),
                 say("play.does.marked", {{"planes", std::int64_t{move.piece.size}}}));
  } else if (move.piece.size > 1) {
    parts.insert(parts.begin(),
                 say("play.does.stack", {{"planes", std::int64_t{move.piece.size}}}));
  }
  return joined(parts);
}

std::string Words::sentence(const Event& event) const {
  // Whose turn comes is told by the roll that follows, or by the question.
  return event.kind == Kind::next ? std::string() : narrate(language_, event);
}

std::vector<std::string> Words::starting(const Match& match) const {
  std::vector<std::string> lines;
  for (const StartingThrow& each : starting_throws(match)) {
    lines.push_back(narrate_start(language_, each.seat, each.pip));
  }
  if (!lines.empty()) {
    const std::string name = seat(match.game().start().turn());
    lines.push_back(say("play.starting.begins", {{"seat", std::string_view(name)}}));
  }
  return lines;
}

std::string Words::level(const Player& player) const {
  const std::string key = "play.level." + player.bot;
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

std::string Words::piece_on(Piece piece) const {
  return say(piece.size > 1 ? "play.stack_on" : "play.plane_on",
             {{"planes", std::int64_t{piece.size}}, {"n", std::int64_t{piece.step.value()}}});
}

std::string Words::standing(const Fleet& fleet) const {
  std::vector<std::string> parts;
  const auto count_on = [&](Step step, std::string_view key) {
    const int planes = fleet.count(step);
    if (planes > 0) parts.push_back(say(key, {{"planes", std::int64_t{planes}}}));
  };
  count_on(kHangar, "play.in_hangar");
  count_on(kPad, "play.on_pad");
  for (const Piece piece : fleet) {
    if (!can_stack_on(piece.step)) continue;
    std::string text = piece_on(piece);
    if (piece.marks > 0) {
      text = say("play.at_risk", {{"piece", std::string_view(text)}});
    }
    parts.push_back(text);
  }
  count_on(kCentre, "play.in_centre");
  return joined(parts);
}

std::vector<std::string> Words::board(const State& state) const {
  std::vector<std::string> lines;
  for (const Seat seat : kAllSeats) {
    if (!state.is_in_play(seat)) continue;
    const std::string planes = standing(state.fleet(seat));
    lines.push_back(say("play.has", {{"seat", std::string_view(this->seat(seat))},
                                     {"planes", std::string_view(planes)}}));
  }
  lines.push_back(request(state));
  return lines;
}

std::vector<std::string> Words::threats(const Rules& rules, const State& state, Seat seat) const {
  std::vector<std::string> lines;
  for (const Threat& threat : cli::threats(rules, state, seat)) {
    std::vector<std::string> pips;
    pips.reserve(threat.pips.size());
    for (const Pip pip : threat.pips) pips.push_back(number(pip.value()));
    const std::string piece = piece_on(threat.piece);
    const std::string enemy = this->seat(threat.enemy);
    const std::string rolls = joined(pips);
    lines.push_back(say("play.threat", {{"piece", std::string_view(piece)},
                                        {"enemy", std::string_view(enemy)},
                                        {"rolls", std::string_view(rolls)}}));
  }
  if (lines.empty()) lines.push_back(say("play.no_threats"));
  return lines;
}

std::vector<std::string> Words::choices(const Rules& rules, const State& state) const {
  std::vector<std::string> lines;
  int choice = 0;
  for (const Move& each : legal_moves(rules, state)) {
    lines.push_back(fmt::format("{}. {}", ++choice, move(rules, state, each)));
  }
  return lines;
}

std::string Words::request(const State& state) const {
  if (state.is_over()) return say("play.over");
  const std::string turn = say(fmt::format("{}{}.turn", "seat.", letter(state.turn())));
  if (!state.has_roll()) return say("play.asks_roll", {{"turn", std::string_view(turn)}});
  return say("play.asks_move",
             {{"turn", std::string_view(turn)}, {"roll", std::int64_t{state.roll()->value()}}});
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
    for (int face = 0; face < 6; ++face) {
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

std::vector<StartingThrow> starting_throws(const Match& match) {
  std::vector<StartingThrow> throws;
  StartingRolls rolls(match.state().seats());
  for (const Entry& entry : match.record().entries) {
    const StartingRoll* roll = std::get_if<StartingRoll>(&entry);
    if (roll == nullptr || rolls.winner()) continue;
    throws.push_back({rolls.next(), roll->pip});
    rolls.add(roll->pip);
  }
  return throws;
}

Faces faces_of(const Game& game, Seat seat) {
  Faces faces;
  for (const Ply& ply : game.plies()) {
    const Pip* roll = std::get_if<Pip>(&ply.input);
    if (roll == nullptr || ply.seat != seat) continue;
    ++faces.of_face[roll->value() - 1];
    ++faces.sum;
  }
  return faces;
}

int progress_of(const Fleet& fleet) {
  int steps = 0;
  for (const Piece piece : fleet) steps += piece.size * (piece.step - kHangar);
  const int all = fleet.size() * (kCentre - kHangar);
  return all == 0 ? 0 : 100 * steps / all;
}

}  // namespace aero::cli
