#pragma once
// A web server for the folder that holds the page, over HTTP/1.1, to this machine and to those that
// reach it. It gives out files and takes nothing but GET and HEAD.
//
// A path that ends in "/" is that of the index.html there. The folder is held in memory. It is
// looked at again at most once a second, when a request comes, and read anew if anything in it
// changed; while it has no index.html or changes as it is read (a build is at work), what was read
// before stays. Not given out: files and folders whose names begin with a dot or which may not be
// read, and links that lead out of the folder or to a folder. `x.js.gz` and `x.js.br` beside `x.js`
// are taken for the same, compressed: clients that ask for x.js and accept it get that, and by
// their own names they are not there.
//
// Every Host is answered: all are given the same and none can change anything, so a page elsewhere
// whose name was made to lead here (DNS rebinding) gains nothing.
//
// Files below assets/ have names that change with their contents, so clients may keep them for a
// year; all others are to be asked for again. All have strong ETags.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
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
};

struct Settings {
  std::filesystem::path folder;
  // IP addresses as numbers. Those that this machine does not have are left out, as long as it has
  // one of them.
  std::vector<std::string> addresses = {"127.0.0.1", "::1"};
  std::uint16_t port = 0;  // 0: any that is free
  Limits limits = {};
};

enum class Trouble : std::uint8_t {
  no_page,     // the folder, or index.html in it, is not there or may not be read
  too_large,   // the folder has more than kMostFiles or kMostBytes
  no_address,  // what() is not an IP address, or none of this machine
  port_taken,
  port_denied,  // only an administrator may use it
  other,        // what() is the reason
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

  // Takes no more requests, gives what is being written Limits::stop_ms, and returns when every
  // connection is closed.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aero::server
