#pragma once
// The server under test: `aeroplane serve` as a process of its own, which can be measured, killed
// and started again.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace aero::load {

class Process {
 public:
  struct Settings {
    std::filesystem::path program;
    std::filesystem::path data;  // the folder of its store
    std::filesystem::path page;  // the folder that it gives out
    std::filesystem::path log;   // takes what it says
    std::optional<int> core;     // the one that it may use
  };

  // Starts it on any free port and waits until it listens. Throws CannotRun.
  explicit Process(Settings settings);
  ~Process();  // kills it
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  std::uint16_t port() const { return port_; }
  // Kills it at once, as if the power had gone.
  void kill();
  // Asks it to stop, and waits for it; whether it ended by itself, with success.
  bool stop();
  // Again on the same port; precondition: it does not run. Throws CannotRun.
  void start();

  double cpu_s() const;              // of all its threads since it was started
  std::size_t memory_bytes() const;  // that it holds in RAM
  // No file may grow beyond so many bytes from now on, as on a disk that is full.
  void limit_files(std::optional<std::uint64_t> bytes) const;

 private:
  Settings settings_;
  std::uint16_t port_ = 0;
  pid_t process_ = -1;
};

}  // namespace aero::load
