#pragma once
// What server.cpp and socket.cpp share: the types of Asio, and what all connections have in common.

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <set>

#include "aero/server.hpp"
#include "api.hpp"
#include "calls.hpp"
#include "gate.hpp"
#include "journal.hpp"
#include "metrics.hpp"
#include "room.hpp"
#include "site.hpp"

namespace aero::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<tcp, Executor>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;

class Session;
class WebSocket;

// What all connections share. Everything of it runs on the one thread of the io_context.
struct House {
  Folder folder;
  Limits limits;
  std::vector<Origin> origins;
  std::vector<Block> trusted;
  Journal journal;
  Timer deadline;  // of the stop

  std::set<Session*> sessions;
  std::set<WebSocket*> sockets;
  std::vector<std::shared_ptr<WebSocket>> unwritten;  // which have something to write at last
  Accounts accounts;
  Metrics metrics;
  std::unique_ptr<Room> room;    // none: there are no tables
  std::unique_ptr<Calls> calls;  // from the room; none where people cannot be called
  std::unique_ptr<Api> api;      // of the room
  bool is_stopping = false;

  Rate messages() const { return {limits.messages_per_second, limits.messages_at_once}; }
  Rate bytes() const { return {limits.bytes_per_second, limits.bytes_at_once}; }
  Rate address_messages() const {
    return {limits.address_messages_per_second, limits.address_messages_at_once};
  }
  Rate misses() const { return {limits.misses_per_second, limits.misses_at_once}; }
  Rate makes() const { return {limits.makes_per_second, limits.makes_at_once}; }

  bool is_empty() const { return sessions.empty() && sockets.empty(); }
  // To be called whenever a connection has ended.
  void left() {
    if (is_stopping && is_empty()) deadline.cancel();
  }
};

// What somebody comes from, and what that entitles to.
class Visitor {
 public:
  Visitor(House& house, const Address& source)
      : house_(house), source_(source), is_counted_(!is_loopback(source)) {
    if (is_counted_) ++account().connections;
  }
  ~Visitor() {
    if (is_counted_) --account().connections;
  }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  const Address& source() const { return source_; }
  bool is_welcome() {
    return !is_counted_ || account().connections <= house_.limits.connections_per_address;
  }
  bool may_speak(Time now) {
    return !is_counted_ || account().messages.take(1, house_.address_messages(), now);
  }
  // Whether it may look for another table, after it looked for one that there is not.
  bool may_miss(Time now) {
    if (!is_counted_ || account().misses.take(1, house_.misses(), now)) return true;
    house_.metrics.refuse("code_guessing");
    return false;
  }
  // Whether it may make one more of what is kept.
  bool may_make(Time now) {
    if (!is_counted_ || account().makes.take(1, house_.makes(), now)) return true;
    house_.metrics.refuse("makes");
    return false;
  }

 private:
  Account& account() { return house_.accounts.of(source_); }

  House& house_;
  Address source_;
  bool is_counted_;
};

}  // namespace aero::server
