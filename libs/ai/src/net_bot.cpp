#include "aero/net_bot.hpp"

#include <utility>

#include "aero/rollout.hpp"
#include "trained.hpp"

namespace aero {
namespace {

// Looks ahead, and rolls out what the search has not given up.
class RollsOut final : public Bot {
 public:
  RollsOut(std::string name, NetSettings settings)
      : name_(std::move(name)), settings_(std::move(settings)) {}
  std::string_view name() const override { return name_; }
  bool needs_net() const override { return true; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;

 private:
  std::string name_;
  NetSettings settings_;
};

Move RollsOut::choose(const Rules& rules, const State& state, const MoveList& legal,
                      Random random) const {
  const Net* net = net_of(settings_.net);
  if (legal.size() == 1 || net == nullptr) return legal[0];
  const Evaluator& evaluator = evaluator_of(*net, rules);
  const SearchLimit& limit = settings_.limit;
  const Found found = Search(evaluator, kChoiceTableBits).choose(state, limit);
  const auto mover = static_cast<std::size_t>(index(state.turn()));
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
  if (settings.rollouts > 0) return std::make_unique<RollsOut>(std::move(name), settings);
  return std::make_unique<Trained>(std::move(name), settings.limit, settings.net);
}

}  // namespace aero
