#include <array>

#include "aero/ai.hpp"
#include "aero/eval.hpp"
#include "cautious.hpp"
#include "club.hpp"
#include "greedy.hpp"
#include "race.hpp"
#include "trained.hpp"

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
const Race kRace;
const RaceAndHit kRaceAndHit;
const Club kClub;
const Trained kMaster("master", {});
const Trained kChampion("champion", narrow_search(5, 30'000));

constexpr std::array<const Bot*, 8> kBots{&kRandom,     &kCautious, &kGreedy, &kRace,
                                          &kRaceAndHit, &kClub,     &kMaster, &kChampion};

}  // namespace

std::span<const Bot* const> bots() { return kBots; }

const Bot* find_bot(std::string_view name) {
  for (const Bot* bot : bots()) {
    if (bot->name() == name) return bot;
  }
  return nullptr;
}

Move hint(const Rules& rules, const State& state) {
  const Bot& adviser = standard_net() != nullptr ? static_cast<const Bot&>(kChampion) : kGreedy;
  return adviser.choose(rules, state, legal_moves(rules, state), Random(0));
}

}  // namespace aero
