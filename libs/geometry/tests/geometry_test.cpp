#include "aero/geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace aero {
namespace {

int distance(Spot a, Spot b) {
  return std::max(std::abs(a.row - b.row), std::abs(a.column - b.column));
}

TEST(Geometry, HasASpotOfItsOwnForEverything) {
  std::set<std::pair<int, int>> taken;
  const auto take = [&](Spot spot) {
    EXPECT_TRUE(spot.row >= 0 && spot.row < kGrid && spot.column >= 0 && spot.column < kGrid);
    EXPECT_TRUE(taken.emplace(spot.row, spot.column).second) << spot.row << "," << spot.column;
  };
  for (int i = 0; i < kRingSize; ++i) take(spot_of(Square(i)));
  for (const Seat seat : kAllSeats) {
    take(spot_of(seat, kPad));
    for (int step = 51; step <= 56; ++step) take(spot_of(seat, Step(step)));
    for (int plane = 0; plane < kMaxPlanes; ++plane) take(hangar_spot(seat, plane));
    take(hangar_middle(seat));
  }
  EXPECT_EQ(taken.size(), 52u + 4 * (1 + 6 + 4 + 1));
}

TEST(Geometry, LeadsFromSquareToSquare) {
  for (const Seat seat : kAllSeats) {
    for (int step = 0; step < kCentre.value(); ++step) {
      EXPECT_EQ(distance(spot_of(seat, Step(step)), spot_of(seat, Step(step + 1))), 1)
          << letter(seat) << step;
    }
  }
}

TEST(Geometry, IsTheSameAfterAQuarterTurn) {
  for (const Seat seat : kAllSeats) {
    for (int step = 0; step <= kCentre.value(); ++step) {
      EXPECT_EQ(turned(spot_of(seat, Step(step)), 1), spot_of(clockwise(seat), Step(step)));
    }
  }
}

TEST(Geometry, HasTheEntrancesInTheMiddleOfEachSide) {
  EXPECT_EQ(spot_of(Seat::R, kEntrance), (Spot{14, 7}));
  EXPECT_EQ(spot_of(Seat::Y, kEntrance), (Spot{7, 0}));
  EXPECT_EQ(spot_of(Seat::B, kEntrance), (Spot{0, 7}));
  EXPECT_EQ(spot_of(Seat::G, kEntrance), (Spot{7, 14}));
}

TEST(Geometry, FliesStraightAcrossTheThirdSquareOfTheOppositeColumn) {
  for (const Seat seat : kAllSeats) {
    const auto spots = line(spot_of(seat, kFlightStart), spot_of(seat, kFlightEnd));
    ASSERT_EQ(spots.size(), 7u);
    EXPECT_EQ(spots[3], spot_of(opposite(seat), kCrossing));
    EXPECT_TRUE(spots.front().row == spots.back().row ||
                spots.front().column == spots.back().column);
  }
}

TEST(Geometry, ColoursTheRingInTurn) {
  for (int i = 0; i < kRingSize; ++i) {
    const Seat seat = colour_of(Square(i));
    ASSERT_TRUE(step_on(seat, Square(i)).has_value());
    EXPECT_TRUE(is_own_colour(*step_on(seat, Square(i))));
    EXPECT_NE(seat, colour_of(Square((i + 1) % kRingSize)));
  }
}

std::vector<Square> ring() {
  std::vector<Square> squares;
  for (int i = 0; i < kRingSize; ++i) squares.emplace_back(i);
  return squares;
}

std::vector<Point> corners_of(Spot spot) {
  const Point centre = centre_of(spot);
  return {{centre.x - .5, centre.y - .5},
          {centre.x + .5, centre.y - .5},
          {centre.x + .5, centre.y + .5},
          {centre.x - .5, centre.y + .5}};
}

// On which side of the line from `a` to `b` the point lies; positive is to the right of it.
double side(Point a, Point b, Point point) {
  return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
}

// Positive for corners that go round clockwise.
double area(const std::vector<Point>& corners) {
  double twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point next = corners[(i + 1) % corners.size()];
    twice += corners[i].x * next.y - corners[i].y * next.x;
  }
  return twice / 2;
}

