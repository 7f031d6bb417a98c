#pragma once
// A server without net, clock and disk, for tests of what the host does: the store answers at once,
// unless the test holds it back.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "aero/tables.hpp"
#include "client.hpp"

namespace aero::tables {

// The logs. An entry that is not the next one is refused.
struct FakeStore {
  std::map<std::string, Log> logs;
  std::map<std::string, bool> ended;
  bool add(const Append& append);
};

class FakeServer : public Outside {
 public:
  explicit FakeServer(Limits limits = {});

  // From here on a new process, on what is in the store.
  void restart();

  Connection connect();
  void disconnect(Connection connection);
  // Says it, and returns what that connection is told because of it.
  std::vector<std::string> say(Connection from, std::string_view text);
  // What the connection was told since the last time.
  std::vector<std::string> heard(Connection connection);
  void wait(std::int64_t ms);  // the clock goes on, and what is due happens in its time
  void settle();               // the store answers

  void send(Connection to, const Text& text) override;
  void close(Connection whom, protocol::Close why) override;
  void append(Ticket ticket, Append append) override;
  void load(std::string table) override;
  fair::Link random() override;
  bool may_miss(Connection) override { return !is_guessing; }
  void turn_begins(const std::string& table, Seat seat, const std::string& person) override;

  FakeStore store;
  Limits limits;
  std::unique_ptr<Host> host;
  std::int64_t now_ms = 1'000'000;
  bool is_held = false;        // the store does not answer
  bool is_unreadable = false;  // it takes entries, and cannot read any
  bool is_draining = true;     // connections pass on what they are sent
  bool is_guessing = false;    // nobody may look for a table that there is not
  int loaded = 0;              // answers to load()
  std::deque<std::pair<Ticket, Append>> appends;
  std::deque<std::string> loads;
  std::deque<Outcome> outcomes;  // of the next appends; committed when it is empty
  std::map<Connection, std::vector<std::string>> outbox;
  std::map<Connection, protocol::Close> closed;
  Connection last_connection = 0;
  int randoms = 0;
  struct Turn {
    std::string table;
    Seat seat;
    std::string person;
    friend bool operator==(const Turn&, const Turn&) = default;
  };
  std::vector<Turn> turns;  // that began of people who were not there
};

// Somebody with a client over one connection.
class Person {
 public:
  Person(FakeServer& server, std::string name) : player(std::move(name)), server_(server) {}
  void connect();
  void disconnect();
  void join(const std::string& table);
  // Sends a command and hears what there is to hear; its id.
  std::string command(protocol::ClientMessage message);
  void say(const std::string& text);
  void hear();  // and says what the client says by itself
  std::string open(std::string rules, std::vector<protocol::Chair> chairs, int seconds = 0,
                   protocol::Pace pace = protocol::Pace::live);
  std::string sit(std::vector<Seat> seats);
  std::string roll(Seat seat);
  std::string choose(Seat seat);
  void give_links();

  Player player;
  Connection connection = 0;

 private:
  FakeServer& server_;
};

}  // namespace aero::tables
