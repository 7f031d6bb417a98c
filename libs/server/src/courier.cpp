#include "courier.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <deque>
#include <optional>
#include <thread>

namespace aero::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr std::uint16_t kUsualPort = 443;
constexpr std::uint32_t kMostHeader = 16 << 10;
constexpr std::string_view kKeptSeconds = "86400";  // by the push service, for a device that is off
constexpr std::int64_t kSignedSeconds = 43'200;     // RFC 8292 allows twice as long
constexpr std::size_t kMostPauseDigits = 9;
constexpr int kSlower = 4;

// IANA's registries of special-purpose addresses, as far as they are not to be reached from
// everywhere; of IPv6, what lies within 2000::/3.
constexpr std::array kSpecial = {
    "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",    "2001::/23",
    "2001:db8::/32", "2002::/16",       "3fff::/20"};

bool is_in(std::string_view block, const Address& address) {
  const std::optional<Block> parsed = parse_block(block);
  return parsed && contains(*parsed, address);
}

bool is_exempt(const push::Endpoint& endpoint, const std::vector<std::string>& hosts) {
  return std::ranges::find(hosts, endpoint.host) != hosts.end();
}

// What a push service asks for in Retry-After, where that is a number of seconds.
std::optional<milliseconds> pause_of(std::string_view text, milliseconds longest) {
  if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  if (text.size() > kMostPauseDigits) return longest;
  const milliseconds asked = std::chrono::seconds(std::stol(std::string(text)));
  return std::min(asked, longest);
}

bool is_worth_another_try(int status) {
  return status == 0 || status == 429 || (status >= 500 && status <= 599);
}

}  // namespace

bool is_public(const Address& address) {
  if (!is_in("::ffff:0.0.0.0/96", address) && !is_in("2000::/3", address)) return false;
  return std::ranges::none_of(kSpecial, [&](const char* block) { return is_in(block, address); });
}

bool may_deliver(const push::Endpoint& endpoint, const std::vector<std::string>& hosts) {
  if (is_exempt(endpoint, hosts)) return true;
  const std::optional<Address> number = parse_address(endpoint.host);
  return endpoint.port == kUsualPort && (!number || is_public(*number));
}

// Everything of it but take() happens in its thread.
class Courier::Impl {
 public:
  Impl(Settings settings, Done done)
      : settings_(std::move(settings)),
        done_(std::move(done)),
        tls_(asio::ssl::context::tls_client) {
    tls_.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                     asio::ssl::context::no_tlsv1_1);
    tls_.set_default_verify_paths();  // the system's
    tls_.set_verify_mode(asio::ssl::verify_peer);
    thread_ = std::thread([this] { io_.run(); });
  }
  ~Impl() {
    io_.stop();
    thread_.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool take(Letter letter) {
    if (letters_.fetch_add(1) >= settings_.most_letters) {
      --letters_;
      return false;
    }
    asio::post(io_, [this, letter = std::move(letter)]() mutable {
      enqueue({.letter = std::move(letter), .tries = 0});
    });
    return true;
  }

 private:
  struct Task {
    Letter letter;
    int tries;  // that failed
  };
  class Trip;

  void enqueue(Task task) {
    waiting_.push_back(std::move(task));
    go_on();
  }
  void go_on();
  void finish(Task task, int status, std::optional<milliseconds> asked);
  void wait(Task task, std::optional<milliseconds> asked);

  Settings settings_;
  Done done_;
  std::atomic<std::size_t> letters_ = 0;  // waiting, under way, or between two tries
  asio::ssl::context tls_;
  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  std::deque<Task> waiting_;
  std::size_t under_way_ = 0;
  std::thread thread_;
};

// One try. It lives as long as something is awaited on it.
class Courier::Impl::Trip : public std::enable_shared_from_this<Trip> {
 public:
  Trip(Impl& impl, Task task)
      : impl_(impl),
        task_(std::move(task)),
        resolver_(impl.io_),
        deadline_(impl.io_),
        stream_(impl.io_, impl.tls_) {}

