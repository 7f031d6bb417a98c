#pragma once

#include <optional>
#include <string>

#include "aero/ai.hpp"
#include "aero/search.hpp"

namespace aero {

// Of a table for one choice.
inline constexpr int kChoiceTableBits = 13;

// The net that a bot plays by: its own, else the standard one, which may be null.
inline const Net* net_of(const std::optional<Net>& own) { return own ? &*own : standard_net(); }

// A net under a rule set. The last two that were asked for are kept, by thread; the reference holds
// until another one is asked for.
const Evaluator& evaluator_of(const Net& net, const Rules& rules);

// Looks ahead with its own net, or the standard one. Without any it takes the first legal move.
// Endgames of other rules than those it plays under are not used.
class Trained final : public Bot {
 public:
  Trained(std::string name, SearchLimit limit, std::optional<Net> net = std::nullopt)
      : name_(std::move(name)), limit_(std::move(limit)), net_(std::move(net)) {}
  std::string_view name() const override { return name_; }
  bool needs_net() const override { return true; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;

 private:
  std::string name_;
  SearchLimit limit_;
  std::optional<Net> net_;
};

}  // namespace aero
