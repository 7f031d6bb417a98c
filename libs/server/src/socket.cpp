#include "socket.hpp"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "line.hpp"

namespace aero::server {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t kReadBytes = 256;  // held by each connection, however long it says nothing
constexpr std::uint16_t kNotText = 1003;
constexpr int kMostReads = 1000;          // between two looks; a client that plays needs a few
constexpr milliseconds kCloseTime{5000};  // for the other side to answer that we close

}  // namespace

// One connection. It lives as long as something is awaited on it.
class WebSocket final : public Peer,
                        private Line::Owner,
                        public std::enable_shared_from_this<WebSocket> {
 public:
  WebSocket(Socket socket, const Address& source, House& house)
      : stream_(std::move(socket), static_cast<Line::Owner&>(*this)),
        house_(house),
        visitor_(house, source),
        since_(Clock::now()),
        heard_(since_),
        ping_due_(since_ + milliseconds(house.limits.ping_ms)) {
    house_.sockets.insert(this);
    ++house_.metrics.sockets;
  }
  ~WebSocket() override {
    leave();
    --house_.metrics.sockets;
    house_.sockets.erase(this);
    house_.left();
  }
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  void accept(const http::request<http::empty_body>& request) {
    stream_.read_message_max(protocol::kMostBytes);
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
      heard(kind, {payload.data(), payload.size()});
    });
    stream_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (error) return;
      self->is_open_ = true;
      if (self->house_.is_stopping) return self->end(protocol::Close::going_away);
      self->connection_ = self->house_.room->join(*self);
      self->read();
    });
  }

  void take(const tables::Text& text) override {
    if (is_ending_ || !stream_.is_open()) return;
    if (line().bytes() + text->size() > house_.limits.queued_bytes) {
      house_.metrics.refuse("slow_reader");  // it may come back
      line().forget();
      end(protocol::Close::busy);
      return;
    }
    line().put(text);
  }

  bool may_miss() override { return visitor_.may_miss(Clock::now()); }
  bool may_make() override { return visitor_.may_make(Clock::now()); }

  void end(protocol::Close why) override { end_with(static_cast<std::uint16_t>(why)); }

  void look(Time now) {
    const milliseconds patience(house_.limits.hello_ms);
    if (line().take_reads() > kMostReads) {  // of what counts as no message: empty pieces of one
      house_.metrics.refuse("flood");
      return cut();
    }
    // Beast has told it that it broke the rules, and waits for it to hang up.
    if (is_open_ && !is_ending_ && !stream_.is_open()) {
      is_ending_ = true;
      since_ = now;
      leave();
    }
    if (is_ending_) {
      if (now - since_ > 2 * kCloseTime) cut();
    } else if (connection_ == 0) {
      if (now - since_ > patience) cut();
    } else if (!has_spoken_ && now - since_ > patience) {
      refuse("hello_late");
    } else if (!message_.empty() && now - message_since_ > patience) {
      refuse("message_slow");
    } else if (is_stuck_ && now - stuck_since_ > milliseconds(house_.limits.write_ms)) {
      house_.metrics.refuse("slow_reader");
      cut();
    } else if (now - heard_ > 3 * milliseconds(house_.limits.ping_ms)) {
      cut();
    } else if (now >= ping_due_) {
      ping(now);
    }
  }

  // What was put in line in this turn of the loop, and what was left of earlier ones.
  void write() {
    if (line().write()) return leave();
    if (!line().is_empty()) return await_room();
    if (connection_ != 0) house_.room->drained(connection_);
  }

  void cut() { line().close(); }

 private:
  Line& line() { return stream_.next_layer(); }

  void line_filled() override {
    house_.unwritten.push_back(shared_from_this());
    if (house_.unwritten.size() > 1) return;
    asio::post(stream_.get_executor(), [&house = house_] {
      for (const auto& socket : std::exchange(house.unwritten, {})) socket->write();
    });
  }

  void await_room() {
    stuck_since_ = Clock::now();
    if (std::exchange(is_stuck_, true)) return;
    line().async_wait_to_write([self = shared_from_this()](error_code error) {
      self->is_stuck_ = false;
      if (!error) self->write();
    });
  }

  void read() {
    stream_.async_read_some(asio::buffer(piece_),
                            [self = shared_from_this()](error_code error, std::size_t count) {
                              self->took(error, count);
                            });
  }

  void took(error_code error, std::size_t count) {
    if (error) return leave();
    if (!is_ending_) hear(count);
    read();  // when it ends too: the other side has to answer that
  }

  void hear(std::size_t count) {
    const Time now = heard_ = Clock::now();
    if (!stream_.got_text()) {
      house_.metrics.refuse("not_text");
      return end_with(kNotText);
    }
    const std::string_view piece(piece_.data(), count);
    const bool is_whole = message_.empty() && stream_.is_message_done();
    if (!is_whole) {
      if (message_.empty()) message_since_ = now;
      message_ += piece;
    }
    if (!bytes_.take(static_cast<double>(count), house_.bytes(), now)) return refuse("flood");
    if (!stream_.is_message_done()) return;
    const std::string message = std::exchange(message_, {});
    if (!messages_.take(1, house_.messages(), now) || !visitor_.may_speak(now)) {
      return refuse("flood");
    }
    has_spoken_ = true;
    house_.room->received(connection_, is_whole ? piece : message);
  }

  // A ping, the answer to ours or to none, or the end.
  void heard(websocket::frame_type kind, std::string_view payload) {
    const Time now = heard_ = Clock::now();
    if (kind == websocket::frame_type::close) {
      since_ = now;  // so long it has to hang up
      return leave();
    }
    const bool is_answer =
        kind == websocket::frame_type::pong && awaits_pong_ && payload == std::to_string(pings_);
    if (!is_answer) {
      if (messages_.take(1, house_.messages(), now)) return;
      // Not from here, in the middle of a read.
      asio::post(stream_.get_executor(), [self = shared_from_this()] { self->refuse("flood"); });
      return;
    }
    awaits_pong_ = false;
    const auto lag = std::chrono::duration_cast<milliseconds>(now - pinged_);
    if (connection_ != 0) house_.room->measured_lag(connection_, static_cast<int>(lag.count() / 2));
  }

  void ping(Time now) {
    ping_due_ = now + milliseconds(house_.limits.ping_ms);
    if (is_pinging_) return;
    is_pinging_ = awaits_pong_ = true;
    pinged_ = now;
    const std::string payload = std::to_string(++pings_);
    stream_.async_ping(websocket::ping_data(beast::string_view(payload.data(), payload.size())),
                       [self = shared_from_this()](error_code) { self->is_pinging_ = false; });
  }

  // Tells that it asks for too much, and ends.
  void refuse(std::string_view reason) {
    if (is_ending_) return;
    house_.metrics.refuse(reason);
    house_.journal.say(LogLevel::info, "refused",
                       {{"reason", std::string(reason)}, {"address", to_text(visitor_.source())}});
    take(std::make_shared<const std::string>(
        protocol::to_text(protocol::Refused{.id = {}, .code = "server.busy", .arguments = {}})));
    end(protocol::Close::busy);
  }

  // After what is in line.
  void end_with(std::uint16_t code) {
    if (is_ending_) return;
    is_ending_ = true;
    since_ = Clock::now();
    if (!is_open_) return cut();
    stream_.async_close(websocket::close_reason(code),
                        [self = shared_from_this()](error_code) { self->leave(); });
  }

  void leave() {
    is_ending_ = true;
    if (connection_ != 0) house_.room->leave(std::exchange(connection_, 0));
  }

  websocket::stream<Line, false> stream_;
  House& house_;
  Visitor visitor_;
  tables::Connection connection_ = 0;  // 0: not in the room
  std::string message_;                // so far
  std::array<char, kReadBytes> piece_;
  Bucket messages_;
  Bucket bytes_;
  Time since_;  // it came, or began to end
  Time message_since_;
  Time heard_;
  Time stuck_since_;
  Time ping_due_;
  Time pinged_;
  unsigned pings_ = 0;
  bool is_open_ = false;
  bool has_spoken_ = false;
  bool is_stuck_ = false;  // what is in line waits for the other side to read
  bool is_pinging_ = false;
  bool awaits_pong_ = false;
  bool is_ending_ = false;  // nothing more is taken, of either side
};

void open_socket(Socket socket, const http::request<http::empty_body>& request,
                 const Address& source, House& house) {
  std::make_shared<WebSocket>(std::move(socket), source, house)->accept(request);
}

// Each may end as it is looked at, so the next one is found first.
namespace {
template <class Action>
void for_each_socket(House& house, Action action) {
  for (auto next = house.sockets.begin(); next != house.sockets.end();) action(**next++);
}
}  // namespace

void look_at_sockets(House& house) {
  for_each_socket(house, [now = Clock::now()](WebSocket& socket) { socket.look(now); });
}

void finish_sockets(House& house) {
  for_each_socket(house, [](WebSocket& socket) { socket.end(protocol::Close::going_away); });
}

void cut_sockets(House& house) {
  for_each_socket(house, [](WebSocket& socket) { socket.cut(); });
}

}  // namespace aero::server
