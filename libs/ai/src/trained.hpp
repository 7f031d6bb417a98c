#pragma once

#include <string>

#include "aero/ai.hpp"
#include "aero/search.hpp"

namespace aero {

// Of a table for one choice.
inline constexpr int kChoiceTableBits = 13;

// A net under a rule set. The last two that were asked for are kept, by thread; the reference holds
// until another one is asked for.
const Evaluator& evaluator_of(const Net& net, const Rules& rules);

// The move that a search by this net chooses. Endgames of other rules are not used.
Move look_ahead(const Net& net, SearchLimit limit, const Rules& rules, const State& state);

// Looks ahead with the standard net. Without one it takes the first legal move.
class Trained final : public Bot {
 public:
  Trained(std::string name, SearchLimit limit) : name_(std::move(name)), limit_(std::move(limit)) {}
  std::string_view name() const override { return name_; }
  bool needs_net() const override { return true; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;

 private:
  std::string name_;
  SearchLimit limit_;
};

}  // namespace aero
