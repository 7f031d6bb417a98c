// Listening, timers, and connections that speak HTTP; those that go on as WebSocket are in
// socket.cpp. It is all callbacks, because g++ 12 destroys temporaries in co_await expressions
// twice.

#include "aero/server.hpp"

#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <ctime>
#include <deque>
#include <thread>

#include "answer.hpp"
#include "net.hpp"
#include "socket.hpp"

namespace aero::server {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;
using Stream = beast::basic_stream<tcp, Executor>;

constexpr std::size_t kAskedBytes = 4096;       // asked of a socket at once
constexpr std::size_t kMostRefused = 64;        // connections that are being told 503
constexpr std::size_t kMostIgnored = 64 << 10;  // bytes read of what nobody asked for
constexpr milliseconds kLinger{1000};           // for a client to hang up after us
constexpr milliseconds kNextAccept{100};        // after one that failed, for want of descriptors
constexpr int kTries = 16;                      // to find a port that is free on every address
constexpr milliseconds kSecond{1000};
constexpr milliseconds kAnswerTime{15'000};  // for the tables to answer a request
constexpr milliseconds kKeepAlive{15'000};   // between two lines of a stream
constexpr milliseconds kStoreTime{5000};     // for the store to finish, at the end
constexpr milliseconds kStoreLook{10};       // between two looks whether it has
constexpr int kComeBackMs = 1000;            // what clients are told, at the end
constexpr int kSecondsToForget = 3600;       // between two looks for old tables
constexpr int kSecondsToTidy = 10;

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

enum class Purpose : std::uint8_t { everybody, operation };

}  // namespace

// One connection that speaks HTTP. It lives as long as something is awaited on it.
class Session final : public Responder, public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, House& house, Purpose purpose)
      : stream_(std::move(socket)), house_(house), purpose_(purpose), peer_(address_of_peer()) {
    house_.sessions.insert(this);
    if (!is_proxy()) visitor_.emplace(house_, peer_);
  }
  ~Session() override {
    if (is_stream_) --house_.metrics.streams;
    house_.sessions.erase(this);
    house_.left();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  bool is_welcome() { return !visitor_ || visitor_->is_welcome(); }
  void serve() { await_request(house_.limits.header_ms); }

  // Tells that there are too many.
  void turn_away() { respond(refusal(503), 11, false); }

  // Ends the connection, after what is being written or waited for; or a stream, after its last
  // line.
  void finish() override {
    if (is_stream_) {
      finish_stream();
    } else if (!is_answering_) {
      cut();
    }
  }
  void cut() {
    stream_.close();
    forget_exchange();
  }

  // To be called once a second.
  void look(Time now) {
    if (is_asked_ && now - since_ > kAnswerTime) {
      exchange_.reset();
      answer(house_.api->refusal("server.busy"));
    } else if (is_stream_ && now - since_ > kKeepAlive) {
      add("\n");
    }
  }

  // ---- Responder ----

  void answer(ApiAnswer answer) override {
    if (!std::exchange(is_asked_, false)) return;  // it took too long, and that was told
    told_ = std::move(answer);
    // Not at once: this may come while the exchange begins, or in the middle of a call of it.
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
      self->forget_exchange();
      if (self->is_head_) self->told_.body.clear();
      self->respond(told(self->told_.status, self->told_.type, self->told_.body), self->version_,
                    self->keeps_alive_);
    });
  }

  void begin(std::string_view type) override {
    if (!std::exchange(is_asked_, false)) return;
    is_stream_ = true;
    ++house_.metrics.streams;
    const Answer head = told(200, type, "");
    std::string text = "HTTP/1.1 200 OK\r\nConnection: close\r\nDate: " + date(std::time(nullptr));
    for (const auto& [name, value] : head.fields) {
      text.append("\r\n").append(name).append(": ").append(value);
    }
    add(text + "\r\n\r\n");
    // Ends where the client hangs up. The read also keeps this alive, so that nobody else need.
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
      self->waiting_.reset();
      self->read_stream();
    });
  }

  void add(std::string line) override {
    since_ = Clock::now();
    queued_bytes_ += line.size();
    if (queued_bytes_ > house_.limits.queued_bytes) {  // it does not read, and may come back
      house_.metrics.refuse("slow_reader");
      asio::post(stream_.get_executor(), [self = shared_from_this()] { self->cut(); });
      return;
    }
    lines_.push_back(std::move(line));
    if (lines_.size() == 1) write_line();
  }

  void finish_stream() {
    is_ending_ = true;
    if (lines_.empty())
      asio::post(stream_.get_executor(), [self = shared_from_this()] { self->cut(); });
  }

  bool may_miss() override { return !visitor_ || visitor_->may_miss(Clock::now()); }
  bool may_make() override { return !visitor_ || visitor_->may_make(Clock::now()); }

 private:
  // ---- a request ----

  void await_request(int patience_ms) {
    is_answering_ = false;
    parser_.emplace();
    parser_->eager(false);  // the header alone
    parser_->header_limit(house_.limits.header_bytes);
    parser_->body_limit(boost::none);  // none is read by the parser
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
      ++house_.metrics.requests;
      respond_to(parser_->get());
    }
  }

  // Waits for more bytes in the buffer; where none come, the session ends.
  void read(void (*then)(Session&)) {
    stream_.async_read_some(buffer_.prepare(kAskedBytes),
                            [self = shared_from_this(), then](error_code error, std::size_t count) {
                              if (error) return;
                              self->buffer_.commit(count);
                              then(*self);
                            });
  }

  void respond_to(const http::request<http::empty_body>& request) {
    if (purpose_ == Purpose::operation) return respond_to_operator(request);
    if (house_.room) {
      const std::string_view path = path_of_request(request);
      if (path == "/ws") return respond_to_upgrade(request);
      if (path.starts_with("/api/") || path.starts_with("/feed/")) {
        return respond_to_program(request);
      }
    }
    const std::string method(request.method_string());
    const std::string target(request.target());
    const std::string accept_encoding = joined(request, http::field::accept_encoding);
    const std::string if_none_match = joined(request, http::field::if_none_match);
    const bool has_content = request.count(http::field::transfer_encoding) > 0 ||
                             parser_->content_length().value_or(0) > 0;
    const bool names_host = request.version() < 11 || request.count(http::field::host) == 1;
    site_ = house_.folder.site(Clock::now());
    respond(aero::server::answer(*site_, {.method = method,
                                          .target = target,
                                          .accept_encoding = accept_encoding,
                                          .if_none_match = if_none_match,
                                          .has_content = has_content,
                                          .names_host = names_host}),
            request.version(), request.keep_alive() && names_host && !has_content);
  }

  static std::string_view path_of_request(const http::request<http::empty_body>& request) {
    const std::string_view target(request.target().data(), request.target().size());
    return target.substr(0, target.find('?'));
  }

  // All values of a field, which is named by Beast's word for it or by its text.
  template <class Name>
  static std::string joined(const http::request<http::empty_body>& request, const Name& name) {
    std::string values;
    const auto [first, last] = request.equal_range(name);
    for (auto field = first; field != last; ++field) {
      values.append(values.empty() ? "" : ",").append(field->value());
    }
    return values;
  }

  // ---- who asks ----

  Address address_of_peer() {
    error_code error;
    const auto endpoint = stream_.socket().remote_endpoint(error);
    if (error) return {};
    const auto address = parse_address(endpoint.address().to_string());
    return address.value_or(Address{});
  }

  bool is_proxy() const {
    return std::ranges::any_of(house_.trusted,
                               [&](const Block& block) { return contains(block, peer_); });
  }

  // 0, or the status that refuses a request to the tables by where it comes from.
  int refuses(const http::request<http::empty_body>& request) {
    if (request.count(http::field::host) != 1) return 400;
    const std::string host = joined(request, http::field::host);
    if (!is_host_allowed(host, house_.origins)) return refuse_by("host", 421);
    if (request.count(http::field::origin) > 0 &&
        !is_origin_allowed(joined(request, http::field::origin), host, house_.origins)) {
      return refuse_by("origin", 403);
    }
    if (is_proxy()) {
      const Address source = source_of(peer_, joined(request, "X-Forwarded-For"), house_.trusted);
      if (!visitor_ || visitor_->source() != source) visitor_.emplace(house_, source);
    }
    if (!visitor_->is_welcome()) return refuse_by("address_connections", 503);
    if (!visitor_->may_speak(Clock::now())) return refuse_by("address_flood", 503);
    return 0;
  }

  int refuse_by(std::string_view reason, int status) {
    house_.metrics.refuse(reason);
    house_.journal.say(LogLevel::info, "refused",
                       {{"reason", std::string(reason)}, {"address", to_text(peer_)}});
    return status;
  }

  // ---- the tables ----

  void respond_to_upgrade(const http::request<http::empty_body>& request) {
    if (const int status = refuses(request)) return respond(refusal(status), 11, false);
    if (!beast::websocket::is_upgrade(request)) return respond(refusal(426), 11, false);
    if (buffer_.size() > 0) return respond(refusal(400), 11, false);
    if (house_.is_stopping) return respond(refusal(503), 11, false);
    const Address source = visitor_->source();
    visitor_.reset();  // it is that of the socket from now on
    stream_.expires_never();
    open_socket(stream_.release_socket(), request, source, house_);
  }

  void respond_to_program(const http::request<http::empty_body>& request) {
    version_ = request.version();
    is_head_ = request.method() == http::verb::head;
    if (const int status = refuses(request)) return respond(refusal(status), version_, false);
    const std::uint64_t length = parser_->content_length().value_or(0);
    if (request.count(http::field::transfer_encoding) > 0) {
      return respond(refusal(411), version_, false);
    }
    if (length > protocol::kMostBytes) return respond(refusal(413), version_, false);
    if (request.count("Expect") > 0) return respond(refusal(400), version_, false);
    keeps_alive_ = request.keep_alive();
    api_request_ = {.method = request.method_string(),
                    .target = request.target(),
                    .authorization = joined(request, http::field::authorization),
                    .content_type = joined(request, http::field::content_type),
                    .accept = joined(request, http::field::accept)};
    body_bytes_ = static_cast<std::size_t>(length);
    read_body();
  }

  void read_body() {
    if (buffer_.size() < body_bytes_) {
      return read([](Session& self) { self.read_body(); });
    }
    api_request_.body.resize(body_bytes_);
    asio::buffer_copy(asio::buffer(api_request_.body), buffer_.data());
    buffer_.consume(body_bytes_);
    is_answering_ = true;
    since_ = Clock::now();
    is_asked_ = true;
    waiting_ = shared_from_this();  // until there is an answer, as nothing else holds it
    exchange_ = house_.api->begin(std::move(api_request_), *this);
  }

  // Whoever may end this session by it has to hold it.
  void forget_exchange() {
    exchange_.reset();
    if (waiting_) asio::post(stream_.get_executor(), [self = std::move(waiting_)] {});
  }

  // ---- a stream ----

  void read_stream() {
    stream_.expires_never();
    read([](Session& self) {
      self.buffer_.clear();
      self.read_stream();
    });
  }

  void write_line() {
    stream_.expires_after(milliseconds(house_.limits.write_ms));
    asio::async_write(stream_, asio::buffer(lines_.front()),
                      [self = shared_from_this()](error_code error, std::size_t count) {
                        if (error) return self->cut();
                        self->queued_bytes_ -= count;
                        self->lines_.pop_front();
                        if (!self->lines_.empty()) return self->write_line();
                        if (self->is_ending_) return self->cut();
                        if (self->exchange_) self->exchange_->drained();
                      });
  }

  // ---- operation ----

  void respond_to_operator(const http::request<http::empty_body>& request) {
    const std::string_view path = path_of_request(request);
    const bool is_ready = !house_.is_stopping && (!house_.room || house_.room->is_ready());
    const bool is_get = request.method() == http::verb::get;
    told_ = {.status = is_get ? 200 : 405, .type = "text/plain; charset=utf-8", .body = "ok\n"};
    if (path == "/readyz" && !is_ready) {
      told_.status = 503;
      told_.body = "not ready\n";
    } else if (path == "/metrics") {
      told_.type = "text/plain; version=0.0.4; charset=utf-8";
      told_.body = metrics(is_ready);
    } else if (path != "/healthz" && path != "/readyz") {
      told_.status = 404;
      told_.body = "not found\n";
    }
    respond(told(told_.status, told_.type, told_.body), request.version(),
            is_get && request.keep_alive());
  }

  std::string metrics(bool is_ready) {
    house_.metrics.sessions = static_cast<std::int64_t>(house_.sessions.size());
    if (house_.room) house_.metrics.tables = house_.room->figures().tables;
    return house_.metrics.text(is_ready);
  }

  // ---- an answer ----

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
  Purpose purpose_;
  Address peer_;
  std::optional<Visitor> visitor_;  // none until a trusted proxy has said who it stands for
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::size_t header_bytes_ = 0;  // parsed already
  std::size_t ignored_bytes_ = 0;
  std::optional<http::response<http::span_body<const char>>> response_;
  std::shared_ptr<const Site> site_;  // while an answer points into it
  bool is_answering_ = false;

  // While the tables are asked.
  ApiRequest api_request_;
  std::size_t body_bytes_ = 0;
  unsigned version_ = 11;
  bool is_head_ = false;
  bool is_asked_ = false;  // and nothing is answered yet
  bool keeps_alive_ = false;
  std::shared_ptr<Exchange> exchange_;
  std::shared_ptr<Session> waiting_;  // itself
  Time since_;                        // it waits, or wrote its last line
  ApiAnswer told_;
  std::deque<std::string> lines_;  // of a stream, the first of them being written
  std::size_t queued_bytes_ = 0;
  bool is_stream_ = false;
  bool is_ending_ = false;  // when all lines are written
};

