#pragma once
// Nets for tests: numbers that look like those of a trained net, and are the same everywhere.

#include <memory>

#include "aero/dice.hpp"
#include "aero/eval.hpp"

namespace aero::testkit {

inline std::unique_ptr<NetWeights> drawn_weights(std::uint64_t seed) {
  auto weights = std::make_unique<NetWeights>();
  std::uint64_t n = 0;
  const Random random(seed);
  const auto draw = [&](int most) {
    return static_cast<std::int16_t>(
        static_cast<int>(random.below(static_cast<std::uint32_t>(2 * most + 1), n++)) - most);
  };
  for (auto& row : weights->rows) {
    for (auto& weight : row) weight = draw(150);
  }
  for (auto& weight : weights->bias) weight = draw(300);
  for (auto& sum : weights->second) {
    for (std::size_t i = 0; i < kNetInner; ++i) sum[i] = draw(600);
  }
  for (auto& bias : weights->second_bias) bias = 100 * draw(3000);
  for (auto& output : weights->outputs) {
    for (auto& weight : output) weight = draw(700);
  }
  for (auto& bias : weights->outputs_bias) bias = 100 * draw(3000);
  return weights;
}

inline Net drawn_net(std::uint64_t seed) { return *Net::make(*drawn_weights(seed)).net; }

}  // namespace aero::testkit
