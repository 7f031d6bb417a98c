#include "machine.hpp"

#include <algorithm>
#include <iterator>

#include "aero/notation.hpp"
#include "code.hpp"

namespace aero::tables {
namespace {

constexpr std::size_t kEventsPerMessage = 32;

Text text_of(const protocol::ServerMessage& message) {
  return std::make_shared<const std::string>(protocol::to_text(message));
}

std::int64_t seq_of(const protocol::Event& event) {
  return std::visit([](const auto& one) { return one.seq; }, event);
}

// Those of the events from `first` to `last`, in messages that are not too long.
std::vector<Text> texts_of(const std::vector<protocol::Event>& events, std::int64_t first,
                           std::int64_t last) {
  std::vector<Text> texts;
  protocol::Events message;
  const auto flush = [&] {
    if (!message.events.empty()) texts.push_back(text_of(std::exchange(message, {})));
  };
  for (const auto& event : events) {
    if (seq_of(event) < first || seq_of(event) > last) continue;
    message.events.push_back(event);
    if (message.events.size() == kEventsPerMessage) flush();
  }
  flush();
  return texts;
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
  if (clients_.contains(to)) outside_.send(to, text_of(message));
}

void Host::Machine::tell_all(const LiveTable& table, const Text& text) {
  for (const Client* client : table.here) outside_.send(client->id, text);
}

void Host::Machine::refuse(Connection to, std::string_view id, const Error& error) {
  protocol::Refused message{std::string(id), std::string(error.code), {}};
  for (const auto& [name, value] : error.arguments) {
    message.arguments.push_back({std::string(name), value});
  }
  send(to, message);
}

void Host::Machine::refuse(const Command& command, const Error& error) {
  for (const Connection to : command.from) refuse(to, command.id, error);
}

void Host::Machine::done(const Command& command, std::int64_t seq, const std::string& table) {
  if (command.id.empty()) return;
  for (const Connection to : command.from) send(to, protocol::Done{command.id, seq, table});
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
  Figures figures{static_cast<int>(clients_.size()), static_cast<int>(tables_.size()), seekers_, 0};
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
  if (std::holds_alternative<protocol::Ping>(*message)) {
    return send(from, protocol::Pong{now_ms_});
  }
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
  if (!code) return refuse(client.id, "", {"tables.no_such_table", {}});
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
  protocol::Said said{std::nullopt, message.phrase};
  for (const Seat seat : kAllSeats) {
    if (!said.seat && table->fold->is_persons(seat, *client.person)) said.seat = seat;
  }
  tell_all(*table, text_of(said));
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
    Command command{*client.person, "", message, {client.id}};
    if constexpr (requires { message.id; }) command.id = message.id;
    if (!client.table) return refuse(client.id, command.id, {"tables.not_at_table", {}});
    enqueue(*client.table, std::move(command), &client);
  }
}

// Has the command come before: it is in the log, or on its way there.
bool Host::Machine::join_duplicate(LiveTable& table, const Command& command, Connection from) {
  if (command.id.empty()) return false;
  const auto join = [&](Command& other) {
    if (other.id != command.id || other.person != command.person) return false;
    if (std::ranges::find(other.from, from) == other.from.end()) other.from.push_back(from);
    return true;
  };
  if (table.flight && table.flight->command && join(*table.flight->command)) return true;
  if (table.asked && table.asked->command && join(*table.asked->command)) return true;
  return std::ranges::any_of(table.queue, join) || std::ranges::any_of(table.expecting, join);
}

void Host::Machine::enqueue(LiveTable& table, Command command, Client* from) {
  if (table.known == LiveTable::Known::damaged) return refuse(command, {"tables.damaged", {}});
  if (from && join_duplicate(table, command, from->id)) return;
  if (table.queue.size() >= static_cast<std::size_t>(limits_.waiting_commands)) {
    return refuse(command, {"tables.busy", {}});
  }
  table.queue.push_back(std::move(command));
  advance(table);
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
  LiveTable& table = tables_[code];
  table.code = code;
  table.known = known;
  table.empty_ms = now_ms_;
  return &table;
}

// Lets go of the tables at which nobody is; it looks for them at most once a second.
void Host::Machine::make_room() {
  if (now_ms_ < next_room_ms_) return;
  next_room_ms_ = now_ms_ + 1000;
  std::vector<LiveTable*> idle;
  for (auto& [code, table] : tables_) {
    if (is_idle(table) && !plan(table)) idle.push_back(&table);
  }
  for (LiveTable* const table : idle) drop(*table);
}

bool Host::Machine::is_idle(const LiveTable& table) const {
  return table.here.empty() && table.arriving.empty() && table.queue.empty() && !table.flight &&
         !table.asked && table.expecting.empty() && !table.is_load_asked;
}

void Host::Machine::drop(LiveTable& table) {
  if (table.due_ms) due_.erase({*table.due_ms, &table});
  count_waiting(table, true);
  tables_.erase(std::string(table.code));
}

void Host::Machine::ask_for_log(LiveTable& table) {
  if (table.is_load_asked) return;
  table.is_load_asked = true;
  outside_.load(table.code);
}

void Host::Machine::wake(const std::string& code, std::int64_t now_ms) {
  now_ms_ = now_ms;
  LiveTable* const table = obtain_table(code, LiveTable::Known::loading);
  if (table && table->known == LiveTable::Known::loading) ask_for_log(*table);
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
  const Error error{"tables.no_such_table", {}};
  for (Client* const client : table.arriving) {
    client->arriving = nullptr;
    refuse(client->id, "", error);
  }
  for (const Command& command : table.queue) refuse(command, error);
  drop(table);
}

std::optional<std::vector<protocol::Event>> Host::Machine::fold_log(const LiveTable& table,
                                                                    const Log& log,
                                                                    std::int64_t from,
                                                                    std::unique_ptr<Fold>& fold) {
  const auto secret = fair::parse_link(log.secret);
  if (!secret) return std::nullopt;
  fold = std::make_unique<Fold>(table.code, *secret);
  std::vector<protocol::Event> events;
  for (const LogEntry& entry : log.entries) {
    auto event = fold->add(entry);
    if (!event) return std::nullopt;
    if (entry.seq > from) events.push_back(*std::move(event));
  }
  return events;
}

void Host::Machine::loaded(const std::string& code, std::optional<Log> log, std::int64_t now_ms) {
  now_ms_ = now_ms;
  LiveTable* const found = find_table(code);
  if (!found || !found->is_load_asked) return;
  LiveTable& table = *found;
  if (table.stale_loads > 0) {
    --table.stale_loads;
    return;
  }
  table.is_load_asked = false;
  if (table.known == LiveTable::Known::damaged) return arm(table);
  if (!log || log->entries.empty()) {
    if (table.told_seq > 0) return damage(table);
    const bool is_making =
        !table.queue.empty() && std::holds_alternative<Make>(table.queue.front().wish);
    if (!is_making) return vanish(table);
    table.known = LiveTable::Known::unmade;
    return advance(table);
  }
  std::int64_t from = log->entries.back().seq - static_cast<std::int64_t>(table.ring.size());
  if (table.told_seq > 0) from = std::min(from, table.told_seq);
  for (const Client* const client : table.arriving) {
    if (client->last_seq) from = std::min(from, *client->last_seq);
  }
  std::unique_ptr<Fold> fold;
  const auto events = fold_log(table, *log, from, fold);
  const bool is_shorter =
      table.known != LiveTable::Known::folded && fold && fold->seq() < table.told_seq;
  if (!events || is_shorter) return damage(table);
  if (table.known != LiveTable::Known::folded) take_over(table, std::move(fold), *events);
  welcome_arriving(table, *events);
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
  count_waiting(table);
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
    auto missing = texts_of(events, *client->last_seq + 1, table.ring_from - 1);
    for (std::int64_t seq = table.ring_from; seq <= table.told_seq; ++seq) {
      missing.push_back(ring_text(table, seq));
    }
    welcome(table, *client, missing, false);
  }
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
  for (const Text& text : missing) outside_.send(client.id, text);
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
  count_waiting(table);
  presence(table);
  for (Client* const client : std::exchange(table.arriving, {})) {
    client->arriving = nullptr;
    arrive(table, *client);
  }
  advance(table);
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
  if (!due_ms && is_idle(table)) due_ms = table.empty_ms + limits_.idle_ms;
  if (due_ms == table.due_ms) return;
  if (table.due_ms) due_.erase({*table.due_ms, &table});
  if (due_ms) due_.emplace(*due_ms, &table);
  table.due_ms = due_ms;
}

