// What goes on by itself at a table: one thing at a time, and when it is due.

#include <algorithm>

#include "aero/ai.hpp"
#include "aero/notation.hpp"
#include "machine.hpp"

namespace aero::tables {

std::optional<Plan> Host::Machine::plan(const LiveTable& table) const {
  if (table.known != LiveTable::Known::folded || table.flight || is_stopping_) return std::nullopt;
  switch (table.fold->phase()) {
    case Phase::waiting: return plan_start(table);
    case Phase::starting:
      if (table.asked) return plan_roll(table);
      return Plan{Plan::Step::ask, now_ms_, table.fold->next_starting()};
    case Phase::playing: return table.asked ? plan_roll(table) : plan_turn(table);
    case Phase::over: break;
  }
  return std::nullopt;
}

// A full table begins; one that gathers, when those have come who may still be on their way, and
// have told the tips of their chains, as long as one waits for links.
std::optional<Plan> Host::Machine::plan_start(const LiveTable& table) const {
  const Fold& fold = *table.fold;
  if (fold.has_free_chair()) return std::nullopt;
  Plan start{Plan::Step::start, now_ms_, Seat::R};
  if (!fold.gathers()) return start;
  const auto old = fold.before().empty() ? tables_.end() : tables_.find(fold.before());
  bool is_anybody_here = false;
  for (const auto& chair : fold.chairs()) {
    if (!chair || !chair->person) continue;
    const bool has_come = is_here(table, *chair->person);
    is_anybody_here = is_anybody_here || has_come;
    if (has_come && !chair->tip) {
      start.at_ms = std::max(start.at_ms, table.came_ms + limits_.link_wait_ms);
    }
    const bool may_come =
        fold.before().empty() || (old != tables_.end() && is_here(old->second, *chair->person));
    if (!has_come && may_come) {
      start.at_ms = std::max(start.at_ms, table.came_ms + limits_.gather_ms);
    }
  }
  if (!is_anybody_here) return std::nullopt;
  return start;
}

// Does the roll wait for this seat's link: its person is there, plays, and has a chain.
bool Host::Machine::is_link_missing(const LiveTable& table, Seat seat) const {
  const Fold& fold = *table.fold;
  const bool is_given = table.given_number == fold.number() && table.given[at(seat)];
  return !is_given && fold.has_link(seat) && !fold.is_played_by_bot(seat) && is_here(table, seat);
}

std::optional<Plan> Host::Machine::plan_roll(const LiveTable& table) const {
  const Asked& asked = *table.asked;
  const bool waits =
      std::ranges::any_of(kAllSeats, [&](Seat seat) { return is_link_missing(table, seat); });
  return Plan{Plan::Step::roll, asked.since_ms + (waits ? limits_.link_wait_ms : 0), asked.seat};
}

std::optional<Plan> Host::Machine::plan_turn(const LiveTable& table) const {
  const Fold& fold = *table.fold;
  const Seat seat = fold.state().turn();
  if (!fold.is_played_by_bot(seat)) return plan_taking(table, seat);
  if (table.here.empty() && fold.settings().pace == protocol::Pace::live) return std::nullopt;
  const auto step = fold.state().has_roll() ? Plan::Step::choose : Plan::Step::ask;
  return Plan{step, fold.since_ms() + limits_.bot_pause_ms, seat};
}

// When a bot takes the seat on turn.
std::optional<Plan> Host::Machine::plan_taking(const LiveTable& table, Seat seat) const {
  const Fold& fold = *table.fold;
  const auto& settings = fold.settings();
  if (settings.seconds > 0) {
    const std::int64_t deadline_ms = fold.since_ms() + std::int64_t{1000} * settings.seconds +
                                     std::min(lag_ms(table, seat), limits_.grace_ms);
    return Plan{Plan::Step::take, std::max(deadline_ms, table.loaded_ms + limits_.return_ms), seat};
  }
  const bool somebody_waits = std::ranges::any_of(
      kAllSeats, [&](Seat other) { return other != seat && is_here(table, other); });
  if (settings.pace != protocol::Pace::live || is_here(table, seat) || !somebody_waits) {
    return std::nullopt;
  }
  const std::int64_t since_ms = std::max(fold.since_ms(), table.away_ms[at(seat)]);
  return Plan{Plan::Step::take, since_ms + limits_.absent_ms, seat};
}

int Host::Machine::lag_ms(const LiveTable& table, Seat seat) {
  int lag_ms = 0;
  for (const Client* const client : table.here) {
    if (table.fold->is_persons(seat, *client->person)) lag_ms = std::max(lag_ms, client->lag_ms);
  }
  return lag_ms;
}

// Does whoever asked for the roll still have it.
bool Host::Machine::is_asked_still(const LiveTable& table) {
  const Fold& fold = *table.fold;
  const Asked& asked = *table.asked;
  const bool is_bots = fold.is_played_by_bot(asked.seat);
  return fold.roller() == asked.seat &&
         (fold.phase() == Phase::starting || is_bots == (asked.by == protocol::Hand::bot));
}

bool Host::Machine::go_on(LiveTable& table) {
  if (table.known != LiveTable::Known::folded) return false;
  if (table.asked && !is_asked_still(table)) {
    // The command is looked at again, and refused for the reason that it meets now.
    if (auto& command = table.asked->command) {
      table.queue.insert(table.queue.begin(), *std::move(command));
    }
    table.asked.reset();
    return true;
  }
  const auto next = plan(table);
  if (!next || std::max(next->at_ms, table.retry_ms) > now_ms_) return false;
  const Fold& fold = *table.fold;
  switch (next->step) {
    case Plan::Step::start:
      append(table, log::Started{"", "", std::string(kUsualBot)}, std::nullopt);
      break;
    case Plan::Step::ask: {
      const bool is_bots = fold.phase() == Phase::playing || !fold.chair(next->seat)->bot.empty();
      table.asked = std::make_unique<Asked>(
          next->seat, is_bots ? protocol::Hand::bot : protocol::Hand::person, now_ms_);
      break;
    }
    case Plan::Step::roll: roll(table); break;
    case Plan::Step::choose: append(table, bot_choice(fold, next->seat), std::nullopt); break;
    case Plan::Step::take:
      append(table, log::BotTook{"", next->seat, protocol::Reason::timeout}, std::nullopt);
      break;
  }
  return true;
}

// Appends the roll with the links that are there; a new chain of the server first, where it needs
// one.
void Host::Machine::roll(LiveTable& table) {
  const Fold& fold = *table.fold;
  if (fold.needs_server_chain()) {
    const std::string tip = fair::to_text(fold.next_server_tip());
    return append(table, log::Committed{"", std::nullopt, tip}, std::nullopt);
  }
  const std::unique_ptr<Asked> asked = std::move(table.asked);
  log::Rolled entry{"", asked->seat, asked->by, {}};
  if (asked->command) entry.id = asked->command->id;
  for (const Seat seat : kAllSeats) {
    const auto& link = table.given[at(seat)];
    if (table.given_number == fold.number() && link && fold.is_next_link(seat, *link)) {
      entry.links.push_back({seat, fair::to_text(*link)});
    }
  }
  append(table, entry, std::move(asked->command));
}

// The stream is that of the die, which nobody has known before.
log::Entry Host::Machine::bot_choice(const Fold& fold, Seat seat) {
  const Chair& chair = *fold.chair(seat);
  const Bot& bot = *find_bot(chair.bot.empty() ? kUsualBot : std::string_view(chair.bot));
  const auto legal = legal_moves(fold.rules(), fold.state());
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 8; ++i) key = key << 8 | fold.server_link()[i];
  const Move move = bot.choose(fold.rules(), fold.state(), legal, Random(key));
  return log::Chosen{"", seat, protocol::Hand::bot, to_text(move)};
}

}  // namespace aero::tables
