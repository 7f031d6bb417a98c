#include "wire.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "aero/mix.hpp"

namespace aero::load {
namespace {

constexpr std::size_t kBufferBytes = 256 << 10;
constexpr int kMostEvents = 512;
// The system has some 28,000 ports for the calling side of one address.
constexpr int kConnectionsPerAddress = 20'000;

// What a frame is for: RFC 6455, 5.2.
constexpr std::uint8_t kMore = 0x0;
constexpr std::uint8_t kText = 0x1;
constexpr std::uint8_t kClose = 0x8;
constexpr std::uint8_t kPing = 0x9;
constexpr std::uint8_t kPong = 0xa;
constexpr std::uint8_t kLast = 0x80;
constexpr std::uint8_t kMasked = 0x80;

sockaddr* generic(sockaddr_in& address) {
  return reinterpret_cast<sockaddr*>(&address);  // NOLINT(*-reinterpret-cast): so sockets want it
}

sockaddr_in loopback(std::uint16_t port, unsigned number = 1) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(0x7f000000U + number);
  return address;
}

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<std::uint8_t>(byte);
  return value;
}

// A frame from the server, as far as its first bytes tell.
struct Head {
  std::uint8_t kind;
  bool is_last;
  std::size_t size;  // of the head itself
  std::uint64_t payload;
};
std::optional<Head> head_of(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  const auto first = static_cast<std::uint8_t>(bytes[0]);
  const auto second = static_cast<std::uint8_t>(bytes[1]);
  Head head{static_cast<std::uint8_t>(first & 0x0f), (first & kLast) != 0, 2, second};
  if (second == 126) head.size = 4;
  if (second == 127) head.size = 10;
  if (bytes.size() < head.size) return std::nullopt;
  if (head.size > 2) head.payload = big_endian(bytes.substr(2, head.size - 2));
  return head;
}

}  // namespace

Wire::Wire(int most, Listener& listener)
    : listener_(listener),
      poll_(epoll_create1(EPOLL_CLOEXEC)),
      sockets_(static_cast<std::size_t>(most)),
      buffer_(kBufferBytes) {}

Wire::~Wire() {
  for (int who = 0; who < static_cast<int>(sockets_.size()); ++who) close(who);
  ::close(poll_);
}

void Wire::open(int who, std::uint16_t port) {
  Socket& one = socket(who);
  ++one.use;
  one.file = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (one.file < 0) return lose(who);
  const int on = 1;
  setsockopt(one.file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(one.file, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  sockaddr_in from = loopback(0, 1U + static_cast<unsigned>(who / kConnectionsPerAddress));
  if (bind(one.file, generic(from), sizeof from) != 0) return lose(who);
  sockaddr_in to = loopback(port);
  if (connect(one.file, generic(to), sizeof to) != 0 && errno != EINPROGRESS) return lose(who);
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.u64 = static_cast<std::uint64_t>(one.use) << 32 | static_cast<unsigned>(who);
  epoll_ctl(poll_, EPOLL_CTL_ADD, one.file, &event);
}

void Wire::close(int who) {
  Socket& one = socket(who);
  if (one.file < 0) return;
  ::close(one.file);
  one = Socket{.use = one.use, .in = {}, .message = {}, .out = {}};
}

void Wire::lose(int who) {
  close(who);
  listener_.closed(who);
}

void Wire::wait(Time until) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
  std::array<epoll_event, kMostEvents> events{};
  const int count = epoll_wait(poll_, events.data(), kMostEvents,
                               static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1000)));
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    const auto who = static_cast<int>(event.data.u64 & 0xffffffffU);
    if (socket(who).file < 0 || socket(who).use != event.data.u64 >> 32) continue;
    handle(who, event.events);
  }
}

