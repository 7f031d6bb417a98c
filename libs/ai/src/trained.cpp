#include "trained.hpp"

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

namespace aero {
namespace {

// Where the weights lie does not tell whose they are: other ones may have lain there before.
struct Kept {
  const NetWeights* weights;
  std::uint64_t hash;
  Evaluator evaluator;
};

}  // namespace

const Evaluator& evaluator_of(const Net& net, const Rules& rules) {
  static thread_local std::array<std::optional<Kept>, 2> kept;
  static_assert(std::is_trivially_destructible_v<Kept>, "wasm ends no threads");
  const auto is_wanted = [&](const std::optional<Kept>& each) {
    return each && each->weights == &net.weights() && each->hash == net.hash() &&
           each->evaluator.rules() == rules;
  };
  if (!is_wanted(kept[0])) std::swap(kept[0], kept[1]);
  if (!is_wanted(kept[0])) kept[0] = Kept{&net.weights(), net.hash(), Evaluator(net, rules)};
  return kept[0]->evaluator;
}

Move look_ahead(const Net& net, SearchLimit limit, const Rules& rules, const State& state) {
  if (limit.endgames != nullptr && limit.endgames->rules() != rules) limit.endgames = nullptr;
  // A table of its own for each choice, so that nothing depends on what was asked before.
  Search search(evaluator_of(net, rules), limit.plies > 1 ? kChoiceTableBits : 0);
  const Found found = search.choose(state, limit);
  return found.choices[found.best].move;
}

Move Trained::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  // So that a program that is never given a net has none of the search.
  if (legal.size() == 1 || standard_net() == nullptr) return legal[0];
  return look_ahead(*standard_net(), limit_, rules, state);
}

}  // namespace aero
