#include "simulation.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/tables.hpp"
#include "client.hpp"
#include "log.hpp"

namespace aero::tables {
namespace {

using protocol::Phase;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint32_t>(bound), next_++));
  }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  T& of(std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  Random random_;
  std::uint64_t next_ = 0;
};

// The store of all processes. It checks what may be written, whatever the host thinks of it.
class Store {
 public:
  bool add(const Append& append);
  const Log* find(const std::string& code) const {
    const auto found = logs_.find(code);
    return found == logs_.end() ? nullptr : &found->second;
  }
  std::int64_t size(const std::string& code) const {
    const Log* const log = find(code);
    return log ? static_cast<std::int64_t>(log->entries.size()) : 0;
  }
  const std::map<std::string, Log>& logs() const { return logs_; }
  bool is_ended(const std::string& code) const { return ended_.contains(code); }
  std::int64_t entries() const { return entries_; }

 private:
  void check(const std::string& code, const log::Entry& entry);

  std::map<std::string, Log> logs_;
  std::set<std::string> ended_;
  std::set<std::pair<std::string, std::string>> ids_;  // table, command
  std::map<std::pair<std::string, Seat>, std::string> people_;
  std::int64_t entries_ = 0;
};

bool Store::add(const Append& append) {
  if (append.entry.seq != size(append.table) + 1) return false;
  Log& log = logs_[append.table];
  if (append.entry.seq == 1) log.secret = append.secret;
  demand(fair::parse_link(log.secret).has_value(), "a table without a secret");
  demand(log.entries.empty() || log.entries.back().at_ms <= append.entry.at_ms,
         "the clock of the log goes back");
  const auto entry = log::parse(append.entry.text);
  demand(entry.has_value(), "an entry that cannot be read: " + append.entry.text);
  check(append.table, *entry);
  log.entries.push_back(append.entry);
  demand(!ended_.contains(append.table) || std::holds_alternative<log::Rematched>(*entry),
         "an entry after the end");
  if (append.ends) ended_.insert(append.table);
  ++entries_;
  return true;
}

void Store::check(const std::string& code, const log::Entry& entry) {
  std::visit(
      [&]<class Entry>(const Entry& one) {
        if (!one.id.empty()) {
          demand(ids_.emplace(code, one.id).second, "command " + one.id + " has two effects");
        }
        if constexpr (std::is_same_v<Entry, log::Sat>) {
          for (const auto& sitter : one.sitters) people_[{code, sitter.seat}] = sitter.person;
        } else if constexpr (requires { one.seat; }) {
          // Ids of the clients here begin with the person's name.
          if constexpr (std::is_same_v<decltype(one.seat), Seat>) {
            if (one.id.empty()) return;
            const std::string person = one.id.substr(0, one.id.find('-'));
            demand(fair::to_text(fair::hash(token_of(person))) == people_[{code, one.seat}],
                   one.id + " acts for somebody else");
          }
        }
      },
      entry);
}

class World;

// A server process.
class Process : public Outside {
 public:
  Process(World& world, int number);
  void send(Connection to, const Text& text) override;
  void close(Connection whom, protocol::Close) override;
  void append(Ticket ticket, Append append) override;
  void load(std::string table) override { loads.push_back(std::move(table)); }
  fair::Link random() override;

  World& world;
  int number;
  std::vector<std::pair<Ticket, Append>> appends;
  std::deque<std::string> loads;
  bool is_stopping = false;
  std::unique_ptr<Host> host;  // last: it goes first
};

struct Wire {
  Connection id = 0;
  Process* process = nullptr;
  std::deque<std::string> up;
  std::deque<std::string> down;
};

// A tab: a client, what it wants, and its connection.
struct Tab {
  explicit Tab(std::string name) : player(std::move(name)) {}
  Player player;
  std::optional<Wire> wire;
  int laziness = 2;  // it does something once in so many times
  bool gives_links = true;
  bool is_bad = false;  // it says what it may not say
  bool is_seeker = false;
  bool opens = false;
  std::vector<Seat> wishes;  // where it wants to sit
  int rematches = 0;
  std::string sit_id;
  std::map<std::string, int> plies;  // that commands named
};

class World {
 public:
  explicit World(std::uint64_t seed);
  void run();
  SimulationFigures figures() const { return figures_; }

