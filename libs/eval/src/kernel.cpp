#include "kernel.hpp"

#include <atomic>
#include <cstring>

namespace aero {
namespace {

constexpr int kShift = 9;         // kNetOne = 1 << kShift
constexpr int kWeightShift = 10;  // kNetWeightOne = 1 << kWeightShift
static_assert(kNetOne == 1 << kShift && kNetWeightOne == 1 << kWeightShift);

// Written for compilers to turn into vectors of any width: no step depends on the order of another.
// A sum of the first layer may wrap; that is the same everywhere too.
[[gnu::always_inline]] inline void forward(const NetWeights& weights, const std::int16_t* base,
                                           const RowList& rows, std::int32_t* outputs) {
  alignas(64) std::int16_t sums[kNetWidth];
  std::memcpy(sums, base, sizeof sums);
  const std::uint16_t* row = rows.begin();
  for (; rows.end() - row >= 4; row += 4) {
    const std::int16_t* a = weights.rows[row[0]].data();
    const std::int16_t* b = weights.rows[row[1]].data();
    const std::int16_t* c = weights.rows[row[2]].data();
    const std::int16_t* d = weights.rows[row[3]].data();
    for (int i = 0; i < kNetWidth; ++i) {
      sums[i] = static_cast<std::int16_t>(sums[i] + a[i] + b[i] + c[i] + d[i]);
    }
  }
  for (; row != rows.end(); ++row) {
    const std::int16_t* a = weights.rows[*row].data();
    for (int i = 0; i < kNetWidth; ++i) sums[i] = static_cast<std::int16_t>(sums[i] + a[i]);
  }

  alignas(64) std::int16_t inner[kNetWidth];
  for (int i = 0; i < kNetWidth; ++i) {
    const std::int16_t low = sums[i] < 0 ? std::int16_t{0} : sums[i];
    const int cut = low > kNetOne ? kNetOne : low;
    inner[i] = static_cast<std::int16_t>(cut * cut >> kShift);
  }

  std::int32_t second[kNetSecond];
  for (int j = 0; j < kNetSecond; ++j) {
    const std::int16_t* weight = weights.second[static_cast<std::size_t>(j)].data();
    std::int32_t sum = 0;
    for (int i = 0; i < kNetWidth; ++i) sum += inner[i] * weight[i];
    second[j] = sum;
  }
  alignas(64) std::int16_t cut[kNetSecond];
  for (int j = 0; j < kNetSecond; ++j) {
    std::int32_t sum =
        (second[j] + weights.second_bias[static_cast<std::size_t>(j)]) >> kWeightShift;
    sum = sum < 0 ? 0 : sum;
    cut[j] = static_cast<std::int16_t>(sum > 4 * kNetOne ? 4 * kNetOne : sum);
  }
  for (int k = 0; k < kNetOutputs; ++k) {
    const std::int16_t* weight = weights.outputs[static_cast<std::size_t>(k)].data();
    std::int32_t sum = 0;
    for (int j = 0; j < kNetSecond; ++j) sum += cut[j] * weight[j];
    outputs[k] = sum + weights.outputs_bias[static_cast<std::size_t>(k)] +
                 sums[kNetInner + k] * kNetWeightOne;
  }
}

void plain(const NetWeights& weights, const std::int16_t* base, const RowList& rows,
           std::int32_t* outputs) {
  forward(weights, base, rows, outputs);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void avx2(const NetWeights& weights, const std::int16_t* base,
                                  const RowList& rows, std::int32_t* outputs) {
  forward(weights, base, rows, outputs);
}
#if defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512vl")]]
#else  // which prefers half of the width unless told
[[gnu::target("avx512f,avx512bw,avx512vl,prefer-vector-width=512")]]
#endif
void avx512(const NetWeights& weights, const std::int16_t* base, const RowList& rows,
            std::int32_t* outputs) {
  forward(weights, base, rows, outputs);
}
#endif

struct Choice {
  const char* name;
  Kernel kernel;
};

// Those that this machine can run, the fastest first.
struct Choices {
  Choices() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
      add({"avx512", avx512});
    }
    if (__builtin_cpu_supports("avx2")) add({"avx2", avx2});
#endif
    add({"plain", plain});
  }
  void add(Choice choice) {
    names[static_cast<std::size_t>(count)] = choice.name;
    kernels[static_cast<std::size_t>(count++)] = choice.kernel;
  }

  std::array<const char*, 3> names{};
  std::array<Kernel, 3> kernels{};
  int count = 0;
};

const Choices& choices() {
  static const Choices kChoices;
  return kChoices;
}

std::atomic<Kernel>& chosen() {
  static std::atomic<Kernel> kernel = choices().kernels[0];
  return kernel;
}

}  // namespace

Kernel kernel() { return chosen().load(std::memory_order_relaxed); }

std::span<const char* const> evaluator_kernels() {
  return std::span(choices().names).first(static_cast<std::size_t>(choices().count));
}

bool use_evaluator_kernel(const char* name) {
  for (int i = 0; i < choices().count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (std::strcmp(choices().names[at], name) == 0) {
      chosen().store(choices().kernels[at], std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

}  // namespace aero
