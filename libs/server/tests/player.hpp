#pragma once
// Somebody who plays at a table over a WebSocket, and checks that all of it adds up: events come in
// order without gaps, and the game that follows from them is the one the server says it is.

#include <optional>
#include <string>
#include <vector>

#include "aero/protocol.hpp"
#include "aero/record.hpp"
#include "web_socket.hpp"

namespace aero::server {

// A secret of 43 characters; another one for each number.
std::string token_of(int number);

// Settings with these rules for these seats: "RB", or "R" against bots in the others.
protocol::TableSettings table_for(const std::string& rules, const std::string& people,
                                  const std::string& bots = "", int seconds = 0);

class Player {
 public:
  Player(std::uint16_t port, std::string token);

  // Says Hello; at a table, goes on from what is known of it. The answer, or none.
  std::optional<protocol::Welcome> hello(const std::string& table = "");
  // Cuts the connection and says Hello over a new one, at the same table.
  std::optional<protocol::Welcome> come_back(std::uint16_t port);

  // The code of the table.
  std::string open(const protocol::TableSettings& settings);
  bool sit(const std::string& seats, const std::string& name = "Ada");

  // Plays the own seats, the first move there is each time, until the game is over or so many plies
  // are played. False where the connection ended before.
  bool play(int most_plies = 100'000);

  bool is_over() const { return game_ && game_->state().is_over(); }
  int plies() const { return game_ ? static_cast<int>(game_->plies().size()) : 0; }
  std::int64_t seq() const { return seq_; }
  const std::string& table() const { return table_; }
  // What did not add up; empty: nothing.
  const std::string& fault() const { return fault_; }
  const std::optional<Game>& game() const { return game_; }

  void say(const protocol::ClientMessage& message) { socket_->send(protocol::to_text(message)); }
  // The next message; none where the connection ended.
  std::optional<protocol::ServerMessage> hear();
  // The next of this type.
  template <class Message>
  std::optional<Message> hear_of() {
    while (auto message = hear()) {
      if (auto* found = std::get_if<Message>(&*message)) return std::move(*found);
    }
    return std::nullopt;
  }
  WebSocketClient& socket() { return *socket_; }

 private:
  void take(const protocol::ServerMessage& message);
  void take(const protocol::Event& event);
  void take_record(const std::string& text);
  void take(const Entry& entry, const std::string& hash);
  void act();
  std::string new_id();
  bool plays(Seat seat) const;

  std::optional<WebSocketClient> socket_;
  std::string token_;
  std::string table_;
  std::string seats_;
  std::optional<Game> game_;
  std::int64_t seq_ = 0;
  int ply_ = -1;        // that the server told last
  int acted_ply_ = -1;  // for which the own seat has acted
  int ids_ = 0;
  std::string fault_;
};

}  // namespace aero::server
