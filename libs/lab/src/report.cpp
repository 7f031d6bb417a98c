// What the sums of a report say.

#include <cmath>

#include "aero/lab/simulate.hpp"

namespace aero {
namespace {

constexpr double kSigmas = 1.959963984540054;  // 95 % of a normal distribution

// Wilson's interval for a share of independent trials.
Estimate wilson(std::int64_t hits, std::int64_t trials) {
  if (trials == 0) return {0, 0, 1};
  const double n = static_cast<double>(trials);
  const double share = static_cast<double>(hits) / n;
  const double z2 = kSigmas * kSigmas;
  const double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double reach =
      kSigmas * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {share, std::fmax(0, centre - reach), std::fmin(1, centre + reach)};
}

}  // namespace

std::string_view name(Count count) {
  switch (count) {
    case Count::rolls: return "rolls";
    case Count::lost_rolls: return "lost_rolls";
    case Count::third_sixes: return "third_sixes";
    case Count::passes: return "passes";
    case Count::take_offs: return "take_offs";
    case Count::jumps: return "jumps";
    case Count::flights: return "flights";
    case Count::captures: return "captures";
    case Count::crossing_captures: return "crossing_captures";
    case Count::planes_lost: return "planes_lost";
    case Count::stacks: return "stacks";
    case Count::planes_home: return "planes_home";
  }
  return "";
}

std::int64_t Report::total(Count of) const {
  std::int64_t sum = 0;
  for (const Seat seat : kAllSeats) sum += count(seat, of);
  return sum;
}

Estimate first_places(const Report& report, Seat seat) {
  return wilson(report.place(seat, 0), report.finished());
}

Estimate rolls_per_game(const Report& report) {
  double sum = 0;
  double squares = 0;
  for (std::size_t rolls = 0; rolls < report.games_by_rolls.size(); ++rolls) {
    const double games = static_cast<double>(report.games_by_rolls[rolls]);
    const double length = static_cast<double>(rolls);
    sum += games * length;
    squares += games * length * length;
  }
  const double n = static_cast<double>(report.finished());
  const double mean = sum / n;
  const double variance = n > 1 ? (squares - sum * mean) / (n - 1) : 0;
  const double reach = kSigmas * std::sqrt(std::fmax(0, variance) / n);
  return {mean, mean - reach, mean + reach};
}

std::int64_t rolls_quantile(const Report& report, double share) {
  const double wanted = share * static_cast<double>(report.finished());
  std::int64_t games = 0;
  for (std::size_t rolls = 0; rolls < report.games_by_rolls.size(); ++rolls) {
    games += report.games_by_rolls[rolls];
    if (games > 0 && static_cast<double>(games) >= wanted) return static_cast<std::int64_t>(rolls);
  }
  return 0;
}

}  // namespace aero
