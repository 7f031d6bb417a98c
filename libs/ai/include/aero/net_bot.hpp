#pragma once
// Bots of the net with other settings than those of bots(), to try out what is strongest.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "aero/ai.hpp"
#include "aero/search.hpp"

namespace aero {

struct NetSettings {
  SearchLimit limit;
  // Games of each move that the search has not given up, to choose by; 0: the search chooses.
  std::int64_t rollouts = 0;
  std::optional<Net> net = std::nullopt;  // to play by; the standard net where there is none
};

// Those of a bot of bots(); none where it has no use for a net.
std::optional<NetSettings> net_settings(std::string_view bot);

// A bot of these settings. Without any net it takes the first legal move.
std::unique_ptr<const Bot> net_bot(std::string name, const NetSettings& settings);

}  // namespace aero
