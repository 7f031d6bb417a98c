#include "aero/arena/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace aero::arena {
namespace {

constexpr double kNormal = 1.959963984540054;  // leaves 2.5 % above it
// Blocks that a test supposes before the first one; with fewer it is wrong more often than allowed
// where it is decided within a few dozen blocks.
constexpr double kSupposed = 4;

// Built up so that the mean of equal values is that very value.
double mean_of(std::span<const double> values) {
  double mean = 0;
  double count = 0;
  for (const double value : values) mean += (value - mean) / ++count;
  return mean;
}

// Around a mean whose deviations have this sum of squares and as many degrees of freedom.
Share share_of(double mean, double squares, std::int64_t degrees, std::size_t blocks) {
  if (degrees < 1) return {mean, 0, 1};
  const double error =
      std::sqrt(squares / static_cast<double>(degrees) / static_cast<double>(blocks));
  const double reach = student_975(degrees) * error;
  return {mean, std::max(mean - reach, 0.0), std::min(mean + reach, 1.0)};
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

Share mean_of_blocks(std::span<const double> blocks) {
  const double mean = mean_of(blocks);
  const auto count = static_cast<double>(blocks.size());
  double squares = 0;
  for (const double block : blocks) squares += (block - mean) * (block - mean);
  Share share =
      share_of(mean, squares, static_cast<std::int64_t>(blocks.size()) - 1, blocks.size());
  const double open = kNormal * kNormal / (count + kNormal * kNormal);
  if (mean == 1) share.low = std::min(share.low, 1 - open);
  if (mean == 0) share.high = std::max(share.high, open);
  return share;
}

Adjusted adjust_for_luck(std::span<const double> blocks, std::span<const double> luck) {
  const double mean = mean_of(blocks);
  const double mean_luck = mean_of(luck);
  double squares = 0;
  double squares_luck = 0;
  double products = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const double block = blocks[i] - mean;
    const double lucky = luck[i] - mean_luck;
    squares += block * block;
    squares_luck += lucky * lucky;
    products += block * lucky;
  }
  if (squares_luck == 0 || squares == 0) return {mean_of_blocks(blocks), 0, 0};
  const double coefficient = products / squares_luck;
  const double explained = std::min(products * coefficient / squares, 1.0);
  const auto degrees = static_cast<std::int64_t>(blocks.size()) - 2;
  return {
      share_of(mean - coefficient * mean_luck, squares * (1 - explained), degrees, blocks.size()),
      coefficient, explained};
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