namespace {

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

asio::ip::address parse_number(const std::string& text) {
  error_code error;
  const auto address = asio::ip::make_address(text, error);
  if (error) throw CannotServe(Trouble::no_address, text);
  return address;
}

// Throws CannotServe.
Acceptor listen(asio::io_context& io, const std::string& address, std::uint16_t port) {
  const tcp::endpoint endpoint(parse_number(address), port);
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

// Settings as texts, read. Throws CannotServe.
std::vector<Origin> origins_of(const Settings& settings) {
  std::vector<Origin> origins;
  for (const std::string& text : settings.origins) {
    std::optional<Origin> origin = parse_origin(text);
    if (!origin) throw CannotServe(Trouble::bad_origin, text);
    origins.push_back(*std::move(origin));
  }
  return origins;
}
std::vector<Block> proxies_of(const Settings& settings) {
  std::vector<Block> blocks;
  for (const std::string& text : settings.trusted_proxies) {
    const std::optional<Block> block = parse_block(text);
    if (!block) throw CannotServe(Trouble::bad_proxy, text);
    blocks.push_back(*block);
  }
  return blocks;
}

}  // namespace

class Server::Impl {
 public:
  explicit Impl(const Settings& settings)
      : keep_days_(settings.keep_days),
        house_{.folder = settings.files.empty() ? Folder(settings.folder, Clock::now())
                                                : Folder(settings.files),
               .limits = settings.limits,
               .origins = origins_of(settings),
               .trusted = proxies_of(settings),
               .journal = Journal(settings.log),
               .deadline = Timer(io_),
               .sessions = {},
               .sockets = {},
               .unwritten = {},
               .accounts = {},
               .metrics = {},
               .room = {},
               .calls = {},
               .api = {}} {
    open(settings);
    if (!settings.data.empty()) open_room(settings);
    for (Door& door : doors_) accept(door);
    look_again();
    house_.journal.say(LogLevel::info, "started", {{"port", std::to_string(port_)}});
    thread_ = std::thread([this] { io_.run(); });
  }

