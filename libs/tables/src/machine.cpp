#include "machine.hpp"

#include <algorithm>
#include <iterator>

#include "aero/notation.hpp"
#include "code.hpp"

namespace aero::tables {
namespace {

constexpr std::int64_t kEventsPerMessage = 32;
constexpr std::int64_t kSleepAfterFailureMs = 60'000;
constexpr std::string_view kNoSuchTable = "tables.no_such_table";

Text text_of(const protocol::ServerMessage& message) {
  return std::make_shared<const std::string>(protocol::to_text(message));
}

std::int64_t seq_of(const protocol::Event& event) {
  return std::visit([](const auto& one) { return one.seq; }, event);
}

// Empty where the message is no command.
template <class Message>
std::string_view id_of(const Message& message) {
  if constexpr (requires { message.id; }) {
    return message.id;
  } else {
    return {};
  }
}

template <class T>
void remove(std::vector<T>& list, const T& value) {
  list.erase(std::ranges::remove(list, value).begin(), list.end());
}

// None before the game and after it.
std::optional<Seat> seat_on_turn(const Fold& fold) {
  if (fold.phase() != protocol::Phase::playing || fold.state().is_over()) return std::nullopt;
  return fold.state().turn();
}

// Does the game end with the choice. Rolls never end it.
bool is_end(const Fold* fold, const log::Entry& entry) {
  const auto* chosen = std::get_if<log::Chosen>(&entry);
  if (!chosen) return false;
  State state = fold->state();
  return apply(fold->rules(), state, *parse_move(chosen->move)) == Refusal::none && state.is_over();
}

std::vector<std::string> people_in(const log::Entry& entry) {
  std::vector<std::string> people;
  if (const auto* sat = std::get_if<log::Sat>(&entry)) {
    for (const auto& sitter : sat->sitters) people.push_back(sitter.person);
  }
  std::ranges::sort(people);
  people.erase(std::ranges::unique(people).begin(), people.end());
  return people;
}

}  // namespace

// ---- people ----

void Host::Machine::send(Connection to, const protocol::ServerMessage& message) {
  const auto found = clients_.find(to);
  if (found != clients_.end()) deliver(found->second, text_of(message));
}

// In order: behind what is kept back.
void Host::Machine::deliver(const Client& client, const Text& text) {
  const auto backlog = backlogs_.find(client.id);
  if (backlog == backlogs_.end()) return outside_.send(client.id, text);
  if (backlog->second.size() < static_cast<std::size_t>(limits_.backlog)) {
    return backlog->second.push_back(text);
  }
  outside_.close(client.id, protocol::Close::busy);
}

// The next piece of what is kept back.
void Host::Machine::pass_on(Connection to) {
  const auto found = backlogs_.find(to);
  if (found == backlogs_.end()) return;
  std::deque<Text>& backlog = found->second;
  for (std::size_t bytes = 0; !backlog.empty(); backlog.pop_front()) {
    const Text& text = backlog.front();
    bytes += text->size();
    if (bytes > static_cast<std::size_t>(limits_.piece_bytes) && bytes > text->size()) return;
    outside_.send(to, text);
  }
  backlogs_.erase(found);
}

void Host::Machine::tell_all(const LiveTable& table, const Text& text) {
  for (Client* const client : table.here) deliver(*client, text);
}

void Host::Machine::refuse(Connection to, std::string_view id, const Error& error) {
  protocol::Refused message{std::string(id), std::string(error.code), {}};
  for (const auto& [name, value] : error.arguments) {
    message.arguments.push_back({std::string(name), value});
  }
  send(to, message);
}

void Host::Machine::refuse(const Command& command, const Error& error) {
  for (const auto& [to, id] : command.from) {
    refuse(to, id, error);
    if (command.is_followed) send(to, protocol::Pong{now_ms_});
  }
}

void Host::Machine::miss(const Client& client) {
  if (outside_.may_miss(client.id)) return refuse(client.id, "", {kNoSuchTable, {}});
  outside_.close(client.id, protocol::Close::busy);
}

void Host::Machine::done(const Command& command, std::int64_t seq, const std::string& table) {
  for (const auto& [to, id] : command.from) {
    if (!id.empty()) send(to, protocol::Done{id, seq, table});
    if (command.is_followed) send(to, protocol::Pong{now_ms_});
  }
}

void Host::Machine::connected(Connection connection) {
  clients_[connection].id = connection;
  if (is_stopping_) send(connection, protocol::Closing{0});
}

void Host::Machine::disconnected(Connection connection, std::int64_t now_ms) {
  now_ms_ = now_ms;
  const auto found = clients_.find(connection);
  if (found == clients_.end()) return;
  unseek(found->second);
  depart(found->second);
  clients_.erase(connection);
}

void Host::Machine::measured_lag(Connection of, int lag_ms) {
  const auto found = clients_.find(of);
  if (found == clients_.end()) return;
  found->second.lag_ms = lag_ms;
  if (found->second.table) arm(*found->second.table);
}

Host::Figures Host::Machine::figures() const {
  Figures figures{static_cast<int>(clients_.size()), static_cast<int>(tables_.size()), seekers_, 0,
                  static_cast<int>(sleepers_.size())};
  for (const auto& [code, table] : tables_) {
    figures.damaged += table.known == LiveTable::Known::damaged ? 1 : 0;
  }
  return figures;
}

// ---- messages ----

void Host::Machine::received(Connection from, std::string_view text, std::int64_t now_ms) {
  now_ms_ = now_ms;
  const auto found = clients_.find(from);
  if (found == clients_.end()) return;
  Client& client = found->second;
  const auto message = protocol::parse_client(text);
  if (!message) return refuse(from, "", message.errors().front());
  if (std::holds_alternative<protocol::Ping>(*message)) return ping(client);
  if (const auto* first = std::get_if<protocol::Hello>(&*message)) return hello(client, *first);
  std::visit(
      [&]<class Message>(const Message& one) {
        const std::string_view id = id_of(one);
        if (!client.person) {
          refuse(from, id, {"tables.hello_first", {}});
        } else if (is_stopping_) {
          refuse(from, id, {"tables.stopping", {}});
        } else if constexpr (requires { one.id; }) {
          if (protocol::is_command_id(id)) {
            command(client, one);
          } else {
            refuse(from, id, {"tables.bad_id", {}});
          }
        } else {
          command(client, one);
        }
      },
      *message);
}

void Host::Machine::hello(Client& client, const protocol::Hello& message) {
  if (message.protocol < 1 || message.protocol > protocol::kVersion) {
    return refuse(client.id, "",
                  {"tables.protocol", {{"version", std::to_string(protocol::kVersion)}}});
  }
  if (!fair::parse_link(message.token)) return refuse(client.id, "", {"tables.bad_token", {}});
  if (is_stopping_) return refuse(client.id, "", {"tables.stopping", {}});
  unseek(client);
  depart(client);
  client.person = fair::hash(message.token);
  client.last_seq = message.last_seq;
  if (message.table.empty()) {
    return send(client.id, welcome_message());
  }
  const auto code = parse_code(message.table);
  if (!code) return miss(client);
  LiveTable* const table = obtain_table(*code, LiveTable::Known::loading);
  if (!table) {
    refuse(client.id, "", {"tables.server_full", {}});
    return outside_.close(client.id, protocol::Close::busy);
  }
  if (table->known == LiveTable::Known::damaged) {
    return refuse(client.id, "", {"tables.damaged", {}});
  }
  const bool is_full = table->here.size() + table->arriving.size() >=
                       static_cast<std::size_t>(limits_.people_per_table);
  if (is_full && !(table->fold && table->fold->sits(*client.person))) {
    return refuse(client.id, "", {"tables.full", {}});
  }
  if (table->known == LiveTable::Known::folded) return arrive(*table, client);
  client.arriving = table;
  table->arriving.push_back(&client);
  if (table->known == LiveTable::Known::loading) ask_for_log(*table);
}

protocol::Welcome Host::Machine::welcome_message() const {
  protocol::Welcome message;
  message.version = limits_.version;
  message.clock_ms = now_ms_;
  return message;
}

void Host::Machine::say(Client& client, const protocol::Say& message) {
  LiveTable* const table = client.table;
  if (!table || !table->fold) return refuse(client.id, "", {"tables.not_at_table", {}});
  const Person nobody{};
  if (!may_say(*table, table->fold->sits(*client.person) ? *client.person : nobody)) {
    return refuse(client.id, "", {"tables.busy", {}});
  }
  protocol::Said said{std::nullopt, message.phrase};
  for (const Seat seat : kAllSeats) {
    if (!said.seat && table->fold->is_persons(seat, *client.person)) said.seat = seat;
  }
  tell_all(*table, text_of(said));
}

// Each phrase puts off the moment from which all may be said again; so far ahead it may be.
bool Host::Machine::may_say(LiveTable& table, const Person& person) {
  const std::int64_t cost_ms = person == Person{} ? limits_.phrase_ms / 4 : limits_.phrase_ms;
  std::erase_if(table.spoken, [&](const auto& one) { return one.second <= now_ms_; });
  auto found = std::ranges::find(table.spoken, person, &std::pair<Person, std::int64_t>::first);
  if (found == table.spoken.end()) {
    found = table.spoken.insert(table.spoken.end(), {person, now_ms_});
  }
  if (found->second + cost_ms > now_ms_ + std::int64_t{limits_.phrases} * limits_.phrase_ms) {
    return false;
  }
  found->second += cost_ms;
  return true;
}

// Whoever has sent something that has no answer learns by the Pong that it was looked at.
void Host::Machine::ping(Client& client) {
  if (client.table) {
    auto& queue = client.table->queue;
    const auto last = std::ranges::find_if(queue.rbegin(), queue.rend(), [&](const Command& one) {
      return one.id.empty() && !one.from.empty() && one.from.front().connection == client.id;
    });
    if (last != queue.rend() && !last->is_followed) {
      last->is_followed = true;
      return;
    }
  }
  send(client.id, protocol::Pong{now_ms_});
}

template <class Message>
void Host::Machine::command(Client& client, const Message& message) {
  if constexpr (std::is_same_v<Message, protocol::Say>) {
    say(client, message);
  } else if constexpr (std::is_same_v<Message, protocol::Open>) {
    open(client, message);
  } else if constexpr (std::is_same_v<Message, protocol::Seek>) {
    seek(client, message);
  } else if constexpr (std::is_same_v<Message, protocol::Unseek>) {
    unseek(client);
    send(client.id, protocol::Done{message.id, 0, ""});
  } else if constexpr (std::is_constructible_v<Wish, Message>) {
    Command command{*client.person, "", message, {{client.id, ""}}};
    if constexpr (requires { message.id; }) command.id = command.from.front().id = message.id;
    if (!client.table) return refuse(client.id, command.id, {"tables.not_at_table", {}});
    enqueue(*client.table, std::move(command), &client);
  }
}

// Has the command come before: it is in the log, or on its way there.
bool Host::Machine::join_duplicate(LiveTable& table, const Command& command, Connection from) {
  if (command.id.empty()) return false;
  const auto join = [&](Command& other) {
    if (other.id != command.id || other.person != command.person) return false;
    if (std::ranges::find(other.from, from, &Waiter::connection) == other.from.end()) {
      other.from.push_back({from, command.id});
    }
    return true;
  };
  if (table.flight && table.flight->command && join(*table.flight->command)) return true;
  if (table.asked && table.asked->command && join(*table.asked->command)) return true;
  return std::ranges::any_of(table.queue, join) || std::ranges::any_of(table.expecting, join);
}

void Host::Machine::enqueue(LiveTable& table, Command command, Client* from) {
  if (table.known == LiveTable::Known::damaged) return refuse(command, {"tables.damaged", {}});
  if (from && join_duplicate(table, command, from->id)) return;
  if (!has_place(table, command.person)) return refuse(command, {"tables.busy", {}});
  table.queue.push_back(std::move(command));
  advance(table);
}

bool Host::Machine::sits(const LiveTable& table, const Person& person) {
  return table.fold && table.fold->sits(person);
}

// Everybody who sits has places of their own, all others have some together.
bool Host::Machine::has_place(const LiveTable& table, const Person& person) const {
  const auto count = [&](const auto& counts) {
    return std::ranges::count_if(table.queue, counts) +
           std::ranges::count_if(table.expecting, counts);
  };
  const bool is_others = !sits(table, person);
  return count([&](const Command& one) { return one.person == person; }) < limits_.waiting_of_one &&
         (!is_others || count([&](const Command& one) { return !sits(table, one.person); }) <
                            limits_.waiting_commands);
}

// Each person's newest answers stay, and the newest to those who do not sit.
void Host::Machine::remember_answer(LiveTable& table, const Command& command,
                                    std::optional<Error> error) {
  if (command.id.empty() || std::holds_alternative<Make>(command.wish)) return;
  const auto make_room = [&](int most, const auto& counts) {
    if (std::ranges::count_if(table.answers, counts) < most) return;
    table.answers.erase(std::ranges::find_if(table.answers, counts));
  };
  make_room(limits_.answers, [&](const Answer& one) { return one.person == command.person; });
  if (!sits(table, command.person)) {
    make_room(limits_.answers_to_others,
              [&](const Answer& one) { return !sits(table, one.person); });
  }
  table.answers.push_back({command.person, command.id, std::move(error)});
}

const Answer* Host::Machine::find_answer(const LiveTable& table, const Command& command) {
  if (command.id.empty()) return nullptr;
  const auto found = std::ranges::find_if(table.answers, [&](const Answer& one) {
    return one.id == command.id && one.person == command.person;
  });
  return found == table.answers.end() ? nullptr : &*found;
}

// ---- tables in memory ----

LiveTable* Host::Machine::find_table(const std::string& code) {
  const auto found = tables_.find(code);
  return found == tables_.end() ? nullptr : &found->second;
}

LiveTable* Host::Machine::obtain_table(const std::string& code, LiveTable::Known known) {
  if (LiveTable* const table = find_table(code)) return table;
  if (tables_.size() >= static_cast<std::size_t>(limits_.tables)) {
    make_room();
    if (tables_.size() >= static_cast<std::size_t>(limits_.tables)) return nullptr;
  }
  const bool is_new = known == LiveTable::Known::unmade;
  if (is_new && sleepers_.size() >= static_cast<std::size_t>(limits_.asleep)) return nullptr;
  LiveTable& table = tables_[code];
  table.code = code;
  table.known = known;
  table.empty_ms = now_ms_;
  if (const auto sleeper = take_up(code)) table.counted = sleeper->counted;
  return &table;
}

// Lets go of the tables at which nobody is; it looks for them at most once a second.
void Host::Machine::make_room() {
  if (now_ms_ < next_room_ms_) return;
  next_room_ms_ = now_ms_ + 1000;
  std::vector<LiveTable*> idle;
  for (auto& [code, table] : tables_) {
    if (is_idle(table) && may_rest(table)) idle.push_back(&table);
  }
  for (LiveTable* const table : idle) put_down(*table);
}

bool Host::Machine::is_idle(const LiveTable& table) const {
  return table.here.empty() && table.arriving.empty() && table.queue.empty() && !table.flight &&
         !table.asked && table.expecting.empty() && !table.is_load_asked && !table.load_ms;
}

void Host::Machine::drop(LiveTable& table) {
  if (table.due_ms) due_.erase({*table.due_ms, &table});
  count_as(table.counted, std::nullopt);
  tables_.erase(std::string(table.code));
}

// ---- tables that are not in memory ----

bool Host::Machine::may_rest(const LiveTable& table) const {
  const auto next = plan(table);
  return !next || next->at_ms - now_ms_ >= std::max(limits_.far_ms, 2 * limits_.return_ms);
}

// From when on an idle table need not be in memory; none while something is due soon.
std::optional<std::int64_t> Host::Machine::rest_ms(const LiveTable& table) const {
  if (!is_idle(table) || !may_rest(table)) return std::nullopt;
  return table.empty_ms + limits_.idle_ms;
}

void Host::Machine::put_down(LiveTable& table) {
  if (const auto next = plan(table)) {
    // Once it is back, people have `return_ms` to come as well.
    put_to_sleep(table.code,
                 {next->at_ms - limits_.return_ms, std::exchange(table.counted, std::nullopt)});
  }
  drop(table);
}

void Host::Machine::put_to_sleep(const std::string& code, const Sleeper& sleeper) {
  sleepers_[code] = sleeper;
  alarms_.emplace(sleeper.due_ms, code);
}

std::optional<Sleeper> Host::Machine::take_up(const std::string& code) {
  const auto found = sleepers_.find(code);
  if (found == sleepers_.end()) return std::nullopt;
  const Sleeper sleeper = found->second;
  alarms_.erase({sleeper.due_ms, code});
  sleepers_.erase(found);
  return sleeper;
}

void Host::Machine::wake_sleepers() {
  while (!alarms_.empty() && alarms_.begin()->first <= now_ms_) {
    const std::string code = alarms_.begin()->second;
    wake(code, now_ms_);
    auto sleeper = take_up(code);
    if (!sleeper) continue;
    sleeper->due_ms = now_ms_ + limits_.retry_ms;
    put_to_sleep(code, *sleeper);
  }
}

void Host::Machine::ask_for_log(LiveTable& table) {
  if (table.is_load_asked || table.load_ms) return;
  table.is_load_asked = true;
  outside_.load(table.code);
}

void Host::Machine::wake(const std::string& code, std::int64_t now_ms) {
  now_ms_ = now_ms;
  const bool is_new = !find_table(code);
  LiveTable* const table = obtain_table(code, LiveTable::Known::loading);
  if (!table) {  // there is no room now
    if (!sleepers_.contains(code)) put_to_sleep(code, {now_ms_ + limits_.retry_ms, std::nullopt});
    return;
  }
  if (is_new) table->empty_ms = now_ms_ - limits_.idle_ms;  // it need not stay
  if (table->known == LiveTable::Known::loading) ask_for_log(*table);
}

// Nobody can use the table any more; the others go on.
void Host::Machine::damage(LiveTable& table) {
  const Error error{"tables.damaged", {}};
  table.known = LiveTable::Known::damaged;
  table.fold.reset();
  for (Client* const client : std::exchange(table.arriving, {})) {
    client->arriving = nullptr;
    refuse(client->id, "", error);
  }
  for (const Client* const client : table.here) refuse(client->id, "", error);
  for (const Command& command : std::exchange(table.queue, {})) {
    refuse(command, error);
    not_made(command, error);
  }
  for (const Command& command : std::exchange(table.expecting, {})) refuse(command, error);
  if (table.asked && table.asked->command) refuse(*table.asked->command, error);
  table.asked.reset();
  arm(table);
}

// There is no such table after all.
void Host::Machine::vanish(LiveTable& table) {
  for (Client* const client : table.arriving) {
    client->arriving = nullptr;
    miss(*client);
  }
  for (const Command& command : table.queue) refuse(command, {kNoSuchTable, {}});
  drop(table);
}

LiveTable* Host::Machine::answered_load(const std::string& code) {
  LiveTable* const table = find_table(code);
  if (!table || !table->is_load_asked) return nullptr;
  if (table->stale_loads > 0) {
    --table->stale_loads;
    return nullptr;
  }
  table->is_load_asked = false;
  if (table->known == LiveTable::Known::damaged) {
    arm(*table);
    return nullptr;
  }
  return table;
}

void Host::Machine::ask_later(LiveTable& table) {
  table.load_ms = now_ms_ + limits_.retry_ms;
  arm(table);
}

// That the log could not be read now says nothing about it: people who wait for it too long are
// told to come again, and those who are at the table go on when it can be read.
void Host::Machine::not_loaded(const std::string& code, std::int64_t now_ms) {
  now_ms_ = now_ms;
  LiveTable* const found = answered_load(code);
  if (!found) return;
  LiveTable& table = *found;
  if (++table.failed_loads < limits_.attempts) return ask_later(table);
  const Error error{"tables.busy", {}};
  for (Client* const client : std::exchange(table.arriving, {})) {
    client->arriving = nullptr;
    refuse(client->id, "", error);
    outside_.close(client->id, protocol::Close::busy);
  }
  if (table.known == LiveTable::Known::folded) return arm(table);
  for (const Command& command : std::exchange(table.queue, {})) {
    refuse(command, error);
    not_made(command, error);
  }
  for (const Command& command : std::exchange(table.expecting, {})) refuse(command, error);
  if (table.asked && table.asked->command) refuse(*table.asked->command, error);
  table.asked.reset();
  if (!table.here.empty()) return ask_later(table);
  if (sleepers_.size() < static_cast<std::size_t>(limits_.asleep)) {
    put_to_sleep(code,
                 {now_ms_ + kSleepAfterFailureMs, std::exchange(table.counted, std::nullopt)});
  }
  drop(table);
}

void Host::Machine::loaded(const std::string& code, const std::optional<Folded>& log,
                           std::int64_t now_ms) {
  now_ms_ = now_ms;
  LiveTable* const found = answered_load(code);
  if (!found) return;
  LiveTable& table = *found;
  if (!log) {
    if (table.told_seq > 0) return damage(table);
    const bool is_making =
        !table.queue.empty() && std::holds_alternative<Make>(table.queue.front().wish);
    if (!is_making) return vanish(table);
    table.known = LiveTable::Known::unmade;
    return advance(table);
  }
  table.failed_loads = 0;
  if (log->is_damaged()) return damage(table);
  Folded::Inside& inside = *log->inside();
  if (table.known != LiveTable::Known::folded) {
    if (std::ssize(inside.events) < table.told_seq) return damage(table);
    take_over(table, std::move(inside.fold), inside.events);
  }
  welcome_arriving(table, inside.events);
  advance(table);
}

// The table is what its log says. People who are here learn what they have missed.
void Host::Machine::take_over(LiveTable& table, std::unique_ptr<Fold> fold,
                              const std::vector<protocol::Event>& events) {
  table.fold = std::move(fold);
  table.known = LiveTable::Known::folded;
  table.loaded_ms = now_ms_;
  std::int64_t first = table.told_seq + 1;
  if (table.told_seq == 0) {
    const auto size = static_cast<std::int64_t>(table.ring.size());
    table.away_ms.fill(now_ms_);
    table.ring_from = first = std::max<std::int64_t>(1, table.fold->seq() - size + 1);
  }
  for (const auto& event : events) {
    if (seq_of(event) < first) continue;
    remember(table, event);
    tell_all(table, ring_text(table, seq_of(event)));
  }
  count(table);
  presence(table);
}

// Welcomes those who waited for the log, as far as these events of it bring them up to now.
void Host::Machine::welcome_arriving(LiveTable& table, const std::vector<protocol::Event>& events) {
  const std::int64_t end = events.empty() ? 0 : seq_of(events.back());
  for (Client* const client : std::exchange(table.arriving, {})) {
    client->arriving = nullptr;
    const bool is_behind = client->last_seq && *client->last_seq < table.ring_from - 1;
    if (!is_behind || end < table.ring_from - 1) {
      arrive(table, *client);
      continue;
    }
    // From the log what the ring does not have any more, from the ring the rest.
    auto missing = texts_of(table, events, *client->last_seq + 1, table.ring_from - 1);
    for (std::int64_t seq = table.ring_from; seq <= table.told_seq; ++seq) {
      missing.push_back(ring_text(table, seq));
    }
    welcome(table, *client, missing, false);
  }
}

// Those of the events from `first` to `last`, in messages that are not too long. Whole ones are
// the same for everybody who is to be told them.
std::vector<Text> Host::Machine::texts_of(LiveTable& table,
                                          const std::vector<protocol::Event>& events,
                                          std::int64_t first, std::int64_t last) {
  std::vector<Text> texts;
  table.blocks.resize(static_cast<std::size_t>(last / kEventsPerMessage));
  const std::int64_t known = events.empty() ? 0 : seq_of(events.front());
  for (std::int64_t seq = first; seq <= last;) {
    const std::int64_t block = (seq - 1) / kEventsPerMessage;
    const std::int64_t end = std::min(last, (block + 1) * kEventsPerMessage);
    const bool is_whole = end - seq + 1 == kEventsPerMessage;
    Text text = is_whole ? table.blocks[static_cast<std::size_t>(block)].lock() : nullptr;
    if (!text) {
      const auto begin = events.begin() + (seq - known);
      text = text_of(protocol::Events{{begin, begin + (end - seq + 1)}});
      if (is_whole) table.blocks[static_cast<std::size_t>(block)] = text;
    }
    texts.push_back(std::move(text));
    seq = end + 1;
  }
  return texts;
}

const Text& Host::Machine::ring_text(const LiveTable& table, std::int64_t seq) {
  return table.ring[static_cast<std::size_t>(seq) % table.ring.size()];
}

void Host::Machine::remember(LiveTable& table, const protocol::Event& event) {
  const std::int64_t seq = seq_of(event);
  const auto size = static_cast<std::int64_t>(table.ring.size());
  table.ring[static_cast<std::size_t>(seq) % table.ring.size()] =
      text_of(protocol::Events{{event}});
  table.told_seq = seq;
  table.ring_from = std::max(table.ring_from, seq - size + 1);
}

// Precondition: the table is folded.
void Host::Machine::arrive(LiveTable& table, Client& client) {
  const bool with_state = !client.last_seq || *client.last_seq > table.told_seq;
  if (with_state) return welcome(table, client, {}, true);
  if (*client.last_seq < table.ring_from - 1) {
    client.arriving = &table;
    table.arriving.push_back(&client);
    return ask_for_log(table);
  }
  std::vector<Text> missing;
  for (std::int64_t seq = *client.last_seq + 1; seq <= table.told_seq; ++seq) {
    missing.push_back(ring_text(table, seq));
  }
  welcome(table, client, missing, false);
}

void Host::Machine::welcome(LiveTable& table, Client& client, const std::vector<Text>& missing,
                            bool with_state) {
  client.table = &table;
  table.here.push_back(&client);
  table.came_ms = now_ms_;
  protocol::Welcome message = welcome_message();
  if (with_state) {
    message.table = table.fold->table_state();
    for (auto& seat : message.table->seats) {
      seat.is_yours = table.fold->is_persons(seat.seat, *client.person);
      seat.is_here = is_here(table, seat.seat);
    }
    message.table->watching = watching(table);
  }
  send(client.id, message);
  backlogs_[client.id].assign(missing.begin(), missing.end());
  pass_on(client.id);
  presence(table, &client);
  advance(table);
}

// The client is at no table any more.
void Host::Machine::depart(Client& client) {
  if (LiveTable* const table = std::exchange(client.arriving, nullptr)) {
    remove(table->arriving, &client);
    arm(*table);
  }
  LiveTable* const table = std::exchange(client.table, nullptr);
  backlogs_.erase(client.id);
  if (!table) return;
  remove(table->here, &client);
  if (table->here.empty()) table->empty_ms = now_ms_;
  std::string next;
  if (table->fold) {
    for (const Seat seat : kAllSeats) {
      if (table->fold->is_persons(seat, *client.person) && !is_here(*table, seat)) {
        table->away_ms[at(seat)] = now_ms_;
      }
    }
    next = table->fold->next_table();
  }
  presence(*table);
  advance(*table);
  if (LiveTable* const rematch = next.empty() ? nullptr : find_table(next)) advance(*rematch);
}

bool Host::Machine::is_here(const LiveTable& table, const Person& person) {
  return std::ranges::any_of(table.here,
                             [&](const Client* client) { return client->person == person; });
}

bool Host::Machine::is_here(const LiveTable& table, Seat seat) {
  const Chair* const chair = table.fold->chair(seat);
  return chair && chair->person && is_here(table, *chair->person);
}

int Host::Machine::watching(const LiveTable& table) {
  return static_cast<int>(std::ranges::count_if(
      table.here, [&](const Client* client) { return !table.fold->sits(*client->person); }));
}

// Tells who is here: everybody when it has changed, else only the newcomer.
void Host::Machine::presence(LiveTable& table, const Client* newcomer) {
  if (!table.fold) return;
  protocol::Presence message{{}, watching(table)};
  SeatSet here;
  for (const Seat seat : kAllSeats) {
    if (!is_here(table, seat)) continue;
    here.insert(seat);
    message.here.push_back(seat);
  }
  if (here != table.here_told || message.watching != table.watching_told) {
    table.here_told = here;
    table.watching_told = message.watching;
    tell_all(table, text_of(message));
  } else if (newcomer) {
    send(newcomer->id, message);
  }
}

// ---- the store ----

void Host::Machine::append(LiveTable& table, const log::Entry& entry,
                           std::optional<Command> command) {
  auto flight = std::make_unique<Flight>();
  flight->ticket = ++last_ticket_;
  flight->entry = {table.told_seq + 1, now_ms_, log::to_text(entry)};
  if (table.fold) flight->entry.at_ms = std::max(now_ms_, table.fold->last_ms());
  flight->command = std::move(command);
  Append append{table.code, flight->entry, "", people_in(entry), is_end(table.fold.get(), entry)};
  if (!table.fold) {
    flight->secret = outside_.random();
    append.secret = fair::to_text(*flight->secret);
  }
  flights_[flight->ticket] = &table;
  table.flight = std::move(flight);
  outside_.append(last_ticket_, std::move(append));
}

void Host::Machine::stored(Ticket ticket, Outcome outcome, std::int64_t now_ms) {
  now_ms_ = now_ms;
  const auto found = flights_.find(ticket);
  if (found == flights_.end()) return;
  LiveTable& table = *found->second;
  flights_.erase(found);
  const std::unique_ptr<Flight> flight = std::move(table.flight);
  if (table.known == LiveTable::Known::damaged) {
    if (flight->command) refuse(*flight->command, {"tables.damaged", {}});
    return arm(table);
  }
  if (outcome == Outcome::committed) {
    take_effect(table, std::move(*flight));
  } else {
    not_stored(table, std::move(*flight));
  }
}

void Host::Machine::take_effect(LiveTable& table, Flight flight) {
  if (flight.secret) {
    table.fold = std::make_unique<Fold>(table.code, *flight.secret);
    table.known = LiveTable::Known::folded;
    table.loaded_ms = now_ms_;
  }
  const std::optional<Seat> before = seat_on_turn(*table.fold);
  const auto event = table.fold->add(flight.entry);
  if (!event) {
    if (flight.command) refuse(*flight.command, {"tables.damaged", {}});
    return damage(table);
  }
  remember(table, *event);
  tell_all(table, ring_text(table, table.told_seq));
  if (const auto* committed = std::get_if<protocol::Committed>(&*event)) {
    if (committed->seat) table.given[at(*committed->seat)].reset();
  }
  if (flight.command && std::holds_alternative<Make>(flight.command->wish) && !is_stopping_) {
    flight.command->attempts = 0;
    table.queue.insert(table.queue.begin(), *std::move(flight.command));
  } else if (flight.command && std::holds_alternative<Make>(flight.command->wish)) {
    // Perhaps there is more to do; whoever asks again after the restart finds what there is.
    refuse(*flight.command, {"tables.stopping", {}});
  } else if (flight.command) {
    done(*flight.command, flight.entry.seq, table_of_answer(table, *flight.command));
  }
  count(table);
  presence(table);
  for (Client* const client : std::exchange(table.arriving, {})) {
    client->arriving = nullptr;
    arrive(table, *client);
  }
  call_to_turn(table, before);
  advance(table);
}

void Host::Machine::call_to_turn(const LiveTable& table, std::optional<Seat> before) {
  const std::optional<Seat> seat = seat_on_turn(*table.fold);
  if (!seat || seat == before || table.fold->settings().pace != protocol::Pace::days) return;
  if (table.fold->is_played_by_bot(*seat) || is_here(table, *seat)) return;
  outside_.turn_begins(table.code, *seat, fair::to_text(*table.fold->chair(*seat)->person));
}

// It is not there, or perhaps it is: only the log can say.
void Host::Machine::not_stored(LiveTable& table, Flight flight) {
  if (flight.command) {
    ++flight.command->attempts;
    table.queue.insert(table.queue.begin(), *std::move(flight.command));
  } else {
    table.retry_ms = now_ms_ + limits_.retry_ms;
  }
  table.fold.reset();
  table.known = LiveTable::Known::loading;
  // What was asked for before may be older than what was told since.
  if (table.is_load_asked) ++table.stale_loads;
  table.is_load_asked = false;
  table.load_ms.reset();
  ask_for_log(table);
  arm(table);
}

const std::string& Host::Machine::table_of_answer(const LiveTable& table, const Command& command) {
  const bool is_rematch = std::holds_alternative<protocol::Rematch>(command.wish);
  return is_rematch ? table.fold->next_table() : table.code;
}

// ---- one step after the other ----

// May be the end of a table that was not made after all: whoever calls it does not use it again.
void Host::Machine::advance(LiveTable& table) {
  const auto can_act = [&] {
    return !table.flight &&
           (table.known == LiveTable::Known::folded || table.known == LiveTable::Known::unmade);
  };
  while (can_act()) {
    if (!table.queue.empty()) {
      Command command = std::move(table.queue.front());
      table.queue.erase(table.queue.begin());
      execute(table, std::move(command));
    } else if (!go_on(table)) {
      break;
    }
  }
  if (table.known == LiveTable::Known::unmade && !table.flight && table.queue.empty()) {
    return vanish(table);
  }
  arm(table);
}

// Notes when the table is to be looked at again.
void Host::Machine::arm(LiveTable& table) {
  std::optional<std::int64_t> due_ms;
  if (const auto next = plan(table)) due_ms = std::max(next->at_ms, table.retry_ms);
  const auto sooner = [&](std::optional<std::int64_t> other_ms) {
    if (other_ms && (!due_ms || *other_ms < *due_ms)) due_ms = other_ms;
  };
  sooner(rest_ms(table));
  sooner(table.load_ms);
  if (due_ms == table.due_ms) return;
  if (table.due_ms) due_.erase({*table.due_ms, &table});
  if (due_ms) due_.emplace(*due_ms, &table);
  table.due_ms = due_ms;
}

void Host::Machine::tick(std::int64_t now_ms) {
  now_ms_ = now_ms;
  while (!due_.empty() && due_.begin()->first <= now_ms_) {
    LiveTable& table = *due_.begin()->second;
    const auto rest = rest_ms(table);
    if (rest && *rest <= now_ms_) {
      put_down(table);
    } else if (table.load_ms && *table.load_ms <= now_ms_) {
      table.load_ms.reset();
      ask_for_log(table);
      arm(table);
    } else {
      advance(table);
    }
  }
  wake_sleepers();
}

std::optional<std::int64_t> Host::Machine::next_due() const {
  if (due_.empty() && alarms_.empty()) return std::nullopt;
  if (due_.empty()) return alarms_.begin()->first;
  if (alarms_.empty()) return due_.begin()->first;
  return std::min(due_.begin()->first, alarms_.begin()->first);
}

void Host::Machine::stop(int come_back_ms) {
  is_stopping_ = true;
  alarms_.clear();
  sleepers_.clear();
  const Error error{"tables.stopping", {}};
  for (auto& [code, table] : tables_) {
    for (Client* const client : std::exchange(table.arriving, {})) {
      client->arriving = nullptr;
      refuse(client->id, "", error);
    }
    for (const Command& command : std::exchange(table.queue, {})) {
      refuse(command, error);
      not_made(command, error);
    }
    for (const Command& command : std::exchange(table.expecting, {})) refuse(command, error);
    if (table.asked && table.asked->command) refuse(*table.asked->command, error);
    table.asked.reset();
    arm(table);
  }
  const Text closing = text_of(protocol::Closing{come_back_ms});
  for (const auto& [id, client] : clients_) outside_.send(id, closing);
}

// What comes of a quick match or a rematch is nobody's, and what is over is done with.
void Host::Machine::count(LiveTable& table) {
  if (!table.fold) return;
  const Phase phase = table.fold->phase();
  if (table.fold->gathers() || phase == Phase::over) return count_as(table.counted, std::nullopt);
  count_as(table.counted, Counted{table.fold->opened_by(), phase != Phase::waiting});
}

void Host::Machine::count_as(std::optional<Counted>& now, const std::optional<Counted>& then) {
  if (now == then) return;
  const auto number_of = [&](const Counted& one) -> int& {
    Tables& tables = opened_[one.person];
    return one.is_running ? tables.running : tables.waiting;
  };
  if (then) ++number_of(*then);
  if (now) {
    --number_of(*now);
    const auto found = opened_.find(now->person);
    if (found->second.waiting == 0 && found->second.running == 0) opened_.erase(found);
  }
  now = then;
}

// ---- the door ----

Host::Host(Outside& outside, const Limits& limits, std::int64_t clock_ms)
    : machine_(std::make_unique<Machine>(outside, limits, clock_ms)) {}
Host::~Host() = default;
void Host::connected(Connection connection) { machine_->connected(connection); }
void Host::disconnected(Connection connection, std::int64_t now_ms) {
  machine_->disconnected(connection, now_ms);
}
void Host::received(Connection from, std::string_view text, std::int64_t now_ms) {
  machine_->received(from, text, now_ms);
}
void Host::measured_lag(Connection of, int lag_ms) { machine_->measured_lag(of, lag_ms); }
void Host::stored(Ticket ticket, Outcome outcome, std::int64_t now_ms) {
  machine_->stored(ticket, outcome, now_ms);
}
void Host::loaded(const std::string& table, const std::optional<Folded>& log, std::int64_t now_ms) {
  machine_->loaded(table, log, now_ms);
}
void Host::not_loaded(const std::string& table, std::int64_t now_ms) {
  machine_->not_loaded(table, now_ms);
}
void Host::drained(Connection connection) { machine_->pass_on(connection); }
void Host::wake(const std::string& table, std::int64_t now_ms) { machine_->wake(table, now_ms); }
void Host::tick(std::int64_t now_ms) { machine_->tick(now_ms); }
std::optional<std::int64_t> Host::next_due() const { return machine_->next_due(); }
void Host::stop(int come_back_ms) { machine_->stop(come_back_ms); }
int Host::appending() const { return machine_->appending(); }
Host::Figures Host::figures() const { return machine_->figures(); }

}  // namespace aero::tables
