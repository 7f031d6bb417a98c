#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "console.hpp"

namespace aero::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kPause = 100ms;  // between two pictures
constexpr int kBarWidth = 30;

std::string bar(double share) {
  const int full = static_cast<int>(share * kBarWidth);
  std::string text;
  for (int i = 0; i < kBarWidth; ++i) text += i < full ? "█" : "░";
  return text;
}

}  // namespace

Progress::Progress(text::Language language, std::int64_t all)
    : language_(language), all_(std::max<std::int64_t>(all, 1)), is_shown_(talks_to_terminal()) {}

Progress::~Progress() {
  if (is_shown_) talk("\r\033[K");
}

void Progress::show(std::int64_t done, std::string_view note) {
  const Clock::time_point now = Clock::now();
  if (!is_shown_ || now < next_) return;
  next_ = now + kPause;
  const double share = static_cast<double>(done) / static_cast<double>(all_);
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double left = done > 0 ? spent / share - spent : 0;
  const std::string text =
      text::say(language_, done > 0 ? "cli.progress" : "cli.progress.begun",
                {{"done", done}, {"all", all_}, {"seconds", std::int64_t{std::lround(left)}}});
  talk(fmt::format("\r{} {} {}\033[K", bar(share), text, note));
}

}  // namespace aero::cli
