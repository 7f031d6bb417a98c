#pragma once
// All players at all tables, each over a connection of its own, in one thread.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

#include "aero/dice.hpp"
#include "aero/load.hpp"
#include "table.hpp"
#include "wire.hpp"

namespace aero::load {

class Crowd final : private Wire::Listener {
 public:
  // Players come to that port when they are told to.
  Crowd(const Settings& settings, std::uint16_t port);

  // ---- coming ----

  // Everybody connects, sits, and waits for the first move. Throws CannotRun.
  void gather(Time deadline);
  // Whether everybody is connected and has all that the others have.
  bool is_complete() const { return there_ == static_cast<int>(players_.size()); }

  // How often anybody came to have all that the others have, after not being there.
  std::int64_t arrivals() const { return arrivals_; }

  // ---- playing ----

  // From `from` on each table is to begin a move every 1 / rate seconds, and does so as soon as it
  // can. Players whose connection is lost come again.
  void play(Time from, double rate);
  // Lets things happen until then.
  void pass(Time until);
  // No further move is begun; returns when all are finished, or at the deadline.
  void finish_moves(Time deadline);
  // Goes on until each table's game is over, and lets none begin any more; at the latest at the
  // deadline. Whether they are.
  bool finish_games(Time deadline);
  // Nobody comes again when the connection is lost. All hang up.
  void leave();

  // What to count from now on as what.
  void start_measuring(bool leaves_out_first_table);
  Latency latency() const;
  double offered() const { return static_cast<double>(offered_) / measured_s(); }
  double done() const { return static_cast<double>(latencies_us_.size()) / measured_s(); }

  // ---- flooding ----

  // So many strangers come to the first table, and say what they may and what they may not, as
  // fast as somebody takes it from them, up to kFloodPerSecond each.
  void flood(bool is_on);
  static constexpr int kFloodPerSecond = 20'000;

  // ---- what came of it ----

  // Tables whose game is over, and then those where it is not.
  std::vector<Seen> seen() const;
  void report(Report& report) const;
  std::int64_t finished() const { return static_cast<std::int64_t>(over_.size()); }

 private:
  enum class Stage : std::uint8_t {
    away,
    connecting,
    greeting,  // has said hello without a table, to open one
    opening,   // waits for its code
    joining,   // has said hello to the table
    sitting,   // is there, waits for a seat or for what is missing
    there,     // has all that the others have
  };

  static bool is_arriving(Stage stage) {
    return stage == Stage::connecting || stage == Stage::greeting || stage == Stage::joining;
  }

  struct Player {
    Seat seat = Seat::R;
    std::string token;
    std::optional<fair::Chain> chain;
    std::int64_t seen = 0;
    Stage stage = Stage::away;
    std::string command;  // not yet answered
    std::string command_id;
    int commands = 0;
    bool has_sat = false;
    int link_told = 0;  // number of the last roll that it gave a link for over this connection
  };

  // What is played at one place: one game after the other.
  struct Place {
    std::optional<Table> table;
    bool is_broken = false;  // something was wrong: nobody plays here any more
    Time due;                // of the next move
    bool is_moving = false;
    Time move_due;              // of the move that is being made
    std::int64_t move_end = 0;  // the event that completes it, once it is there
    int waiting = 0;            // players who do not have that yet
    int plies_before = 0;       // it
  };

  struct Flooder {
    std::string token;
    bool is_in = false;
    std::uint64_t said = 0;
  };

  int seats() const { return static_cast<int>(settings_.seats.size()); }
  Player& player(int who) { return players_[static_cast<std::size_t>(who)]; }
  Place& place_of(int who) { return places_[static_cast<std::size_t>(who / seats())]; }
  int first_of(const Place& place) const {
    return static_cast<int>(&place - places_.data()) * seats();
  }
  int who_sits(const Place& place, Seat seat) const;

  void opened(int who) override;
  void received(int who, std::string_view text) override;
  void closed(int who) override;

  void connect_some();
  void hello(int who);
  void open_table(int who);
  void sit(int who);
  void take(int who, const protocol::Done& done);
  void take(int who, const protocol::Refused& refused);
  void take_events(int who, std::string_view text);
  void welcome(int who);
  void again(int who);
  void caught_up(int who);
  void command(int who, const protocol::ClientMessage& message, const std::string& id);
  std::string next_id(Player& player) { return "c" + std::to_string(++player.commands); }
  // What the player has to do now.
  void act(int who);
  void give_link(int who);
  void set_stage(int who, Stage stage);

  void begin_moves(Time now);
  void begin_move(Place& place);
  void end_move(Place& place);
  void end_game_if_over(Place& place);
  bool is_ready(const Place& place) const {
    return place.table && place.table->phase() == protocol::Phase::playing && !place.is_broken;
  }

  void flood_some(Time now);
  void flooder_received(int who, std::string_view text);
  void fault(Error error);
  double measured_s() const;
  Time now() const { return Clock::now(); }
  std::uint32_t below(std::uint32_t bound) {
    return Random(settings_.seed).below(bound, randoms_++);
  }

  Settings settings_;
  std::uint16_t port_;
  std::vector<Player> players_;
  std::vector<Place> places_;
  std::vector<Flooder> flooders_;
  Wire wire_;

  std::deque<int> to_connect_;
  int connecting_ = 0;  // and not yet welcome
  int there_ = 0;
  std::int64_t arrivals_ = 0;
  std::multimap<Time, int> later_;  // who does something again, and when
  bool come_again_ = true;
  bool open_again_ = true;

  bool is_playing_ = false;
  Time from_;
  Clock::duration period_{};
  std::int64_t ticks_ = 0;  // places are due one after the other
  int moving_ = 0;

  bool leaves_out_first_ = false;
  Time measured_from_;
  std::optional<Time> measured_to_;
  std::vector<std::uint32_t> latencies_us_;
  std::int64_t offered_ = 0;
  std::int64_t without_choice_ = 0;

  bool is_flooding_ = false;
  Time flooded_to_;
  std::int64_t flood_messages_ = 0;
  std::int64_t flood_closed_ = 0;

  std::vector<Seen> over_;
  std::map<std::string, std::int64_t> refused_;
  Errors faults_;
  std::int64_t fault_count_ = 0;
  std::uint64_t randoms_ = 0;
};

}  // namespace aero::load
