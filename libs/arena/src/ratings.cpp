#include "aero/arena/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "aero/arena/statistics.hpp"

namespace aero::arena {
namespace {

constexpr double kEloPerNat = 400 / std::numbers::ln10;
constexpr int kMostSteps = 200;

using Vector = std::vector<double>;

// Square, symmetric and positive definite.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
  std::size_t size() const { return size_; }
  double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return cells_[row * size_ + column]; }

 private:
  std::size_t size_;
  Vector cells_;
};

// Solves matrix · x = right by Cholesky's decomposition.
Vector solve(Matrix matrix, Vector right) {
  const std::size_t n = matrix.size();
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = column; row < n; ++row) {
      double sum = matrix.at(row, column);
      for (std::size_t k = 0; k < column; ++k) sum -= matrix.at(row, k) * matrix.at(column, k);
      matrix.at(row, column) =
          row == column ? std::sqrt(std::max(sum, 1e-300)) : sum / matrix.at(column, column);
    }
  }
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t k = 0; k < row; ++k) right[row] -= matrix.at(row, k) * right[k];
    right[row] /= matrix.at(row, row);
  }
  for (std::size_t row = n; row-- > 0;) {
    for (std::size_t k = row + 1; k < n; ++k) right[row] -= matrix.at(k, row) * right[k];
    right[row] /= matrix.at(row, row);
  }
  return right;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// A game that is supposed of a parameter, against one of 0: drawn, so half of it won and half lost.
// In the variance both count whole: a half would say too much of bots that never lost.
struct Supposed {
  double log;    // of its chance
  double slope;  // of that
};
std::array<Supposed, 2> supposed(double at) {
  const double chance = 1 / (1 + std::exp(-at));
  return {{{-std::log1p(std::exp(-at)), 1 - chance}, {-std::log1p(std::exp(at)), -chance}}};
}

// The likelihood of rankings and of the supposed games, and its derivatives; parameters are the
// bots, then the seats. The supposed games also hold the sums of both, on which no ranking depends.
class Model {
 public:
  Model(std::span<const Ranking> rankings, std::size_t bots, std::size_t seats)
      : rankings_(rankings), bots_(bots), size_(bots + seats) {}
  std::size_t size() const { return size_; }

  double log_likelihood(const Vector& at) const {
    double sum = 0;
    for (const double one : at) {
      for (const Supposed& game : supposed(one)) sum += game.log / 2;
    }
    for (const Ranking& ranking : rankings_) {
      each_choice(ranking, at, [&](const Choice& choice) {
        sum += choice.logs[choice.chosen] - std::log(choice.total);
      });
    }
    return sum;
  }

  // The gradient of one ranking, added.
  void add_gradient(const Ranking& ranking, const Vector& at, Vector& gradient) const {
    each_choice(ranking, at, [&](const Choice& choice) {
      for (std::size_t i = 0; i < choice.left; ++i) {
        const double off = (i == choice.chosen ? 1.0 : 0.0) - choice.weights[i] / choice.total;
        gradient[choice.bot[i]] += off;
        gradient[choice.seat[i]] += off;
      }
    });
  }

  Vector gradient(const Vector& at) const {
    Vector sum(size_);
    for (const Ranking& ranking : rankings_) add_gradient(ranking, at, sum);
    for (std::size_t i = 0; i < size_; ++i) {
      for (const Supposed& game : supposed(at[i])) sum[i] += game.slope / 2;
    }
    return sum;
  }

  // The negative of the second derivatives.
  Matrix information(const Vector& at) const {
    Matrix sum(size_);
    for (const Ranking& ranking : rankings_) {
      each_choice(ranking, at, [&](const Choice& choice) { add_information(choice, sum); });
    }
    for (std::size_t i = 0; i < size_; ++i) {
      const auto [won, lost] = supposed(at[i]);
      sum.at(i, i) -= won.slope * lost.slope;
    }
    return sum;
  }

 private:
  // One more place is given: to `chosen` of those who are left.
  struct Choice {
    std::size_t left = 0;
    std::size_t chosen = 0;
    std::array<std::size_t, kSeats> bot{}, seat{};  // parameters
    std::array<double, kSeats> logs{}, weights{};
    double total = 0;
  };