  void told(Process& process, Connection to, const std::string& text);
  void closed(Connection whom);
  void appended(const Process& process, const Append& append) const;
  fair::Link random() {
    return fair::hash("random " + std::to_string(seed_) + " " + std::to_string(++randoms_));
  }
  std::int64_t now_ms() const { return now_ms_; }

 private:
  void step();
  void connect(Tab& tab);
  void cut(Tab& tab, bool host_knows);
  void deliver_up(Tab& tab);
  void deliver_down(Tab& tab);
  void answer_append(Process& process);
  void answer_load(Process& process);
  void pass_time(int most_ms);
  void kill(std::size_t index);
  void act(Tab& tab);
  void act_at_table(Tab& tab);
  void act_badly(Tab& tab);
  void say(Tab& tab, const std::string& text) { tab.wire->up.push_back(text); }
  void command(Tab& tab, protocol::ClientMessage message);
  bool is_waiting_for(const Tab& tab, std::string_view type) const;
  Tab* owner(Connection id);
  void heal();
  bool is_finished() const;
  void finish();
  std::string describe() const;

  std::uint64_t seed_;
  Chance chance_;
  Store store_;
  Limits limits_;
  std::int64_t now_ms_ = 1'000'000;
  std::int64_t heartbeat_ms_ = now_ms_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::vector<std::unique_ptr<Tab>> tabs_;
  std::map<Connection, Tab*> owners_;
  Connection last_connection_ = 0;
  int randoms_ = 0;
  bool is_healed_ = false;
  SimulationFigures figures_;
  std::map<int, std::string> group_codes_;  // tables of which friends have told each other
};

Process::Process(World& the_world, int the_number) : world(the_world), number(the_number) {}
void Process::send(Connection to, const Text& text) { world.told(*this, to, *text); }
void Process::close(Connection whom, protocol::Close) { world.closed(whom); }
void Process::append(Ticket ticket, Append append) {
  world.appended(*this, append);
  appends.emplace_back(ticket, std::move(append));
}
fair::Link Process::random() { return world.random(); }

World::World(std::uint64_t seed) : seed_(seed), chance_(seed) {
  limits_.version = "simulation";
  limits_.bot_pause_ms = 300;
  limits_.waiting_commands = chance_.one_in(3) ? 2 : 16;
  limits_.idle_ms = chance_.one_in(2) ? 3'000 : 600'000;
  limits_.far_ms = 10'000;
  limits_.piece_bytes = chance_.one_in(2) ? 1'000 : 256 << 10;
  limits_.absent_ms = 20'000;
  const int processes = chance_.one_in(3) ? 2 : 1;
  for (int i = 0; i < processes; ++i) {
    processes_.push_back(std::make_unique<Process>(*this, i));
    processes_.back()->host = std::make_unique<Host>(*processes_.back(), limits_, now_ms_);
  }
  const int groups = 2 + chance_.below(5);
  for (int group = 0; group < groups; ++group) {
    const int people = 1 + chance_.below(4);
    std::vector<Seat> seats(kAllSeats.begin(), kAllSeats.end());
    for (int person = 0; person < people; ++person) {
      const std::string name = "g" + std::to_string(group) + "p" + std::to_string(person);
      const int tabs = chance_.one_in(5) ? 2 : 1;
      std::vector<Seat> wishes;
      const int wanted = person == 0 && chance_.one_in(4) ? 2 : 1;
      for (int i = 0; i < wanted && !seats.empty(); ++i) {
        wishes.push_back(seats.front());
        seats.erase(seats.begin());
      }
      for (int number = 0; number < tabs; ++number) {
        auto tab = std::make_unique<Tab>(name);
        tab->player.ids = number * 1'000'000;
        tab->player.group = group;
        tab->laziness = 1 + chance_.below(6);
        tab->gives_links = !chance_.one_in(6);
        tab->is_bad = chance_.one_in(5);
        tab->is_seeker = group == 0 && groups > 3;
        tab->opens = person == 0 && number == 0;
        tab->wishes = wishes;
        tab->rematches = chance_.below(2);
        tabs_.push_back(std::move(tab));
      }
    }
  }
}

Tab* World::owner(Connection id) {
  const auto found = owners_.find(id);
  return found == owners_.end() ? nullptr : found->second;
}

