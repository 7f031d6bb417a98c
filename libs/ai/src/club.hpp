#pragma once

#include "aero/ai.hpp"

namespace aero {

// A hand-written evaluation, one move ahead: the yardstick for what is learnt.
class Club final : public Bot {
 public:
  std::string_view name() const override { return "club"; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;
};

}  // namespace aero
