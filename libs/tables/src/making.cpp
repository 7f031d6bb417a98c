// Tables that are made: opened by somebody, for a quick match, or as the rematch of another. Their
// first entries come as one command, Make, which goes on wherever an earlier attempt has stopped.
//
// A table that somebody opens has its code from the person and the command, so that the command
// can be repeated. A rematch has its code from the old table's secret, and is complete before the
// old table's log names it: whoever asks again after a crash in between finds it.

#include <algorithm>

#include "aero/names.hpp"
#include "aero/notation.hpp"
#include "code.hpp"
#include "machine.hpp"

namespace aero::tables {
namespace {

constexpr std::size_t kMostNameTries = 9;

// The seats of a quick match: opposite each other where there are two.
std::vector<Seat> seats_for(int players) {
  if (players == 2) return {Seat::R, Seat::B};
  if (players == 3) return {Seat::R, Seat::Y, Seat::B};
  return {Seat::R, Seat::Y, Seat::B, Seat::G};
}

bool is_made_before(const Fold& fold, const log::Opened& opened) {
  return fair::to_text(fold.opened_by()) == opened.by && fold.opened_id() == opened.id &&
         fold.before() == opened.before;
}

bool is_anybody_seated(const Fold& fold) {
  return std::ranges::any_of(fold.chairs(),
                             [](const auto& chair) { return chair && chair->person; });
}

// Names of a quick match that are not to be told apart get a number.
std::string different(const std::string& name, const std::vector<log::Sitter>& others) {
  std::string tried = name;
  for (std::size_t number = 2; number <= kMostNameTries; ++number) {
    const bool is_taken = std::ranges::any_of(
        others, [&](const auto& other) { return protocol::look_alike(other.name, tried); });
    if (!is_taken) break;
    tried = name + " " + std::to_string(number);
  }
  return tried;
}

}  // namespace

void Host::Machine::open(Client& client, const protocol::Open& message) {
  auto settings = check_settings(message.settings);
  if (!settings) return refuse(client.id, message.id, settings.errors().front());
  const std::string code = code_of(fair::derive(*client.person, "table " + message.id));
  const auto own = opened_.find(*client.person);
  const bool is_known = find_table(code) || sleepers_.contains(code);
  if (!is_known && own != opened_.end()) {
    const auto refuse_more = [&](std::string_view key, int most) {
      refuse(client.id, message.id, {key, {{"most", std::to_string(most)}}});
    };
    if (own->second.waiting >= limits_.waiting_tables) {
      return refuse_more("tables.too_many", limits_.waiting_tables);
    }
    if (own->second.running >= limits_.running_tables) {
      return refuse_more("tables.too_many_running", limits_.running_tables);
    }
  }
  if (!is_known && !outside_.may_open(client.id)) {
    return refuse(client.id, message.id, {"tables.busy", {}});
  }
  LiveTable* const table = obtain_table(code, LiveTable::Known::unmade);
  if (!table) return refuse(client.id, message.id, {"tables.server_full", {}});
  Make make{{message.id, fair::to_text(*client.person), *std::move(settings), "", false}, {}};
  enqueue(*table, {*client.person, message.id, std::move(make), {{client.id, message.id}}},
          &client);
}

Host::Machine::Verdict Host::Machine::decide(LiveTable& table, Command& command, const Make& wish) {
  if (!table.fold) return wish.opened;
  // Somebody else's table with the same code: as good as never.
  if (!is_made_before(*table.fold, wish.opened)) return Error{"tables.busy", {}};
  if (!wish.sitters.empty() && table.fold->phase() == Phase::waiting &&
      !is_anybody_seated(*table.fold)) {
    return log::Sat{"", "", wish.sitters};
  }
  made(table, command);
  return Later();
}

// The command is carried out: its table is there.
void Host::Machine::made(LiveTable& table, const Command& command) {
  const log::Opened& opened = std::get_if<Make>(&command.wish)->opened;
  if (!opened.before.empty()) {
    LiveTable* const old = find_table(opened.before);
    if (!old) return;
    old->next_made = table.code;
    auto expecting = std::exchange(old->expecting, {});
    old->queue.insert(old->queue.begin(), std::make_move_iterator(expecting.begin()),
                      std::make_move_iterator(expecting.end()));
    return advance(*old);
  }
  if (!opened.gathers) return done(command, 1, table.code);
  for (const Waiter& one : command.from) send(one.connection, protocol::Matched{table.code});
}

void Host::Machine::not_made(const Command& command, const Error& error) {
  const Make* const make = std::get_if<Make>(&command.wish);
  LiveTable* const old = make ? find_table(make->opened.before) : nullptr;
  if (!old) return;
  for (const Command& one : std::exchange(old->expecting, {})) refuse(one, error);
}

// A table with the settings of the old one, its people, and its bots.
void Host::Machine::make_rematch(LiveTable& table, const Person& by) {
  const Fold& fold = *table.fold;
  Make make{{"", fair::to_text(by), fold.settings(), table.code, true}, {}};
  make.opened.by = fair::to_text(fold.opened_by());
  for (auto& [seat, bot] : make.opened.settings.chairs) {
    const Chair& chair = *fold.chair(seat);
    bot = chair.bot;
    if (chair.person) {
      make.sitters.push_back({seat, fair::to_text(*chair.person), chair.name, ""});
    }
  }
  LiveTable* const next = obtain_table(code_of(fold.derive("rematch")), LiveTable::Known::unmade);
  Command command{by, "", std::move(make), {}};
  if (!next || next->known == LiveTable::Known::damaged) {
    return not_made(command, {"tables.server_full", {}});
  }
  next->queue.push_back(std::move(command));
  advance(*next);
}

void Host::Machine::seek(Client& client, const protocol::Seek& message) {
  if (client.sought == message.id) return send(client.id, protocol::Done{message.id, 0, ""});
  const auto rules = parse_rules(message.rules);
  if (!rules) return refuse(client.id, message.id, rules.errors().front());
  const auto name = protocol::tidy_name(message.name);
  if (!name) return refuse(client.id, message.id, name.errors().front());
  if (message.seats < 2 || message.seats > kSeats) {
    return refuse(client.id, message.id, {"tables.bad_seats", {}});
  }
  protocol::TableSettings settings{to_text(*rules), {}, protocol::Pace::live, message.seconds};
  for (const Seat seat : seats_for(message.seats)) settings.chairs.push_back({seat, ""});
  if (const auto checked = check_settings(settings); !checked) {
    return refuse(client.id, message.id, checked.errors().front());
  }
  if (!outside_.may_open(client.id)) return refuse(client.id, message.id, {"tables.busy", {}});
  unseek(client);
  if (seekers_ >= limits_.seekers) return refuse(client.id, message.id, {"tables.server_full", {}});
  const std::string queue =
      std::to_string(message.seats) + " " + std::to_string(message.seconds) + " " + settings.rules;
  Seeking& seeking = seeking_[queue];
  seeking.settings = settings;
  seeking.seekers.push_back({client.id, *client.person, message.id, *name});
  client.seeking = queue;
  client.sought = message.id;
  ++seekers_;
  send(client.id, protocol::Done{message.id, 0, ""});
  match(queue);
}

void Host::Machine::unseek(Client& client) {
  const auto found = seeking_.find(std::exchange(client.seeking, ""));
  if (found == seeking_.end()) return;
  seekers_ -= static_cast<int>(std::erase_if(
      found->second.seekers, [&](const Seeker& one) { return one.connection == client.id; }));
  if (found->second.seekers.empty()) seeking_.erase(found);
}

// Makes a table as soon as enough people wait; nobody plays against themselves.
void Host::Machine::match(const std::string& queue) {
  Seeking& seeking = seeking_[queue];
  const auto& chairs = seeking.settings.chairs;
  std::vector<Seeker> chosen;
  for (const Seeker& one : seeking.seekers) {
    const bool is_there = std::ranges::any_of(
        chosen, [&](const Seeker& other) { return other.person == one.person; });
    if (!is_there && chosen.size() < chairs.size()) chosen.push_back(one);
  }
  if (chosen.size() < chairs.size()) return;
  const Person first = chosen.front().person;
  Make make{{"", fair::to_text(first), seeking.settings, "", true}, {}};
  Command command{first, chosen.front().id, Make{}, {}};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    make.sitters.push_back({chairs[i].seat, fair::to_text(chosen[i].person),
                            different(chosen[i].name, make.sitters), ""});
    command.from.push_back({chosen[i].connection, chosen[i].id});
  }
  for (const Seeker& one : chosen) unseek(clients_[one.connection]);
  LiveTable* const table = obtain_table(code_of(outside_.random()), LiveTable::Known::unmade);
  if (!table) {
    for (const Seeker& one : chosen) refuse(one.connection, one.id, {"tables.server_full", {}});
    return;
  }
  command.wish = std::move(make);
  enqueue(*table, std::move(command), nullptr);
}

}  // namespace aero::tables