// Durable: what is told is in the store.
void World::told(Process& process, Connection to, const std::string& text) {
  const auto message = protocol::parse_server(text);
  demand(static_cast<bool>(message), "the host says what cannot be read: " + text);
  Tab* const tab = owner(to);
  demand(!tab || tab->wire->process == &process, "told over another process");
  if (!tab) return;
  if (const auto* events = std::get_if<protocol::Events>(&*message)) {
    std::visit(
        [&](const auto& last) {
          demand(last.seq <= store_.size(tab->player.told_table), "told before it was stored");
        },
        events->events.back());
  } else if (const auto* done = std::get_if<protocol::Done>(&*message)) {
    // The answer to Rematch names the next table, and the entry of this one.
    demand(done->seq <= std::max(store_.size(done->table), store_.size(tab->player.told_table)),
           "answered before it was stored");
  } else if (const auto* welcome = std::get_if<protocol::Welcome>(&*message)) {
    if (welcome->table) {
      demand(welcome->table->seq <= store_.size(welcome->table->code),
             "state before it was stored");
    }
  }
  tab->wire->down.push_back(text);
}

void World::closed(Connection whom) {
  if (Tab* const tab = owner(whom)) cut(*tab, true);
}

// One writer: an entry of a table at a time, and the next one.
void World::appended(const Process& process, const Append& append) const {
  for (const auto& [ticket, other] : process.appends) {
    demand(other.table != append.table, "two entries on their way");
  }
  demand(append.entry.seq <= store_.size(append.table) + 1, "an entry after one that is not there");
}

// ---- the net ----

void World::connect(Tab& tab) {
  Process& process = *chance_.of(processes_);
  tab.wire.emplace();
  tab.wire->id = ++last_connection_;
  tab.wire->process = &process;
  owners_[tab.wire->id] = &tab;
  process.host->connected(tab.wire->id);
  say(tab, tab.player.hello());
}

void World::cut(Tab& tab, bool host_knows) {
  const Connection id = tab.wire->id;
  Process* const process = tab.wire->process;
  owners_.erase(id);
  tab.wire.reset();
  tab.player.is_welcome = false;
  ++figures_.cuts;
  if (!host_knows) process->host->disconnected(id, now_ms_);
}

void World::deliver_up(Tab& tab) {
  if (!tab.wire || tab.wire->up.empty()) return;
  const std::string text = tab.wire->up.front();
  // Doubled, once in a while, as a client does that has waited long for an answer.
  const bool is_hello = text.starts_with("{\"type\":\"hello\"");
  if (is_healed_ || is_hello || !chance_.one_in(30)) tab.wire->up.pop_front();
  tab.player.told_table = tab.player.table;
  tab.wire->process->host->received(tab.wire->id, text, now_ms_);
}

void World::deliver_down(Tab& tab) {
  if (!tab.wire || tab.wire->down.empty()) return;
  const std::string text = tab.wire->down.front();
  tab.wire->down.pop_front();
  std::vector<std::string> again;
  tab.player.hear(text, again);
  for (const auto& one : again) say(tab, one);
  if (tab.wire && tab.wire->down.empty()) tab.wire->process->host->drained(tab.wire->id);
}

// ---- the store ----

void World::answer_append(Process& process) {
  if (process.appends.empty()) return;
  const auto which =
      static_cast<std::ptrdiff_t>(chance_.below(static_cast<int>(process.appends.size())));
  const auto [ticket, append] = process.appends[static_cast<std::size_t>(which)];
  process.appends.erase(process.appends.begin() + which);
  Outcome outcome = Outcome::committed;
  const int fate = is_healed_ ? 0 : chance_.below(40);
  if (fate == 39) {
    outcome = Outcome::refused;
  } else if (fate == 38) {
    outcome = Outcome::unknown;
  } else {
    if (!store_.add(append)) outcome = Outcome::refused;
    if (fate == 37) outcome = Outcome::unknown;
  }
  process.host->stored(ticket, outcome, now_ms_);
}

void World::answer_load(Process& process) {
  if (process.loads.empty()) return;
  const std::string code = process.loads.front();
  process.loads.pop_front();
  const Log* const log = store_.find(code);
  if (!is_healed_ && chance_.one_in(20)) return process.host->not_loaded(code, now_ms_);
  process.host->loaded(code, log ? std::optional(Folded(code, *log)) : std::nullopt, now_ms_);
}

void World::pass_time(int most_ms) {
  now_ms_ += chance_.below(most_ms);
  heartbeat_ms_ = now_ms_ - now_ms_ % 1000;
  for (const auto& process : processes_) process->host->tick(now_ms_);
}

