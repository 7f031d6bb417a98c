#include "aero/arena/ratings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace aero::arena {
namespace {

constexpr double kElo = 400 / std::numbers::ln10;

// Adds `count` games of two: who sits where, and which of the places at the table wins.
void add(std::vector<Ranking>& rankings, int count, std::int16_t first, std::int16_t second,
         std::uint8_t winner) {
  for (int i = 0; i < count; ++i) {
    Ranking ranking{.block = static_cast<std::int64_t>(rankings.size()), .size = 2};
    ranking.bots = {first, second};
    ranking.placed = 1;
    ranking.order = {winner};
    rankings.push_back(ranking);
  }
}

double log_odds(double wins, double losses) { return std::log(wins / losses); }

// With one rate for each seating, strength and seat are the half sum and half difference of their
// log odds, and the variances those of log odds; with so many games the supposed ones do not show.
TEST(Rate, OfTwoBotsIsTheClosedForm) {
  std::vector<Ranking> rankings;
  add(rankings, 7000, 0, 1, 0);
  add(rankings, 3000, 0, 1, 1);
  add(rankings, 4500, 1, 0, 0);
  add(rankings, 5500, 1, 0, 1);
  const Ratings ratings = rate(rankings, 2, 2);
  const double first = log_odds(70, 30);   // bot 0 in the first seat
  const double second = log_odds(55, 45);  // bot 0 in the second seat
  const double strength = (first + second) / 2;
  const double seat = (first - second) / 2;
  ASSERT_EQ(ratings.bots.size(), 2u);
  EXPECT_NEAR(ratings.bots[0].value, kElo * strength / 2, 1e-2);
  EXPECT_NEAR(ratings.bots[1].value, -kElo * strength / 2, 1e-2);
  EXPECT_NEAR(ratings.seats[0].value, kElo * seat / 2, 1e-2);
  EXPECT_NEAR(ratings.seats[1].value, -kElo * seat / 2, 1e-2);
  const double variance = (1.0 / 7000 + 1.0 / 3000 + 1.0 / 4500 + 1.0 / 5500) / 4;
  const double reach = kElo * 1.959964 * std::sqrt(variance) / 2;
  EXPECT_NEAR(ratings.bots[0].high - ratings.bots[0].value, reach, 1e-3);
  EXPECT_NEAR(ratings.bots[0].value - ratings.bots[0].low, reach, 1e-3);
  EXPECT_NEAR(ratings.seats[1].high - ratings.seats[1].value, reach, 1e-3);
}

// Where every three meet in every seat, weights are in proportion to wins.
TEST(Rate, OfThreeIsInProportionToWins) {
  constexpr std::array<int, 3> kWins{5000, 3000, 2000};
  std::vector<Ranking> rankings;
  for (int turn = 0; turn < 3; ++turn) {
    for (int bot = 0; bot < 3; ++bot) {
      Ranking ranking{.size = 3};
      for (int seat = 0; seat < 3; ++seat) {
        ranking.bots[static_cast<std::size_t>(seat)] = static_cast<std::int16_t>((seat + turn) % 3);
        if ((seat + turn) % 3 == bot) ranking.order[0] = static_cast<std::uint8_t>(seat);
      }
      ranking.placed = 1;
      for (int i = 0; i < kWins[static_cast<std::size_t>(bot)]; ++i) {
        ranking.block = static_cast<std::int64_t>(rankings.size());
        rankings.push_back(ranking);
      }
    }
  }
  const Ratings ratings = rate(rankings, 3, 3);
  const auto lead = [&](std::size_t a, std::size_t b) {
    return ratings.bots[a].value - ratings.bots[b].value;
  };
  EXPECT_NEAR(lead(0, 1), 400 * std::log10(5.0 / 3), 1e-2);
  EXPECT_NEAR(lead(1, 2), 400 * std::log10(3.0 / 2), 1e-2);
  EXPECT_NEAR(ratings.bots[0].value + ratings.bots[1].value + ratings.bots[2].value, 0, 1e-6);
  for (const Rating& seat : ratings.seats) EXPECT_NEAR(seat.value, 0, 1e-4);
}

// All six orders of three, in the shares that weights 3, 2 and 1 give them: of those who are left.
TEST(Rate, ReadsWholeOrders) {
  struct Order {
    std::array<std::uint8_t, kSeats> seats;
    int count;
  };
  // 6000 · (3/6 · 2/3), 6000 · (3/6 · 1/3), …
  constexpr std::array<Order, 6> kOrders{{{{0, 1, 2}, 2000},
                                          {{0, 2, 1}, 1000},
                                          {{1, 0, 2}, 1500},
                                          {{1, 2, 0}, 500},
                                          {{2, 0, 1}, 600},
                                          {{2, 1, 0}, 400}}};
  std::vector<Ranking> rankings;
  for (const Order& order : kOrders) {
    for (int turn = 0; turn < 3; ++turn) {  // so that seats are even
      Ranking ranking{.size = 3};
      for (int seat = 0; seat < 3; ++seat) {
        const auto at = static_cast<std::size_t>((seat + turn) % 3);
        ranking.bots[at] = static_cast<std::int16_t>(seat);
        ranking.order[static_cast<std::size_t>(seat)] =
            static_cast<std::uint8_t>((order.seats[static_cast<std::size_t>(seat)] + turn) % 3);
      }
      ranking.placed = 3;
      rankings.insert(rankings.end(), static_cast<std::size_t>(order.count), ranking);
    }
  }
  const Ratings ratings = rate(rankings, 3, 3);
  EXPECT_NEAR(ratings.bots[0].value - ratings.bots[2].value, 400 * std::log10(3.0), 1e-2);
  EXPECT_NEAR(ratings.bots[1].value - ratings.bots[2].value, 400 * std::log10(2.0), 1e-2);
}

TEST(Rate, KnowsThatGamesOfABlockAreNotNews) {
  std::vector<Ranking> once;
  add(once, 6000, 0, 1, 0);
  add(once, 4000, 0, 1, 1);
  add(once, 5000, 1, 0, 0);
  add(once, 5000, 1, 0, 1);
  std::vector<Ranking> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());  // the same blocks again
  std::vector<Ranking> more = twice;
  for (std::size_t i = 0; i < more.size(); ++i) more[i].block = static_cast<std::int64_t>(i);
  const auto reach = [](const std::vector<Ranking>& rankings) {
    const Rating rating = rate(rankings, 2, 2).bots[0];
    return rating.high - rating.low;
  };
  EXPECT_NEAR(reach(twice), reach(once), 1e-3);
  EXPECT_NEAR(reach(more), reach(once) / std::numbers::sqrt2, 1e-3);
}

