#include "trained.hpp"

#include <optional>
#include <type_traits>

namespace aero {
namespace {

// The standard net under a rule set; the last one asked for is kept, by thread.
const Evaluator& evaluator_of(const Rules& rules) {
  thread_local std::optional<Evaluator> kept;
  static_assert(std::is_trivially_destructible_v<Evaluator>, "wasm ends no threads");
  if (!kept || kept->rules() != rules) kept.emplace(*standard_net(), rules);
  return *kept;
}

}  // namespace

Move Trained::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  // So that a program that is never given a net has none of the search.
  if (legal.size() == 1 || standard_net() == nullptr) return legal[0];
  // A table of its own for each choice, so that nothing depends on what was asked before.
  Search search(evaluator_of(rules), limit_.plies > 1 ? 13 : 0);
  const Found found = search.choose(state, limit_);
  return found.choices[found.best].move;
}

}  // namespace aero