// What two convex shapes have in common: the one, cut along each side of the other.
std::vector<Point> common(std::vector<Point> shape, const std::vector<Point>& other) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    const Point a = other[i];
    const Point b = other[(i + 1) % other.size()];
    std::vector<Point> rest;
    for (std::size_t j = 0; j < shape.size(); ++j) {
      const Point from = shape[j];
      const Point to = shape[(j + 1) % shape.size()];
      const double before = side(a, b, from);
      const double after = side(a, b, to);
      if (before >= 0) rest.push_back(from);
      if (before * after < 0) {
        const double part = before / (before - after);
        rest.push_back({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
      }
    }
    shape = rest;
  }
  return shape;
}

TEST(Outline, IsASquareATriangleOrASquareWithoutACorner) {
  const auto outline_at = [](int step) { return outline(ring_square(Seat::R, Step(step))); };
  using Corners = std::vector<Point>;
  EXPECT_EQ(outline_at(2), (Corners{{4, 13}, {5, 13}, {5, 14}, {4, 14}}));
  EXPECT_EQ(outline_at(4), (Corners{{5, 10}, {5, 12}, {3, 12}}));
  EXPECT_EQ(outline_at(5), (Corners{{3, 10}, {5, 10}, {3, 12}}));
  EXPECT_EQ(outline_at(1), (Corners{{4, 14}, {5, 14}, {5, 15}, {4.4, 15}, {4, 14.6}}));
  EXPECT_EQ(outline_at(8), (Corners{{0, 10}, {1, 10}, {1, 11}, {.4, 11}, {0, 10.6}}));
}

TEST(Outline, GoesRoundClockwiseOnTheBoard) {
  double all = 0;
  for (const Square square : ring()) {
    const auto corners = outline(square);
    EXPECT_GT(area(corners), 0);
    EXPECT_NEAR(area(common(corners, corners)), area(corners), 1e-12);  // convex
    for (const Point corner : corners) {
      EXPECT_TRUE(corner.x >= 0 && corner.x <= kGrid && corner.y >= 0 && corner.y <= kGrid);
    }
    all += area(corners);
  }
  EXPECT_NEAR(all, 36 + 8 * 2 + 8 * (1 - 0.4 * 0.4 / 2), 1e-12);
}

TEST(Outline, OverlapsNoOtherAndNothingElse) {
  std::vector<std::vector<Point>> shapes;
  for (const Square square : ring()) shapes.push_back(outline(square));
  for (const Seat seat : kAllSeats) {
    for (const Step step : {kPad, Step(51), Step(52), Step(53), Step(54), Step(55), kCentre}) {
      shapes.push_back(corners_of(spot_of(seat, step)));
    }
    for (int plane = 0; plane < kMaxPlanes; ++plane) {
      shapes.push_back(corners_of(hangar_spot(seat, plane)));
    }
  }
  EXPECT_EQ(shapes.size(), 52u + 4 * (7 + 4));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(area(common(shapes[i], shapes[j])), 0, 1e-12) << i << " " << j;
    }
  }
}

TEST(Outline, IsTheSameAfterAQuarterTurn) {
  for (const Square square : ring()) {
    const Square next((square.index() + kQuarter) % kRingSize);
    std::vector<Point> corners = outline(square);
    for (Point& corner : corners) corner = turned(corner, 1);
    const auto expected = outline(next);
    ASSERT_EQ(corners.size(), expected.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      EXPECT_NEAR(corners[i].x, expected[i].x, 1e-12) << square.index();
      EXPECT_NEAR(corners[i].y, expected[i].y, 1e-12) << square.index();
    }
    EXPECT_NEAR(turned(centre_of(square), 1).x, centre_of(next).x, 1e-12) << square.index();
    EXPECT_NEAR(turned(centre_of(square), 1).y, centre_of(next).y, 1e-12) << square.index();
  }
}

