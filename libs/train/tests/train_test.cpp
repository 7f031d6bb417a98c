#include "aero/train.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aero/endgame/one_plane.hpp"
#include "games.hpp"
#include "weights.hpp"

namespace aero {
namespace {

TEST(Train, IsTheSameForAnyNumberOfThreads) {
  Trainer one({.seed = 3, .games = 128});
  Trainer two({.seed = 3, .games = 128});
  while (!one.is_done()) {
    one.step(1);
    two.step(2);
  }
  EXPECT_EQ(one.games(), 128);
  EXPECT_EQ(one.positions(), two.positions());
  EXPECT_EQ(one.net().hash(), two.net().hash());
  Trainer other({.seed = 4, .games = 128});
  other.step(1);
  EXPECT_NE(other.net().hash(), Trainer({.seed = 3, .games = 128}).net().hash());
}

TEST(Train, GoesOnFromWhereItWas) {
  Trainer whole({.seed = 5, .games = 96});
  Trainer part({.seed = 5, .games = 96});
  part.step(2);
  auto restored = Trainer::restored(part.saved());
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->training(), whole.training());
  EXPECT_EQ(restored->games(), 32);
  while (!whole.is_done()) whole.step(2);
  while (!restored->is_done()) restored->step(2);
  EXPECT_EQ(restored->net().hash(), whole.net().hash());
  EXPECT_EQ(restored->saved(), whole.saved());

  std::vector<std::byte> bytes = part.saved();
  bytes.pop_back();
  EXPECT_FALSE(Trainer::restored(bytes));
  bytes = part.saved();
  for (const std::size_t place : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
    bytes[place] ^= std::byte{1};
    EXPECT_FALSE(Trainer::restored(bytes)) << place;
    bytes[place] ^= std::byte{1};
  }
  EXPECT_TRUE(Trainer::restored(bytes));
}

std::vector<Endgames> small_ends() {
  std::vector<Endgames> ends;
  for (const Rules& rules : usual_rules()) ends.push_back(one_plane_endgames(rules));
  return ends;
}

TEST(Train, IsExactForAnyNumberOfThreadsAndFromWhereItWas) {
  const Training exact{.seed = 5, .games = 96, .is_exact = true};
  Trainer one(exact);
  Trainer two(exact);
  one.know(small_ends());
  two.know(small_ends());
  while (!one.is_done()) one.step(1);
  two.step(2);
  auto restored = Trainer::restored(two.saved());
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->training(), exact);
  restored->know(small_ends());
  while (!restored->is_done()) restored->step(2);
  EXPECT_EQ(restored->saved(), one.saved());

  Trainer plain({.seed = 5, .games = 96});
  while (!plain.is_done()) plain.step(2);
  EXPECT_NE(plain.net().hash(), one.net().hash());
}

// Whoever is on turn is said to win with a fixed chance at every point of a game, so every position
// learns just that, and the slope of the loss along a bias tells by how much.
TEST(Train, LearnsKnownEndsAsTheyAre) {
  const Floats weights = first_weights(2);
  const Net net = quantised(weights);
  Draw table{{}, {Seat::R, Seat::B}, Seat::R};
  table.rules.planes = 1;
  table.rules.end = End::last;
  const auto lessons_of = [&](double chance) {
    const Endgames ends(table.rules, 1, [chance](const State&) { return chance; });
    Lessons lessons;
    play_and_learn(net, weights, table, Random(7), {.fade = 0.9F, .exact = &ends}, lessons);
    return lessons;
  };
  const Lessons less = lessons_of(0.6);
  const Lessons more = lessons_of(0.8);
  ASSERT_EQ(less.positions, more.positions);
  const auto count = static_cast<double>(less.positions);
  EXPECT_GT(count, 20);
  const auto slopes_apart = [&](std::size_t output) {
    return double{less.gradient[layout::kOutputsBias + output]} -
           double{more.gradient[layout::kOutputsBias + output]};
  };
  EXPECT_NEAR(slopes_apart(0), count * 0.2, count * 1e-4);
  EXPECT_NEAR(slopes_apart(2), count * -0.2, count * 1e-4);
  // A place counts for a fifth; two seats have 0 and 1.
  EXPECT_NEAR(slopes_apart(kSeats), 0.2 * count * -0.2, count * 1e-4);
  EXPECT_NEAR(slopes_apart(kSeats + 2), 0.2 * count * 0.2, count * 1e-4);
}

// What the next roll makes of a position's value surprises less and less.
TEST(Train, Learns) {
  Trainer trainer({.seed = 1, .games = 1280});
  double begin = 0;
  double end = 0;
  for (int step = 0; step < 40; ++step) {
    trainer.step(2);
    (step < 10 ? begin : end) += step < 10 || step >= 30 ? trainer.residual() : 0;
  }
  EXPECT_LT(end, begin);
}

