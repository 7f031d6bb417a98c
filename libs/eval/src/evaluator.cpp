#include <cassert>

#include "aero/eval.hpp"
#include "kernel.hpp"
#include "squash.hpp"

namespace aero {
namespace {

constexpr int kToThousands = 9;  // from parts of kNetSumOne to 1024ths
static_assert(kNetSumOne >> kToThousands == 1024);

// The seats that still have planes to bring home, by distance from the mover.
std::array<bool, kSeats> still_in(const State& state) {
  std::array<bool, kSeats> is_in{};
  for (int distance = 0; distance < kSeats; ++distance) {
    const Fleet fleet = state.fleet(clockwise(state.turn(), distance));
    is_in[static_cast<std::size_t>(distance)] = !fleet.empty() && !fleet.is_home();
  }
  return is_in;
}

std::size_t seat_at(const State& state, std::size_t distance) {
  return at(clockwise(state.turn(), static_cast<int>(distance)));
}

// Softmax over those still in; what rounding leaves over is the mover's.
std::array<std::uint32_t, kSeats> firsts(const State& state, const std::array<bool, kSeats>& is_in,
                                         const std::int32_t* outputs) {
  std::int32_t most = outputs[0];
  for (std::size_t i = 1; i < kSeats; ++i) {
    if (is_in[i] && outputs[i] > most) most = outputs[i];
  }
  std::array<std::uint64_t, kSeats> weights{};
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (!is_in[i]) continue;
    const auto below = static_cast<std::uint32_t>(most) - static_cast<std::uint32_t>(outputs[i]);
    weights[i] = exp_minus_1024th(below >> kToThousands);
    sum += weights[i];
  }
  std::array<std::uint32_t, kSeats> first{};
  std::uint32_t left = kCertainty;
  for (std::size_t i = 1; i < kSeats; ++i) {
    if (!is_in[i]) continue;
    const auto share = static_cast<std::uint32_t>(weights[i] * kCertainty / sum);
    first[seat_at(state, i)] = share;
    left -= share;
  }
  first[seat_at(state, 0)] = left;
  return first;
}

// The logistic function of an output, in parts of kCertainty.
std::uint32_t logistic(std::int32_t output) {
  const auto size = static_cast<std::uint32_t>(output < 0 ? -static_cast<std::int64_t>(output)
                                                          : static_cast<std::int64_t>(output));
  const std::uint64_t small = exp_minus_1024th(size >> kToThousands);
  const std::uint64_t numerator = output < 0 ? small : kCertainty;
  return static_cast<std::uint32_t>(numerator * kCertainty / (kCertainty + small));
}

}  // namespace

Evaluator::Evaluator(const Net& net, const Rules& rules)
    : weights_(&net.weights()), rules_(rules), reach_(rules), base_(weights_->bias) {
  for (const std::uint16_t row : rows_of(rules)) {
    for (std::size_t i = 0; i < kNetWidth; ++i) {
      base_[i] = static_cast<std::int16_t>(base_[i] + weights_->rows[row][i]);
    }
  }
}

std::array<std::int32_t, kNetOutputs> Evaluator::outputs(const State& state) const {
  assert(!state.is_over() && !state.has_roll());
  std::array<std::int32_t, kNetOutputs> outputs;
  kernel()(*weights_, base_.data(), rows_of(reach_, state), outputs.data());
  return outputs;
}

std::array<std::uint32_t, kSeats> Evaluator::first(const State& state) const {
  return firsts(state, still_in(state), outputs(state).data());
}

Evaluation Evaluator::evaluate(const State& state) const {
  const std::array<bool, kSeats> is_in = still_in(state);
  const std::array<std::int32_t, kNetOutputs> sums = outputs(state);
  std::uint32_t others = 0;
  for (std::size_t i = 1; i < kSeats; ++i) others += is_in[i];
  Evaluation evaluation{firsts(state, is_in, sums.data()), {}};
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (is_in[i]) {
      evaluation.place[seat_at(state, i)] = kCertainty + others * logistic(sums[kSeats + i]);
    }
  }
  return evaluation;
}

}  // namespace aero
