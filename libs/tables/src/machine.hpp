#pragma once
// The inside of Host. One table after the other, and everything that happens at a table passes
// through advance(): commands that wait, then what is due by itself, until an entry is on its way
// to the store. What the entry does is done when it has come back, in take_effect().

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "aero/tables.hpp"
#include "fold.hpp"

namespace aero::tables {

struct LiveTable;

struct Client {
  Connection id = 0;
  std::optional<Person> person;          // none before its Hello
  LiveTable* table = nullptr;            // where it is told everything
  LiveTable* arriving = nullptr;         // or where its Hello waits for the log
  std::optional<std::int64_t> last_seq;  // of that Hello
  int lag_ms = 0;
  std::string seeking;  // the queue in which it waits; empty: in none
  std::string sought;   // the id of its last Seek
};

// Makes a table, or finds that it was made before.
struct Make {
  log::Opened opened;
  std::vector<log::Sitter> sitters;
};
using Wish = std::variant<protocol::Sit, protocol::Stand, protocol::Start, protocol::Links,
                          protocol::Roll, protocol::Choose, protocol::Leave, protocol::Return,
                          protocol::Commit, protocol::Rematch, Make>;
// Who waits for an answer, and under which id.
struct Waiter {
  Connection connection = 0;
  std::string id;
};
struct Command {
  Person person{};
  std::string id;
  Wish wish;
  std::vector<Waiter> from;
  int attempts = 0;          // to store what it asks for
  bool is_followed = false;  // by a Ping, whose answer comes after
};

// To a command that became no entry.
struct Answer {
  Person person{};
  std::string id;
  std::optional<Error> error;  // none: it was done, and changed nothing
};

// Whose table it is, as long as that counts.
struct Counted {
  Person person{};
  bool is_running = false;  // else it waits for its start
  friend bool operator==(const Counted&, const Counted&) = default;
};

// An entry on its way to the store.
struct Flight {
  Ticket ticket = 0;
  LogEntry entry;
  std::optional<Command> command;    // that it comes of; none: the server itself added it
  std::optional<fair::Link> secret;  // of a table that is made
};

// A roll that waits for links.
struct Asked {
  Seat seat = Seat::R;
  protocol::Hand by = protocol::Hand::person;
  std::int64_t since_ms = 0;
  std::optional<Command> command;
};

struct LiveTable {
  enum class Known : std::uint8_t {
    folded,   // `fold` is what the log says
    loading,  // the log is asked for, and there is no fold
    unmade,   // there seems to be no log
    damaged,  // the log cannot be read
  };

  std::string code;
  Known known = Known::loading;
  bool is_load_asked = false;  // folded too: for somebody who misses more than the ring has
  int stale_loads = 0;         // answers to come that are too old
  int failed_loads = 0;        // one after the other
  std::optional<std::int64_t> load_ms;  // when the log is asked for again
  std::unique_ptr<Fold> fold;
  std::int64_t told_seq = 0;   // of the last event that everybody here knows
  std::array<Text, 8> ring;    // the last events that were told, by seq modulo its size
  std::int64_t ring_from = 1;  // the first of them
  // Of kEventsPerMessage events each, as long as somebody is still to be told them.
  std::vector<std::weak_ptr<const std::string>> blocks;
  std::vector<Client*> here;
  std::vector<Client*> arriving;
  std::vector<Command> queue;
  std::vector<Answer> answers;  // the oldest first
  std::unique_ptr<Flight> flight;
  std::unique_ptr<Asked> asked;
  fair::SeatLinks given;           // for the next roll
  int given_number = 0;            // its number
  std::vector<Command> expecting;  // those who wait for the rematch to be made
  std::string next_made;           // the rematch, before the log names it
  SeatSet here_told;
  int watching_told = -1;
  std::array<std::int64_t, kSeats> away_ms{};  // since when nobody is there for the seat
  std::int64_t loaded_ms = 0;
  std::int64_t came_ms = 0;   // since when the last one is here
  std::int64_t empty_ms = 0;  // since when nobody is here
  std::int64_t retry_ms = 0;  // nothing is added by itself before
  std::optional<std::int64_t> due_ms;
  std::optional<Counted> counted;
  // Until when who speaks has used up their phrases; those who watch are nobody.
  std::vector<std::pair<Person, std::int64_t>> spoken;
};

// A table that is not in memory, and comes back.
struct Sleeper {
  std::int64_t due_ms = 0;
  std::optional<Counted> counted;
};

// What goes on by itself next, and when.
struct Plan {
  enum class Step : std::uint8_t { start, ask, roll, choose, take };
  Step step;
  std::int64_t at_ms;
  Seat seat = Seat::R;
};

class Host::Machine {
 public:
  Machine(Outside& outside, Limits limits, std::int64_t clock_ms)
      : outside_(outside), limits_(std::move(limits)), now_ms_(clock_ms) {}

