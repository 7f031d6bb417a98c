#include "aero/net_bot.hpp"

#include <utility>

#include "aero/rollout.hpp"
#include "trained.hpp"

namespace aero {
namespace {

class NetBot final : public Bot {
 public:
  NetBot(std::string name, NetSettings settings)
      : name_(std::move(name)), settings_(std::move(settings)) {}
  std::string_view name() const override { return name_; }
  bool needs_net() const override { return true; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;

 private:
  Move roll_out(const Net& net, const Rules& rules, const State& state, Random random) const;

  std::string name_;
  NetSettings settings_;
};

Move NetBot::choose(const Rules& rules, const State& state, const MoveList& legal,
                    Random random) const {
  const Net* net = settings_.net ? &*settings_.net : standard_net();
  if (legal.size() == 1 || net == nullptr) return legal[0];
  if (settings_.rollouts == 0) return look_ahead(*net, settings_.limit, rules, state);
  return roll_out(*net, rules, state, random);
}

// Looks ahead, and rolls out what the search has not given up.
Move NetBot::roll_out(const Net& net, const Rules& rules, const State& state, Random random) const {
  const Evaluator& evaluator = evaluator_of(net, rules);
  const SearchLimit& limit = settings_.limit;
  const Found found = Search(evaluator, kChoiceTableBits).choose(state, limit);
  const auto mover = at(state.turn());
  const std::uint32_t within = limit.doubt == 0 ? kCertainty : limit.doubt >> found.plies;
  std::vector<Move> moves;
  std::vector<State> states;
  for (const Choice& choice : found.choices) {
    if (found.choices[found.best].first[mover] - choice.first[mover] > within) continue;
    moves.push_back(choice.move);
    states.push_back(state);
    apply(rules, states.back(), choice.move);
  }
  if (moves.size() == 1) return moves[0];
  Rollouts rollouts(evaluator, std::move(states), state.order().size(),
                    {.games = settings_.rollouts, .seed = random.at(0)});
  while (rollouts.step()) {
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) {
    if (rollouts.difference(i, best, state.turn()).value > 0) best = i;
  }
  return moves[best];
}

}  // namespace

std::unique_ptr<const Bot> net_bot(std::string name, const NetSettings& settings) {
  return std::make_unique<NetBot>(std::move(name), settings);
}

}  // namespace aero