TEST(Centre, LiesWhereAPieceHasMostRoom) {
  EXPECT_EQ(centre_of(Seat::R, kHangar), (Point{1.7, 13}));
  EXPECT_EQ(centre_of(Seat::R, kPad), (Point{3.5, 14.5}));
  EXPECT_EQ(centre_of(Seat::R, Step(1)), (Point{4.5, 14.5}));
  EXPECT_EQ(centre_of(Seat::R, kEntrance), (Point{7.5, 14.5}));
  EXPECT_EQ(centre_of(Seat::R, kCentre), (Point{7.5, 8.5}));
  EXPECT_EQ(centre_of(Seat::Y, kHangar), (Point{2, 1.7}));
  EXPECT_EQ(centre_of(Seat::G, kCentre), (Point{8.5, 7.5}));
  EXPECT_NEAR(centre_of(Seat::R, Step(4)).x, 4.4142136, 1e-7);
  EXPECT_NEAR(centre_of(Seat::R, Step(4)).y, 11.4142136, 1e-7);
  EXPECT_NEAR(centre_of(Seat::R, Step(5)).x, 3.5857864, 1e-7);
  EXPECT_NEAR(centre_of(Seat::R, Step(5)).y, 10.5857864, 1e-7);
}

// Nearer to no side than half a square, but for the cut that a corner has.
TEST(Centre, IsInTheMiddleOfItsOutline) {
  for (const Square square : ring()) {
    const auto corners = outline(square);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point a = corners[i];
      const Point b = corners[(i + 1) % corners.size()];
      const double distance = side(a, b, centre_of(square)) / std::hypot(b.x - a.x, b.y - a.y);
      EXPECT_GE(distance, corners.size() == 5 ? 0.42 : 0.5 - 1e-12) << square.index();
    }
  }
}

// The point nearest to `point` on the line from `a` to `b`.
Point nearest(Point a, Point b, Point point) {
  const Point along{b.x - a.x, b.y - a.y};
  const double length = along.x * along.x + along.y * along.y;
  const double inner = (point.x - a.x) * along.x + (point.y - a.y) * along.y;
  const double share = std::clamp(inner / length, 0.0, 1.0);
  return {a.x + share * along.x, a.y + share * along.y};
}

TEST(HangarPoint, IsClearOfAllElse) {
  constexpr double kClear = 0.6;
  const auto apart = [](Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); };
  EXPECT_NEAR(hangar_point(Seat::R, 0).x, 0.98, 1e-12);
  EXPECT_NEAR(hangar_point(Seat::R, 0).y, 12.28, 1e-12);
  EXPECT_NEAR(hangar_point(Seat::G, 3).x, 13.72, 1e-12);
  EXPECT_NEAR(hangar_point(Seat::G, 3).y, 12.58, 1e-12);
  for (const Seat seat : kAllSeats) {
    for (int plane = 0; plane < kMaxPlanes; ++plane) {
      const Point point = hangar_point(seat, plane);
      for (const double value : {point.x, point.y}) {
        EXPECT_GE(value, kClear);
        EXPECT_LE(value, kGrid - kClear);
      }
      for (int other = 0; other < plane; ++other) {
        EXPECT_GT(apart(point, hangar_point(seat, other)), 2 * kClear);
      }
      EXPECT_GT(apart(point, centre_of(seat, kPad)), 2 * kClear);
      for (const Square square : ring()) {
        const auto corners = outline(square);
        for (std::size_t i = 0; i < corners.size(); ++i) {
          const Point near = nearest(corners[i], corners[(i + 1) % corners.size()], point);
          EXPECT_GT(apart(point, near), kClear) << square.index();
        }
      }
    }
  }
}

TEST(FlightLine, LeadsThroughTheMiddleOfTheCrossing) {
  EXPECT_EQ(flight_line(Seat::R), (std::array<Point, 2>{{{4.5, 3.5}, {10.5, 3.5}}}));
  for (const Seat seat : kAllSeats) {
    const auto [from, to] = flight_line(seat);
    EXPECT_EQ((Point{(from.x + to.x) / 2, (from.y + to.y) / 2}),
              centre_of(opposite(seat), kCrossing));
    EXPECT_TRUE(from.x == to.x || from.y == to.y);
  }
}

}  // namespace
}  // namespace aero
