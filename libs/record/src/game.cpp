// A game as a record tells it. The rules themselves are the engine's.

#include "aero/notation.hpp"
#include "aero/record.hpp"
#include "lists.hpp"
#include "tags.hpp"
#include "words.hpp"

namespace aero {
namespace {

constexpr std::string_view kTakeBack = "takeback";

std::string pip_text(Pip pip) { return std::to_string(pip.value()); }

Error error_of(Refusal refusal, const Rules& rules, const State& state, const Input& input) {
  const Move* const move = std::get_if<Move>(&input);
  switch (refusal) {
    case Refusal::none: break;
    case Refusal::game_over: return {"record.game_over", {}};
    case Refusal::roll_waiting:
      return {"record.roll_waiting",
              {{"seat", to_text(state.turn())},
               {"roll", pip_text(*state.roll())},
               {"choices", move_list(rules, state)}}};
    case Refusal::roll_missing:
      return {"record.roll_missing", {{"seat", to_text(state.turn())}, {"move", to_text(*move)}}};
    case Refusal::move_not_legal:
      return {"record.move_not_legal",
              {{"seat", to_text(state.turn())},
               {"move", to_text(*move)},
               {"roll", pip_text(*state.roll())},
               {"choices", move_list(rules, state)}}};
  }
  return {};
}

bool has_third_six(const EventList& events, int from) {
  for (int i = from; i < events.size(); ++i) {
    if (events[i].kind == Event::Kind::third_six) return true;
  }
  return false;
}

// Does the turn come round to the first seat, or past it, when it goes from one seat to another.
bool is_new_round(Seat first, Seat from, Seat to) {
  const auto distance = [first](Seat seat) {
    return (index(seat) + kSeats - index(first)) % kSeats;
  };
  return distance(to) <= distance(from);
}

// Can the text stand between the brackets that `closing` closes, and come back the same.
bool is_enclosable(std::string_view text, char closing) {
  return text.find(closing) == std::string_view::npos && squeeze(text) == text;
}

}  // namespace

Game::Game(const Rules& rules, const State& start) : rules_(rules), state_(start) {
  if (!start.is_over()) first_ = start.turn();
}

std::optional<Error> Game::add(const Entry& entry) {
  EventList events;
  return add(entry, events);
}

std::optional<Error> Game::add(const Entry& entry, EventList& events) {
  return std::visit([&](const auto& one) { return take(one, events); }, entry);
}

std::optional<Error> Game::check_starting() const {
  if (!starting_) return std::nullopt;
  const auto winner = starting_->winner();
  if (!winner) {
    return Error{"record.starting_unfinished", {{"seat", to_text(starting_->next())}}};
  }
  if (winner != first_) {
    return Error{"record.wrong_starter",
                 {{"seat", first_ ? to_text(*first_) : "-"}, {"expected", to_text(*winner)}}};
  }
  return std::nullopt;
}

std::optional<Seat> Game::starting_seat() const {
  const StartingRolls rolls = starting_ ? *starting_ : StartingRolls(state_.seats());
  if (rolls.winner()) return std::nullopt;
  return rolls.next();
}

std::optional<Error> Game::take(const StartingRoll& roll, EventList&) {
  const auto seat = starting_seat();
  if (has_begun_ || !seat) return Error{"record.starting_late", {}};
  if (!starting_) starting_.emplace(state_.seats());
  last_seat_ = seat;
  last_is_roll_ = true;
  ++rolls_of(*seat);
  starting_->add(roll.pip);
  return std::nullopt;
}

std::optional<Error> Game::take(const Pip& roll, EventList& events) {
  if (auto error = check_starting()) return error;
  State after = state_;
  const int old_events = events.size();
  const Refusal refusal = apply(rules_, after, roll, events);
  if (refusal != Refusal::none) return error_of(refusal, rules_, state_, roll);
  Ply::Fate fate = Ply::Fate::waiting;
  if (!after.has_roll()) {
    fate = has_third_six(events, old_events) ? Ply::Fate::punished : Ply::Fate::lost;
  }
  ++rolls_of(state_.turn());
  push(roll, after, fate);
  return std::nullopt;
}

std::optional<Error> Game::take(const Move& move, EventList& events) {
  if (auto error = check_starting()) return error;
  State after = state_;
  const Refusal refusal = apply(rules_, after, move, events);
  if (refusal != Refusal::none) return error_of(refusal, rules_, state_, move);
  push(move, after, Ply::Fate::waiting);
  return std::nullopt;
}

void Game::push(const Input& input, const State& after, Ply::Fate fate) {
  const Seat seat = state_.turn();
  plies_.push_back({input, seat, round_, state_, fate});
  if (!after.is_over() && after.turn() != seat && is_new_round(*first_, seat, after.turn())) {
    ++round_;
  }
  state_ = after;
  last_seat_ = seat;
  last_is_roll_ = std::holds_alternative<Pip>(input);
  has_begun_ = true;
}

std::optional<Error> Game::take(const TakeBack& take_back, EventList&) {
  const auto count = static_cast<std::size_t>(take_back.plies);
  if (take_back.plies < 1 || count > plies_.size()) {
    return Error{
        "record.takeback_too_far",
        {{"count", std::to_string(take_back.plies)}, {"plies", std::to_string(plies_.size())}}};
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Ply& ply = plies_.back();
    if (std::holds_alternative<Pip>(ply.input)) --rolls_of(ply.seat);
    state_ = ply.before;
    round_ = ply.round;
    plies_.pop_back();
  }
  last_seat_ = std::nullopt;
  last_is_roll_ = false;
  return std::nullopt;
}

std::optional<Error> Game::take(const Note& note, EventList&) {
  if (!is_name(note.word) || note.word == kTakeBack || !is_enclosable(note.text, '>')) {
    return Error{"record.bad_note", {{"text", quote(note.word + " " + note.text)}}};
  }
  if (auto bad = find_bad_character(note.text, false)) return bad->error;
  if (note.word == "timeout" || note.word == "bot") {
    const auto seat = parse_seat(note.text);
    if (!seat || !state_.is_in_play(*seat)) {
      return Error{
          "record.note_seat",
          {{"text", quote(note.word + " " + note.text)}, {"choices", seat_list(state_.seats())}}};
    }
    if (note.word == "bot" && last_seat_ != seat) {
      return Error{"record.bot_without_input", {{"seat", to_text(*seat)}}};
    }
  }
  if (note.word == "proof" && !last_is_roll_) return Error{"record.proof_without_roll", {}};
  return std::nullopt;
}

std::optional<Error> Game::take(const Comment& comment, EventList&) {
  if (!is_enclosable(comment.text, '}')) {
    return Error{"record.bad_comment", {{"text", quote(comment.text)}}};
  }
  if (auto bad = find_bad_character(comment.text, false)) return bad->error;
  return std::nullopt;
}

std::string result_text(const State& state) {
  if (!state.is_over()) return "*";
  std::string text;
  for (int place = 0; place < state.order().size(); ++place) text += letter(state.order()[place]);
  return text;
}

Result<Replay> replay(const Record& record) {
  const auto at = [](Error error, std::size_t line) {
    error.line = static_cast<int>(line);
    return error;
  };
  TagChecker tags(record.start);
  for (const Tag& tag : record.tags) {
    if (auto error = tags.add(tag)) return at(*error, 0);
  }
  Replay replay{{}, Game(record.rules, record.start)};
  replay.after.reserve(record.entries.size());
  for (const Entry& entry : record.entries) {
    if (auto error = replay.game.add(entry)) return at(*error, replay.after.size() + 1);
    replay.after.push_back(replay.game.state());
  }
  if (auto error = replay.game.check_starting()) return at(*error, record.entries.size());
  return replay;
}

}  // namespace aero
