#include "client.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace aero::server {
namespace {

constexpr int kPatienceMs = 20'000;

bool is_ready(int socket, std::chrono::milliseconds time) {
  pollfd what{socket, POLLIN, 0};
  return poll(&what, 1, static_cast<int>(time.count())) == 1;
}

}  // namespace

Client::Client(std::uint16_t port, int receive_bytes, bool is_ipv6)
    : socket_(::socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_bytes > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
  }
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  ipv4.sin_port = htons(port);
  ipv4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 ipv6{};
  ipv6.sin6_family = AF_INET6;
  ipv6.sin6_port = htons(port);
  ipv6.sin6_addr = in6addr_loopback;
  const auto* address =
      is_ipv6 ? reinterpret_cast<const sockaddr*>(&ipv6) : reinterpret_cast<const sockaddr*>(&ipv4);
  if (connect(socket_, address, is_ipv6 ? sizeof ipv6 : sizeof ipv4) != 0) {
    close(socket_);
    throw std::runtime_error("nobody listens on port " + std::to_string(port));
  }
}

Client::~Client() {
  if (socket_ >= 0) close(socket_);
}

bool Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Client::read_some() {
  char buffer[65536];
  if (!is_ready(socket_, std::chrono::milliseconds(kPatienceMs))) return false;
  const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
  if (count <= 0) return false;
  input_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

Response Client::receive(bool has_body) {
  std::size_t end = 0;
  while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
    if (!read_some()) return {};
  }
  const std::string head = input_.substr(0, end + 2);
  input_.erase(0, end + 4);
  if (!head.starts_with("HTTP/1.")) return {};
  Response response{.status = std::stoi(head.substr(9, 3))};
  for (std::size_t start = head.find("\r\n") + 2; start < head.size();) {
    const std::size_t stop = head.find("\r\n", start);
    const std::size_t colon = head.find(": ", start);
    response.fields[head.substr(start, colon - start)] = head.substr(colon + 2, stop - colon - 2);
    start = stop + 2;
  }
  const std::string length = response.field("Content-Length");
  const std::size_t size = has_body && !length.empty() ? std::stoul(length) : 0;
  while (input_.size() < size) {
    if (!read_some()) return {};
  }
  response.body = input_.substr(0, size);
  input_.erase(0, size);
  return response;
}

std::optional<std::string> Client::read(std::size_t count) {
  while (input_.size() < count) {
    if (!read_some()) return std::nullopt;
  }
  const std::string bytes = input_.substr(0, count);
  input_.erase(0, count);
  return bytes;
}

std::optional<std::string> Client::read_line() {
  std::size_t end = 0;
  while ((end = input_.find('\n')) == std::string::npos) {
    if (!read_some()) return std::nullopt;
  }
  const auto line = read(end + 1);
  return line->substr(0, end);
}

bool Client::is_hung_up_within(std::chrono::milliseconds time) {
  char byte = 0;
  return input_.empty() && is_ready(socket_, time) && recv(socket_, &byte, 1, 0) <= 0;
}

void Client::end() { shutdown(socket_, SHUT_WR); }

}  // namespace aero::server
