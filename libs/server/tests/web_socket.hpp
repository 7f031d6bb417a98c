#pragma once
// A client that speaks WebSocket as it is told, right or wrong.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client.hpp"

namespace aero::server {

inline constexpr int kTextFrame = 1;
inline constexpr int kBinaryFrame = 2;
inline constexpr int kCloseFrame = 8;
inline constexpr int kPingFrame = 9;
inline constexpr int kPongFrame = 10;

// A frame as clients send it.
std::string frame(int opcode, std::string_view payload, bool is_last = true);

// What asks for a WebSocket, with fields of one's own.
std::string upgrade(std::string_view host, std::string_view fields = "");

class WebSocketClient {
 public:
  // `receive_bytes`: room for what was not read yet, 0 as usual.
  explicit WebSocketClient(std::uint16_t port, int receive_bytes = 0)
      : client_(port, receive_bytes), port_(port) {}

  // The status of the answer; 101 where the server agrees.
  int open(std::string_view fields = "");

  bool send(std::string_view text) { return client_.send(frame(kTextFrame, text)); }
  bool send_raw(std::string_view bytes) { return client_.send(bytes); }

  // The next text; none where the server closed or hung up, or nothing came in time. Pings are
  // answered.
  std::optional<std::string> receive();
  // The next text that holds these words.
  std::optional<std::string> receive_with(std::string_view words);
  // Reads until the server closes: its reason as a number; 0 where it only hung up.
  int close_code();

  Client& client() { return client_; }

 private:
  struct Frame {
    int opcode;
    std::string payload;
  };
  std::optional<Frame> receive_frame();

  Client client_;
  std::uint16_t port_;
  int close_code_ = 0;
};

}  // namespace aero::server
