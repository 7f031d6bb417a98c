#include <array>

#include "aero/ai.hpp"
#include "cautious.hpp"
#include "greedy.hpp"

namespace aero {
namespace {

class Uniform final : public Bot {
 public:
  std::string_view name() const override { return "random"; }
  Move choose(const Rules&, const State&, const MoveList& legal, Random random) const override {
    return legal[static_cast<int>(random.below(static_cast<std::uint32_t>(legal.size()), 0))];
  }
};

const Uniform kRandom;
const Cautious kCautious;
const Greedy kGreedy;
constexpr std::array<const Bot*, 3> kBots{&kRandom, &kCautious, &kGreedy};

}  // namespace

std::span<const Bot* const> bots() { return kBots; }

const Bot* find_bot(std::string_view name) {
  for (const Bot* bot : kBots) {
    if (bot->name() == name) return bot;
  }
  return nullptr;
}

Move hint(const Rules& rules, const State& state) {
  return kGreedy.choose(rules, state, legal_moves(rules, state), Random(0));
}

}  // namespace aero