  std::uint16_t port() const { return port_; }
  std::uint16_t ops_port() const { return ops_port_; }

  void stop() {
    if (!thread_.joinable()) return;
    asio::post(io_, [this] { begin_stop(); });
    thread_.join();
    house_.journal.say(LogLevel::info, "stopped");
  }

 private:
  struct Door {
    Acceptor acceptor;
    Timer pause;
    Purpose purpose;
  };
  using Doors = std::deque<Door>;

  // ---- opening ----

  // Opens a door on every address that this machine has, and tells the port; throws CannotServe.
  std::uint16_t open_doors(Doors& doors, const std::vector<std::string>& addresses,
                           std::uint16_t port, Purpose purpose) {
    for (const std::string& address : addresses) {
      try {
        doors.push_back({listen(io_, address, port), Timer(io_), purpose});
        port = doors.back().acceptor.local_endpoint().port();
      } catch (const CannotServe& reason) {
        const bool is_last = address == addresses.back();
        if (reason.trouble() != Trouble::no_address || (is_last && doors.empty())) throw;
      }
    }
    return port;
  }

  // The same; but a port that is free on one address need not be so on the next, and where any
  // will do another one is tried.
  std::uint16_t open_doors_somewhere(Doors& doors, const std::vector<std::string>& addresses,
                                     std::uint16_t port, Purpose purpose) {
    for (int left = port == 0 ? kTries : 1;; --left) {
      try {
        return open_doors(doors, addresses, port, purpose);
      } catch (const CannotServe& reason) {
        doors.clear();
        if (reason.trouble() != Trouble::port_taken || left == 1) throw;
      }
    }
  }

