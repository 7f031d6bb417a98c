#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "aero/eval.hpp"
#include "aero/game.hpp"
#include "aero/mix.hpp"
#include "aero/nets.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

Evaluation evaluation(const Net& net, const char* rules, const char* position) {
  return Evaluator(net, testkit::rules(rules)).evaluate(testkit::position(rules, position));
}

// Calls `use` with every position of a random game in which a seat is to roll.
template <class Use>
void in_a_game(const Rules& rules, SeatSet seats, std::uint64_t seed, Use use) {
  State state = start(rules, seats, Seat::R);
  const Random random(seed);
  for (std::uint64_t ply = 0; ply < 3000 && !state.is_over(); ++ply) {
    if (state.has_roll()) {
      const MoveList legal = legal_moves(rules, state);
      const auto choice = random.below(static_cast<std::uint32_t>(legal.size()), ply);
      apply(rules, state, legal[static_cast<int>(choice)]);
    } else {
      use(state);
      apply(rules, state, kPips[random.below(6, ply)]);
    }
  }
}

// The net as eval.hpp tells it, in doubles and with none of the evaluator's code.
struct Naive {
  std::array<double, kSeats> first{};  // by distance
  std::array<double, kSeats> place{};
};
Naive naive(const NetWeights& net, const Rules& rules, const State& state) {
  std::array<double, kNetWidth> sums{};
  for (std::size_t i = 0; i < kNetWidth; ++i) sums[i] = net.bias[i];
  for (const RowList& rows : {rows_of(rules), rows_of(Reach(rules), state)}) {
    for (const std::uint16_t row : rows) {
      for (std::size_t i = 0; i < kNetWidth; ++i) sums[i] += net.rows[row][i];
    }
  }
  for (double& sum : sums) sum /= kNetOne;
  std::array<double, kNetOutputs> outputs{};
  for (std::size_t k = 0; k < kNetOutputs; ++k) {
    outputs[k] = sums[kNetInner + k] + net.outputs_bias[k] / double{kNetSumOne};
    for (std::size_t j = 0; j < kNetSecond; ++j) {
      double second = net.second_bias[j] / double{kNetSumOne};
      for (std::size_t i = 0; i < kNetInner; ++i) {
        const double cut = std::clamp(sums[i], 0.0, 1.0);
        second += cut * cut * net.second[j][i] / kNetWeightOne;
      }
      outputs[k] += std::clamp(second, 0.0, 4.0) * net.outputs[k][j] / kNetWeightOne;
    }
  }
  Naive naive;
  double sum = 0;
  int in = 0;
  std::array<bool, kSeats> is_in{};
  for (std::size_t i = 0; i < kSeats; ++i) {
    const Seat seat = clockwise(state.turn(), static_cast<int>(i));
    is_in[i] = state.is_in_play(seat) && !state.order().contains(seat);
    if (!is_in[i]) continue;
    in += 1;
    sum += naive.first[i] = std::exp(outputs[i]);
  }
  for (std::size_t i = 0; i < kSeats; ++i) {
    naive.first[i] /= sum;
    if (is_in[i]) naive.place[i] = 1 + (in - 1) / (1 + std::exp(-outputs[kSeats + i]));
  }
  return naive;
}

TEST(Evaluator, IsTheNetThatItsHeaderTells) {
  const auto weights = testkit::drawn_weights(7);
  const Net net = *Net::make(*weights).net;
  int positions = 0;
  for (const char* text : {"standard", "chinese", "planes=2,move=may,wall=barred"}) {
    const Rules rules = testkit::rules(text);
    const Evaluator evaluator(net, rules);
    in_a_game(rules, {Seat::R, Seat::Y, Seat::B, Seat::G}, 5, [&](const State& state) {
      const Evaluation found = evaluator.evaluate(state);
      const Naive wanted = naive(*weights, rules, state);
      for (std::size_t i = 0; i < kSeats; ++i) {
        const auto seat = at(clockwise(state.turn(), static_cast<int>(i)));
        // Squares and second sums are cut to 512ths, chances are steps of 1024ths.
        EXPECT_NEAR(found.first[seat] / double{kCertainty}, wanted.first[i], 0.02);
        EXPECT_NEAR(found.place[seat] / double{kCertainty}, wanted.place[i], 0.06);
      }
      ++positions;
    });
  }
  EXPECT_GT(positions, 500);
}

