#pragma once
// A long job that is told to end.

#include <array>

namespace aero::cli {

// While it lives, SIGINT, SIGTERM and SIGHUP are only noted, unless whoever started the program has
// switched them off; the program ends at once when it is told so twice.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Whether there was one, also after it has ended.
  static bool any();

 private:
  std::array<void (*)(int), 3> before_{};
};

}  // namespace aero::cli