  void open(const Settings& settings) {
    port_ = open_doors_somewhere(doors_, settings.addresses, settings.port, Purpose::everybody);
    if (settings.ops_port) open_ops(*settings.ops_port);
  }

  void open_ops(std::uint16_t port) {
    Doors doors;
    try {
      ops_port_ = open_doors_somewhere(doors, Settings().addresses, port, Purpose::operation);
    } catch (const CannotServe&) {
      throw CannotServe(Trouble::ops_port, std::to_string(port));
    }
    for (Door& door : doors) doors_.push_back(std::move(door));
  }

  void open_room(const Settings& settings) {
    const Keeper::Post post = [this](std::function<void()> action) {
      asio::post(io_, std::move(action));
    };
    tables::Limits limits;
    limits.version = settings.version;
    limits.piece_bytes = static_cast<int>(
        std::min<std::size_t>(settings.limits.queued_bytes / 4, 256 << 10));  // at most
    house_.room = std::make_unique<Room>(
        settings.data, limits, post, [this](std::int64_t in_ms) { wake_room_in(in_ms); },
        house_.metrics, house_.journal);
    open_calls(settings, post);
    house_.api = std::make_unique<Api>(*house_.room, post, settings.say, house_.calls.get());
  }

  // Browsers hear calls only where the page came by https, and push services want to know of whom.
  void open_calls(const Settings& settings, const Keeper::Post& post) {
    const auto page = std::ranges::find_if(
        house_.origins, [](const Origin& origin) { return origin.text.starts_with("https://"); });
    if (page == house_.origins.end()) return;
    Courier::Settings courier;
    courier.subject = page->text;
    courier.hosts = settings.push_hosts;
    house_.calls = std::make_unique<Calls>(house_.room->keeper(), post, std::move(courier),
                                           house_.metrics, house_.journal);
    house_.room->on_turn([this](const std::string& person, const std::string& table, Seat seat) {
      house_.calls->call(person, table, seat);
    });
  }

