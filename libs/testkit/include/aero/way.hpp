#pragma once
// How a game can come to a position: for tests of whoever plays from the first one only.

#include <optional>
#include <vector>

#include "aero/game.hpp"

namespace aero::testkit {

struct Way {
  Seat first;  // who begins
  std::vector<Input> inputs;
};

// Inputs that lead from the first position to this one. None where there are none, or they are not
// among the first `most_positions` that are looked at: those that look nearest to the goal.
std::optional<Way> find_way(const Rules& rules, const State& goal, int most_positions = 1'000'000);

}  // namespace aero::testkit
