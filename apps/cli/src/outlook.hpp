#pragma once
// What a single position is worth, for `analyse --position`.

#include <optional>
#include <string>

#include "aero/rollout.hpp"
#include "aero/search.hpp"
#include "call.hpp"

namespace aero::cli {

// Looks `plies` rolls ahead of each choice and, where they are wanted, rolls out; says it as the
// call wants.
void tell_position(const Call& call, int plies, const Share& share,
                   const std::optional<RolloutOptions>& wanted);

// Of a chance, such as "48.21".
std::string in_hundredths(double chance);

// {"first": …, "error": …}
Json json_of_estimate(const Rollouts::Estimate& estimate);

}  // namespace aero::cli