  // ---- connections ----

  void accept(Door& door) {
    door.acceptor.async_accept([this, &door](error_code error, Socket socket) {
      if (house_.is_stopping) return;
      if (!error) {
        welcome(std::move(socket), door.purpose);
        accept(door);
        return;
      }
      door.pause.expires_after(kNextAccept);
      door.pause.async_wait([this, &door](error_code cancelled) {
        if (!cancelled && !house_.is_stopping) accept(door);
      });
    });
  }

  void welcome(Socket socket, Purpose purpose) {
    const std::size_t count = house_.sessions.size() + house_.sockets.size();
    ++house_.metrics.accepted;
    if (purpose == Purpose::everybody && count >= house_.limits.connections + kMostRefused) {
      house_.metrics.refuse("connections");
      return;
    }
    const auto session = std::make_shared<Session>(std::move(socket), house_, purpose);
    if (purpose == Purpose::operation ||
        (count < house_.limits.connections && session->is_welcome())) {
      session->serve();
    } else {
      house_.metrics.refuse("connections");
      session->turn_away();
    }
  }

  // ---- time ----

  void wake_room_in(std::int64_t ms) {
    if (has_finished_) return;                    // a timer would hold the end up for as long
    room_timer_.expires_after(milliseconds(ms));  // instead of what it waited for
    room_timer_.async_wait([this](error_code cancelled) {
      if (!cancelled && !has_finished_) house_.room->wake();
    });
  }

