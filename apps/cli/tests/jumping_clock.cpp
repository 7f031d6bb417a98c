// To be preloaded: the time of day jumps back and forth by years, several times a second, as no
// real clock would. Whoever trusts it for a deadline will be seen to.

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>

#include "aero/mix.hpp"

namespace {

constexpr std::int64_t kMostSeconds = 315'360'000;  // ten years
constexpr long kNanoseconds = 1'000'000'000;
constexpr long kJumpNanoseconds = kNanoseconds / 8;

bool is_time_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

int read_clock(clockid_t clock, timespec* time) {
  if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
  if (is_time_of_day(clock)) {
    const auto eighth = static_cast<std::uint64_t>(time->tv_sec) * 8 +
                        static_cast<std::uint64_t>(time->tv_nsec / kJumpNanoseconds);
    time->tv_sec +=
        static_cast<std::int64_t>(aero::mix(eighth) % (2 * kMostSeconds)) - kMostSeconds;
  }
  return 0;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept { return read_clock(clock, time); }

int gettimeofday(timeval* __restrict time, void* __restrict) noexcept {
  timespec now{};
  if (read_clock(CLOCK_REALTIME, &now) != 0) return -1;
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* result) noexcept {
  timespec now{};
  read_clock(CLOCK_REALTIME, &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"
