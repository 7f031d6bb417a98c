#pragma once
// What results of a match prove. The unit is a block, a set of games on the same dice in which the
// bots change seats: blocks are independent of each other, the games in them are not.

#include <cstdint>
#include <span>

namespace aero::arena {

// The quantile of the normal distribution that leaves 2.5 % above it.
inline constexpr double kNormal = 1.959963984540054;

// A share of something and its 95 % interval: 0 ≤ low ≤ value ≤ high ≤ 1.
struct Share {
  double value;
  double low, high;
};

// Below, `spread` is the variance of a block of fair and independent games: p(1-p)/games for a fair
// share p. Four blocks of that variance are supposed beforehand, so that a handful of equal blocks
// proves nothing.

// The mean of blocks, each 0 … 1, with Student's interval. It says nothing (0 … 1) of fewer than
// two blocks. Precondition: not empty.
Share mean_of_blocks(std::span<const double> blocks, double spread);

// The mean of blocks less c times their luck, whose expectation is 0. The supposed blocks differ by
// nothing but luck and say c = 1; the others move it to where they leave the least variance. So c
// is 1, nearly, of few blocks and fitted to many.
struct Adjusted {
  Share share;
  double coefficient;  // c
  double explained;    // share of the variance of blocks that goes with luck, 0 … 1
};
// The interval counts how unsure c is; luck explains as much of the supposed blocks as of the
// others. Preconditions: equally many blocks and luck, not empty; spread > 0.
Adjusted adjust_for_luck(std::span<const double> blocks, std::span<const double> luck,
                         double spread);

// The quantile of Student's distribution that leaves 2.5 % above it; degrees of freedom ≥ 1.
double student_975(std::int64_t degrees);

// A sequential probability ratio test: is the share `low` or `high`.
struct Sprt {
  double low, high;     // 0 < low < high < 1
  double alpha = 0.05;  // chance to accept `high` where `low` is true
  double beta = 0.05;   // chance to accept `low` where `high` is true
};

// The test over a stream of blocks, by the generalised likelihood ratio of their mean as normal
// with unknown variance, that of the supposed blocks among them. Blocks may have their luck taken
// off, once (c = 1): that is right on average, and as c is not fitted, it cannot follow the stream.
class Sequential {
 public:
  enum class Verdict : std::uint8_t { none, low, high };

  Sequential(const Sprt& sprt, double spread);

  void add(double block);
  double log_ratio() const;    // of the likelihoods, high to low; 0 before the first block
  double lower_bound() const;  // at this and below, `low` is accepted
  double upper_bound() const;
  Verdict verdict() const;

 private:
  Sprt sprt_;
  double spread_;
  std::int64_t blocks_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations
};

// The win share that a lead in Elo points means for the bot that holds `own` of `seats` seats: each
// seat is chosen to win with weight 10^(elo/400) against 1. 0 Elo is own/seats.
double share_of_elo(double elo, int own, int seats);

}  // namespace aero::arena
