#pragma once
// A client that sends bytes as they are told, and reads answers.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace aero::server {

struct Response {
  int status = 0;  // 0: the connection ended, or nothing came in time
  std::map<std::string, std::string> fields = {};
  std::string body = {};

  std::string field(const std::string& name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? "" : found->second;
  }
};

class Client {
 public:
  // Throws where nobody listens. `receive_bytes`: room for what was not read yet, 0 as usual.
  explicit Client(std::uint16_t port, int receive_bytes = 0, bool is_ipv6 = false);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), input_(std::move(other.input_)) {}

  // False where the other side is gone.
  bool send(std::string_view bytes);
  // The next answer; `has_body` is false for one to HEAD.
  Response receive(bool has_body = true);
  Response ask(std::string_view request) {
    send(request);
    return receive();
  }
  // The next so many bytes; none where they do not come.
  std::optional<std::string> read(std::size_t count);
  // Up to the next end of a line, without it.
  std::optional<std::string> read_line();
  // Whether the other side hangs up within the time, with nothing more said.
  bool is_hung_up_within(std::chrono::milliseconds time);
  // Says that nothing more will come.
  void end();

 private:
  bool read_some();

  int socket_;
  std::string input_;
};

}  // namespace aero::server
