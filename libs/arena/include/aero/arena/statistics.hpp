#pragma once
// What results of a match prove. The unit is a block, a set of games on the same dice in which the
// bots change seats: blocks are independent of each other, the games in them are not.

#include <cstdint>
#include <span>

namespace aero::arena {

// A share of something, 0 … 1, and its 95 % interval.
struct Share {
  double value;
  double low, high;
};

// The mean of blocks, each 0 … 1; the interval is Student's, cut at 0 and 1. It says nothing (0 …
// 1) of fewer than two blocks. Where all blocks are 1, or all 0, the open end is Wilson's, for then
// nothing is known of the spread. Precondition: not empty.
Share mean_of_blocks(std::span<const double> blocks);

// The mean of blocks without what luck explains of it: the control variate has mean 0, and its
// coefficient is fitted to these very blocks.
struct Adjusted {
  Share share;
  double coefficient;  // 0 where luck does not vary
  double explained;    // share of the variance that luck explains, 0 … 1
};
// The interval is of the residuals, with a degree of freedom less. Preconditions: equally many
// blocks and luck, not empty.
Adjusted adjust_for_luck(std::span<const double> blocks, std::span<const double> luck);

// The quantile of Student's distribution that leaves 2.5 % above it; degrees of freedom ≥ 1.
double student_975(std::int64_t degrees);

// A sequential probability ratio test: is the share `low` or `high`.
struct Sprt {
  double low, high;     // 0 < low < high < 1
  double alpha = 0.05;  // chance to accept `high` where `low` is true
  double beta = 0.05;   // chance to accept `low` where `high` is true
};

// The test over a stream of blocks, by the generalised likelihood ratio of their mean as normal
// with unknown variance. Four more blocks, which lie from the mean as far as fair and independent
// games would, count for the variance, so that a short stream of equal blocks proves nothing.
class Sequential {
 public:
  enum class Verdict : std::uint8_t { none, low, high };

  // `spread` is the variance of such a block: p(1-p)/games for a fair share p.
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
