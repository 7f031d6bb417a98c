#include "aero/arena/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace aero::arena {
namespace {

// Blocks that are supposed before the first one; with fewer a test is wrong more often than allowed
// where it is decided within a few dozen blocks.
constexpr double kSupposed = 4;

// Built up so that the mean of equal values is that very value.
double mean_of(std::span<const double> values) {
  double mean = 0;
  double count = 0;
  for (const double value : values) mean += (value - mean) / ++count;
  return mean;
}

// Around a mean of so many blocks. `squares` is the sum of all squared deviations, of the supposed
// blocks too; `weight` makes the variance of a block that of the mean.
Share share_of(double mean, double squares, double weight, std::size_t blocks, double spread) {
  const double value = std::clamp(mean, 0.0, 1.0);
  if (blocks < 2) return {value, 0, 1};
  const auto count = static_cast<double>(blocks);
  const double student = student_975(static_cast<std::int64_t>(blocks) - 1);
  const double reach = student * std::sqrt(squares / (count - 1) * weight);
  // Nothing proves more than blocks that are all won, or all lost.
  const double open = student * std::sqrt(kSupposed * spread / (count - 1) / count);
  return {value, std::max(std::min(mean - reach, 1 - open), 0.0),
          std::min(std::max(mean + reach, open), 1.0)};
}

}  // namespace

double student_975(std::int64_t degrees) {
  if (degrees == 1) return 12.706204736174707;
  if (degrees == 2) return 4.302652729749464;
  // Cornish and Fisher's expansion about the normal quantile; from 3 on good to 0.1 %.
  const double z = kNormal;
  const double n = static_cast<double>(degrees);
  const double z2 = z * z;
  const double first = (z2 + 1) * z / 4;
  const double second = ((5 * z2 + 16) * z2 + 3) * z / 96;
  const double third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
  const double fourth = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z / 92160;
  return z + (first + (second + (third + fourth / n) / n) / n) / n;
}

Share mean_of_blocks(std::span<const double> blocks, double spread) {
  const double mean = mean_of(blocks);
  double squares = kSupposed * spread;
  for (const double block : blocks) squares += (block - mean) * (block - mean);
  return share_of(mean, squares, 1 / static_cast<double>(blocks.size()), blocks.size(), spread);
}

Adjusted adjust_for_luck(std::span<const double> blocks, std::span<const double> luck,
                         double spread) {
  const double mean = mean_of(blocks);
  const double mean_luck = mean_of(luck);
  double squares = 0;
  double squares_luck = kSupposed * spread;
  double squares_left = 0;  // less luck as it is
  double products = 0;      // of that with luck
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const double block = blocks[i] - mean;
    const double lucky = luck[i] - mean_luck;
    squares += block * block;
    squares_luck += lucky * lucky;
    squares_left += (block - lucky) * (block - lucky);
    products += (block - lucky) * lucky;
  }
  const double more = products / squares_luck;
  squares_left -= more * products;
  const double left = squares_left < squares ? squares_left / squares : 1;
  const double weight =
      1 / static_cast<double>(blocks.size()) + mean_luck * mean_luck / squares_luck;
  return {share_of(mean - (1 + more) * mean_luck, squares_left + kSupposed * spread * left, weight,
                   blocks.size(), spread),
          1 + more, 1 - left};
}

Sequential::Sequential(const Sprt& sprt, double spread) : sprt_(sprt), spread_(spread) {}

void Sequential::add(double block) {
  ++blocks_;
  const double before = block - mean_;
  mean_ += before / static_cast<double>(blocks_);
  squares_ += before * (block - mean_);
}

double Sequential::log_ratio() const {
  if (blocks_ == 0) return 0;
  const auto blocks = static_cast<double>(blocks_);
  const double variance = (squares_ + kSupposed * spread_) / blocks;
  return blocks * (sprt_.high - sprt_.low) * (2 * mean_ - sprt_.low - sprt_.high) / (2 * variance);
}

double Sequential::lower_bound() const { return std::log(sprt_.beta / (1 - sprt_.alpha)); }
double Sequential::upper_bound() const { return std::log((1 - sprt_.beta) / sprt_.alpha); }

Sequential::Verdict Sequential::verdict() const {
  const double ratio = log_ratio();
  if (ratio <= lower_bound()) return Verdict::low;
  if (ratio >= upper_bound()) return Verdict::high;
  return Verdict::none;
}

double share_of_elo(double elo, int own, int seats) {
  const double weight = own * std::pow(10.0, elo / 400);
  return weight / (weight + seats - own);
}

}  // namespace aero::arena
