#pragma once

#include "aero/ai.hpp"

namespace aero {

class Greedy final : public Bot {
 public:
  std::string_view name() const override { return "greedy"; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;
};

}  // namespace aero