void Host::Machine::tick(std::int64_t now_ms) {
  now_ms_ = now_ms;
  while (!due_.empty() && due_.begin()->first <= now_ms_) {
    LiveTable& table = *due_.begin()->second;
    if (is_idle(table) && !plan(table)) {
      drop(table);
    } else {
      advance(table);
    }
  }
}

std::optional<std::int64_t> Host::Machine::next_due() const {
  if (due_.empty()) return std::nullopt;
  return due_.begin()->first;
}

void Host::Machine::stop(int come_back_ms) {
  is_stopping_ = true;
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

void Host::Machine::count_waiting(LiveTable& table, bool is_leaving) {
  const bool counts =
      !is_leaving && table.fold && table.fold->phase() == Phase::waiting && !table.fold->gathers();
  if (counts == table.counted_for.has_value()) return;
  if (counts) {
    table.counted_for = table.fold->opened_by();
    ++waiting_[*table.counted_for];
  } else {
    if (--waiting_[*table.counted_for] == 0) waiting_.erase(*table.counted_for);
    table.counted_for.reset();
  }
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
void Host::loaded(const std::string& table, std::optional<Log> log, std::int64_t now_ms) {
  machine_->loaded(table, std::move(log), now_ms);
}
void Host::wake(const std::string& table, std::int64_t now_ms) { machine_->wake(table, now_ms); }
void Host::tick(std::int64_t now_ms) { machine_->tick(now_ms); }
std::optional<std::int64_t> Host::next_due() const { return machine_->next_due(); }
void Host::stop(int come_back_ms) { machine_->stop(come_back_ms); }
int Host::appending() const { return machine_->appending(); }
Host::Figures Host::figures() const { return machine_->figures(); }

}  // namespace aero::tables
