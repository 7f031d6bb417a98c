#pragma once
// All tables and everybody at them, joined to the store and to the connections: whoever speaks to
// the tables, over whatever, is a Peer here. Everything runs on one thread.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "aero/fair.hpp"
#include "aero/tables.hpp"
#include "gate.hpp"
#include "journal.hpp"
#include "keeper.hpp"
#include "metrics.hpp"

namespace aero::server {

// One connection, as the tables see it. All may come in the middle of a call of Room, so none may
// call it.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void take(const tables::Text& text) = 0;
  // It may not go on, after what it took before.
  virtual void end(protocol::Close why) = 0;
  // Whether it may look for another table, after it looked for one that there is not.
  virtual bool may_miss() = 0;
  // Whether it may make one more of what is kept.
  virtual bool may_make() = 0;
};

class Room final : private tables::Outside {
 public:
  // `wake` asks for wake() to be called after so many milliseconds, instead of when it was asked
  // for before. Throws CannotServe.
  Room(const std::filesystem::path& data, const tables::Limits& limits, Keeper::Post post,
       std::function<void(std::int64_t)> wake, Metrics& metrics, const Journal& journal);

  // By days a turn has begun of a person who is not there.
  using TurnBegins =
      std::function<void(const std::string& person, const std::string& table, Seat seat)>;
  void on_turn(TurnBegins then) { turn_begins_ = std::move(then); }

  tables::Connection join(Peer& peer);
  void leave(tables::Connection connection);
  void received(tables::Connection from, std::string_view text);
  void measured_lag(tables::Connection of, int lag_ms);
  // The peer has passed on all that it took.
  void drained(tables::Connection connection) { host_.drained(connection); }
  void wake();
  // To be called once a second: brings back the tables that an earlier server left running.
  void look();

  // Everybody is told to come back.
  void stop(int come_back_ms);
  bool is_storing() const { return host_.appending() > 0; }
  tables::Host::Figures figures() const { return host_.figures(); }

  Keeper& keeper() { return keeper_; }
  bool is_ready() const { return !is_stopping_ && keeper_.trouble().empty(); }

 private:
  void send(tables::Connection to, const tables::Text& text) override;
  void close(tables::Connection whom, protocol::Close why) override;
  void append(tables::Ticket ticket, tables::Append append) override;
  void load(std::string table) override;
  fair::Link random() override;
  bool may_miss(tables::Connection connection) override;
  bool may_open(tables::Connection connection) override;
  void turn_begins(const std::string& table, Seat seat, const std::string& person) override;

  void stored(const Keeper::Outcomes& outcomes);
  void tell_some();
  void note_unreadable(std::string_view what, const std::string& table);
  // To be called whenever the tables may have something new to wait for.
  void look_at_clock();
  std::int64_t now_ms() const { return keeper_.clock().now_ms(); }

  struct Waiting {
    tables::Ticket ticket;
    Time since;
    bool is_move;
    bool is_new_table;
  };

  Keeper::Post post_;
  std::function<void(std::int64_t)> wake_;
  Metrics& metrics_;
  const Journal& journal_;
  Keeper keeper_;
  std::unordered_map<tables::Connection, Peer*> peers_;
  tables::Connection last_ = 0;
  std::deque<Waiting> waiting_;                                      // by ticket
  std::deque<std::pair<tables::Ticket, tables::Outcome>> outcomes_;  // of which nobody knows yet
  std::int64_t wakes_at_ms_ = INT64_MAX;
  std::vector<std::string> left_running_;
  bool is_stopping_ = false;
  TurnBegins turn_begins_;
  tables::Host host_;  // calls all of the above
};

}  // namespace aero::server
