#include "aero/board.hpp"

#include <gtest/gtest.h>

namespace aero {
namespace {

TEST(Board, SeatsMeetWhereTheRulesSay) {
  // (13a + s) ≡ (13b + t) mod 52, worked out by hand for one square a quarter.
  EXPECT_EQ(ring_square(Seat::R, Step(27)), ring_square(Seat::B, Step(1)));
  EXPECT_EQ(ring_square(Seat::Y, Step(40)), ring_square(Seat::R, Step(1)));
  EXPECT_EQ(ring_square(Seat::G, Step(14)), ring_square(Seat::R, Step(1)));
  EXPECT_EQ(ring_square(Seat::B, Step(26)).index(), 0);
  EXPECT_EQ(ring_square(Seat::G, Step(13)).index(), 0);
}

TEST(Board, SquaresAndStepsAreInverse) {
  for (const Seat seat : kAllSeats) {
    int reached = 0;
    for (int square = 0; square < kRingSize; ++square) {
      const std::optional<Step> step = step_on(seat, Square(square));
      if (!step) continue;
      ++reached;
      EXPECT_EQ(ring_square(seat, *step), Square(square));
    }
    EXPECT_EQ(reached, 50);
  }
}

TEST(Board, OwnColourIsEveryFourthStepOfTheRing) {
  int squares = 0;
  for (int step = -1; step <= 56; ++step) squares += is_own_colour(Step(step));
  EXPECT_EQ(squares, 13);
  EXPECT_TRUE(is_own_colour(kFlightStart) && is_own_colour(kFlightEnd) && is_own_colour(kEntrance));
  EXPECT_FALSE(is_own_colour(Step(54)));
}

TEST(Board, EverySquareOfTheRingHasOneColour) {
  for (int square = 0; square < kRingSize; ++square) {
    int colours = 0;
    for (const Seat seat : kAllSeats) {
      const std::optional<Step> step = step_on(seat, Square(square));
      colours += step && is_own_colour(*step);
    }
    EXPECT_EQ(colours, 1) << square;
  }
}

TEST(Board, PipsComeFromNumbersOfADie) {
  EXPECT_FALSE(Pip::from(0));
  EXPECT_FALSE(Pip::from(7));
  EXPECT_EQ(Pip::from(6), kSix);
}

}  // namespace
}  // namespace aero
