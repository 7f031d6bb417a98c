// The laws of play, for a few plies from any position: rules, planes, rolls, moves and illegal
// inputs are what the bytes say, and when they are used up what a generator says.

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/testkit.hpp"
#include "fuzz.hpp"

namespace {

using aero::testkit::Choose;

constexpr int kPlies = 8;

// Planes anywhere, nobody home yet. Not every one is a position of the game.
aero::Setup any_setup(const aero::Rules& rules, const Choose& choose) {
  aero::Setup setup;
  for (aero::Setup::Side& side : setup.sides) {
    side.is_in_play = choose(4) > 0;
    while (side.is_in_play && side.planes < rules.planes) {
      const bool is_first = side.planes == 0;
      const int size = 1 + choose(rules.planes - side.planes);
      side.add({choose(is_first ? 57 : 58) - 1, size, 0});
    }
  }
  setup.turn = aero::kAllSeats[static_cast<std::size_t>(choose(aero::kSeats))];
  setup.sixes = choose(3);
  return setup;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const aero::Random random(size);
  std::size_t taken = 0;
  const Choose choose = [&](int bound) {
    const std::size_t at = taken++;
    if (at < size) return data[at] % bound;
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), at));
  };
  const aero::Rules rules = aero::choose_rules(choose);
  const aero::Checked first = aero::check(rules, any_setup(rules, choose));
  if (!first.state) return -1;  // not worth keeping
  const auto verdict = aero::testkit::play_by_the_laws(rules, *first.state, choose, kPlies);
  aero::fuzz::demand(verdict.broken.empty(), "a law of play", verdict.broken);
  return 0;
}