// The process is gone from one moment to the next; what it was writing is there or not.
void World::kill(std::size_t number) {
  Process& process = *processes_[number];
  ++figures_.kills;
  for (const auto& [ticket, append] : process.appends) {
    if (chance_.one_in(2)) store_.add(append);
  }
  for (const auto& tab : tabs_) {
    if (tab->wire && tab->wire->process == &process) {
      // Some of what it had sent still arrives.
      while (!tab->wire->down.empty() && !chance_.one_in(3)) deliver_down(*tab);
      owners_.erase(tab->wire->id);
      tab->wire.reset();
      tab->player.is_welcome = false;
    }
  }
  process.host.reset();
  process.appends.clear();
  process.loads.clear();
  process.is_stopping = false;
  if (processes_.size() == 1) now_ms_ = heartbeat_ms_;
  process.host = std::make_unique<Host>(process, limits_, now_ms_);
}

// ---- what people do ----

void World::command(Tab& tab, protocol::ClientMessage message) {
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.id; }) {
          one.id = tab.player.next_id();
          if constexpr (requires { one.ply; }) tab.player.plies[one.id] = one.ply;
        }
      },
      message);
  say(tab, tab.player.command(message));
}

bool World::is_waiting_for(const Tab& tab, std::string_view type) const {
  const std::string start = "{\"type\":\"" + std::string(type) + "\"";
  return std::ranges::any_of(tab.player.waiting,
                             [&](const auto& one) { return one.second.starts_with(start); });
}

void World::act(Tab& tab) {
  if (!tab.wire) {
    if (is_healed_ || chance_.one_in(3)) connect(tab);
    return;
  }
  Player& player = tab.player;
  if (!player.is_welcome) return;
  if (!player.matched.empty() && player.table != player.matched) {
    player.go_to(std::exchange(player.matched, ""));
    return say(tab, player.hello());
  }
  if (player.table.empty()) {
    for (const auto& [id, done] : player.done) {
      if (tab.opens && !done.table.empty()) group_codes_[player.group] = done.table;
    }
    if (const auto code = group_codes_.find(player.group); code != group_codes_.end()) {
      player.go_to(code->second);
      return say(tab, player.hello());
    }
    if (tab.is_seeker) {
      if (is_waiting_for(tab, "seek")) return;
      if (is_healed_ || chance_.one_in(4)) {
        if (is_healed_) return;
        command(tab, protocol::Seek{"", "planes=1", 2, 0, player.name});
      }
      return;
    }
    if (tab.opens && !is_healed_ && !is_waiting_for(tab, "open")) {
      static const std::vector<std::string> kRules{"planes=1", "planes=1,takeoff=123456",
                                                   "planes=2,takeoff=123456,end=first", "planes=2"};
      protocol::TableSettings settings{
          kRules[static_cast<std::size_t>(chance_.below(4))],
          {},
          chance_.one_in(5) ? protocol::Pace::days : protocol::Pace::live,
          chance_.one_in(2) ? 0 : 3 + chance_.below(20)};
      for (const Seat seat : kAllSeats) {
        const bool is_wanted = std::ranges::any_of(tabs_, [&](const auto& other) {
          return other->player.group == player.group &&
                 std::ranges::find(other->wishes, seat) != other->wishes.end();
        });
        if (is_wanted) {
          settings.chairs.push_back({seat, ""});
        } else if (chance_.one_in(3) || settings.chairs.size() < 2) {
          settings.chairs.push_back({seat, chance_.one_in(2) ? "greedy" : "random"});
        }
      }
      command(tab, protocol::Open{"", settings});
    }
    return;
  }
  if (tab.is_bad && !is_healed_ && chance_.one_in(4)) return act_badly(tab);
  if (player.has_state) act_at_table(tab);
}

