#pragma once
// A web server over HTTP/1.1, to this machine and to those that reach it: the page of the game, and
// the online tables, by WebSocket at /ws and for programs below /api/v1/.
//
// The page is a folder of files, or files that are part of the program. A path that ends in "/" is
// that of the index.html there. A folder is held in memory. It is looked at again at most once a
// second, when a request comes, and read anew if anything in it changed; while it has no index.html
// or changes as it is read (a build is at work), what was read before stays. Not given out: files
// and folders whose names begin with a dot or which may not be read, and links that lead out of the
// folder or to a folder. `x.js.gz` and `x.js.br` beside `x.js` are taken for the same, compressed:
// clients that ask for x.js and accept it get that, and by their own names they are not there.
//
// Files below assets/ have names that change with their contents, so clients may keep them for a
// year; all others are to be asked for again. All have strong ETags. The page is given out under
// every Host: all get the same and none can change anything. At the tables that would not do, see
// Settings::origins.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aero::server {

inline constexpr std::size_t kMostFiles = 2'000;
inline constexpr std::uintmax_t kMostBytes = 64 << 20;  // of all files together

// What clients may use up.
struct Limits {
  std::size_t connections = 256;         // the next ones are told 503, more are hung up on
  std::uint32_t header_bytes = 8 << 10;  // of a request; one that has more is told 431
  int header_ms = 10'000;                // for a request to come, from its first byte to its last
  int idle_ms = 60'000;                  // between two requests
  int write_ms = 60'000;                 // for a client to take an answer
  int stop_ms = 500;                     // for clients to take what is being written, at the end

  // At the tables. Whoever asks for more is told so, and hung up on.
  int hello_ms = 10'000;               // for the first message of a WebSocket, and for each to come
  int ping_ms = 20'000;                // between two pings; who leaves two unanswered is gone
  std::size_t queued_bytes = 1 << 20;  // for a client that does not read, which may come back
  double messages_per_second = 20;     // of a connection
  double messages_at_once = 60;
  double bytes_per_second = 16 << 10;  // of a connection
  double bytes_at_once = 64 << 10;
  // Of all who come from one address, or of IPv6 from one /64; those of this machine are not
  // counted.
  int connections_per_address = 64;
  double address_messages_per_second = 200;
  double address_messages_at_once = 1000;
  double misses_per_second = 0.2;  // codes of tables that there are not
  double misses_at_once = 30;
  double makes_per_second = 0.2;  // of what is kept: tables, tokens, addresses of feeds
  double makes_at_once = 100;
};

// How much is told on standard error, one line of JSON an event.
enum class LogLevel : std::uint8_t { off, error, warning, info, debug };

// A file of a page that is part of the program.
struct PageFile {
  std::string_view path;  // "assets/index-1a2b3c.js"
  std::string_view bytes;
};

struct Settings {
  std::filesystem::path folder;  // not looked at where there are `files`
  // IP addresses as numbers. Those that this machine does not have are left out, as long as it has
  // one of them.
  std::vector<std::string> addresses = {"127.0.0.1", "::1"};
  std::uint16_t port = 0;  // 0: any that is free
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  Limits limits = {};

  std::span<const PageFile> files = {};  // copied

  // Where the tables are kept; empty: there are none, and nothing but the page is given out.
  std::filesystem::path data = {};
  // Pages that may talk to the tables, besides the one given out here, such as
  // "https://example.org"; their hosts are names of this server.
  std::vector<std::string> origins = {};
  // Addresses such as "10.0.0.0/8" of proxies whose X-Forwarded-For is believed.
  std::vector<std::string> trusted_proxies = {};
  // A port on the loopback addresses for /healthz, /readyz and /metrics; 0: any that is free.
  std::optional<std::uint16_t> ops_port = std::nullopt;
  // After so many days finished games are forgotten, and after thrice as many those that nobody
  // goes on with; 0: never.
  int keep_days = 0;
  LogLevel log = LogLevel::warning;
  // Names of push services, besides those of the Internet, to which calls may be taken. People are
  // called where one of the origins is https.
  std::vector<std::string> push_hosts = {};
  std::string version = {};
  // The sentence of a message key, for people who read what the API says; none: the key itself.
  using Arguments = std::vector<std::pair<std::string, std::string>>;
  std::function<std::string(std::string_view key, const Arguments& arguments)> say = {};
  // NOLINTEND(readability-redundant-member-init)
};

enum class Trouble : std::uint8_t {
  no_page,     // the folder, or index.html in it, is not there or may not be read
  too_large,   // the folder has more than kMostFiles or kMostBytes
  no_address,  // what() is not an IP address, or none of this machine
  port_taken,
  port_denied,  // only an administrator may use it
  ops_port,     // the other port cannot be used
  bad_origin,   // what() is no origin
  bad_proxy,    // what() is no address with a number of bits
  // Of Settings::data; what() says which file, and what was wrong.
  data_in_use,  // by another server
  data_newer,   // written by a newer version
  data_unreadable,
  data_denied,
  data_other,
  other,  // what() is the reason
};

class CannotServe : public std::runtime_error {
 public:
  CannotServe(Trouble trouble, const std::string& what)
      : std::runtime_error(what), trouble_(trouble) {}
  Trouble trouble() const { return trouble_; }

 private:
  Trouble trouble_;
};

// Answers, in a thread of its own, from construction until stop().
class Server {
 public:
  explicit Server(const Settings& settings);  // throws CannotServe
  ~Server();                                  // stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  std::uint16_t ops_port() const;  // 0 where there is none

  // Takes no more requests, tells everybody at the tables to come back, gives what is being written
  // Limits::stop_ms, and returns when every connection is closed and every command stored.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aero::server