  void look_again() {
    look_timer_.expires_after(kSecond);
    look_timer_.async_wait([this](error_code cancelled) {
      if (cancelled || has_finished_) return;
      look();
      look_again();
    });
  }

  void look() {
    const Time now = Clock::now();
    for (auto next = house_.sessions.begin(); next != house_.sessions.end();) {
      (*next++)->look(now);
    }
    look_at_sockets(house_);
    ++looks_;
    if (looks_ % kSecondsToTidy == 0) {
      house_.accounts.tidy(house_.address_messages(), house_.misses(), house_.makes(), now);
    }
    if (!house_.room || house_.is_stopping) return;
    house_.room->look();
    if (keep_days_ > 0 && looks_ % kSecondsToForget == 1) {
      house_.room->keeper().forget(keep_days_, 3 * keep_days_);
    }
  }

  // ---- the end ----

  void begin_stop() {
    house_.is_stopping = true;
    house_.journal.say(LogLevel::info, "stopping");
    for (Door& door : doors_) {
      door.acceptor.close();
      door.pause.cancel();
    }
    if (house_.room) house_.room->stop(kComeBackMs);
    await_store(Clock::now() + kStoreTime);
  }

  // What is being stored is still told to those who are there.
  void await_store(Time until) {
    if (!house_.room || !house_.room->is_storing() || Clock::now() >= until) return finish();
    house_.deadline.expires_after(kStoreLook);
    house_.deadline.async_wait([this, until](error_code) { await_store(until); });
  }

  void finish() {
    has_finished_ = true;
    room_timer_.cancel();
    look_timer_.cancel();
    for (auto next = house_.sessions.begin(); next != house_.sessions.end();) (*next++)->finish();
    finish_sockets(house_);
    if (house_.is_empty()) return;
    house_.deadline.expires_after(milliseconds(house_.limits.stop_ms));
    house_.deadline.async_wait([this](error_code) {
      for (auto next = house_.sessions.begin(); next != house_.sessions.end();) (*next++)->cut();
      cut_sockets(house_);
    });
  }

  asio::io_context io_{1};
  Timer room_timer_{io_};
  Timer look_timer_{io_};
  int keep_days_;
  House house_;
  Doors doors_;
  std::uint16_t port_ = 0;
  std::uint16_t ops_port_ = 0;
  std::uint64_t looks_ = 0;
  bool has_finished_ = false;
  std::thread thread_;
};

Server::Server(const Settings& settings) : impl_(std::make_unique<Impl>(settings)) {}
Server::~Server() { impl_->stop(); }
std::uint16_t Server::port() const { return impl_->port(); }
std::uint16_t Server::ops_port() const { return impl_->ops_port(); }
void Server::stop() { impl_->stop(); }

}  // namespace aero::server
