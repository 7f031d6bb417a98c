// The only file that knows Boost: sockets, timers, and the grammar of HTTP. It is all callbacks,
// because g++ 12 destroys temporaries in co_await expressions twice.

#include "aero/server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <set>
#include <thread>

#include "answer.hpp"

namespace aero::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;
using Stream = beast::basic_stream<tcp, Executor>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;

constexpr std::size_t kReadBytes = 4096;        // asked of a socket at once
constexpr std::size_t kMostRefused = 64;        // connections that are being told 503
constexpr std::size_t kMostIgnored = 64 << 10;  // bytes read of what nobody asked for
constexpr milliseconds kLinger{1000};           // for a client to hang up after us
constexpr milliseconds kNextAccept{100};        // after one that failed, for want of descriptors
constexpr int kTries = 16;                      // to find a port that is free on every address

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string date(std::time_t now) {
  constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm time{};
  gmtime_r(&now, &time);
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %d %02d:%02d:%02d GMT", kDays[time.tm_wday],
                time.tm_mday, kMonths[time.tm_mon], time.tm_year + 1900, time.tm_hour, time.tm_min,
                time.tm_sec);
  return text;
}

class Session;

// What all connections share. Everything below runs on the one thread of the io_context.
struct House {
  Folder folder;
  Limits limits;
  std::set<Session*> sessions;
  bool is_stopping = false;
  Timer deadline;  // of the stop
};

// One connection. It lives as long as something is awaited on it.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, House& house) : stream_(std::move(socket)), house_(house) {
    house_.sessions.insert(this);
  }
  ~Session() {
    house_.sessions.erase(this);
    if (house_.is_stopping && house_.sessions.empty()) house_.deadline.cancel();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void serve() { await_request(house_.limits.header_ms); }

  // Tells that there are too many.
  void turn_away() { respond(refusal(503), 11, false); }

  // Ends the connection, after what is being written.
  void finish() {
    if (!is_answering_) cut();
  }
  void cut() { stream_.close(); }

 private:
  void await_request(int patience_ms) {
    is_answering_ = false;
    parser_.emplace();
    parser_->eager(false);  // the header alone
    parser_->header_limit(house_.limits.header_bytes);
    parser_->body_limit(boost::none);  // none is read
    header_bytes_ = 0;
    if (buffer_.size() > 0) {  // it came along with the one before
      begin_request();
    } else {
      stream_.expires_after(milliseconds(patience_ms));
      read([](Session& self) { self.begin_request(); });
    }
  }

  // The time is for the whole of it, however many bytes come at once.
  void begin_request() {
    stream_.expires_after(milliseconds(house_.limits.header_ms));
    read_request();
  }

  // Beast's own operation would hold each field to the limit, but not all of them together.
  void read_request() {
    error_code error;
    const std::size_t used = parser_->put(buffer_.data(), error);
    buffer_.consume(used);
    header_bytes_ += used;
    if (error == http::error::header_limit || header_bytes_ > house_.limits.header_bytes) {
      respond(refusal(431), 11, false);
    } else if (error == http::error::need_more) {
      read([](Session& self) { self.read_request(); });
    } else if (error) {
      respond(refusal(400), 11, false);
    } else {
      respond_to(parser_->get());
    }
  }

  // Waits for more bytes in the buffer; where none come, the session ends.
  void read(void (*then)(Session&)) {
    stream_.async_read_some(buffer_.prepare(kReadBytes),
                            [self = shared_from_this(), then](error_code error, std::size_t count) {
                              if (error) return;
                              self->buffer_.commit(count);
                              then(*self);
                            });
  }

  void respond_to(const http::request<http::empty_body>& request) {
    const std::string method(request.method_string());
    const std::string target(request.target());
    const std::string accept_encoding = joined(request, http::field::accept_encoding);
    const std::string if_none_match = joined(request, http::field::if_none_match);
    const bool has_content = request.count(http::field::transfer_encoding) > 0 ||
                             parser_->content_length().value_or(0) > 0;
    const bool names_host = request.version() < 11 || request.count(http::field::host) == 1;
    site_ = house_.folder.site(Clock::now());
    respond(answer(*site_, {.method = method,
                            .target = target,
                            .accept_encoding = accept_encoding,
                            .if_none_match = if_none_match,
                            .has_content = has_content,
                            .names_host = names_host}),
            request.version(), request.keep_alive() && names_host && !has_content);
  }

  static std::string joined(const http::request<http::empty_body>& request, http::field name) {
    std::string values;
    const auto [first, last] = request.equal_range(name);
    for (auto field = first; field != last; ++field) {
      values.append(values.empty() ? "" : ",").append(field->value());
    }
    return values;
  }

  void respond(const Answer& answer, unsigned version, bool keeps_alive) {
    is_answering_ = true;
    response_.emplace();
    response_->version(version);
    response_->result(static_cast<unsigned>(answer.status));
    for (const auto& [name, value] : answer.fields) response_->set(name, value);
    response_->set(http::field::date, date(std::time(nullptr)));
    response_->keep_alive(keeps_alive);
    response_->content_length(boost::none);
    if (answer.content_length) response_->content_length(*answer.content_length);
    response_->body() = {answer.body.data(), answer.body.size()};
    stream_.expires_after(milliseconds(house_.limits.write_ms));
    http::async_write(stream_, *response_,
                      [self = shared_from_this(), keeps_alive](error_code error, std::size_t) {
                        if (error) return;
                        self->site_.reset();
                        if (keeps_alive && !self->house_.is_stopping) {
                          self->await_request(self->house_.limits.idle_ms);
                        } else {
                          self->hang_up();
                        }
                      });
  }

  // Says that nothing more will come, and lets the client hang up: to close while it still sends
  // would take back from it what it has not read.
  void hang_up() {
    is_answering_ = false;
    if (house_.is_stopping) return;
    error_code ignored;
    // NOLINTNEXTLINE(bugprone-unused-return-value): the error comes both ways
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLinger);
    ignore_rest();
  }

  void ignore_rest() {
    ignored_bytes_ += buffer_.size();
    buffer_.clear();
    if (ignored_bytes_ < kMostIgnored) read([](Session& self) { self.ignore_rest(); });
  }

  Stream stream_;
  House& house_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::size_t header_bytes_ = 0;  // parsed already
  std::size_t ignored_bytes_ = 0;
  std::optional<http::response<http::span_body<const char>>> response_;
  std::shared_ptr<const Site> site_;  // while an answer points into it
  bool is_answering_ = false;
};

