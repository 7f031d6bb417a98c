#include "web_socket.hpp"

namespace aero::server {
namespace {

constexpr std::string_view kMask = "\x12\x34\x56\x78";

}  // namespace

std::string frame(int opcode, std::string_view payload, bool is_last) {
  std::string bytes(1, static_cast<char>((is_last ? 0x80 : 0) | opcode));
  if (payload.size() < 126) {
    bytes += static_cast<char>(0x80 | payload.size());
  } else if (payload.size() < 65536) {
    bytes += static_cast<char>(0x80 | 126);
    bytes += static_cast<char>(payload.size() >> 8);
    bytes += static_cast<char>(payload.size() & 0xFF);
  } else {
    bytes += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes += static_cast<char>(payload.size() >> shift & 0xFF);
    }
  }
  bytes += kMask;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    bytes += static_cast<char>(payload[i] ^ kMask[i % kMask.size()]);
  }
  return bytes;
}

std::string upgrade(std::string_view host, std::string_view fields) {
  return "GET /ws HTTP/1.1\r\nHost: " + std::string(host) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
         std::string(fields) + "\r\n";
}

int WebSocketClient::open(std::string_view fields) {
  const Response response = client_.ask(upgrade("localhost:" + std::to_string(port_), fields));
  if (response.status != 101) return response.status;
  return response.field("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" ? 101 : -1;
}

std::optional<WebSocketClient::Frame> WebSocketClient::receive_frame() {
  const auto head = client_.read(2);
  if (!head) return std::nullopt;
  const int opcode = (*head)[0] & 0x0F;
  std::size_t size = (*head)[1] & 0x7F;
  if (size >= 126) {
    const auto more = client_.read(size == 126 ? 2 : 8);
    if (!more) return std::nullopt;
    size = 0;
    for (const char byte : *more) size = size << 8 | static_cast<unsigned char>(byte);
  }
  auto payload = client_.read(size);
  if (!payload) return std::nullopt;
  return Frame{opcode, *std::move(payload)};
}

std::optional<std::string> WebSocketClient::receive() {
  while (auto next = receive_frame()) {
    if (next->opcode == kTextFrame) return next->payload;
    if (next->opcode == kPingFrame) client_.send(frame(kPongFrame, next->payload));
    if (next->opcode == kCloseFrame) {
      const std::string& reason = next->payload;
      if (reason.size() >= 2) {
        close_code_ =
            static_cast<unsigned char>(reason[0]) << 8 | static_cast<unsigned char>(reason[1]);
      }
      client_.send(frame(kCloseFrame, reason));
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::string> WebSocketClient::receive_with(std::string_view words) {
  while (auto text = receive()) {
    if (text->find(words) != std::string::npos) return text;
  }
  return std::nullopt;
}

int WebSocketClient::close_code() {
  while (receive()) {
  }
  return close_code_;
}

}  // namespace aero::server
