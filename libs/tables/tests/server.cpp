#include "server.hpp"

#include "aero/notation.hpp"

namespace aero::tables {

bool FakeStore::add(const Append& append) {
  auto found = logs.find(append.table);
  if (append.entry.seq == 1) {
    if (found != logs.end()) return false;
    found = logs.emplace(append.table, Log{append.secret, {}}).first;
  }
  if (found == logs.end()) return false;
  auto& entries = found->second.entries;
  if (append.entry.seq != static_cast<std::int64_t>(entries.size()) + 1) return false;
  entries.push_back(append.entry);
  ended[append.table] = append.ends;
  return true;
}

FakeServer::FakeServer(Limits given) : limits(std::move(given)) {
  limits.version = "test";
  restart();
}

void FakeServer::restart() {
  appends.clear();
  loads.clear();
  outbox.clear();
  host = std::make_unique<Host>(*this, limits, now_ms);
}

Connection FakeServer::connect() {
  host->connected(++last_connection);
  return last_connection;
}

void FakeServer::disconnect(Connection connection) {
  host->disconnected(connection, now_ms);
  settle();
}

std::vector<std::string> FakeServer::say(Connection from, std::string_view text) {
  host->received(from, text, now_ms);
  settle();
  return heard(from);
}

std::vector<std::string> FakeServer::heard(Connection connection) {
  std::vector<std::string> texts;
  for (;;) {
    const auto more = std::exchange(outbox[connection], {});
    texts.insert(texts.end(), more.begin(), more.end());
    if (more.empty() || !is_draining) return texts;
    host->drained(connection);
  }
}

void FakeServer::settle() {
  while (!is_held && (!appends.empty() || !loads.empty())) {
    if (!loads.empty()) {
      const std::string table = loads.front();
      loads.pop_front();
      ++loaded;
      if (is_unreadable) {
        host->not_loaded(table, now_ms);
        continue;
      }
      const auto found = store.logs.find(table);
      host->loaded(
          table,
          found == store.logs.end() ? std::nullopt : std::optional(Folded(table, found->second)),
          now_ms);
      continue;
    }
    const auto [ticket, append] = appends.front();
    appends.pop_front();
    Outcome outcome = Outcome::committed;
    if (!outcomes.empty()) {
      outcome = outcomes.front();
      outcomes.pop_front();
    }
    if (outcome == Outcome::committed && !store.add(append)) outcome = Outcome::refused;
    host->stored(ticket, outcome, now_ms);
  }
}

void FakeServer::wait(std::int64_t ms) {
  const std::int64_t end_ms = now_ms + ms;
  while (true) {
    const auto due = host->next_due();
    if (!due || *due > end_ms) break;
    now_ms = std::max(now_ms, *due);
    host->tick(now_ms);
    settle();
  }
  now_ms = end_ms;
  host->tick(now_ms);
  settle();
}

void FakeServer::send(Connection to, const Text& text) { outbox[to].push_back(*text); }
void FakeServer::close(Connection whom, protocol::Close why) { closed[whom] = why; }
void FakeServer::append(Ticket ticket, Append append) {
  appends.emplace_back(ticket, std::move(append));
}
void FakeServer::load(std::string table) { loads.push_back(std::move(table)); }
void FakeServer::turn_begins(const std::string& table, Seat seat, const std::string& person) {
  turns.push_back({table, seat, person});
}

fair::Link FakeServer::random() { return fair::hash("random " + std::to_string(++randoms)); }

// ---- Person ----

void Person::connect() {
  if (connection != 0) server_.disconnect(connection);
  connection = server_.connect();
  say(player.hello());
}

void Person::disconnect() {
  server_.disconnect(connection);
  connection = 0;
}

void Person::join(const std::string& table) {
  if (player.table != table) player.chains.clear();
  player.table = table;
  if (connection == 0) connection = server_.connect();
  say(player.hello());
}

void Person::say(const std::string& text) {
  server_.host->received(connection, text, server_.now_ms);
  server_.settle();
  hear();
}

void Person::hear() {
  while (true) {
    const auto texts = server_.heard(connection);
    if (texts.empty()) return;
    std::vector<std::string> again;
    for (const auto& text : texts) player.hear(text, again);
    for (const auto& text : again) {
      server_.host->received(connection, text, server_.now_ms);
      server_.settle();
    }
  }
}

std::string Person::command(protocol::ClientMessage message) {
  std::string id;
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.id; }) id = one.id = player.next_id();
      },
      message);
  say(player.command(message));
  return id;
}

std::string Person::open(std::string rules, std::vector<protocol::Chair> chairs, int seconds,
                         protocol::Pace pace) {
  const std::string id =
      command(protocol::Open{"", {std::move(rules), std::move(chairs), pace, seconds}});
  const auto found = player.done.find(id);
  return found == player.done.end() ? "" : found->second.table;
}

std::string Person::sit(std::vector<Seat> seats) {
  protocol::Sit sit{"", {}};
  for (const Seat seat : seats) {
    const std::string name = seats.size() == 1 ? player.name : player.name + letter(seat);
    sit.sitters.push_back({seat, name, player.make_tip(seat)});
  }
  player.seats = std::move(seats);
  return command(sit);
}

std::string Person::roll(Seat seat) {
  return command(protocol::Roll{"", seat, player.view.ply, player.next_link(seat)});
}

std::string Person::choose(Seat seat) {
  const auto legal = legal_moves(player.view.rules, player.view.state);
  return command(protocol::Choose{"", seat, player.view.ply, to_text(legal[0])});
}

void Person::give_links() {
  if (const auto text = player.links()) say(*text);
}

}  // namespace aero::tables
