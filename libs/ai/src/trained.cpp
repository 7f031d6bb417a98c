#include "trained.hpp"

#include <optional>
#include <type_traits>

namespace aero {
namespace {

const Evaluator& kept_evaluator(const Rules& rules) {
  thread_local std::optional<Evaluator> kept;
  static_assert(std::is_trivially_destructible_v<Evaluator>, "wasm ends no threads");
  if (!kept || kept->rules() != rules) kept.emplace(*standard_net(), rules);
  return *kept;
}

}  // namespace

const Evaluator& standard_evaluator(const Rules& rules) { return kept_evaluator(rules); }

Move Trained::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  // So that a program that is never given a net has none of the search.
  if (legal.size() == 1 || standard_net() == nullptr) return legal[0];
  SearchLimit limit = limit_;
  if (limit.endgames != nullptr && limit.endgames->rules() != rules) limit.endgames = nullptr;
  // A table of its own for each choice, so that nothing depends on what was asked before.
  Search search(standard_evaluator(rules), limit.plies > 1 ? kChoiceTableBits : 0);
  const Found found = search.choose(state, limit);
  return found.choices[found.best].move;
}

}  // namespace aero