Trouble trouble_of(error_code error) {
  if (error == asio::error::address_in_use) return Trouble::port_taken;
  if (error == asio::error::access_denied || error == asio::error::no_permission) {
    return Trouble::port_denied;
  }
  if (error == boost::system::errc::address_not_available ||
      error == asio::error::address_family_not_supported) {
    return Trouble::no_address;
  }
  return Trouble::other;
}

asio::ip::address parse_address(const std::string& text) {
  error_code error;
  const auto address = asio::ip::make_address(text, error);
  if (error) throw CannotServe(Trouble::no_address, text);
  return address;
}

// Throws CannotServe.
Acceptor listen(asio::io_context& io, const std::string& address, std::uint16_t port) {
  const tcp::endpoint endpoint(parse_address(address), port);
  try {
    Acceptor acceptor(io, endpoint.protocol());
    acceptor.set_option(asio::socket_base::reuse_address(true));
    acceptor.set_option(tcp::no_delay(true));  // its connections inherit it
    if (endpoint.address().is_v6()) {
      const bool is_any = endpoint.address().is_unspecified();  // then of IPv4 as well
      acceptor.set_option(asio::ip::v6_only(!is_any));
    }
    acceptor.bind(endpoint);
    acceptor.listen(asio::socket_base::max_listen_connections);
    return acceptor;
  } catch (const boost::system::system_error& failure) {
    const Trouble trouble = trouble_of(failure.code());
    throw CannotServe(trouble, trouble == Trouble::other ? failure.code().message() : address);
  }
}

}  // namespace

class Server::Impl {
 public:
  explicit Impl(const Settings& settings)
      : house_{.folder = Folder(settings.folder, Clock::now()),
               .limits = settings.limits,
               .sessions = {},
               .deadline = Timer(io_)} {
    open_doors_somewhere(settings);
    for (Door& door : doors_) accept(door);
    thread_ = std::thread([this] { io_.run(); });
  }

  std::uint16_t port() const { return port_; }

  void stop() {
    if (!thread_.joinable()) return;
    asio::post(io_, [this] { begin_stop(); });
    thread_.join();
  }

 private:
  struct Door {
    Acceptor acceptor;
    Timer pause;
  };

  // Opens a door on every address that this machine has; throws CannotServe.
  void open_doors(const Settings& settings) {
    port_ = settings.port;
    for (const std::string& address : settings.addresses) {
      try {
        doors_.push_back({listen(io_, address, port_), Timer(io_)});
        port_ = doors_.back().acceptor.local_endpoint().port();
      } catch (const CannotServe& reason) {
        const bool is_last = address == settings.addresses.back();
        if (reason.trouble() != Trouble::no_address || (is_last && doors_.empty())) throw;
      }
    }
  }

  // The same; but a port that is free on one address need not be so on the next, and where any
  // will do another one is tried.
  void open_doors_somewhere(const Settings& settings) {
    for (int left = settings.port == 0 ? kTries : 1;; --left) {
      try {
        open_doors(settings);
        return;
      } catch (const CannotServe& reason) {
        doors_.clear();
        if (reason.trouble() != Trouble::port_taken || left == 1) throw;
      }
    }
  }

  void accept(Door& door) {
    door.acceptor.async_accept([this, &door](error_code error, Socket socket) {
      if (house_.is_stopping) return;
      if (!error) {
        welcome(std::move(socket));
        accept(door);
        return;
      }
      door.pause.expires_after(kNextAccept);
      door.pause.async_wait([this, &door](error_code cancelled) {
        if (!cancelled && !house_.is_stopping) accept(door);
      });
    });
  }

  void welcome(Socket socket) {
    const std::size_t count = house_.sessions.size();
    if (count >= house_.limits.connections + kMostRefused) return;
    const auto session = std::make_shared<Session>(std::move(socket), house_);
    count < house_.limits.connections ? session->serve() : session->turn_away();
  }

  void begin_stop() {
    house_.is_stopping = true;
    for (Door& door : doors_) {
      door.acceptor.close();
      door.pause.cancel();
    }
    for (Session* session : house_.sessions) session->finish();
    if (house_.sessions.empty()) return;
    house_.deadline.expires_after(milliseconds(house_.limits.stop_ms));
    house_.deadline.async_wait([this](error_code) {
      for (Session* session : house_.sessions) session->cut();
    });
  }

  asio::io_context io_{1};
  House house_;
  std::vector<Door> doors_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

Server::Server(const Settings& settings) : impl_(std::make_unique<Impl>(settings)) {}
Server::~Server() { impl_->stop(); }
std::uint16_t Server::port() const { return impl_->port(); }
void Server::stop() { impl_->stop(); }

}  // namespace aero::server
