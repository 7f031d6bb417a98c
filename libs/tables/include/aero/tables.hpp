#pragma once
// The tables of a server and everybody at them, as one machine without sockets, clock, threads or
// store: what comes in are calls, what goes out are calls of Outside. So a test can run hundreds of
// tables with a clock, a store and a net of its own, and check every promise after every step.
//
// A command becomes an entry of the table's log; when the store has confirmed it, and not before,
// it takes effect: the game moves on, everybody at the table is told, and whoever sent it gets the
// answer. State is what the log says, folded by the rules; nothing else is kept.
//
// What goes on by itself:
// - A full table begins; one that came of a quick match or a rematch, when everybody has come and
//   told a tip; it waits `link_wait_ms` for tips and `gather_ms` for people after the last one
//   came.
// - The server rolls the starting rolls. Bots play `bot_pause_ms` after what was before, while
//   anybody is connected to the table: a game that nobody sees pauses. By days they do not wait.
// - Time runs whoever is there: `seconds` after the last input, the start, or the return of the
//   person on turn, a bot takes the seat until its person returns. Never within `return_ms` after
//   the table was read from the store, so that people can come back first.
// - Without a timer, at a live table, the bot takes the seat on turn when its person was away for
//   `absent_ms` and somebody else who plays is there. Nobody's leaving stops the others.
// - A roll waits at most `link_wait_ms` for the links of people who are there and play themselves.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aero/fair.hpp"
#include "aero/protocol.hpp"
#include "aero/record.hpp"
#include "aero/result.hpp"

namespace aero::tables {

using Connection = std::uint64_t;  // never used twice
using Ticket = std::uint64_t;
// Told to many at once, so they share it.
using Text = std::shared_ptr<const std::string>;

struct LogEntry {
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  std::string text;
  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

struct Append {
  std::string table;
  LogEntry entry;                   // seq 1 makes the table
  std::string secret;               // of a new table, 43 characters
  std::vector<std::string> joined;  // people who belong to it from now on, 43 characters each
  bool ends = false;                // the game is over with this entry
};
// As the store found it: it is there · it is not the next entry, or not ours to write · nobody
// knows. After the last two the table is read again.
enum class Outcome : std::uint8_t { committed, refused, unknown };

struct Log {
  std::string secret;
  std::vector<LogEntry> entries;  // from the first
};

// Calls that may be made while Host is called. They must not call Host.
class Outside {
 public:
  virtual ~Outside() = default;
  virtual void send(Connection to, const Text& text) = 0;
  // It may not go on; what was sent before is still sent.
  virtual void close(Connection whom, protocol::Close why) = 0;
  virtual void append(Ticket ticket, Append append) = 0;  // answered by Host::stored
  virtual void load(std::string table) = 0;               // answered by Host::loaded
  virtual fair::Link random() = 0;                        // a secret that nobody knows
};

struct Limits {
  int tables = 20'000;  // in memory
  int people_per_table =
      200;  // connections at one table, beyond which nobody but who sits there may come
  int waiting_commands = 16;  // of one table while an entry is being stored
  int waiting_tables = 20;    // opened by one person, in memory, and not yet begun
  int seekers = 5'000;        // people who wait for a quick match
  int entries = 20'000;       // of a log, after which nothing but rolls and choices is added
  int attempts = 3;           // to store what one command asks for
  int link_wait_ms = 2'000;
  int gather_ms =
      30'000;          // so long a table waits for those who are on their way, since the last came
  int grace_ms = 500;  // at most, for lag, when time runs out
  int bot_pause_ms = 600;
  int return_ms = 5'000;
  int absent_ms = 60'000;
  int retry_ms = 500;     // after the store did not take what the server itself wanted to add
  int idle_ms = 600'000;  // a table without people leaves memory
  std::string version;    // of the server, for Welcome
};

class Host {
 public:
  // `clock_ms` is what the running clock says now; all `now_ms` below are by it and never go back.
  Host(Outside& outside, const Limits& limits, std::int64_t clock_ms);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void connected(Connection connection);
  void disconnected(Connection connection, std::int64_t now_ms);
  // A message of a client, whatever it is. Each is answered: what has an id by Done or Refused, in
  // their time; what cannot be read by Refused.
  void received(Connection from, std::string_view text, std::int64_t now_ms);
  // Half of what a message takes there and back; 0 or more.
  void measured_lag(Connection of, int lag_ms);

  void stored(Ticket ticket, Outcome outcome, std::int64_t now_ms);
  // None: there is no such table.
  void loaded(const std::string& table, std::optional<Log> log, std::int64_t now_ms);

  // Brings a table into memory whose time may run out while nobody is there.
  void wake(const std::string& table, std::int64_t now_ms);

  // Whatever is due. next_due() is when to call it again at the latest; none: nothing is.
  void tick(std::int64_t now_ms);
  std::optional<std::int64_t> next_due() const;

  // Nothing is begun any more; everybody is told to come back. What is being stored is still told
  // and answered when it is.
  void stop(int come_back_ms);
  // Entries that are being stored.
  int appending() const;

  struct Figures {
    int connections = 0;
    int tables = 0;  // in memory
    int seekers = 0;
    int damaged = 0;  // tables in memory whose log cannot be read
  };
  Figures figures() const;

 private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

// The game of a log as a record, with tags for the chains and the proof of every roll.
// Errors: `tables.damaged`, the log cannot be read; `tables.not_begun`, it is not known yet who
// begins.
Result<Record> record_of(std::string_view table, const Log& log);

// A table as its log has it, for a person, given by the hash of their token, 43 characters: what
// they would be told with nobody there. Errors: `tables.damaged`.
Result<protocol::TableState> state_of(std::string_view table, const Log& log,
                                      std::string_view person);

}  // namespace aero::tables
