#pragma once
// What the server counts, and how Prometheus reads it.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace aero::server {

// How long things took.
class Histogram {
 public:
  void add(double seconds);
  void write(std::string_view name, std::string& text) const;

 private:
  static constexpr std::array kBounds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                         0.05,   0.1,   0.25,   0.5,   1.0,  2.5};
  std::array<std::uint64_t, kBounds.size() + 1> counts_{};  // each by itself; the last is the rest
  double sum_ = 0;
};

struct Metrics {
  std::int64_t sessions = 0;  // connections that speak HTTP, now
  std::int64_t sockets = 0;   // those that speak WebSocket, now
  std::int64_t streams = 0;   // of events over HTTP, now
  std::uint64_t accepted = 0;
  std::uint64_t requests = 0;
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t moves = 0;
  std::uint64_t entries = 0;
  std::uint64_t tables_opened = 0;
  std::uint64_t commits_failed = 0;
  std::int64_t waiting_commits = 0;
  std::int64_t tables = 0;  // in memory, now
  Histogram commit_seconds;
  std::map<std::string, std::uint64_t, std::less<>> refused;  // by reason
  std::map<std::string, std::uint64_t, std::less<>> pushes;   // by outcome

  void refuse(std::string_view reason);
  // In the text format, version 0.0.4.
  std::string text(bool is_ready) const;
};

}  // namespace aero::server