  void connected(Connection connection);
  void disconnected(Connection connection, std::int64_t now_ms);
  void received(Connection from, std::string_view text, std::int64_t now_ms);
  void measured_lag(Connection of, int lag_ms);
  void stored(Ticket ticket, Outcome outcome, std::int64_t now_ms);
  void loaded(const std::string& code, const std::optional<Folded>& log, std::int64_t now_ms);
  void not_loaded(const std::string& code, std::int64_t now_ms);
  // The next piece of what is kept back for it.
  void pass_on(Connection to);
  void wake(const std::string& code, std::int64_t now_ms);
  void tick(std::int64_t now_ms);
  std::optional<std::int64_t> next_due() const;
  void stop(int come_back_ms);
  int appending() const { return static_cast<int>(flights_.size()); }
  Figures figures() const;

 private:
  using Phase = protocol::Phase;
  // What a command comes to: an entry · a refusal · nothing that would have to be stored · an
  // answer that comes later.
  struct Nothing {};
  struct Later {};
  using Verdict = std::variant<log::Entry, Error, Nothing, Later>;

  // ---- machine.cpp: people, messages, the store ----
  void send(Connection to, const protocol::ServerMessage& message);
  void deliver(const Client& client, const Text& text);
  void tell_all(const LiveTable& table, const Text& text);
  void refuse(Connection to, std::string_view id, const Error& error);
  void refuse(const Command& command, const Error& error);
  // There is no table of the code that it asked for.
  void miss(const Client& client);
  void done(const Command& command, std::int64_t seq, const std::string& table);

  void hello(Client& client, const protocol::Hello& message);
  void say(Client& client, const protocol::Say& message);
  bool may_say(LiveTable& table, const Person& person);
  void ping(Client& client);
  template <class Message>
  void command(Client& client, const Message& message);
  void enqueue(LiveTable& table, Command command, Client* from);
  bool join_duplicate(LiveTable& table, const Command& command, Connection from);
  bool has_place(const LiveTable& table, const Person& person) const;
  static bool sits(const LiveTable& table, const Person& person);
  void remember_answer(LiveTable& table, const Command& command, std::optional<Error> error);
  static const Answer* find_answer(const LiveTable& table, const Command& command);

  LiveTable* find_table(const std::string& code);
  // Creates it where it is not in memory; null where there is no room.
  LiveTable* obtain_table(const std::string& code, LiveTable::Known known);
  bool is_idle(const LiveTable& table) const;
  void drop(LiveTable& table);
  // Nothing is due soon at a table at which nobody is.
  bool may_rest(const LiveTable& table) const;
  std::optional<std::int64_t> rest_ms(const LiveTable& table) const;
  // Drops it, and brings it back in time for what is due.
  void put_down(LiveTable& table);
  void put_to_sleep(const std::string& code, const Sleeper& sleeper);
  std::optional<Sleeper> take_up(const std::string& code);
  void wake_sleepers();
  void ask_for_log(LiveTable& table);
  void ask_later(LiveTable& table);
  // The answer to ask_for_log(); null where it is not to be used.
  LiveTable* answered_load(const std::string& code);
  void damage(LiveTable& table);
  void vanish(LiveTable& table);
  void make_room();
  void take_over(LiveTable& table, std::unique_ptr<Fold> fold,
                 const std::vector<protocol::Event>& events);
  void welcome_arriving(LiveTable& table, const std::vector<protocol::Event>& events);
  void arrive(LiveTable& table, Client& client);
  void welcome(LiveTable& table, Client& client, const std::vector<Text>& missing, bool with_state);
  static std::vector<Text> texts_of(LiveTable& table, const std::vector<protocol::Event>& events,
                                    std::int64_t first, std::int64_t last);
  protocol::Welcome welcome_message() const;
  void depart(Client& client);
  void presence(LiveTable& table, const Client* newcomer = nullptr);
  static bool is_here(const LiveTable& table, Seat seat);
  static bool is_here(const LiveTable& table, const Person& person);
  static int watching(const LiveTable& table);
  static const Text& ring_text(const LiveTable& table, std::int64_t seq);
  static void remember(LiveTable& table, const protocol::Event& event);

