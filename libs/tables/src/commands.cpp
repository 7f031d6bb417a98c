// What commands become. Whether somebody may do something is decided here and nowhere else.

#include <algorithm>

#include "aero/ai.hpp"
#include "aero/names.hpp"
#include "aero/notation.hpp"
#include "machine.hpp"

namespace aero::tables {
namespace {

Error stale(int ply, int expected) {
  return {"match.stale", {{"ply", std::to_string(ply)}, {"expected", std::to_string(expected)}}};
}

bool is_tip(const std::string& text) { return text.empty() || fair::parse_link(text); }

}  // namespace

void Host::Machine::execute(LiveTable& table, Command command) {
  if (table.fold && !command.id.empty()) {
    if (const auto seq = table.fold->commands().find(command.person, command.id);
        seq && !std::holds_alternative<Make>(command.wish)) {
      return done(command, *seq, table_of_answer(table, command));
    }
  }
  if (const Answer* const answer = find_answer(table, command)) {
    return answer->error ? refuse(command, *answer->error) : done(command, 0, table.code);
  }
  const auto fail = [&](const Error& error) {
    refuse(command, error);
    not_made(command, error);
  };
  if (command.attempts >= limits_.attempts) return fail({"tables.not_stored", {}});
  Verdict verdict =
      std::visit([&](const auto& wish) { return decide(table, command, wish); }, command.wish);
  if (const auto* error = std::get_if<Error>(&verdict)) {
    remember_answer(table, command, *error);
    return fail(*error);
  }
  if (std::holds_alternative<Nothing>(verdict)) {
    remember_answer(table, command, std::nullopt);
    return done(command, 0, table.code);
  }
  if (const auto* entry = std::get_if<log::Entry>(&verdict)) {
    append(table, *entry, std::move(command));
  }
}

// Is the seat the person's own, and has the log room.
std::optional<Error> Host::Machine::check_own(const LiveTable& table, const Person& person,
                                              Seat seat) const {
  if (!table.fold->is_persons(seat, person)) {
    return Error{"tables.not_your_seat", {{"seat", to_text(seat)}}};
  }
  return check_room(table, person);
}

// Has the log room for what is no roll or choice, and the person some of their share left.
std::optional<Error> Host::Machine::check_room(const LiveTable& table, const Person& person) const {
  const Fold& fold = *table.fold;
  const int most = fold.phase() == Phase::waiting ? limits_.entries / 2 : limits_.entries;
  if (fold.seq() < most && fold.extras(person) < limits_.entries_of_one) return std::nullopt;
  return Error{"tables.log_full", {}};
}

// May the person roll or choose for the seat now.
std::optional<Error> Host::Machine::check_turn(const LiveTable& table, const Person& person,
                                               Seat seat, int ply) {
  const Fold& fold = *table.fold;
  if (!fold.is_persons(seat, person)) {
    return Error{"tables.not_your_seat", {{"seat", to_text(seat)}}};
  }
  if (fold.phase() == Phase::over) return Error{"record.game_over", {}};
  if (fold.phase() != Phase::playing) return Error{"tables.not_begun", {}};
  if (ply != fold.ply()) return stale(ply, fold.ply());
  if (seat != fold.state().turn()) {
    return Error{"match.not_on_turn",
                 {{"seat", to_text(seat)}, {"expected", to_text(fold.state().turn())}}};
  }
  if (fold.is_played_by_bot(seat)) return Error{"tables.bot_plays", {{"seat", to_text(seat)}}};
  return std::nullopt;
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Sit& wish) {
  const Fold& fold = *table.fold;
  if (fold.phase() != Phase::waiting) return Error{"tables.begun", {}};
  if (auto error = check_room(table, command.person)) return *error;
  if (wish.sitters.empty()) return Error{"tables.bad_seats", {}};
  log::Sat entry{command.id, fair::to_text(command.person), {}};
  SeatSet seats;
  for (const auto& sitter : wish.sitters) {
    const Chair* const chair = fold.chair(sitter.seat);
    if (!chair || !chair->bot.empty() || seats.contains(sitter.seat)) {
      return Error{"tables.bad_seats", {}};
    }
    if (chair->person) return Error{"tables.seat_taken", {{"seat", to_text(sitter.seat)}}};
    if (!is_tip(sitter.tip)) return Error{"tables.bad_tip", {}};
    const auto name = protocol::tidy_name(sitter.name);
    if (!name) return name.errors().front();
    for (const Seat seat : kAllSeats) {
      const Chair* const other = fold.chair(seat);
      if (other && other->person && protocol::look_alike(other->name, *name)) {
        return Error{"tables.name_taken", {{"name", *name}}};
      }
    }
    for (const auto& other : entry.sitters) {
      if (protocol::look_alike(other.name, *name))
        return Error{"tables.name_taken", {{"name", *name}}};
    }
    seats.insert(sitter.seat);
    entry.sitters.push_back({sitter.seat, entry.by, *name, sitter.tip});
  }
  return entry;
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Stand& wish) {
  if (auto error = check_own(table, command.person, wish.seat)) return *error;
  if (table.fold->phase() != Phase::waiting) return Error{"tables.begun", {}};
  return log::Stood{command.id, wish.seat};
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Start&) {
  if (table.fold->phase() != Phase::waiting) return Error{"tables.begun", {}};
  if (!table.fold->sits(command.person)) return Error{"tables.not_seated", {}};
  return log::Started{command.id, fair::to_text(command.person), std::string(kUsualBot)};
}

// Links that are known for a roll count for that roll only.
std::optional<Error> Host::Machine::give(LiveTable& table, const Person& person, Seat seat,
                                         const std::string& text) {
  const Fold& fold = *table.fold;
  if (!fold.is_persons(seat, person)) {
    return Error{"tables.not_your_seat", {{"seat", to_text(seat)}}};
  }
  const auto link = fair::parse_link(text);
  if (!link || !fold.is_next_link(seat, *link)) {
    return Error{"tables.wrong_link", {{"seat", to_text(seat)}}};
  }
  if (table.given_number != fold.number()) table.given = {};
  table.given_number = fold.number();
  table.given[at(seat)] = link;
  return std::nullopt;
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Links& wish) {
  const Fold& fold = *table.fold;
  // The roll went on without them.
  if (wish.number < fold.number()) return Nothing();
  if (wish.number > fold.number() || fold.phase() == Phase::waiting) {
    return Error{"tables.too_early", {{"number", std::to_string(fold.number())}}};
  }
  for (const auto& [seat, link] : wish.links) {
    if (auto error = give(table, command.person, seat, link)) return *error;
  }
  return Nothing();
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Roll& wish) {
  if (auto error = check_turn(table, command.person, wish.seat, wish.ply)) return *error;
  if (table.fold->state().has_roll()) return Error{"tables.roll_waiting", {}};
  if (table.asked) return Error{"tables.already_rolling", {}};
  if (wish.link) {
    if (auto error = give(table, command.person, wish.seat, *wish.link)) return *error;
  }
  table.asked = std::make_unique<Asked>(wish.seat, protocol::Hand::person, now_ms_);
  table.asked->command = std::move(command);
  return Later();
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Choose& wish) {
  if (auto error = check_turn(table, command.person, wish.seat, wish.ply)) return *error;
  const auto move = parse_move(wish.move);
  if (!move) return move.errors().front();
  State state = table.fold->state();
  if (!state.has_roll()) return Error{"tables.roll_missing", {}};
  if (apply(table.fold->rules(), state, *move) != Refusal::none) {
    return Error{"tables.move_not_legal", {{"move", to_text(*move)}}};
  }
  return log::Chosen{command.id, wish.seat, protocol::Hand::person, to_text(*move)};
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Leave& wish) {
  if (auto error = check_own(table, command.person, wish.seat)) return *error;
  if (table.fold->phase() == Phase::waiting) return Error{"tables.not_begun", {}};
  if (table.fold->phase() == Phase::over) return Error{"record.game_over", {}};
  if (table.fold->is_played_by_bot(wish.seat)) return Nothing();
  return log::BotTook{command.id, wish.seat, protocol::Reason::left};
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Return& wish) {
  if (auto error = check_own(table, command.person, wish.seat)) return *error;
  if (table.fold->phase() == Phase::over) return Error{"record.game_over", {}};
  if (!table.fold->is_played_by_bot(wish.seat)) return Nothing();
  // Time goes on while a bot has the seat, so the turn would only be taken again.
  const Fold& fold = *table.fold;
  const std::int64_t end_ms = fold.since_ms() + std::int64_t{1000} * fold.settings().seconds;
  if (fold.settings().seconds > 0 && fold.phase() == Phase::playing &&
      fold.state().turn() == wish.seat && end_ms <= now_ms_) {
    return Error{"tables.time_over", {{"seat", to_text(wish.seat)}}};
  }
  return log::Returned{command.id, wish.seat};
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Commit& wish) {
  if (auto error = check_own(table, command.person, wish.seat)) return *error;
  if (table.fold->phase() == Phase::over) return Error{"record.game_over", {}};
  if (wish.tip.empty() || !is_tip(wish.tip)) return Error{"tables.bad_tip", {}};
  return log::Committed{command.id, wish.seat, wish.tip};
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command,
                                             const protocol::Rematch&) {
  const Fold& fold = *table.fold;
  if (fold.phase() != Phase::over) return Error{"tables.not_over", {}};
  if (!fold.sits(command.person)) return Error{"tables.not_seated", {}};
  if (!fold.next_table().empty()) {
    done(command, fold.rematched_seq(), fold.next_table());
    return Later();
  }
  if (!table.next_made.empty()) {
    return log::Rematched{command.id, fair::to_text(command.person), table.next_made};
  }
  const Person by = command.person;
  const bool is_first = table.expecting.empty();
  table.expecting.push_back(std::move(command));
  if (is_first) make_rematch(table, by);
  return Later();
}

}  // namespace aero::tables