// The loss that learn() descends, computed afresh in doubles.
double loss(const Floats& weights, const Lesson& lesson) {
  std::vector<double> sums(kNetWidth);
  for (std::size_t i = 0; i < kNetWidth; ++i) {
    sums[i] = double{weights[layout::kBias + i]};
    for (const std::uint16_t row : lesson.rows) sums[i] += double{weights[row * kNetWidth + i]};
  }
  std::vector<double> outputs(kNetOutputs);
  for (std::size_t k = 0; k < kNetOutputs; ++k) {
    outputs[k] = double{weights[layout::kOutputsBias + k]} + sums[kNetInner + k];
    for (std::size_t j = 0; j < kNetSecond; ++j) {
      double second = double{weights[layout::kSecondBias + j]};
      for (std::size_t i = 0; i < kNetInner; ++i) {
        const double cut = std::min(std::max(sums[i], 0.0), 1.0);
        second += cut * cut * double{weights[layout::kSecond + i * kNetSecond + j]};
      }
      outputs[k] += std::min(std::max(second, 0.0), 4.0) *
                    double{weights[layout::kOutputs + k * kNetSecond + j]};
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < kSeats; ++i) sum += lesson.is_in[i] ? std::exp(outputs[i]) : 0;
  double loss = 0;
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (!lesson.is_in[i]) continue;
    loss -= double{lesson.first[i]} * (outputs[i] - std::log(sum));
    const double place = 1 / (1 + std::exp(-outputs[kSeats + i]));
    loss -= 0.2 * (double{lesson.place[i]} * std::log(place) +
                   (1 - double{lesson.place[i]}) * std::log(1 - place));
  }
  return loss;
}

TEST(Train, DescendsTheLoss) {
  const Floats weights = first_weights(2);
  const std::vector<std::uint16_t> rows{0, 1, 2, 40, 300, 301, 500, 700, 700};
  const Lesson lesson{
      rows, {0.5F, 0.2F, 0, 0.3F}, {0.1F, 0.6F, 0, 0.8F}, {true, true, false, true}};
  Floats gradient(layout::kSize, 0.0F);
  learn(weights, lesson, gradient);
  const std::size_t places[] = {40 * kNetWidth + 3,
                                700 * kNetWidth + 11,
                                500 * kNetWidth + kNetInner,
                                500 * kNetWidth + kNetInner + 5,
                                layout::kBias + 17,
                                layout::kSecond + 5 * kNetSecond + 2,
                                layout::kSecond + 90 * kNetSecond + 15,
                                layout::kSecondBias + 4,
                                layout::kOutputs + 2 * kNetSecond + 3,
                                layout::kOutputs + 5 * kNetSecond + 3,
                                layout::kOutputsBias + 1,
                                layout::kOutputsBias + 4};
  int slopes = 0;
  for (const std::size_t at : places) {
    constexpr float kStep = 0.0005F;
    Floats more = weights;
    Floats less = weights;
    more[at] += kStep;
    less[at] -= kStep;
    const double slope =
        (loss(more, lesson) - loss(less, lesson)) / (double{more[at]} - double{less[at]});
    EXPECT_NEAR(double{gradient[at]}, slope, 2e-5 + 0.01 * std::abs(slope)) << at;
    slopes += std::abs(slope) > 1e-4;
  }
  EXPECT_GE(slopes, 8);
}

TEST(Train, RoundsToTheSameNet) {
  const Floats weights = first_weights(1);
  const Net net = quantised(weights);
  const NetWeights& integers = net.weights();
  EXPECT_EQ(integers.rows[5][7], std::lround(weights[5 * kNetWidth + 7] * kNetOne));
  EXPECT_EQ(integers.second[3][11],
            std::lround(weights[layout::kSecond + 11 * kNetSecond + 3] * kNetWeightOne));
  EXPECT_EQ(integers.second[3][kNetInner], 0);
  EXPECT_EQ(integers.outputs[2][9],
            std::lround(weights[layout::kOutputs + 2 * kNetSecond + 9] * kNetWeightOne));
}

TEST(Train, DrawsEveryKindOfTable) {
  std::array<int, 5> seats{};
  int standard = 0;
  int usual = 0;
  const std::vector<Rules> list = usual_rules();
  for (std::uint64_t n = 0; n < 1000; ++n) {
    const Draw table = drawn_table(Random(1).fork(n));
    EXPECT_TRUE(table.seats.contains(table.first));
    EXPECT_EQ(table.rules.end, End::last);
    seats[static_cast<std::size_t>(table.seats.size())] += 1;
    standard += table.rules == kStandard;
    usual += std::ranges::find(list, table.rules) != list.end();
  }
  EXPECT_NEAR(seats[2], 500, 64);
  EXPECT_NEAR(seats[3], 150, 46);
  EXPECT_NEAR(seats[4], 350, 61);
  EXPECT_NEAR(standard, 500, 64);
  EXPECT_NEAR(usual, 800, 51);
}

}  // namespace
}  // namespace aero
