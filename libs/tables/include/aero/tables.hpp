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
// - Time runs whoever is there: `seconds` after the last input or the start a bot takes the seat
//   until its person returns. Who leaves and returns wins no time. Never within `return_ms` after
//   the table was read from the store, so that people can come back first.
// - Without a timer, at a live table, the bot takes the seat on turn when its person was away for
//   `absent_ms` and somebody else who plays is there. Nobody's leaving stops the others.
// - A roll waits at most `link_wait_ms` for the links of people who are there and play themselves.
// - A table at which nobody is leaves memory, at the latest after `idle_ms`; where something is due
//   there later, it comes back in time for that.
//
// Nobody can use up what others need: of the places of a table that commands wait in, of its log
// and of its answers everybody who sits there has a share, and those who watch have one together.
//
// A command is answered alike however often it comes: what became an entry, as long as there is
// the log; what was refused or changed nothing, for the last `answers` commands of a person while
// the table is in memory. That the server could not (`tables.busy`, `tables.not_stored`,
// `tables.server_full`, `tables.stopping`, `tables.too_many`, `tables.too_many_running`) is no
// answer: it may be asked again.

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

// What a log says. To find that out takes some microseconds an entry and needs no Host, so any
// thread may do it; the copies are of one.
class Folded {
 public:
  // Precondition: the log is not empty.
  Folded(std::string_view table, const Log& log);
  // Of a log that cannot be read.
  static Folded damaged() { return {}; }
  bool is_damaged() const { return !inside_; }

  struct Inside;
  const std::shared_ptr<Inside>& inside() const { return inside_; }

 private:
  Folded() = default;

  std::shared_ptr<Inside> inside_;  // null: damaged
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
  // May it learn that there is no table of the code that it asked for. That it did counts.
  virtual bool may_miss(Connection) { return true; }
  // May it ask for one table more, by opening it or by a quick match. That it did counts.
  virtual bool may_open(Connection) { return true; }
  // By days a turn has begun of a person who plays it and is not there.
  virtual void turn_begins(const std::string& /*table*/, Seat /*seat*/,
                           const std::string& /*person*/) {}
};

struct Limits {
  int tables = 20'000;   // in memory
  int asleep = 200'000;  // not in memory, with something due later; beyond it none is made
  int people_per_table =
      200;  // connections at one table, beyond which nobody but who sits there may come
  int waiting_commands = 16;    // of those who watch a table, while an entry is being stored
  int waiting_of_one = 8;       // of one person at a table
  int waiting_tables = 20;      // opened by one person, in memory, and not yet begun
  int running_tables = 100;     // opened by one person, begun, in memory or due later
  int seekers = 5'000;          // people who wait for a quick match
  int entries = 20'000;         // of a log, after which nothing but rolls and choices is added;
                                // half of them before the start
  int entries_of_one = 1'000;   // of these, that one person may add besides rolls and choices
  int answers = 8;              // of one person that are remembered, besides those in the log
  int answers_to_others = 32;   // of all who do not sit at the table
  int phrases = 5;              // of one person at once, then one each `phrase_ms`
  int phrase_ms = 2'000;        // those who watch share four times as much
  int attempts = 3;             // to store what one command asks for, or to read a log
  int piece_bytes = 256 << 10;  // told at once to somebody who misses more
  int backlog = 4'096;          // messages kept back for one connection
  int link_wait_ms = 2'000;
  int gather_ms =
      30'000;          // so long a table waits for those who are on their way, since the last came
  int grace_ms = 500;  // at most, for lag, when time runs out
  int bot_pause_ms = 600;
  int return_ms = 5'000;
  int absent_ms = 60'000;
  int retry_ms = 500;     // after the store did not take what the server itself wanted to add
  int idle_ms = 600'000;  // a table without people leaves memory
  int far_ms = 60'000;    // unless something is due there sooner than this
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
  // The connection has passed on all that it was sent. Who misses much is told the next piece.
  void drained(Connection connection);

  void stored(Ticket ticket, Outcome outcome, std::int64_t now_ms);
  // None: there is no such table.
  void loaded(const std::string& table, const std::optional<Folded>& log, std::int64_t now_ms);
  // It cannot be said now whether there is one. It is asked for again.
  void not_loaded(const std::string& table, std::int64_t now_ms);

  // Looks at a table whose time may run out while nobody is there.
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
    int asleep = 0;   // tables that come back when something is due
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
