#include "instructions.hpp"

#ifdef __linux__

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace aero {

InstructionCounter::InstructionCounter() {
  perf_event_attr what{};
  what.size = sizeof what;
  what.type = PERF_TYPE_HARDWARE;
  what.config = PERF_COUNT_HW_INSTRUCTIONS;
  what.exclude_kernel = 1;
  what.exclude_hv = 1;
  file_ = static_cast<int>(syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
}

InstructionCounter::~InstructionCounter() {
  if (file_ >= 0) close(file_);
}

std::optional<std::int64_t> InstructionCounter::read() const {
  std::int64_t count = 0;
  if (file_ < 0 || ::read(file_, &count, sizeof count) != sizeof count) return std::nullopt;
  return count;
}

}  // namespace aero

#else

namespace aero {

InstructionCounter::InstructionCounter() = default;
InstructionCounter::~InstructionCounter() = default;
std::optional<std::int64_t> InstructionCounter::read() const { return std::nullopt; }

}  // namespace aero

#endif
