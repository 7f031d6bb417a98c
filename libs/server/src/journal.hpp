#pragma once
// What happens, for whoever runs the server: one line of JSON an event on standard error. Tokens,
// names and what people say never come here.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "aero/server.hpp"

namespace aero::server {

class Journal {
 public:
  using Fields = std::initializer_list<std::pair<std::string_view, std::string>>;

  explicit Journal(LogLevel level) : level_(level) {}

  bool keeps(LogLevel level) const { return level <= level_ && level != LogLevel::off; }
  void say(LogLevel level, std::string_view event, Fields fields = {}) const;

 private:
  LogLevel level_;
};

// "2026-01-31T12:00:00.000Z"
std::string utc_now();

}  // namespace aero::server
