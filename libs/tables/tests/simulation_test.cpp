#include "simulation.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "client.hpp"

namespace aero::tables {
namespace {

using Clock = std::chrono::steady_clock;

// Seconds by AERO_SIMULATION_SECONDS, first seed by AERO_SIMULATION_SEED; else a fixed number of
// seeds, so that the short run is the same every time.
TEST(Simulation, EveryPromiseIsKept) {
  const char* const seconds = std::getenv("AERO_SIMULATION_SECONDS");
  const char* const first = std::getenv("AERO_SIMULATION_SEED");
  const std::uint64_t seed = first ? std::strtoull(first, nullptr, 10) : 1;
  const int seeds = seconds ? 1'000'000'000 : first ? 1 : 25;
  const auto begin = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  SimulationFigures sum;
  int done = 0;
  for (; done < seeds && (!seconds || passed() < std::atof(seconds)); ++done) {
    const std::uint64_t now = seed + static_cast<std::uint64_t>(done);
    try {
      const auto figures = simulate(now);
      sum.steps += figures.steps;
      sum.entries += figures.entries;
      sum.kills += figures.kills;
      sum.cuts += figures.cuts;
      sum.games += figures.games;
      sum.proven += figures.proven;
    } catch (const Broken& broken) {
      FAIL() << "AERO_SIMULATION_SEED=" << now << ": " << broken.what();
    }
  }
  std::cout << done << " seeds, " << sum.steps << " steps, "
            << static_cast<std::int64_t>(static_cast<double>(sum.steps) / passed()) << " a second, "
            << sum.entries << " entries, " << sum.kills << " kills, " << sum.cuts << " cuts, "
            << sum.games << " games, " << sum.proven << " rolls proven\n";
  EXPECT_GT(sum.games, 0);
}

}  // namespace
}  // namespace aero::tables
