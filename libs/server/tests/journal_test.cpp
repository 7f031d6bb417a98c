#include "journal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <future>
#include <string>

namespace aero::server {
namespace {

using namespace std::chrono_literals;

// Standard error is a pipe while this lives.
class Piped {
 public:
  Piped() : before_(dup(STDERR_FILENO)) {
    EXPECT_EQ(pipe(ends_.data()), 0);
    dup2(ends_[1], STDERR_FILENO);
  }
  ~Piped() {
    dup2(before_, STDERR_FILENO);
    for (const int one : {before_, ends_[0], ends_[1]}) close(one);
  }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;

  void fill() {
    const int flags = fcntl(ends_[1], F_GETFL);
    fcntl(ends_[1], F_SETFL, flags | O_NONBLOCK);
    while (write(ends_[1], "x", 1) == 1) {
    }
    fcntl(ends_[1], F_SETFL, flags);
  }
  std::string read_some() {
    std::array<char, 4096> piece{};
    const ssize_t count = read(ends_[0], piece.data(), piece.size());
    return {piece.data(), static_cast<std::size_t>(count)};
  }

 private:
  int before_;
  std::array<int, 2> ends_{};
};

TEST(Journal, TellsALineAnEvent) {
  Piped piped;
  const Journal journal(LogLevel::info);
  journal.say(LogLevel::debug, "unheard");
  journal.say(LogLevel::info, "refused", {{"reason", "\"flood\""}});
  const std::string line = piped.read_some();
  EXPECT_NE(line.find(R"("event":"refused","reason":"\"flood\""})"), std::string::npos) << line;
  EXPECT_EQ(line.find("unheard"), std::string::npos) << line;
}

TEST(Journal, DoesNotWaitForThoseWhoDoNotRead) {
  Piped piped;
  piped.fill();
  auto said = std::async(std::launch::async,
                         [] { Journal(LogLevel::info).say(LogLevel::error, "unread"); });
  const bool is_done = said.wait_for(5s) == std::future_status::ready;
  if (!is_done) piped.read_some();  // so that the test can end
  EXPECT_TRUE(is_done);
}

}  // namespace
}  // namespace aero::server
