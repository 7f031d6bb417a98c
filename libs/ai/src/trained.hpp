#pragma once

#include <string>

#include "aero/ai.hpp"
#include "aero/search.hpp"

namespace aero {

// Of a table for one choice.
inline constexpr int kChoiceTableBits = 13;

// The standard net under a rule set; the last one asked for is kept, by thread. Precondition: there
// is a standard net.
const Evaluator& standard_evaluator(const Rules& rules);

// Looks ahead with the standard net. Without one it takes the first legal move. Endgames of other
// rules than those it plays under are not used.
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