void World::act_at_table(Tab& tab) {
  Player& player = tab.player;
  const View& view = player.view;
  if (view.code != player.table) return;
  if (tab.gives_links || is_healed_) {
    if (const auto text = player.links()) say(tab, *text);
  }
  if (!is_healed_ && !chance_.one_in(tab.laziness)) return;
  if (!player.waiting.empty() && (is_healed_ || !chance_.one_in(10))) return;
  if (view.phase == Phase::waiting) {
    player.find_seats();
    if (player.seats.empty()) {
      protocol::Sit sit;
      for (const Seat seat : tab.wishes) {
        const auto chair = view.chairs.find(seat);
        if (chair == view.chairs.end() || !chair->second.bot.empty() || !chair->second.name.empty())
          continue;
        sit.sitters.push_back({seat, player.name + letter(seat), player.make_tip(seat)});
      }
      if (!sit.sitters.empty()) command(tab, sit);
    } else if (is_healed_ || chance_.one_in(20)) {
      command(tab, protocol::Start{});
    } else if (chance_.one_in(20)) {
      command(tab, protocol::Stand{"", player.seats.front()});
    } else if (chance_.one_in(10)) {
      const Seat seat = player.seats.front();
      command(tab, protocol::Commit{"", seat, player.make_tip(seat)});
    }
    return;
  }
  player.find_seats();
  if (view.phase == Phase::over) {
    if (!view.next_table.empty()) {
      player.go_to(view.next_table);
      return say(tab, player.hello());
    }
    if (tab.rematches > 0 && !player.seats.empty() && !is_healed_) {
      --tab.rematches;
      command(tab, protocol::Rematch{});
    }
    return;
  }
  for (const Seat seat : player.seats) {
    const auto& chair = view.chairs.at(seat);
    if (chair.is_bot_playing) {
      if (is_healed_ || chance_.one_in(3)) command(tab, protocol::Return{"", seat});
      return;
    }
    if (!chair.last || (!player.next_link(seat) && chance_.one_in(5)) ||
        (!is_healed_ && chance_.one_in(60))) {
      return command(tab, protocol::Commit{"", seat, player.make_tip(seat)});
    }
    if (!is_healed_ && chance_.one_in(80)) return command(tab, protocol::Leave{"", seat});
    if (view.phase != Phase::playing || view.state.is_over() || view.state.turn() != seat) continue;
    if (!view.state.has_roll()) {
      std::optional<std::string> link;
      if (tab.gives_links || is_healed_) link = player.next_link(seat);
      return command(tab, protocol::Roll{"", seat, view.ply, link});
    }
    const auto legal = legal_moves(view.rules, view.state);
    const Move& move = legal[chance_.below(legal.size())];
    return command(tab, protocol::Choose{"", seat, view.ply, to_text(move)});
  }
  if (!is_healed_ && chance_.one_in(50)) {
    say(tab, protocol::to_text(protocol::ClientMessage(protocol::Say{protocol::Phrase::wow})));
  }
}

// What must not be done: acts for others, at the wrong time, with wrong links.
void World::act_badly(Tab& tab) {
  const View& view = tab.player.view;
  const Seat seat = kAllSeats[static_cast<std::size_t>(chance_.below(kSeats))];
  const int ply = std::max(0, view.ply - chance_.below(3));
  const std::string wrong = fair::to_text(fair::hash("wrong"));
  switch (chance_.below(10)) {
    case 0: return command(tab, protocol::Roll{"", seat, ply, std::nullopt});
    case 1: return command(tab, protocol::Roll{"", seat, view.ply, wrong});
    case 2: {
      if (view.phase != Phase::playing || !view.state.has_roll()) return;
      const auto legal = legal_moves(view.rules, view.state);
      return command(tab, protocol::Choose{"", seat, ply, to_text(legal[0])});
    }
    case 3: return command(tab, protocol::Leave{"", seat});
    case 4: return command(tab, protocol::Return{"", seat});
    case 5: return command(tab, protocol::Commit{"", seat, wrong});
    case 6: return command(tab, protocol::Stand{"", seat});
    case 7:
      return say(tab, protocol::to_text(
                          protocol::ClientMessage(protocol::Links{view.number, {{seat, wrong}}})));
    case 8: return command(tab, protocol::Sit{"", {{seat, tab.player.name + letter(seat), ""}}});
    default: return command(tab, protocol::Rematch{});
  }
}

// ---- one run ----

