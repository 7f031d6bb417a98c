#include "interrupts.hpp"

#include <atomic>
#include <csignal>
#include <cstddef>

namespace aero::cli {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
std::atomic<bool> is_interrupted = false;

void note(int signal) {
  is_interrupted.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupts::Interrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    before_[i] = std::signal(kSignals[i], note);
    if (before_[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], before_[i]);
}

bool Interrupts::any() { return is_interrupted.load(); }

}  // namespace aero::cli
