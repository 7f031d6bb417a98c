#pragma once
// How far a long job is, on standard error, for people who watch: nothing is written unless that
// is a terminal.

#include <chrono>
#include <cstdint>
#include <string_view>

#include "aero/text.hpp"

namespace aero::cli {

class Progress {
 public:
  // `all` is what there is to do, 0 or more.
  Progress(text::Language language, std::int64_t all);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `note`, which may be empty, says more.
  void show(std::int64_t done, std::string_view note = {});

 private:
  using Clock = std::chrono::steady_clock;

  text::Language language_;
  std::int64_t all_;
  bool is_shown_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;
};

}  // namespace aero::cli
