// The screen on a pseudo-terminal: a child process plays, the test is its terminal.

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>

#include "aero/terminal.hpp"

namespace aero::terminal {
namespace {

constexpr Size kSize{40, 10};

// Shows the last event until 'q', says so and ends. 'x' exits without leaving the block.
void play() {
  {
    Screen screen(Depth::ansi16);
    std::string said = "ready";
    for (bool is_over = false; !is_over;) {
      Canvas canvas(screen.size());
      // A blank line first, so that the new words are written whole.
      screen.show(canvas);
      canvas.put(0, 0, "<" + said + ">", {.foreground = Colour{255, 0, 0}});
      screen.show(canvas);
      const auto event = screen.wait(5000);
      if (const auto* press = std::get_if<KeyPress>(&event)) {
        said = press->key == Key::escape ? "escape" : press->key == Key::up ? "up" : "key";
        if (press->character == 'x') {
          std::exit(7);
        }
        is_over = press->character == 'q';
      } else if (const auto* click = std::get_if<MouseClick>(&event)) {
        said = "click " + std::to_string(click->x) + ' ' + std::to_string(click->y);
      } else if (const auto* resize = std::get_if<Resize>(&event)) {
        said = "size " + std::to_string(resize->size.columns);
      } else {
        said = std::holds_alternative<Closed>(event) ? "closed" : "timeout";
        is_over = said == "closed";
      }
    }
  }
  [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, "bye", 3);
}

class ScreenTest : public testing::Test {
 protected:
  void SetUp() override {
    winsize size{};
    size.ws_col = kSize.columns;
    size.ws_row = kSize.rows;
    ASSERT_EQ(::openpty(&master_, &slave_, nullptr, nullptr, &size), 0);
    before_ = mode();
    child_ = ::fork();
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      ::close(master_);
      ::login_tty(slave_);
      ::signal(SIGTSTP, SIG_DFL);
      play();
      ::_exit(0);
    }
    ASSERT_TRUE(sees("<ready>"));
    ASSERT_EQ(mode().c_lflag & (ICANON | ECHO), 0u);
  }

  void TearDown() override {
    if (child_ > 0 && !has_ended_) {  // kill(-1, …) would end every process there is
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
    ::close(master_);
    ::close(slave_);
  }

  termios mode() const {
    termios mode{};
    EXPECT_EQ(::tcgetattr(slave_, &mode), 0);
    return mode;
  }

  void type(std::string_view bytes) {
    ASSERT_EQ(::write(master_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }

  // Reads until the text comes, and drops all before it.
  bool sees(std::string_view text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
      if (const auto place = output_.find(text); place != output_.npos) {
        output_.erase(0, place + text.size());
        return true;
      }
      read_for(100);
    }
    ADD_FAILURE() << "not seen: " << text << "\nbut: " << testing::PrintToString(output_);
    return false;
  }

  void expect_given_back() {
    const auto after = mode();
    EXPECT_EQ(after.c_lflag, before_.c_lflag);
    EXPECT_EQ(after.c_iflag, before_.c_iflag);
    while (read_for(50)) {
    }
    for (const auto* sequence : {"\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?1006l"}) {
      EXPECT_NE(output_.find(sequence), output_.npos) << sequence + 1;
    }
  }

  // The status of the child when it has ended or, with WUNTRACED, stopped.
  int status(int options = 0) {
    int result = 0;
    EXPECT_EQ(::waitpid(child_, &result, options), child_);
    has_ended_ = !WIFSTOPPED(result);
    return result;
  }

  pid_t child_ = -1;
  int master_ = -1;

 private:
  bool read_for(int timeout_ms) {
    pollfd source{master_, POLLIN, 0};
    if (::poll(&source, 1, timeout_ms) <= 0) {
      return false;
    }
    std::array<char, 4096> bytes{};
    const auto count = ::read(master_, bytes.data(), bytes.size());
    if (count > 0) {
      output_.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return count > 0;
  }

  int slave_ = -1;
  bool has_ended_ = false;
  termios before_{};
  std::string output_;
};

TEST_F(ScreenTest, GivesBackAtTheEnd) {
  type("q");
  EXPECT_TRUE(sees("\x1b[?1049l"));
  EXPECT_TRUE(sees("bye"));
  const int result = status();
  EXPECT_TRUE(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}

TEST_F(ScreenTest, GivesBackAtExit) {
  type("x");
  const int result = status();
  EXPECT_TRUE(WIFEXITED(result) && WEXITSTATUS(result) == 7);
  expect_given_back();
}

TEST_F(ScreenTest, GivesBackOnCtrlC) {
  type("\x03");
  const int result = status();
  EXPECT_TRUE(WIFSIGNALED(result) && WTERMSIG(result) == SIGINT);
  expect_given_back();
}

TEST_F(ScreenTest, GivesBackOnSignalsThatEndIt) {
  for (const int signal : {SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGINT}) {
    ::kill(child_, signal);
    const int result = status();
    EXPECT_TRUE(WIFSIGNALED(result) && WTERMSIG(result) == signal) << signal;
    expect_given_back();
    TearDown();
    SetUp();
  }
}

TEST_F(ScreenTest, StopsAndGoesOn) {
  // A session leader of an orphaned group cannot be stopped by Ctrl-Z: it gives back and goes on.
  type("\x1a");
  EXPECT_TRUE(sees("\x1b[?1049l"));
  EXPECT_TRUE(sees("\x1b[?1049h"));
  EXPECT_TRUE(sees("<size 40>"));
  ::kill(child_, SIGSTOP);
  EXPECT_TRUE(WIFSTOPPED(status(WUNTRACED)));
  ::kill(child_, SIGCONT);
  EXPECT_TRUE(sees("\x1b[?1049h"));
  EXPECT_TRUE(sees("<size 40>"));
  EXPECT_EQ(mode().c_lflag & (ICANON | ECHO), 0u);
}

TEST_F(ScreenTest, TellsKeysAndClicks) {
  type("\x1b[A");
  EXPECT_TRUE(sees("<up>"));
  type("\x1b");
  EXPECT_TRUE(sees("<escape>"));
  type("\x1b[<0;7;3M");
  EXPECT_TRUE(sees("<click 6 2>"));
}

TEST_F(ScreenTest, TellsANewSize) {
  winsize size{};
  size.ws_col = 50;
  size.ws_row = 20;
  ASSERT_EQ(::ioctl(master_, TIOCSWINSZ, &size), 0);
  EXPECT_TRUE(sees("<size 50>"));
}

TEST(Screen, IsNotAvailableWithoutATerminal) {
  const Environment dumb = [](const char*) { return "dumb"; };
  const Environment none = [](const char*) -> const char* { return nullptr; };
  EXPECT_FALSE(Screen::is_available(dumb));
  EXPECT_FALSE(Screen::is_available(none));
}

}  // namespace
}  // namespace aero::terminal
