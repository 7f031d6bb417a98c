#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <utility>

#include "aero/terminal.hpp"
#include "utf8.hpp"

namespace aero::terminal {
namespace {

// How long an escape key waits for the rest of a sequence.
constexpr int kEscapeMs = 50;

// How often a program in the background looks whether it has the terminal again: a shell that
// brings a running job to the foreground sends no signal.
constexpr int kAwayMs = 200;

constexpr std::string_view kTakeOver =
    "\x1b[22;2t"   // keep the title
    "\x1b[?1049h"  // alternate screen
    "\x1b[?25l"    // no cursor
    "\x1b[m\x1b[2J";
constexpr std::string_view kMouseOn = "\x1b[?1000h\x1b[?1006h";
// Everything back, whatever was being written.
constexpr std::string_view kGiveBack =
    "\x1b[?2026l\x1b[m\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l\x1b[23;2t";

// Those that end the program. The first group comes from outside, the second from its own faults.
constexpr std::array kEndings = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGABRT,
                                 SIGSEGV, SIGBUS,  SIGFPE, SIGILL};

// Signal handlers reach the terminal through this, so all of it is plain data and atomics. What
// they call is safe in a handler: write, poll, tcsetattr, tcgetpgrp, sigaction, raise.
struct Terminal {
  termios original{};
  termios raw{};
  bool has_mouse = false;
  std::array<int, 2> wake{-1, -1};  // a pipe: a handler writes, wait() reads
  std::array<struct sigaction, kEndings.size()> endings{};
  struct sigaction resize{};
  struct sigaction stop{};
  struct sigaction go_on{};
  std::atomic<bool> is_ours = false;
  std::atomic<bool> is_in_use = false;
};

static_assert(std::atomic<bool>::is_always_lock_free);

Terminal terminal;

void write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd out{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&out, 1, 100);
    } else if (errno != EINTR) {
      return;
    }
  }
}

// Changing the mode of a terminal in the background would stop the program.
bool is_in_foreground() {
  const auto group = ::tcgetpgrp(STDIN_FILENO);
  return group == ::getpgrp() || (group < 0 && errno == ENOTTY);
}

void take_over() {
  terminal.is_ours = true;  // first, so that a signal from here on gives back
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal.raw);
  write_all(kTakeOver);
  if (terminal.has_mouse) {
    write_all(kMouseOn);
  }
}

void give_back() {
  if (terminal.is_ours.exchange(false)) {
    write_all(kGiveBack);
    if (is_in_foreground()) {
      ::tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal.original);
    }
  }
}

void wake_up() {
  const char byte = 0;
  [[maybe_unused]] const auto written = ::write(terminal.wake[1], &byte, 1);
}

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

// Gives the terminal back and lets the signal do what it would have done without us.
void on_ending(int signal) {
  const int error = errno;
  give_back();
  const auto* found = std::ranges::find(kEndings, signal);
  const auto index = static_cast<std::size_t>(found - kEndings.begin());
  ::sigaction(signal, &terminal.endings[index], nullptr);
  errno = error;
  if (!is_fault(signal)) {
    ::raise(signal);  // a fault happens again by itself, with its address
  }
}

void handle(int signal, void (*handler)(int), struct sigaction* previous = nullptr, int flags = 0) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigaction(signal, &action, previous);
}

// In the background the terminal is somebody else's.
void go_on() {
  if (is_in_foreground()) {
    take_over();
    wake_up();
  } else {
    give_back();
  }
}

void on_stop(int signal) {
  const int error = errno;
  give_back();
  handle(signal, SIG_DFL);
  ::raise(signal);  // the program stops here
  handle(signal, on_stop, nullptr, SA_RESTART | SA_NODEFER);
  go_on();
  errno = error;
}

void on_going_on(int /*signal*/) {
  const int error = errno;
  go_on();
  errno = error;
}

void on_resize(int /*signal*/) {
  const int error = errno;
  wake_up();
  errno = error;
}

bool is_ignored(const struct sigaction& action) { return action.sa_handler == SIG_IGN; }

void install_handlers() {
  for (std::size_t i = 0; i < kEndings.size(); ++i) {
    handle(kEndings[i], on_ending, &terminal.endings[i]);
    if (is_ignored(terminal.endings[i])) {  // as nohup asks for
      ::sigaction(kEndings[i], &terminal.endings[i], nullptr);
    }
  }
  handle(SIGWINCH, on_resize, &terminal.resize, SA_RESTART);
  handle(SIGCONT, on_going_on, &terminal.go_on);  // no restart: a read begun in the background ends
  handle(SIGTSTP, on_stop, &terminal.stop, SA_RESTART | SA_NODEFER);
  if (is_ignored(terminal.stop)) {  // a shell without job control
    ::sigaction(SIGTSTP, &terminal.stop, nullptr);
  }
}