  void go() {
    deadline_.expires_after(impl_.settings_.patience);
    deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
      if (!cancelled) self->finish(0);
    });
    resolver_.async_resolve(
        endpoint().host, std::to_string(endpoint().port),
        [self = shared_from_this()](error_code error, const tcp::resolver::results_type& found) {
          if (self->goes_on(error)) self->connect(found);
        });
  }

 private:
  const push::Endpoint& endpoint() const { return task_.letter.endpoint; }

  // Whether there is a next step; where there is none, the trip is over.
  bool goes_on(error_code error) {
    if (!error) return !is_over_;
    finish(0);
    return false;
  }

  void connect(const tcp::resolver::results_type& found) {
    for (const auto& entry : found) {
      const auto address = parse_address(entry.endpoint().address().to_string());
      const bool may = is_exempt(endpoint(), impl_.settings_.hosts);
      if (may || (address && is_public(*address))) addresses_.push_back(entry.endpoint());
    }
    if (addresses_.empty()) return give_up();
    beast::get_lowest_layer(stream_).async_connect(
        addresses_, [self = shared_from_this()](error_code error, const tcp::endpoint&) {
          if (self->goes_on(error)) self->shake_hands();
        });
  }

  void shake_hands() {
    const std::string& host = endpoint().host;
    if (!parse_address(host)) {
      SSL_ctrl(stream_.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
               std::string(host).data());
    }
    stream_.set_verify_callback(asio::ssl::host_name_verification(host));
    stream_.async_handshake(asio::ssl::stream_base::client,
                            [self = shared_from_this()](error_code error) {
                              if (self->goes_on(error)) self->say();
                            });
  }

  void say() {
    const push::Claim claim{.audience = endpoint().origin,
                            .expires_unix_s = std::time(nullptr) + kSignedSeconds,
                            .subject = impl_.settings_.subject};
    request_.method(http::verb::post);
    request_.target(endpoint().target);
    request_.version(11);
    request_.set(http::field::host, endpoint().origin.substr(std::string_view("https://").size()));
    request_.set(http::field::authorization, push::authorization(claim, impl_.settings_.key));
    request_.set(http::field::content_type, "application/octet-stream");
    request_.set(http::field::content_encoding, "aes128gcm");
    request_.set("TTL", kKeptSeconds);
    request_.set("Topic", task_.letter.topic);
    request_.keep_alive(false);
    request_.body() = push::encrypt(task_.letter.text, task_.letter.receiver);
    request_.prepare_payload();
    http::async_write(stream_, request_,
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (self->goes_on(error)) self->hear();
                      });
  }

  void hear() {
    answer_.header_limit(kMostHeader);
    answer_.body_limit(boost::none);  // nothing of it is read
    http::async_read_header(stream_, buffer_, answer_,
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (self->goes_on(error)) self->finish_with_answer();
                            });
  }

  void finish_with_answer() {
    const auto& answer = answer_.get();
    const std::string_view after(answer[http::field::retry_after].data(),
                                 answer[http::field::retry_after].size());
    finish(static_cast<int>(answer.result_int()), pause_of(after, impl_.settings_.longest_pause));
  }

  // It leads to where nothing may be taken.
  void give_up() {
    task_.tries = impl_.settings_.tries;
    finish(0);
  }

  void finish(int status, std::optional<milliseconds> asked = std::nullopt) {
    if (std::exchange(is_over_, true)) return;
    deadline_.cancel();
    resolver_.cancel();
    beast::get_lowest_layer(stream_).close();
    impl_.finish(std::move(task_), status, asked);
  }

  Impl& impl_;
  Task task_;
  tcp::resolver resolver_;
  asio::steady_timer deadline_;
  asio::ssl::stream<beast::tcp_stream> stream_;
  std::vector<tcp::endpoint> addresses_;
  http::request<http::string_body> request_;
  beast::flat_buffer buffer_;
  http::response_parser<http::empty_body> answer_;
  bool is_over_ = false;
};

void Courier::Impl::go_on() {
  while (!waiting_.empty() && under_way_ < settings_.at_once) {
    ++under_way_;
    std::make_shared<Trip>(*this, std::move(waiting_.front()))->go();
    waiting_.pop_front();
  }
}

void Courier::Impl::finish(Task task, int status, std::optional<milliseconds> asked) {
  --under_way_;
  ++task.tries;
  if (is_worth_another_try(status) && task.tries < settings_.tries) {
    wait(std::move(task), asked);
  } else {
    --letters_;
    const bool is_taken = status >= 200 && status <= 299;
    const bool is_gone = status == 404 || status == 410;
    done_(task.letter,
          is_taken  ? Delivery::taken
          : is_gone ? Delivery::gone
                    : Delivery::failed,
          status);
  }
  go_on();
}

void Courier::Impl::wait(Task task, std::optional<milliseconds> asked) {
  milliseconds pause = settings_.pause;
  for (int i = 1; i < task.tries; ++i) pause *= kSlower;
  const auto timer = std::make_shared<asio::steady_timer>(io_);
  timer->expires_after(std::min(std::max(pause, asked.value_or(pause)), settings_.longest_pause));
  timer->async_wait([this, timer, task = std::move(task)](error_code error) mutable {
    if (!error) enqueue(std::move(task));
  });
}

Courier::Courier(Settings settings, Done done)
    : impl_(std::make_unique<Impl>(std::move(settings), std::move(done))) {}
Courier::~Courier() = default;
bool Courier::take(Letter letter) { return impl_->take(std::move(letter)); }

}  // namespace aero::server
