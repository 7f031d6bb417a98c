#include "aero/rollout.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace aero {
namespace {

constexpr std::size_t kRoundsAtOnce = 32;
constexpr int kMostPlies = 100'000;  // of a game; then it counts as the net sees it
constexpr int kTableBits = 8;

// Of all orders of the six faces, the one of this number (0 … 719): what stands at `place`.
Pip dealt(std::uint32_t order, int place) {
  std::array<Pip, kPips.size()> faces = kPips;
  for (int i = 0;; ++i) {
    const auto left = static_cast<std::uint32_t>(DealtDice::kGames - i);
    Pip* const from = faces.data() + i;
    std::rotate(from, from + order % left, from + order % left + 1);
    order /= left;
    if (i == place) return *from;
  }
}

}  // namespace

DealtDice::DealtDice(std::uint64_t seed, std::uint64_t round) : round_(Random(seed).fork(round)) {}

Pip DealtDice::roll(int game, Seat seat, std::uint64_t n) const {
  constexpr std::uint32_t kOrders = 720;
  return dealt(round_.fork(at(seat)).below(kOrders, n), game);
}

Rollouts::Rollouts(const Evaluator& evaluator, std::vector<State> positions, int placed,
                   const RolloutOptions& options)
    : evaluator_(evaluator),
      luck_(evaluator),
      positions_(std::move(positions)),
      placed_(placed),
      options_(options) {
  assert(options.games >= 1 && options.plies >= 0);
  constexpr std::int64_t kGames = DealtDice::kGames;
  rounds_ =
      static_cast<std::size_t>(std::max<std::int64_t>((options.games + kGames - 1) / kGames, 2));
}

std::int64_t Rollouts::done() const {
  return DealtDice::kGames * static_cast<std::int64_t>(played_.size());
}

bool Rollouts::step() {
  const std::size_t begin = played_.size();
  if (begin == rounds_) return false;
  const std::size_t count = std::min(kRoundsAtOnce, rounds_ - begin);
  played_.resize(begin + count);
  const auto work = [&](int i) {
    const std::size_t round = begin + static_cast<std::size_t>(i);
    for (const State& position : positions_) played_[round].push_back(play(position, round));
  };
  if (options_.share) {
    options_.share(static_cast<int>(count), work);
  } else {
    for (int i = 0; i < static_cast<int>(count); ++i) work(i);
  }
  return true;
}

Rollouts::Round Rollouts::play(const State& position, std::uint64_t number) const {
  const DealtDice dice(options_.seed, number);
  Round round;
  for (int game = 0; game < DealtDice::kGames; ++game) play(position, dice, game, round);
  return round;
}

void Rollouts::play(State state, const DealtDice& dice, int game, Round& round) const {
  Search search(evaluator_, options_.plies > 0 ? kTableBits : 0);
  const Endgames* endgames = options_.endgames ? &*options_.endgames : nullptr;
  const auto is_settled = [&] {
    return state.order().size() > placed_ || (endgames != nullptr && endgames->chance(state));
  };
  std::array<std::uint64_t, kSeats> rolls{};
  for (int ply = 0; ply < kMostPlies && !is_settled(); ++ply) {
    const Pip roll = dice.roll(game, state.turn(), rolls[at(state.turn())]++);
    const Luck::Rolled rolled = luck_.of(state, roll);
    for (std::size_t i = 0; i < kSeats; ++i) round.luck[i] += rolled.luck[i];
    if (options_.plies == 0) {
      state = rolled.next;
      continue;
    }
    apply(evaluator_.rules(), state, roll);
    if (!state.has_roll()) continue;
    const Found found = search.choose(state, {.plies = options_.plies, .endgames = endgames});
    apply(evaluator_.rules(), state, found.choices[found.best].move);
  }
  if (state.order().size() > placed_) {
    round.results[at(state.order()[placed_])] += Luck::kOne;
    return;
  }
  const Chances first = search.value(state, {.endgames = endgames});
  for (std::size_t i = 0; i < kSeats; ++i) round.results[i] += std::int64_t{6} * first[i];
}

// The mean over rounds of value(round), which is a sum over games.
template <class Value>
Rollouts::Estimate Rollouts::estimate(Value value) const {
  assert(played_.size() >= 2);
  const auto rounds = static_cast<double>(played_.size());
  constexpr double kUnit = static_cast<double>(Luck::kOne) * DealtDice::kGames;
  std::int64_t sum = 0;
  for (const auto& round : played_) sum += value(round);
  const double mean = static_cast<double>(sum) / rounds;
  double squares = 0;
  for (const auto& round : played_) {
    const double rest = static_cast<double>(value(round)) - mean;
    squares += rest * rest;
  }
  return {mean / kUnit, std::sqrt(squares / (rounds - 1) / rounds) / kUnit};
}

Rollouts::Estimate Rollouts::chance(std::size_t position, Seat seat) const {
  return estimate([&](const std::vector<Round>& round) {
    return round[position].results[at(seat)] - round[position].luck[at(seat)];
  });
}

Rollouts::Estimate Rollouts::by_results(std::size_t position, Seat seat) const {
  return estimate(
      [&](const std::vector<Round>& round) { return round[position].results[at(seat)]; });
}

Rollouts::Estimate Rollouts::difference(std::size_t position, std::size_t from, Seat seat) const {
  return estimate([&](const std::vector<Round>& round) {
    const Round& a = round[position];
    const Round& b = round[from];
    return a.results[at(seat)] - a.luck[at(seat)] - b.results[at(seat)] + b.luck[at(seat)];
  });
}

}  // namespace aero
