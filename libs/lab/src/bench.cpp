#include "aero/lab/bench.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "aero/dice.hpp"
#include "aero/eval.hpp"
#include "instructions.hpp"

namespace aero {
namespace {

// Random numbers at a price that does not show in the figures: nearly even, one output a ply.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((random_.at(n_++) >> 32) * bound >> 32);
  }

 private:
  Random random_;
  std::uint64_t n_ = 0;
};

void play_game(const Rules& rules, const State& first, Draws& draws, BenchRow& row) {
  State state = first;
  while (!state.is_over()) {
    Refusal refusal;
    if (state.has_roll()) {
      const MoveList moves = legal_moves(rules, state);
      const auto choice = draws.below(static_cast<std::uint32_t>(moves.size()));
      refusal = apply(rules, state, moves[static_cast<int>(choice)]);
      row.moves_offered += moves.size();
      row.moves_accepted += refusal == Refusal::none;
    } else {
      refusal = apply(rules, state, kPips[draws.below(6)]);
      row.rolls += 1;
    }
    row.plies += 1;
    if (refusal != Refusal::none) {
      row.refused += 1;
      return;
    }
  }
  row.games += 1;
}

// The q-quantile, 0 … 1, by nearest rank. Precondition: not empty, sorted.
double quantile(const std::vector<double>& sorted, double q) {
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// One repeat: games until the time is up. Returns how long they took.
double play_for(double seconds, const Rules& rules, const State& first, Draws& draws,
                BenchRow& row) {
  constexpr int kGamesBetweenLooks = 8;
  const double begin = processor_seconds();
  double passed = 0;
  do {
    for (int i = 0; i < kGamesBetweenLooks; ++i) play_game(rules, first, draws, row);
    passed = processor_seconds() - begin;
  } while (passed < seconds);
  return passed;
}

// The positions of random games in which a seat is to roll, so many of them.
std::vector<State> positions(const Bench& bench, std::size_t count) {
  const State first = start(bench.rules, SeatSet(bench.seats), bench.seats.front());
  Draws draws(bench.seed);
  std::vector<State> positions;
  State state = first;
  while (positions.size() < count) {
    if (state.is_over()) state = first;
    if (state.has_roll()) {
      const MoveList moves = legal_moves(bench.rules, state);
      const auto choice = draws.below(static_cast<std::uint32_t>(moves.size()));
      apply(bench.rules, state, moves[static_cast<int>(choice)]);
    } else {
      positions.push_back(state);
      apply(bench.rules, state, kPips[draws.below(6)]);
    }
  }
  return positions;
}

}  // namespace

std::vector<EvaluatorRow> measure_evaluator(const Bench& bench) {
  constexpr std::size_t kPositions = 4096;
  std::vector<EvaluatorRow> rows;
  if (standard_net() == nullptr) return rows;
  const Evaluator evaluator(*standard_net(), bench.rules);
  const std::vector<State> all = positions(bench, kPositions);
  for (const char* kernel : evaluator_kernels()) {
    use_evaluator_kernel(kernel);
    EvaluatorRow row{kernel};
    std::vector<double> seconds;
    for (int i = 0; i < bench.repeats; ++i) {
      const double begin = processor_seconds();
      double passed = 0;
      int rounds = 0;
      do {
        row.sum = 0;
        for (const State& state : all) {
          row.sum += evaluator.first(state)[at(state.turn())];
        }
        ++rounds;
        passed = processor_seconds() - begin;
      } while (passed < bench.repeat_seconds);
      seconds.push_back(passed / rounds);
    }
    std::ranges::sort(seconds);
    row.evaluations_per_second = static_cast<double>(kPositions) / quantile(seconds, 0.5);
    rows.push_back(row);
  }
  use_evaluator_kernel(evaluator_kernels().front());
  return rows;
}

BenchRow measure(const Bench& bench) {
  const State first = start(bench.rules, SeatSet(bench.seats), bench.seats.front());
  Draws draws(bench.seed);
  BenchRow warm_up;
  play_for(bench.repeat_seconds / 4, bench.rules, first, draws, warm_up);

  BenchRow sum;
  std::vector<double> roll_ns;
  const InstructionCounter instructions;
  const auto instructions_before = instructions.read();
  for (int i = 0; i < bench.repeats; ++i) {
    const std::int64_t rolls_before = sum.rolls;
    const double seconds = play_for(bench.repeat_seconds, bench.rules, first, draws, sum);
    roll_ns.push_back(seconds * 1e9 / static_cast<double>(sum.rolls - rolls_before));
  }
  const auto instructions_after = instructions.read();
  const double plies = static_cast<double>(sum.plies);
  if (instructions_before && instructions_after) {
    sum.ply_instructions = static_cast<double>(*instructions_after - *instructions_before) / plies;
  }

  std::ranges::sort(roll_ns);
  const double rolls = static_cast<double>(sum.rolls);
  sum.roll_ns = quantile(roll_ns, 0.5);
  sum.roll_p95_ns = quantile(roll_ns, 0.95);
  sum.ply_ns = sum.roll_ns * rolls / plies;
  sum.plies_per_second = 1e9 / sum.ply_ns;
  sum.games_per_second = 1e9 / (sum.roll_ns * rolls / static_cast<double>(sum.games));
  return sum;
}

}  // namespace aero