  void append(LiveTable& table, const log::Entry& entry, std::optional<Command> command);
  void take_effect(LiveTable& table, Flight flight);
  void call_to_turn(const LiveTable& table, std::optional<Seat> before);
  void not_stored(LiveTable& table, Flight flight);
  static const std::string& table_of_answer(const LiveTable& table, const Command& command);
  void advance(LiveTable& table);
  void arm(LiveTable& table);
  // Counts it for who opened it.
  void count(LiveTable& table);
  void count_as(std::optional<Counted>& now, const std::optional<Counted>& then);

  // ---- commands.cpp: what commands become ----
  void execute(LiveTable& table, Command command);
  std::optional<Error> check_own(const LiveTable& table, const Person& person, Seat seat) const;
  std::optional<Error> check_room(const LiveTable& table, const Person& person) const;
  static std::optional<Error> check_turn(const LiveTable& table, const Person& person, Seat seat,
                                         int ply);
  Verdict decide(LiveTable& table, Command& command, const protocol::Sit& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Stand& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Start& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Links& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Roll& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Choose& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Leave& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Return& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Commit& wish);
  Verdict decide(LiveTable& table, Command& command, const protocol::Rematch& wish);
  Verdict decide(LiveTable& table, Command& command, const Make& wish);
  std::optional<Error> give(LiveTable& table, const Person& person, Seat seat,
                            const std::string& link);

  // ---- making.cpp: tables that are made ----
  void open(Client& client, const protocol::Open& message);
  void seek(Client& client, const protocol::Seek& message);
  void unseek(Client& client);
  void match(const std::string& queue);
  void make_rematch(LiveTable& table, const Person& by);
  void made(LiveTable& table, const Command& command);
  void not_made(const Command& command, const Error& error);

  // ---- plan.cpp: what goes on by itself ----
  std::optional<Plan> plan(const LiveTable& table) const;
  std::optional<Plan> plan_start(const LiveTable& table) const;
  std::optional<Plan> plan_roll(const LiveTable& table) const;
  std::optional<Plan> plan_turn(const LiveTable& table) const;
  std::optional<Plan> plan_taking(const LiveTable& table, Seat seat) const;
  bool is_link_missing(const LiveTable& table, Seat seat) const;
  static bool is_asked_still(const LiveTable& table);
  static int lag_ms(const LiveTable& table, Seat seat);
  // Does it; was it due.
  bool go_on(LiveTable& table);
  void roll(LiveTable& table);
  static log::Entry bot_choice(const Fold& fold, Seat seat);

  Outside& outside_;
  Limits limits_;
  std::int64_t now_ms_;
  bool is_stopping_ = false;
  std::unordered_map<Connection, Client> clients_;
  // What clients are told when their connections have passed on what they were told before. Hardly
  // any has such.
  std::unordered_map<Connection, std::deque<Text>> backlogs_;
  std::unordered_map<std::string, LiveTable> tables_;
  std::unordered_map<Ticket, LiveTable*> flights_;
  Ticket last_ticket_ = 0;
  std::int64_t next_room_ms_ = 0;
  std::set<std::pair<std::int64_t, LiveTable*>> due_;
  std::unordered_map<std::string, Sleeper> sleepers_;
  std::set<std::pair<std::int64_t, std::string>> alarms_;  // one for each
  struct Tables {
    int waiting = 0;
    int running = 0;
  };
  std::map<Person, Tables> opened_;  // by that person

  struct Seeker {
    Connection connection;
    Person person;
    std::string id;
    std::string name;
  };
  struct Seeking {
    protocol::TableSettings settings;
    std::vector<Seeker> seekers;
  };
  std::map<std::string, Seeking> seeking_;
  int seekers_ = 0;
};

}  // namespace aero::tables
