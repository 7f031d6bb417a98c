// The laws of play: rules, seats, rolls, moves and illegal inputs are what the bytes say, and when
// they are used up what a generator says.

#include "aero/dice.hpp"
#include "aero/testkit.hpp"
#include "fuzz.hpp"

namespace {
constexpr int kPlies = 100;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const aero::Random random(size);
  std::size_t taken = 0;
  const auto choose = [&](int bound) {
    const std::size_t at = taken++;
    if (at < size) return data[at] % bound;
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), at));
  };
  const aero::testkit::Verdict verdict = aero::testkit::play_by_the_laws(choose, kPlies);
  aero::fuzz::demand(verdict.broken.empty(), "a law of play", verdict.broken);
  return 0;
}