// The same tests run as WebAssembly: these bits are those of every machine.
TEST(Evaluator, GivesTheSameBitsEverywhere) {
  const Net net = testkit::drawn_net(1);
  EXPECT_EQ(net.hash(), 0x84c24091772b850au);
  EXPECT_EQ(evaluation(net, "standard", "R:hx4 B:hx4 R 0 - -"),
            (Evaluation{{13060744, 0, 3716472, 0}, {30293481, 0, 30414866, 0}}));
  EXPECT_EQ(
      evaluation(net, "standard", "R:p*,3,20x2 Y:h,17,40,c B:p,2,51,c G:1,9x3 R 1 - -"),
      (Evaluation{{11838585, 3016738, 429958, 1491935}, {58259509, 26003059, 44027215, 40494658}}));
  EXPECT_EQ(evaluation(net, "chinese", "R:c,c,c,c Y:h,17,40x2 G:1,9x3 G 0 - R"),
            (Evaluation{{0, 380742, 0, 16396474}, {0, 31999389, 0, 21561622}}));
  std::uint64_t sum = 0;
  const Rules rules = testkit::rules("standard");
  const Evaluator evaluator(net, rules);
  in_a_game(rules, {Seat::R, Seat::Y, Seat::B, Seat::G}, 1, [&](const State& state) {
    const Evaluation found = evaluator.evaluate(state);
    for (const std::uint32_t part : found.first) sum = mix(sum + part);
    for (const std::uint32_t part : found.place) sum = mix(sum + part);
  });
  EXPECT_EQ(sum, 5121650120846345310u);
}

TEST(Evaluator, GivesTheSameBitsWithEveryKernel) {
  const Rules rules = testkit::rules("standard");
  const Net net = testkit::drawn_net(2);
  const Evaluator evaluator(net, rules);
  std::vector<Evaluation> wanted;
  ASSERT_TRUE(use_evaluator_kernel("plain"));
  in_a_game(rules, {Seat::R, Seat::Y, Seat::B}, 2,
            [&](const State& state) { wanted.push_back(evaluator.evaluate(state)); });
  for (const char* kernel : evaluator_kernels()) {
    ASSERT_TRUE(use_evaluator_kernel(kernel));
    std::size_t n = 0;
    in_a_game(rules, {Seat::R, Seat::Y, Seat::B}, 2, [&](const State& state) {
      ASSERT_EQ(evaluator.evaluate(state), wanted[n++]) << kernel;
    });
    EXPECT_EQ(n, wanted.size());
  }
  EXPECT_FALSE(use_evaluator_kernel("none"));
  EXPECT_TRUE(use_evaluator_kernel(evaluator_kernels().front()));
}

TEST(Evaluator, SharesCertaintyAmongThoseStillInIt) {
  const Rules rules = testkit::rules("standard");
  const Net net = testkit::drawn_net(3);
  const Evaluator evaluator(net, rules);
  in_a_game(rules, {Seat::R, Seat::Y, Seat::B, Seat::G}, 3, [&](const State& state) {
    const Evaluation found = evaluator.evaluate(state);
    EXPECT_EQ(std::accumulate(found.first.begin(), found.first.end(), 0u), kCertainty);
    EXPECT_EQ(found.first, evaluator.first(state));
    const auto in = static_cast<std::uint32_t>(kSeats - state.order().size());
    for (const Seat seat : kAllSeats) {
      const auto i = at(seat);
      if (state.order().contains(seat)) {
        EXPECT_EQ(found.first[i], 0u);
        EXPECT_EQ(found.place[i], 0u);
      } else {
        EXPECT_GE(found.place[i], kCertainty);
        EXPECT_LE(found.place[i], in * kCertainty);
      }
    }
  });
}

TEST(Evaluator, TurnsWithTheTable) {
  const Rules rules = testkit::rules("standard");
  const Net net = testkit::drawn_net(4);
  const Evaluator evaluator(net, rules);
  in_a_game(rules, {Seat::R, Seat::B, Seat::G}, 4, [&](const State& state) {
    const Evaluation found = evaluator.evaluate(state);
    const Evaluation turned = evaluator.evaluate(testkit::turned(rules, state));
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
      ASSERT_EQ(turned.first[(seat + 1) % kSeats], found.first[seat]);
      ASSERT_EQ(turned.place[(seat + 1) % kSeats], found.place[seat]);
    }
  });
}

}  // namespace
}  // namespace aero