// Of a bot that won all its games against another one; their seats are even.
Rating of_winner(int games) {
  std::vector<Ranking> rankings;
  add(rankings, games / 2, 0, 1, 0);
  add(rankings, games / 2, 1, 0, 1);
  return rate(rankings, 2, 2).bots[0];
}

// The likeliest strength is where games that should have been lost make up for the supposed game.
TEST(Rate, OfOneThatNeverLostIsAsLargeAsItsGamesAreMany) {
  const Rating rating = of_winner(40);
  const double strength = rating.value / kElo;
  EXPECT_NEAR(40 / (1 + std::exp(2 * strength)), std::tanh(strength / 2) / 2, 1e-6);
  EXPECT_NEAR(2 * rating.value, 795, 0.5);  // as docs/matches.md says
  EXPECT_NEAR(2 * (rating.high - rating.value), 496, 0.5);
  // A lead at which as many games would all be won once in forty times is in the interval.
  const double lead = -std::log(std::pow(0.025, -1.0 / 40) - 1);
  EXPECT_LT(rating.low, kElo * lead / 2);
  EXPECT_GT(rating.low, 0);
  EXPECT_LT(rating.high, 1000);
  EXPECT_GT(of_winner(400).value, rating.value + 100);
}

TEST(Rate, OfOneThatNeverWonMovesNoOther) {
  const auto lead = [](int games) {
    std::vector<Ranking> rankings;
    add(rankings, 1500, 0, 1, 0);
    add(rankings, 1500, 1, 0, 1);
    add(rankings, 1000, 1, 0, 0);
    add(rankings, 1000, 0, 1, 1);
    for (const auto bot : {std::int16_t{0}, std::int16_t{1}}) {
      add(rankings, games, bot, 2, 0);
      add(rankings, games, 2, bot, 1);
    }
    const Ratings ratings = rate(rankings, 3, 2);
    return ratings.bots[0].value - ratings.bots[1].value;
  };
  EXPECT_NEAR(lead(200), lead(0), 0.1);
}

// A seat that wins them all is one of those who never lost.
TEST(Rate, OfASeatThatNeverLostIsFinite) {
  std::vector<Ranking> rankings;
  add(rankings, 20, 0, 1, 0);
  add(rankings, 20, 1, 0, 0);
  EXPECT_NEAR(rate(rankings, 2, 2).seats[0].value, of_winner(40).value, 1e-6);
}

TEST(Rate, WithoutGamesIsZero) {
  const Ratings ratings = rate({}, 3, 4);
  for (const Rating& rating : ratings.bots) EXPECT_EQ(rating.value, 0);
  EXPECT_EQ(ratings.seats.size(), 4u);
}

}  // namespace
}  // namespace aero::arena
