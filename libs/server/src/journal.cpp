#include "journal.hpp"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>

#include "aero/json.hpp"

namespace aero::server {
namespace {

std::string_view name_of(LogLevel level) {
  constexpr std::string_view kNames[] = {"off", "error", "warning", "info", "debug"};
  return kNames[static_cast<std::size_t>(level)];
}

}  // namespace

std::string utc_now() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
  const std::int64_t ms = now.time_since_epoch().count();
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm time{};
  gmtime_r(&seconds, &time);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", time.tm_year + 1900,
                time.tm_mon + 1, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec,
                static_cast<int>(ms % 1000));
  return text;
}

void Journal::say(LogLevel level, std::string_view event, Fields fields) const {
  if (!keeps(level)) return;
  std::string line = R"({"time":")" + utc_now() + R"(","level":")";
  line.append(name_of(level)).append(R"(","event":)").append(json::in_quotes(event));
  for (const auto& [name, value] : fields) {
    line.append(",").append(json::in_quotes(name)).append(":").append(json::in_quotes(value));
  }
  line += "}\n";
  // Whole lines, so that those of several threads do not mix. Where nobody takes it, so be it: a
  // pipe that nobody reads would stop the server.
  pollfd out{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
  if (poll(&out, 1, 0) != 1 || (out.revents & POLLOUT) == 0) return;
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace aero::server
