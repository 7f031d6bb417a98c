#pragma once
// What the log of a table says: one entry after the other, by the rules, gives what is known about
// the table. A running server, a server that reads the log again and record_of() all come here.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aero/fair.hpp"
#include "aero/game.hpp"
#include "aero/protocol.hpp"
#include "aero/record.hpp"
#include "aero/tables.hpp"
#include "log.hpp"

namespace aero::tables {

using Person = fair::Link;  // the hash of their token

// Which entry each command became. It remembers eight bytes of a command, mixed with the person,
// which nobody else knows: so nobody can make up an id that hides another's.
class Commands {
 public:
  void add(const Person& person, std::string_view id, std::int64_t seq);
  std::optional<std::int64_t> find(const Person& person, std::string_view id) const;

 private:
  static std::uint64_t key(const Person& person, std::string_view id);

  std::vector<std::uint64_t> keys_;
  std::vector<std::int32_t> seqs_;
};

// A chair and who sits there.
struct Chair {
  std::string bot;  // plays the seat from the start; empty: it is for a person
  std::string name;
  std::optional<Person> person;
  bool is_bot_playing = false;    // for a person who left
  std::optional<fair::Link> tip;  // of the chain that it has
};

class Fold {
 public:
  // The secret is the table's, of which its chains are made. An empty log.
  Fold(std::string code, const fair::Link& secret);

  // Takes the next entry and returns what it tells; none where it cannot be the next one, and then
  // nothing may be asked any more.
  std::optional<protocol::Event> add(const LogEntry& entry);

  const std::string& code() const { return code_; }
  const protocol::TableSettings& settings() const { return settings_; }
  const Rules& rules() const { return rules_; }
  protocol::Phase phase() const { return phase_; }
  const std::array<std::optional<Chair>, kSeats>& chairs() const { return chairs_; }
  const Chair* chair(Seat seat) const { return chairs_[at(seat)] ? &*chairs_[at(seat)] : nullptr; }
  bool is_persons(Seat seat, const Person& person) const;
  bool sits(const Person& person) const;
  bool has_free_chair() const;
  // By a bot, from the start or for a person who left.
  bool is_played_by_bot(Seat seat) const;
  const Commands& commands() const { return commands_; }
  // How many entries the person's commands became, besides rolls and choices.
  int extras(const Person& person) const;

  std::int64_t seq() const { return seq_; }            // of the last entry; 0 for none
  std::int64_t last_ms() const { return last_ms_; }    // when it was added
  std::int64_t since_ms() const { return since_ms_; }  // when the time of the seat on turn began
  int ply() const { return ply_; }
  // Preconditions: phase playing or over.
  const State& state() const { return state_; }
  // Whose starting roll is next. Precondition: phase starting.
  Seat next_starting() const { return starting_->next(); }
  // Who rolls next, where a roll is next.
  std::optional<Seat> roller() const;

  // The last roll, with what a record says about it. Precondition: there was one.
  const fair::TableChains::Throw& last_throw() const { return *last_throw_; }
  int number() const { return chains_.next_number(); }  // of the next roll
  // Has the seat a chain that is not used up.
  bool has_link(Seat seat) const { return chains_.next_link(fair::holder(seat)).has_value(); }
  // Is it the next link of that seat's chain. Seats have chains from the start of the game on.
  bool is_next_link(Seat seat, const fair::Link& link) const {
    return chains_.is_next(fair::holder(seat), link);
  }
  // Is the server's chain used up, so that a new one has to be committed before the next roll.
  bool needs_server_chain() const { return !chains_.next_link(fair::Holder::server); }
  // The server's link that was told last.
  const fair::Link& server_link() const { return chains_.last(fair::Holder::server); }
  // The tip of that new chain.
  fair::Link next_server_tip() const;

  const Person& opened_by() const { return opened_by_; }
  const std::string& opened_id() const { return opened_id_; }
  const std::string& before() const { return before_; }
  bool gathers() const { return gathers_; }
  const std::string& next_table() const { return next_table_; }
  std::int64_t rematched_seq() const { return rematched_seq_; }
  // Of a table that is not to be told from the others', and the same whenever it is asked.
  fair::Link derive(std::string_view purpose) const { return fair::derive(secret_, purpose); }

  // The game as inputs, without notes. Precondition: phase playing or over.
  Record record() const;
  // What a record says of the chains, when the game is to be told with proofs.
  std::vector<Tag> chain_tags() const { return chains_.tags(); }
  protocol::TableState table_state() const;  // less what is not in the log

 private:
  using Event = std::optional<protocol::Event>;
  Event take(const log::Opened& entry);
  Event take(const log::Sat& entry);
  Event take(const log::Stood& entry);
  Event take(const log::Started& entry);
  Event take(const log::Rolled& entry);
  Event take(const log::Chosen& entry);
  Event take(const log::BotTook& entry);
  Event take(const log::Returned& entry);
  Event take(const log::Committed& entry);
  Event take(const log::Rematched& entry);

  Chair* person_chair(Seat seat);
  // Takes notice of a command that is neither roll nor choice.
  void note(const Person& person, std::string_view id);
  void begin(Seat first, protocol::Rolled& event);
  std::string hash_text() const;
  std::string last_link(Seat seat) const;
  fair::Chain make_chain(int number) const;

  std::string code_;
  fair::Link secret_;
  protocol::TableSettings settings_;
  Rules rules_;
  protocol::Phase phase_ = protocol::Phase::waiting;
  bool gathers_ = false;
  std::array<std::optional<Chair>, kSeats> chairs_;
  Commands commands_;
  std::vector<std::pair<Person, int>> extras_;
  std::int64_t seq_ = 0;
  std::int64_t last_ms_ = 0;
  std::int64_t since_ms_ = 0;
  int ply_ = 0;
  State state_{};
  State start_{};
  std::optional<StartingRolls> starting_;
  std::vector<protocol::Rolled> starting_events_;  // until it is known who begins
  std::vector<Input> inputs_;
  fair::TableChains chains_;
  std::optional<fair::TableChains::Throw> last_throw_;
  std::optional<fair::Chain> server_chain_;
  int server_chains_ = 0;
  Person opened_by_{};
  std::string opened_id_;
  std::string before_;
  std::string next_table_;
  std::int64_t rematched_seq_ = 0;
};

struct Folded::Inside {
  std::unique_ptr<Fold> fold;           // until a table takes it over
  std::vector<protocol::Event> events;  // one for each entry
};

// The settings with their rules canonical and their chairs in order of the seats; or what is wrong
// with them.
Result<protocol::TableSettings> check_settings(const protocol::TableSettings& settings);

}  // namespace aero::tables
