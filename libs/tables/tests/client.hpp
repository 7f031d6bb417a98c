#pragma once
// A client that does what a client has to: it keeps its own state from what it is told, checks
// every die and every position, gives links, and sends again what was not answered.

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "aero/fair.hpp"
#include "aero/game.hpp"
#include "aero/protocol.hpp"
#include "aero/record.hpp"

namespace aero::tables {

// A promise that was not kept.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void demand(bool is_true, const std::string& what);

std::string token_of(const std::string& person);
std::string hash_text(const State& state);

// What somebody at a table knows of it, folded from what was told.
class View {
 public:
  void take(const protocol::TableState& state);
  void take(const protocol::Event& event);

  std::string code;
  protocol::TableSettings settings;
  protocol::Phase phase = protocol::Phase::waiting;
  struct Chair {
    std::string name;
    std::string bot;
    bool is_bot_playing = false;
    std::optional<fair::Link> last;  // link or tip
    friend bool operator==(const Chair&, const Chair&) = default;
  };
  std::map<Seat, Chair> chairs;
  std::int64_t seq = 0;
  int ply = 0;
  int number = 1;
  std::optional<fair::Link> server;
  std::optional<StartingRolls> starting;
  std::int64_t since_ms = 0;
  Rules rules;
  State state{};
  std::string next_table;

  std::map<std::int64_t, int> plies;  // after rolls and choices that were told, by their seq

  bool is_playing() const { return phase == protocol::Phase::playing; }
  bool has_free_chair() const;
  friend bool operator==(const View& a, const View& b);

 private:
  void add(const protocol::Opened& event);
  void add(const protocol::Sat& event);
  void add(const protocol::Stood& event);
  void add(const protocol::Started& event);
  void add(const protocol::Rolled& event);
  void add(const protocol::Chosen& event);
  void add(const protocol::BotTook& event);
  void add(const protocol::Returned& event);
  void add(const protocol::Committed& event);
  void add(const protocol::Rematched& event);
};

class Player {
 public:
  explicit Player(std::string own_name) : name(std::move(own_name)), token(token_of(name)) {}

  // What it says first over a connection.
  std::string hello();
  // What it does because of a message; `say` collects messages to send.
  void hear(const std::string& text, std::vector<std::string>& say);
  // Sends again what has no answer, after a Welcome.
  std::string command(protocol::ClientMessage message);
  std::string next_id();

  // The links for the next roll of all seats of its own; empty where they were given or it has
  // none.
  std::optional<std::string> links();
  std::string make_tip(Seat seat);
  std::optional<std::string> next_link(Seat seat);

  std::string name;
  std::string token;
  std::string table;  // where it is or wants to be
  View view;
  bool is_welcome = false;
  bool has_state = false;
  std::vector<Seat> seats;  // its own
  // The links of its chains, tip first.
  std::map<Seat, std::vector<std::vector<fair::Link>>> chains;
  std::map<std::string, std::string> waiting;  // commands without an answer, by id
  std::map<std::string, protocol::Done> done;
  std::vector<protocol::Refused> refused;
  std::vector<protocol::Said> said;
  std::optional<protocol::Presence> presence;
  std::string matched;
  bool is_closing = false;
  std::int64_t clock_ms = 0;
  int links_for = 0;  // the number for which links were given
  int wrong_answers = 0;
  int ids = 0;
  int group = 0;
  std::string told_table;            // that its last Hello named, as far as the host has heard
  std::map<std::string, int> plies;  // that commands named

  // Forgets the table where it was.
  void go_to(const std::string& code);
  // Finds its own seats by its names there.
  void find_seats();
};

}  // namespace aero::tables
