#pragma once
// What a single position is worth, for `analyse --position`.

#include <optional>
#include <string>
#include <vector>

#include "aero/rollout.hpp"
#include "aero/search.hpp"
#include "call.hpp"

namespace aero::cli {

// Looks `plies` rolls ahead of each choice and, where they are wanted, rolls out; says it as the
// call wants.
void tell_position(const Call& call, int plies, const Share& share,
                   const std::optional<RolloutOptions>& wanted);

// A table of moves: what each is worth to the seat that chooses, looking ahead and by rollouts
// where there are any, and what it loses against the best, which comes first. Where one was played
// it is marked, and there are no more than candidates().
std::string moves(const Call& call, const std::vector<Choice>& choices, Seat seat,
                  const Rollouts* rollouts, std::optional<std::size_t> played);

// {"first": …, "error": …}
Json json_of_estimate(const Rollouts::Estimate& estimate);

}  // namespace aero::cli