void remove_handlers() {
  for (std::size_t i = 0; i < kEndings.size(); ++i) {
    ::sigaction(kEndings[i], &terminal.endings[i], nullptr);
  }
  ::sigaction(SIGWINCH, &terminal.resize, nullptr);
  ::sigaction(SIGCONT, &terminal.go_on, nullptr);
  ::sigaction(SIGTSTP, &terminal.stop, nullptr);
}

// Keys come at once and unechoed. Ctrl-C, Ctrl-Z and Ctrl-\ stay signals.
termios raw_of(termios mode) {
  mode.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL | INLCR | IGNCR | ISTRIP | INPCK);
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  return mode;
}

void drain(int descriptor) {
  std::array<char, 64> bytes{};
  while (::read(descriptor, bytes.data(), bytes.size()) > 0) {
  }
}

// The top left part of a canvas that no longer fits.
Canvas cropped(const Canvas& canvas, Size size) {
  Canvas result(size);
  const int columns = std::min(size.columns, canvas.size().columns);
  const int rows = std::min(size.rows, canvas.size().rows);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const auto& cell = canvas.at(x, y);
      result.put(x, y, cell.text, cell.style);
    }
  }
  return result;
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

bool Screen::is_available(const Environment& environment) {
  const char* term = environment("TERM");
  return term && *term && std::string_view(term) != "dumb" && ::isatty(STDIN_FILENO) &&
         ::isatty(STDOUT_FILENO);
}

Screen::Screen(Depth depth, bool has_mouse) : depth_(depth) {
  [[maybe_unused]] const bool was_in_use = terminal.is_in_use.exchange(true);
  assert(!was_in_use);
  if (::tcgetattr(STDIN_FILENO, &terminal.original) != 0 ||
      ::pipe2(terminal.wake.data(), O_NONBLOCK | O_CLOEXEC) != 0) {
    terminal.is_in_use = false;
    fail("terminal");
  }
  terminal.raw = raw_of(terminal.original);
  terminal.has_mouse = has_mouse;
  [[maybe_unused]] static const int kAtExit = std::atexit(give_back);
  install_handlers();
  take_over();
}

Screen::~Screen() {
  give_back();
  remove_handlers();
  give_back();  // a program stopped and continued in between has taken over again
  for (int& end : terminal.wake) {
    ::close(std::exchange(end, -1));
  }
  terminal.is_in_use = false;
}

Size Screen::size() const {
  constexpr Size kUsual{80, 24};
  winsize size{};
  const bool is_known =
      ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
  return is_known ? Size{size.ws_col, size.ws_row} : kUsual;
}

void Screen::show(const Canvas& canvas) {
  if (!terminal.is_ours) {
    return;
  }
  const auto here = size();
  auto frame = canvas.size() == here ? canvas : cropped(canvas, here);
  const bool can_diff = shown_ && shown_->size() == here;
  write_all(can_diff ? diff(*shown_, frame, depth_) : draw(frame, depth_));
  shown_ = std::move(frame);
}

void Screen::set_title(std::string_view title) {
  if (!terminal.is_ours) {
    return;
  }
  std::string bytes = "\x1b]2;";
  while (!title.empty()) {
    const char32_t character = take(title);
    append(bytes, is_control(character) ? kReplacement : character);
  }
  write_all(bytes += "\x1b\\");
}

void Screen::read_input() {
  std::array<char, 1024> bytes{};
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count > 0) {
    const auto events = decoder_.feed({bytes.data(), static_cast<std::size_t>(count)});
    events_.insert(events_.end(), events.begin(), events.end());
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    events_.emplace_back(Closed{});
  }
}

Event Screen::wait(int timeout_ms) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(timeout_ms);
  while (events_.empty()) {
    const bool is_away = !terminal.is_ours;
    if (is_away) {
      go_on();
    }
    int left_ms = std::numeric_limits<int>::max();
    if (timeout_ms >= 0) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
      left_ms = std::max(static_cast<int>(left.count()), 0);
    }
    const int pause_ms = decoder_.is_waiting() ? kEscapeMs : is_away ? kAwayMs : left_ms;
    // In the background the input is the shell's.
    std::array<pollfd, 2> sources{
        {{is_away ? -1 : STDIN_FILENO, POLLIN, 0}, {terminal.wake[0], POLLIN, 0}}};
    const int ready = ::poll(sources.data(), sources.size(), std::min(left_ms, pause_ms));
    if (ready < 0 && errno != EINTR) {
      return Closed{};
    }
    if (ready > 0 && sources[1].revents) {
      drain(terminal.wake[0]);
      shown_.reset();
      return Resize{size()};
    }
    if (ready > 0) {
      read_input();
    } else if (ready == 0 && timeout_ms >= 0 && left_ms <= pause_ms) {
      return Timeout{};
    } else if (ready == 0) {
      const auto events = decoder_.flush();
      events_.insert(events_.end(), events.begin(), events.end());
    }
  }
  const auto event = events_.front();
  if (!std::holds_alternative<Closed>(event)) {
    events_.pop_front();
  }
  return event;
}

}  // namespace aero::terminal
