#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

namespace aero::arena {
namespace {

// A longer line is no answer of an engine.
constexpr std::size_t kLongestLine = 1 << 20;

// How often a wait asks whether to stop.
constexpr int kAskEveryMs = 50;

// Whole milliseconds until then, rounded up; 0 … kAskEveryMs.
int left_ms(Process::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Process::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kAskEveryMs));
}

// As posix_spawn, which cannot tell the child to end with its parent.
pid_t spawn(const std::string& command, int in, int out) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child > 0) setpgid(child, child);  // whoever comes first: it may be ended before it is there
  if (child != 0) return child;
  setpgid(0, 0);  // a group of its own, so that all of it can be ended
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  std::signal(SIGPIPE, SIG_DFL);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  _exit(127);
}

}  // namespace

std::optional<Process> Process::start(const std::string& command, std::function<bool()> stops) {
  int in[2];
  int out[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0) return std::nullopt;
  Process process;
  process.in_ = in[0];
  if (pipe2(out, O_CLOEXEC) != 0) {
    close(in[1]);
    return std::nullopt;
  }
  process.out_ = out[0];
  process.stops_ = std::move(stops);
  process.child_ = spawn(command, in[1], out[1]);
  close(in[1]);
  close(out[1]);
  if (process.child_ < 0) return std::nullopt;
  return process;
}

Process::Process(Process&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      in_(std::exchange(other.in_, -1)),
      out_(std::exchange(other.out_, -1)),
      unread_(std::move(other.unread_)),
      stops_(std::move(other.stops_)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(child_, other.child_);
  std::swap(in_, other.in_);
  std::swap(out_, other.out_);
  std::swap(unread_, other.unread_);
  std::swap(stops_, other.stops_);
  return *this;
}

void Process::end() {
  if (in_ >= 0) close(in_);
  if (out_ >= 0) close(out_);
  if (child_ > 0) {
    kill(-child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
}

// Whether something can be done with the file by the deadline.
bool Process::wait_for(int file, short what, Clock::time_point deadline) const {
  for (;;) {
    const int left = left_ms(deadline);
    pollfd asked{file, what, 0};
    if (poll(&asked, 1, left) == 1) return true;
    if (left == 0 || (stops_ && stops_())) return false;
  }
}

bool Process::write_line(std::string line, Clock::time_point deadline) {
  line += '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count =
        send(in_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      if (!wait_for(in_, POLLOUT, deadline)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Process::Reading Process::read_line(std::string& line, Clock::time_point deadline) {
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      line.assign(unread_, 0, end);
      unread_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return Reading::line;
    }
    if (unread_.size() > kLongestLine) return Reading::ended;
    if (!wait_for(out_, POLLIN, deadline)) return Reading::timed_out;
    char buffer[4096];
    const ssize_t count = read(out_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Reading::ended;
    unread_.append(buffer, static_cast<std::size_t>(count));
  }
}

std::optional<int> Process::exit_status(Clock::time_point deadline) const {
  for (;;) {
    siginfo_t info{};
    // It stays a zombie, so that nobody else gets the number of its group before end().
    const int error = waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (error == 0 && info.si_pid != 0) {
      return info.si_status + (info.si_code == CLD_EXITED ? 0 : 128);
    }
    if (left_ms(deadline) == 0 || (stops_ && stops_())) return std::nullopt;
    poll(nullptr, 0, 1);
  }
}

}  // namespace aero::arena