  template <class Take>
  void each_choice(const Ranking& ranking, const Vector& at, Take take) const {
    std::array<bool, kSeats> is_placed{};
    for (int place = 0; place < std::min(ranking.placed, ranking.size - 1); ++place) {
      const auto chosen = std::size_t{ranking.order[static_cast<std::size_t>(place)]};
      Choice choice;
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(ranking.size); ++seat) {
        if (is_placed[seat]) continue;
        const std::size_t i = choice.left++;
        if (seat == chosen) choice.chosen = i;
        choice.bot[i] = static_cast<std::size_t>(ranking.bots[seat]);
        choice.seat[i] = bots_ + seat;
        choice.logs[i] = at[choice.bot[i]] + at[choice.seat[i]];
        choice.weights[i] = std::exp(choice.logs[i]);
        choice.total += choice.weights[i];
      }
      is_placed[chosen] = true;
      take(choice);
    }
  }

  static void add_information(const Choice& choice, Matrix& sum) {
    for (std::size_t i = 0; i < choice.left; ++i) {
      for (std::size_t j = 0; j < choice.left; ++j) {
        const double p = choice.weights[i] / choice.total;
        const double q = choice.weights[j] / choice.total;
        const double part = (i == j ? p : 0.0) - p * q;
        sum.at(choice.bot[i], choice.bot[j]) += part;
        sum.at(choice.bot[i], choice.seat[j]) += part;
        sum.at(choice.seat[i], choice.bot[j]) += part;
        sum.at(choice.seat[i], choice.seat[j]) += part;
      }
    }
  }

  std::span<const Ranking> rankings_;
  std::size_t bots_;
  std::size_t size_;
};

// Newton's method; a step that goes too far is halved.
Vector likeliest(const Model& model) {
  Vector at(model.size());
  double value = model.log_likelihood(at);
  for (int step = 0; step < kMostSteps; ++step) {
    const Vector towards = solve(model.information(at), model.gradient(at));
    double reach = 1;
    Vector next = at;
    double reached = value;
    for (int half = 0; half < 60; ++half, reach /= 2) {
      for (std::size_t i = 0; i < at.size(); ++i) next[i] = at[i] + reach * towards[i];
      reached = model.log_likelihood(next);
      if (reached >= value) break;
    }
    if (reached < value) break;
    const double moved = reach * std::sqrt(dot(towards, towards));
    at = next;
    value = reached;
    if (moved < 1e-12) break;
  }
  return at;
}

// The sums of the gradients of each block.
std::vector<Vector> gradients_of_blocks(std::span<const Ranking> rankings, const Model& model,
                                        const Vector& at) {
  std::vector<std::size_t> by_block(rankings.size());
  for (std::size_t i = 0; i < by_block.size(); ++i) by_block[i] = i;
  std::ranges::sort(by_block, {}, [&](std::size_t i) { return std::pair(rankings[i].block, i); });
  std::vector<Vector> gradients;
  for (std::size_t i = 0; i < by_block.size(); ++i) {
    const bool is_new = i == 0 || rankings[by_block[i]].block != rankings[by_block[i - 1]].block;
    if (is_new) gradients.emplace_back(model.size());
    model.add_gradient(rankings[by_block[i]], at, gradients.back());
  }
  return gradients;
}

}  // namespace

Ratings rate(std::span<const Ranking> rankings, int bots, int seats) {
  const Model model(rankings, static_cast<std::size_t>(bots), static_cast<std::size_t>(seats));
  const Vector at = likeliest(model);
  const Matrix information = model.information(at);
  const std::vector<Vector> gradients = gradients_of_blocks(rankings, model, at);

  // The number `which` of those from `first` on, less their mean.
  const auto rating = [&](std::size_t which, std::size_t first, std::size_t count) {
    Vector contrast(model.size());
    for (std::size_t i = 0; i < count; ++i) contrast[first + i] = -1 / static_cast<double>(count);
    contrast[which] += 1;
    const double value = dot(contrast, at);
    const Vector weight = solve(information, contrast);
    double robust = 0;
    for (const Vector& gradient : gradients) {
      const double part = dot(weight, gradient);
      robust += part * part;
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (const Supposed& game : supposed(at[i])) robust += std::pow(weight[i] * game.slope, 2);
    }
    const double reach = kNormal * std::sqrt(robust);
    return Rating{kEloPerNat * value, kEloPerNat * (value - reach), kEloPerNat * (value + reach)};
  };
  Ratings ratings;
  const auto bot_count = static_cast<std::size_t>(bots);
  const auto seat_count = static_cast<std::size_t>(seats);
  for (std::size_t i = 0; i < bot_count; ++i) ratings.bots.push_back(rating(i, 0, bot_count));
  for (std::size_t i = 0; i < seat_count; ++i) {
    ratings.seats.push_back(rating(bot_count + i, bot_count, seat_count));
  }
  return ratings;
}

}  // namespace aero::arena
