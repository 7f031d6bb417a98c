#include "aero/geometry.hpp"

#include <algorithm>
#include <cstdlib>
#include <numbers>

namespace aero {
namespace {

constexpr double kCut = 0.4;  // of an outer corner, along each side

// Places in a quarter, from 0.
constexpr std::size_t kStart = 0;
constexpr std::size_t kBeforeInnerCorner = 3;
constexpr std::size_t kAfterInnerCorner = 4;
constexpr std::size_t kOuterCorner = 7;

// The inner corner of Red’s quarter, spots (10, 3) to (11, 4), is cut from bottom left to top
// right.
constexpr Point kTopLeft{3, 10};
constexpr Point kTopRight{5, 10};
constexpr Point kBottomLeft{3, 12};
constexpr Point kBottomRight{5, 12};
// From the sides of such a half, legs of 2, to the centre of the circle within.
constexpr double kInset = 2 - std::numbers::sqrt2;

std::vector<Point> outline_in_red_quarter(std::size_t place) {
  const Spot spot = kRingQuarter[place];
  const double left = spot.column;
  const double right = left + 1;
  const double top = spot.row;
  const double bottom = top + 1;
  switch (place) {
    case kBeforeInnerCorner: return {kTopRight, kBottomRight, kBottomLeft};
    case kAfterInnerCorner: return {kTopLeft, kTopRight, kBottomLeft};
    case kStart:
    case kOuterCorner:
      return {
          {left, top}, {right, top}, {right, bottom}, {left + kCut, bottom}, {left, bottom - kCut}};
    default: return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
  }
}

Point centre_in_red_quarter(std::size_t place) {
  switch (place) {
    case kBeforeInnerCorner: return {kBottomRight.x - kInset, kBottomRight.y - kInset};
    case kAfterInnerCorner: return {kTopLeft.x + kInset, kTopLeft.y + kInset};
    default: return centre_of(kRingQuarter[place]);
  }
}

}  // namespace

std::vector<Spot> line(Spot from, Spot to) {
  const int length = std::max(std::abs(to.row - from.row), std::abs(to.column - from.column));
  const auto between = [length](int a, int b, int i) {
    const int twice = 2 * (b - a) * i;  // rounded half away from `a`
    return a + (twice + (twice < 0 ? -length : length)) / (2 * length);
  };
  std::vector<Spot> spots{from};
  for (int i = 1; i <= length; ++i) {
    spots.push_back({between(from.row, to.row, i), between(from.column, to.column, i)});
  }
  return spots;
}

Point centre_of(Square square) {
  const auto [quarters, place] = quarter_place(square);
  return turned(centre_in_red_quarter(place), quarters);
}

Point centre_of(Seat seat, Step step) {
  if (step == kHangar) return turned(kRedHangarCentre, index(seat));
  return step.is_on_ring() ? centre_of(ring_square(seat, step)) : centre_of(spot_of(seat, step));
}

Point hangar_point(Seat seat, int plane) {
  const double x = plane % 2 == 0 ? -kHangarApart : kHangarApart;
  const double y = plane < 2 ? -kHangarApart : kHangarApart;
  return turned(Point{kRedHangarCentre.x + x, kRedHangarCentre.y + y}, index(seat));
}

std::vector<Point> outline(Square square) {
  const auto [quarters, place] = quarter_place(square);
  std::vector<Point> corners = outline_in_red_quarter(place);
  for (Point& corner : corners) corner = turned(corner, quarters);
  return corners;
}

}  // namespace aero
