#pragma once
// The net in floats: the same shape as NetWeights, one to one, and how it learns.

#include <span>
#include <vector>

#include "aero/eval.hpp"

namespace aero {

// All numbers of the net one after the other. The second layer lies by input, not by sum.
namespace layout {
inline constexpr std::size_t kBias = std::size_t{kNetRows} * kNetWidth;
inline constexpr std::size_t kSecond = kBias + kNetWidth;
inline constexpr std::size_t kSecondBias = kSecond + std::size_t{kNetInner} * kNetSecond;
inline constexpr std::size_t kOutputs = kSecondBias + kNetSecond;
inline constexpr std::size_t kOutputsBias = kOutputs + std::size_t{kNetOutputs} * kNetSecond;
inline constexpr std::size_t kSize = kOutputsBias + kNetOutputs;
}  // namespace layout

using Floats = std::vector<float>;  // layout::kSize of them

Floats first_weights(std::uint64_t seed);
// Rounded, and cut to what integers can hold.
Net quantised(const Floats& weights);

// One position to learn from.
struct Lesson {
  std::span<const std::uint16_t> rows;
  std::array<float, kSeats> first;  // wanted chances by distance; 0 for those not in it
  std::array<float, kSeats> place;  // 0 = first … 1 = last of those in it
  std::array<bool, kSeats> is_in;
};

// Adds to `gradient` what the lesson wants changed, times -1.
void learn(const Floats& weights, const Lesson& lesson, Floats& gradient);

// Adam (Kingma, Ba 2015) on the mean of a gradient summed over `lessons`; clears the gradient.
// `step` counts from 1.
struct Adam {
  Floats mean;
  Floats square;
  void step(Floats& weights, Floats& gradient, float lessons, float rate, std::int64_t step);
};

}  // namespace aero