void Wire::handle(int who, std::uint32_t events) {
  const std::uint32_t use = socket(who).use;
  if (!socket(who).is_connected && (events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0) connected(who);
  const auto is_gone = [&] { return socket(who).file < 0 || socket(who).use != use; };
  if (is_gone()) return;
  if ((events & EPOLLOUT) != 0 && !socket(who).out.empty()) {
    const std::string rest = std::exchange(socket(who).out, {});
    write(who, rest);
  }
  if (is_gone()) return;
  const std::uint32_t ends = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
  if ((events & (EPOLLIN | ends)) != 0) read(who, (events & ends) != 0);
}

void Wire::connected(int who) {
  Socket& one = socket(who);
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(one.file, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return lose(who);
  one.is_connected = true;
  sockaddr_in peer{};
  size = sizeof peer;
  getpeername(one.file, generic(peer), &size);
  const std::string host = fmt::format("127.0.0.1:{}", ntohs(peer.sin_port));
  // The key is there so that a cache cannot answer; there is none between two ends of one machine.
  write(who, fmt::format("GET /ws HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\n"
                         "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                         "Sec-WebSocket-Key: YWVyb3BsYW5lIGNoZXNzIQ==\r\n"
                         "Sec-WebSocket-Version: 13\r\n\r\n",
                         host, host));
}

// Edges are told once, so everything that is there is read: all of it where the other side has
// hung up, else until less comes than there is room for.
void Wire::read(int who, bool to_the_end) {
  const std::uint32_t use = socket(who).use;
  for (;;) {
    const ssize_t count = recv(socket(who).file, buffer_.data(), buffer_.size(), 0);
    if (count == 0) return lose(who);
    if (count < 0) {
      if (errno == EAGAIN) return;
      if (errno == EINTR) continue;
      return lose(who);
    }
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(count));
    if (socket(who).in.empty()) {
      const std::size_t taken = take(who, bytes);
      if (socket(who).file < 0 || socket(who).use != use) return;
      socket(who).in = bytes.substr(taken);
    } else {
      std::string all = std::exchange(socket(who).in, {});
      all += bytes;
      const std::size_t taken = take(who, all);
      if (socket(who).file < 0 || socket(who).use != use) return;
      socket(who).in = all.substr(taken);
    }
    if (!to_the_end && bytes.size() < buffer_.size()) return;
  }
}

// Handles what is complete; returns how many bytes that were.
std::size_t Wire::take(int who, std::string_view bytes) {
  const std::uint32_t use = socket(who).use;
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const std::string_view rest = bytes.substr(taken);
    const std::size_t one = socket(who).is_open ? take_frame(who, rest) : take_answer(who, rest);
    if (one == 0 || socket(who).file < 0 || socket(who).use != use) break;
    taken += one;
  }
  return taken;
}

std::size_t Wire::take_answer(int who, std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  const std::size_t end = bytes.find(kEnd);
  if (end == std::string_view::npos) return 0;
  if (!bytes.starts_with("HTTP/1.1 101 ")) {
    lose(who);
    return 0;
  }
  socket(who).is_open = true;
  listener_.opened(who);
  return end + kEnd.size();
}

std::size_t Wire::take_frame(int who, std::string_view bytes) {
  const std::optional<Head> head = head_of(bytes);
  if (!head || bytes.size() - head->size < head->payload) return 0;
  const std::string_view payload = bytes.substr(head->size, head->payload);
  if (head->kind == kText && head->is_last) {
    listener_.received(who, payload);
  } else if (head->kind == kText || head->kind == kMore) {
    socket(who).message += payload;
    if (head->is_last) {
      const std::string message = std::exchange(socket(who).message, {});
      listener_.received(who, message);
    }
  } else if (head->kind == kPing) {
    send_frame(who, kPong, payload);
  } else if (head->kind == kClose) {
    lose(who);
    return 0;
  }
  return head->size + payload.size();
}

bool Wire::write(int who, std::string_view bytes) {
  Socket& one = socket(who);
  if (!one.out.empty()) {
    one.out += bytes;
    return false;
  }
  const ssize_t count = ::send(one.file, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  // A connection that is broken says so when it is read.
  const std::size_t sent = count < 0 ? 0 : static_cast<std::size_t>(count);
  if (sent < bytes.size()) one.out = bytes.substr(sent);
  return sent == bytes.size();
}

bool Wire::send(int who, std::string_view text) {
  return socket(who).is_open && send_frame(who, kText, text);
}

bool Wire::send_frame(int who, std::uint8_t kind, std::string_view payload) {
  frame_.clear();
  frame_ += static_cast<char>(kLast | kind);
  const std::size_t size = payload.size();
  if (size < 126) {
    frame_ += static_cast<char>(kMasked | size);
  } else {
    frame_ += static_cast<char>(kMasked | 126);
    frame_ += static_cast<char>(size >> 8 & 0xff);
    frame_ += static_cast<char>(size & 0xff);
  }
  const std::uint64_t random = mix(masks_++);
  std::array<char, 4> mask{};
  std::memcpy(mask.data(), &random, mask.size());
  frame_.append(mask.data(), mask.size());
  for (std::size_t i = 0; i < size; ++i) {
    frame_ += static_cast<char>(payload[i] ^ mask[i & 3]);
  }
  return write(who, frame_);
}

}  // namespace aero::load