void World::step() {
  ++figures_.steps;
  const int what = chance_.below(100);
  if (what < 30) return deliver_up(*chance_.of(tabs_));
  if (what < 60) return deliver_down(*chance_.of(tabs_));
  if (what < 75) return act(*chance_.of(tabs_));
  if (what < 88) return answer_append(*chance_.of(processes_));
  if (what < 92) return answer_load(*chance_.of(processes_));
  if (what < 98 || is_healed_) return pass_time(chance_.one_in(20) ? 3000 : 300);
  if (what == 98) {
    Tab& tab = *chance_.of(tabs_);
    if (tab.wire && chance_.one_in(4)) cut(tab, false);
    return;
  }
  if (chance_.one_in(25)) {
    const auto number =
        static_cast<std::size_t>(chance_.below(static_cast<int>(processes_.size())));
    if (!processes_[number]->is_stopping && chance_.one_in(3)) {
      processes_[number]->is_stopping = true;
      return processes_[number]->host->stop(1000);
    }
    return kill(number);
  }
}

void World::run() {
  const int steps = 4'000 + chance_.below(8'000);
  for (int i = 0; i < steps; ++i) step();
  heal();
  int left = 400'000;
  while (!is_finished()) {
    demand(--left > 0, "a game is stuck" + describe());
    step();
  }
  finish();
}

// From here on all goes well: whatever has begun has to come to its end.
void World::heal() {
  kill(0);
  if (processes_.size() == 2) {
    kill(1);
    processes_.pop_back();
  }
  is_healed_ = true;
}

bool World::is_finished() const {
  for (const auto& tab : tabs_) {
    if (!tab->wire || !tab->player.is_welcome || !tab->wire->up.empty() ||
        !tab->wire->down.empty() || !tab->player.waiting.empty()) {
      return false;
    }
    const Player& player = tab->player;
    if (player.table.empty()) continue;
    if (!player.has_state || player.view.code != player.table) return false;
    const bool has_begun = player.view.phase != Phase::waiting;
    if (has_begun && player.view.phase != Phase::over) return false;
    if (!player.view.next_table.empty()) return false;
  }
  return std::ranges::all_of(processes_, [](const auto& process) {
    return process->appends.empty() && process->loads.empty();
  });
}

std::string World::describe() const {
  std::string text;
  for (const auto& tab : tabs_) {
    const Player& player = tab->player;
    text += "\n" + player.name + " at " + player.table + (tab->wire ? " wire" : " -") +
            (player.is_welcome ? " welcome" : " -") + " phase " +
            std::to_string(static_cast<int>(player.view.phase)) + " seq " +
            std::to_string(player.view.seq) + "/" + std::to_string(store_.size(player.table));
    for (const auto& [id, one] : player.waiting) text += " " + one;
    if (!player.refused.empty()) text += " " + player.refused.back().code;
  }
  return text;
}

// Replay: what people saw is what the log says, and the records of the games prove their rolls.
void World::finish() {
  for (const auto& tab : tabs_) {
    if (tab->player.table.empty()) continue;
    Player fresh("fresh");
    fresh.table = tab->player.table;
    const Connection id = ++last_connection_;
    Tab guest("fresh");
    guest.player.go_to(tab->player.table);
    guest.wire.emplace();
    guest.wire->id = id;
    guest.wire->process = processes_.front().get();
    owners_[id] = &guest;
    // A process that knows nothing but the log.
    Process reader(*this, 9);
    guest.wire->process = &reader;
    reader.host = std::make_unique<Host>(reader, limits_, now_ms_);
    reader.host->connected(id);
    guest.player.told_table = guest.player.table;
    reader.host->received(id, guest.player.hello(), now_ms_);
    answer_load(reader);
    while (!guest.wire->down.empty()) deliver_down(guest);
    demand(guest.player.has_state, "a table that cannot be read");
    demand(guest.player.view == tab->player.view, "the log says something else than was told");
    owners_.erase(id);
  }
  for (const auto& [code, log] : store_.logs()) {
    figures_.entries += static_cast<std::int64_t>(log.entries.size());
    const auto record = record_of(code, log);
    if (!record) {
      demand(record.errors().front().code == "tables.not_begun", "a log that cannot be read");
      continue;
    }
    const auto read = parse_record(to_text(*record));
    demand(read && *read == *record, "the record does not come back");
    const auto report = fair::verify(*record);
    demand(static_cast<bool>(report),
           report ? "" : "dice: " + std::string(report.errors().front().code));
    figures_.proven += report->rolls;
    const bool is_over = result_text(replay(*record)->game.state()) != "*";
    demand(is_over == store_.is_ended(code), "the store does not know the end");
    if (is_over) ++figures_.games;
  }
}

}  // namespace

SimulationFigures simulate(std::uint64_t seed) {
  World world(seed);
  world.run();
  return world.figures();
}

}  // namespace aero::tables
