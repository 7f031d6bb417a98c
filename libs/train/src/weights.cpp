#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "aero/dice.hpp"

namespace aero {
namespace {

constexpr std::size_t kWidth = kNetWidth;
constexpr std::size_t kInner = kNetInner;
constexpr std::size_t kSecond = kNetSecond;

constexpr float kPlaceWeight = 0.2F;  // of places beside chances

// What a lesson makes of the net; in the order that leaves no gaps.
struct Pass {
  alignas(64) float sums[kWidth];
  alignas(64) float second[kSecond];  // before the cut
  alignas(64) float cut[kSecond];
  alignas(64) float inner[kInner];
  float outputs[kNetOutputs];
};

// No sum is reordered and nothing is fused (CMakeLists.txt), so that vectors of any width give the
// same floats.
[[gnu::always_inline]] inline void forward(const float* weights,
                                           std::span<const std::uint16_t> rows, Pass& pass) {
  std::copy_n(weights + layout::kBias, kWidth, pass.sums);
  for (const std::uint16_t row : rows) {
    const float* weight = weights + row * kWidth;
    for (std::size_t i = 0; i < kWidth; ++i) pass.sums[i] += weight[i];
  }
  std::copy_n(weights + layout::kSecondBias, kSecond, pass.second);
  for (std::size_t i = 0; i < kInner; ++i) {
    const float cut = std::min(std::max(pass.sums[i], 0.0F), 1.0F);
    pass.inner[i] = cut * cut;
    if (cut == 0) continue;
    const float* weight = weights + layout::kSecond + i * kSecond;
    for (std::size_t j = 0; j < kSecond; ++j) pass.second[j] += pass.inner[i] * weight[j];
  }
  for (std::size_t j = 0; j < kSecond; ++j) {
    pass.cut[j] = std::min(std::max(pass.second[j], 0.0F), 4.0F);
  }
  for (std::size_t k = 0; k < kNetOutputs; ++k) {
    const float* weight = weights + layout::kOutputs + k * kSecond;
    float sum = weights[layout::kOutputsBias + k] + pass.sums[kInner + k];
    for (std::size_t j = 0; j < kSecond; ++j) sum += pass.cut[j] * weight[j];
    pass.outputs[k] = sum;
  }
}

[[gnu::always_inline]] inline void backward(const float* weights,
                                            std::span<const std::uint16_t> rows, const Pass& pass,
                                            const float* wrong, float* gradient) {
  alignas(64) float second[kSecond] = {};
  for (std::size_t k = 0; k < kNetOutputs; ++k) {
    const float* weight = weights + layout::kOutputs + k * kSecond;
    float* change = gradient + layout::kOutputs + k * kSecond;
    for (std::size_t j = 0; j < kSecond; ++j) {
      second[j] += wrong[k] * weight[j];
      change[j] += wrong[k] * pass.cut[j];
    }
    gradient[layout::kOutputsBias + k] += wrong[k];
  }
  for (std::size_t j = 0; j < kSecond; ++j) {
    const bool is_open = pass.second[j] > 0 && pass.second[j] < 4;
    second[j] = is_open ? second[j] : 0.0F;
    gradient[layout::kSecondBias + j] += second[j];
  }

  alignas(64) float sums[kWidth] = {};
  for (std::size_t i = 0; i < kInner; ++i) {
    if (pass.inner[i] == 0) continue;
    const float* weight = weights + layout::kSecond + i * kSecond;
    float* change = gradient + layout::kSecond + i * kSecond;
    float lanes[8] = {};
    for (std::size_t j = 0; j < kSecond; j += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) {
        change[j + lane] += pass.inner[i] * second[j + lane];
        lanes[lane] += weight[j + lane] * second[j + lane];
      }
    }
    const float sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
                      ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    sums[i] = pass.sums[i] < 1 ? 2 * pass.sums[i] * sum : 0.0F;
  }
  std::copy_n(wrong, kNetOutputs, sums + kInner);
  for (std::size_t i = 0; i < kWidth; ++i) gradient[layout::kBias + i] += sums[i];
  for (const std::uint16_t row : rows) {
    float* change = gradient + row * kWidth;
    for (std::size_t i = 0; i < kWidth; ++i) change[i] += sums[i];
  }
}

// How wrong each output is: the derivative of the cross entropy, for chances and for places.
void judge(const Pass& pass, const Lesson& lesson, float* wrong) {
  float most = pass.outputs[0];
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (lesson.is_in[i]) most = std::max(most, pass.outputs[i]);
  }
  float sum = 0;
  for (std::size_t i = 0; i < kSeats; ++i) {
    wrong[i] = lesson.is_in[i] ? std::exp(pass.outputs[i] - most) : 0.0F;
    sum += wrong[i];
  }
  for (std::size_t i = 0; i < kSeats; ++i) {
    wrong[i] = lesson.is_in[i] ? wrong[i] / sum - lesson.first[i] : 0.0F;
    const float place = 1 / (1 + std::exp(-pass.outputs[kSeats + i]));
    wrong[kSeats + i] = lesson.is_in[i] ? kPlaceWeight * (place - lesson.place[i]) : 0.0F;
  }
}

