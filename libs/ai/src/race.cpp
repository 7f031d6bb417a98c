#include "race.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "aero/setup.hpp"
#include "first_best.hpp"
#include "progress.hpp"

namespace aero {
namespace {

constexpr double kExact = 1e-9;  // when a sweep changes no number by more, it was the last
constexpr int kMaxSweeps = 10'000;

// Where a lone plane may be after one roll: its own step where it cannot move.
std::vector<Step> ways(const Rules& rules, Step step, Pip roll) {
  Setup setup;
  setup.sides[0].is_in_play = setup.sides[2].is_in_play = true;
  setup.sides[0].add({step.value(), 1, 0});
  setup.sides[2].add({kHangar.value(), 1, 0});
  setup.turn = Seat::R;
  State rolled = *check(rules, setup).state;
  apply(rules, rolled, roll);
  if (!rolled.has_roll()) return {step};
  std::vector<Step> ways;
  for (const Move& move : legal_moves(rules, rolled)) {
    State after = rolled;
    apply(rules, after, move);
    ways.push_back((*after.fleet(Seat::R).begin()).step);
  }
  return ways;
}

std::optional<std::pair<Rules, WaysHome>>& last_ways() {
  thread_local std::optional<std::pair<Rules, WaysHome>> table;
  return table;
}

}  // namespace

WaysHome::WaysHome(const Rules& rules) {
  Rules alone = rules;
  alone.planes = 1;
  std::array<std::array<std::vector<Step>, 6>, 57> next;  // by step + 1 and roll
  for (int step = kHangar.value(); step < kCentre.value(); ++step) {
    for (std::size_t i = 0; i < 6; ++i) {
      next[at(Step(step))][i] = ways(alone, Step(step), kPips[i]);
    }
  }
  double change = 1;
  for (int sweep = 0; sweep < kMaxSweeps && change > kExact; ++sweep) {
    change = 0;
    for (std::size_t step = next.size(); step-- > 0;) {
      double sum = 6;
      for (const std::vector<Step>& ways : next[step]) {
        double best = rolls(ways[0]);
        for (const Step way : ways) best = std::min(best, rolls(way));
        sum += best;
      }
      change = std::max(change, std::abs(sum / 6 - rolls_[step]));
      rolls_[step] = sum / 6;
    }
  }
}

double WaysHome::rolls(const Fleet& fleet) const {
  double sum = 0;
  for (const Piece piece : fleet) sum += rolls(piece.step);
  return sum;
}

const WaysHome& ways_home(const Rules& rules) {
  std::optional<std::pair<Rules, WaysHome>>& kept = last_ways();
  if (!kept || kept->first != rules) kept.emplace(rules, WaysHome(rules));
  return kept->second;
}

Move Race::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  const WaysHome* const ways = turns_ ? nullptr : &ways_home(rules);
  return first_best(legal, [&](const Move& move) {
    const Seat seat = state.turn();
    State after = state;
    apply(rules, after, move);
    const double left = ways == nullptr ? turns_(after, seat) : ways->rolls(after.fleet(seat));
    return std::pair(hits_ ? planes_in_enemy_hangars(after, seat) : 0, -left);
  });
}

}  // namespace aero
