#pragma once
// How fast the engine and the evaluator are, on one thread. Times are processor times, so that
// other programs disturb them little.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "aero/game.hpp"

namespace aero {

// Of the engine: random legal play through its public door.
struct Bench {
  Rules rules;
  std::vector<Seat> seats;  // two to four, each once; the first of them rolls first
  int repeats = 9;
  double repeat_seconds = 0.1;
  std::uint64_t seed = 1;
};

// Counts are sums over all repeats. Figures a game, ply and roll come from the median repeat.
struct BenchRow {
  std::int64_t games = 0;
  std::int64_t plies = 0;
  std::int64_t rolls = 0;
  std::int64_t moves_offered = 0;   // by legal_moves
  std::int64_t moves_accepted = 0;  // one for each list that was offered
  std::int64_t refused = 0;         // rolls and moves that the engine refused; must be 0
  double games_per_second = 0;
  double plies_per_second = 0;
  double ply_ns = 0;
  double roll_ns = 0;                      // a roll with all that follows it
  double roll_p95_ns = 0;                  // 95 of 100 repeats are at least as fast
  std::optional<double> ply_instructions;  // where the machine counts them
};

BenchRow measure(const Bench& bench);

// How fast the evaluator is with one of its kernels, one position after the other.
struct EvaluatorRow {
  std::string_view kernel;
  double evaluations_per_second = 0;  // in the median repeat
  std::uint64_t sum = 0;              // of the mover's chances: the same for every kernel
};

// One row a kernel that this machine has, the fastest first, on positions of random games; empty
// where there is no standard net.
std::vector<EvaluatorRow> measure_evaluator(const Bench& bench);

}  // namespace aero