[[gnu::always_inline]] inline void learn_by(const Floats& weights, const Lesson& lesson,
                                            Floats& gradient) {
  Pass pass;
  forward(weights.data(), lesson.rows, pass);
  float wrong[kNetOutputs];
  judge(pass, lesson, wrong);
  backward(weights.data(), lesson.rows, pass, wrong, gradient.data());
}

using Learn = void (*)(const Floats&, const Lesson&, Floats&);

void learn_plain(const Floats& weights, const Lesson& lesson, Floats& gradient) {
  learn_by(weights, lesson, gradient);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] void learn_avx2(const Floats& weights, const Lesson& lesson,
                                        Floats& gradient) {
  learn_by(weights, lesson, gradient);
}
#endif

Learn fastest() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) return learn_avx2;
#endif
  return learn_plain;
}

template <class Integer>
Integer rounded(float weight, int one, float most) {
  return static_cast<Integer>(
      std::lround(std::clamp(weight, -most, most) * static_cast<float>(one)));
}

// The most that a weight may be: what integers hold, less what sums need.
constexpr float kMostOfRow = 8;
constexpr float kMostOfSecond = 8;
constexpr float kMostOfOutput = 8;
constexpr float kMostOfBias = 500;

}  // namespace

Floats first_weights(std::uint64_t seed) {
  Floats weights(layout::kSize, 0.0F);
  const Random random = Random(seed).fork(0);
  const auto fill = [&](std::size_t from, std::size_t to, float most) {
    for (std::size_t i = from; i < to; ++i) {
      const auto part = static_cast<float>(random.at(i) >> 40) / static_cast<float>(1 << 24);
      weights[i] = most * (2 * part - 1);
    }
  };
  fill(0, layout::kBias, 0.12F);
  // What goes straight to the outputs begins with nothing.
  for (std::size_t row = 0; row < kNetRows; ++row) {
    std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(row * kWidth + kInner), kNetOutputs,
                0.0F);
  }
  std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(layout::kBias), kInner, 0.4F);
  fill(layout::kSecond, layout::kSecondBias, 0.25F);
  std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(layout::kSecondBias), kSecond, 0.1F);
  fill(layout::kOutputs, layout::kOutputsBias, 0.1F);
  return weights;
}

Net quantised(const Floats& weights) {
  const auto net = std::make_unique<NetWeights>();
  for (std::size_t row = 0; row < kNetRows; ++row) {
    for (std::size_t i = 0; i < kWidth; ++i) {
      net->rows[row][i] = rounded<std::int16_t>(weights[row * kWidth + i], kNetOne, kMostOfRow);
    }
  }
  for (std::size_t i = 0; i < kWidth; ++i) {
    net->bias[i] = rounded<std::int16_t>(weights[layout::kBias + i], kNetOne, kMostOfRow);
  }
  for (std::size_t j = 0; j < kSecond; ++j) {
    for (std::size_t i = 0; i < kInner; ++i) {
      net->second[j][i] = rounded<std::int16_t>(weights[layout::kSecond + i * kSecond + j],
                                                kNetWeightOne, kMostOfSecond);
    }
    net->second_bias[j] =
        rounded<std::int32_t>(weights[layout::kSecondBias + j], kNetSumOne, kMostOfBias);
  }
  for (std::size_t k = 0; k < kNetOutputs; ++k) {
    for (std::size_t j = 0; j < kSecond; ++j) {
      net->outputs[k][j] = rounded<std::int16_t>(weights[layout::kOutputs + k * kSecond + j],
                                                 kNetWeightOne, kMostOfOutput);
    }
    net->outputs_bias[k] =
        rounded<std::int32_t>(weights[layout::kOutputsBias + k], kNetSumOne, kMostOfBias);
  }
  return *Net::make(*net).net;
}

void learn(const Floats& weights, const Lesson& lesson, Floats& gradient) {
  static const Learn kLearn = fastest();
  kLearn(weights, lesson, gradient);
}

void Adam::step(Floats& weights, Floats& gradient, float lessons, float rate, std::int64_t step) {
  constexpr float kKeepMean = 0.9F;
  constexpr float kKeepSquare = 0.999F;
  constexpr float kLeast = 1e-8F;
  const float part = 1 / lessons;
  const auto n = static_cast<double>(step);
  const auto mean_part = static_cast<float>(1 / (1 - std::pow(double{kKeepMean}, n)));
  const auto square_part = static_cast<float>(1 / (1 - std::pow(double{kKeepSquare}, n)));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float change = gradient[i] * part;
    mean[i] = kKeepMean * mean[i] + (1 - kKeepMean) * change;
    square[i] = kKeepSquare * square[i] + (1 - kKeepSquare) * change * change;
    weights[i] -= rate * mean[i] * mean_part / (std::sqrt(square[i] * square_part) + kLeast);
    gradient[i] = 0;
  }
}

}  // namespace aero
