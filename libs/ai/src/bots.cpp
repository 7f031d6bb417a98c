#include <array>

#include "aero/ai.hpp"
#include "aero/eval.hpp"
#include "aero/net_bot.hpp"
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
const Race kRace("race", false);
const Race kRaceAndHit("race+hit", true);
const Club kClub;
const SearchLimit kMasterLimit;
const SearchLimit kChampionLimit = narrow_search(5, 30'000);
const Trained kMaster("master", kMasterLimit);
const Trained kChampion("champion", kChampionLimit);

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

std::optional<NetSettings> net_settings(std::string_view bot) {
  if (bot == kMaster.name()) return NetSettings{.limit = kMasterLimit};
  if (bot == kChampion.name()) return NetSettings{.limit = kChampionLimit};
  return std::nullopt;
}

std::unique_ptr<const Bot> race_with(TurnsHome turns) {
  return std::make_unique<Race>("race+table", false, std::move(turns));
}

std::unique_ptr<const Bot> race_and_hit_with(TurnsHome turns) {
  return std::make_unique<Race>("race+hit+table", true, std::move(turns));
}

std::unique_ptr<const Bot> champion_with(const Endgames& endgames) {
  SearchLimit limit = kChampionLimit;
  limit.endgames = &endgames;
  return std::make_unique<Trained>("champion+endgame", limit);
}

Move move_of(const Bot& bot, const Endgames* endgames, const Rules& rules, const State& state,
             Random random) {
  const MoveList legal = legal_moves(rules, state);
  const bool knows = endgames != nullptr && &bot == &kChampion;
  if (knows) return champion_with(*endgames)->choose(rules, state, legal, random);
  return bot.choose(rules, state, legal, random);
}

Move hint(const Rules& rules, const State& state, const Endgames* endgames) {
  const Bot& adviser = standard_net() != nullptr ? static_cast<const Bot&>(kChampion) : kGreedy;
  return move_of(adviser, endgames, rules, state, Random(0));
}

}  // namespace aero
