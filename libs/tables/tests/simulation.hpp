#pragma once
// Dozens of tables and clients on one or two servers, a clock, a store and a net that all do what
// they can do at worst, and every promise checked after every step. One seed, one run.

#include <cstdint>
#include <string>

namespace aero::tables {

struct SimulationFigures {
  std::int64_t steps = 0;
  std::int64_t entries = 0;
  std::int64_t kills = 0;
  std::int64_t cuts = 0;    // of connections
  std::int64_t games = 0;   // that came to their end
  std::int64_t proven = 0;  // rolls, by their records
};

// Throws Broken where a promise is not kept.
SimulationFigures simulate(std::uint64_t seed);

}  // namespace aero::tables
