#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace aero::arena {

// A program that is spoken to in lines. It is ended, with all that it started, where this object
// is; and where the thread that started it ends first, the program itself is.
class Process {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Reading : std::uint8_t { line, ended, timed_out };

  // Runs a command as the shell does. None where it cannot be started; errno says why. What waits
  // for the program gives up as by the deadline once `stops`, which may be empty, says so.
  static std::optional<Process> start(const std::string& command, std::function<bool()> stops);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process() { end(); }

  // Adds the line's end. False where the program takes nothing any more, or not by the deadline.
  bool write_line(std::string line, Clock::time_point deadline);
  // The next line, without its end.
  Reading read_line(std::string& line, Clock::time_point deadline);
  // What the program ended with, as a shell tells it: of a signal 128 more than its number. None
  // where it has not ended by the deadline.
  std::optional<int> exit_status(Clock::time_point deadline) const;

 private:
  Process() = default;
  bool wait_for(int file, short what, Clock::time_point deadline) const;
  void end();

  pid_t child_ = -1;
  int in_ = -1;   // a socket, so that writing to a program that ended raises no signal
  int out_ = -1;  // a pipe
  std::string unread_;
  std::function<bool()> stops_;
};

}  // namespace aero::arena
