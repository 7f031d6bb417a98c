#pragma once
// Where everything lies on the board of 15 by 15 spots: one quarter as a table, the rest by turning
// it. Red's side is the bottom, and the seats follow clockwise.

#include <array>
#include <cstddef>
#include <vector>

#include "aero/board.hpp"

namespace aero {

inline constexpr int kGrid = 15;

struct Spot {
  int row = 0;
  int column = 0;
  friend constexpr bool operator==(Spot, Spot) = default;
};

// In spots from the top left corner of the board, 0 … kGrid: x to the right, y down.
struct Point {
  double x = 0;
  double y = 0;
  friend constexpr bool operator==(Point, Point) = default;
};

// A quarter turn clockwise carries each seat's things to those of the next seat.
constexpr Spot turned(Spot spot, int quarters) {
  for (; quarters > 0; --quarters) spot = {spot.column, kGrid - 1 - spot.row};
  return spot;
}
constexpr Point turned(Point point, int quarters) {
  for (; quarters > 0; --quarters) point = {kGrid - point.y, point.x};
  return point;
}

// Red's quarter: its steps 1 … 13 on the ring, which hug its hangar, its pad, hangar and column.
inline constexpr std::array<Spot, kQuarter> kRingQuarter{{{14, 4},
                                                          {13, 4},
                                                          {12, 4},
                                                          {11, 4},
                                                          {10, 3},
                                                          {10, 2},
                                                          {10, 1},
                                                          {10, 0},
                                                          {9, 0},
                                                          {8, 0},
                                                          {7, 0},
                                                          {6, 0},
                                                          {5, 0}}};
inline constexpr Spot kRedPad{14, 3};
inline constexpr std::array<Spot, kMaxPlanes> kRedHangar{{{12, 0}, {12, 2}, {14, 0}, {14, 2}}};
inline constexpr Spot kRedHangarMiddle{13, 1};
inline constexpr std::array<Spot, kCentre - kEntrance> kRedColumn{
    {{13, 7}, {12, 7}, {11, 7}, {10, 7}, {9, 7}, {8, 7}}};  // from the first square to the centre

// How many quarter turns from Red’s quarter a square lies, and at which place there, from 0.
struct QuarterPlace {
  int quarters;
  std::size_t place;
};
constexpr QuarterPlace quarter_place(Square square) {
  const int from_red = (square.index() + kRingSize - 1) % kRingSize;
  return {from_red / kQuarter, static_cast<std::size_t>(from_red % kQuarter)};
}

constexpr Spot spot_of(Square square) {
  const auto [quarters, place] = quarter_place(square);
  return turned(kRingQuarter[place], quarters);
}

// Precondition: the step is not the hangar, where each plane has a spot of its own.
constexpr Spot spot_of(Seat seat, Step step) {
  if (step.is_on_ring()) return spot_of(ring_square(seat, step));
  if (step == kPad) return turned(kRedPad, index(seat));
  return turned(kRedColumn[static_cast<std::size_t>(step - kEntrance - 1)], index(seat));
}

constexpr Spot hangar_spot(Seat seat, int plane) {
  return turned(kRedHangar[static_cast<std::size_t>(plane)], index(seat));
}
constexpr Spot hangar_middle(Seat seat) { return turned(kRedHangarMiddle, index(seat)); }

// The seat whose own-colour square this is: the one that jumps from it.
constexpr Seat colour_of(Square square) {
  for (const Seat seat : kAllSeats) {
    const auto step = step_on(seat, square);
    if (step && is_own_colour(*step)) return seat;
  }
  return Seat::R;  // not reached: the colours go round in turn
}

// The spots in a line from one spot to another, both included.
std::vector<Spot> line(Spot from, Spot to);

// Drawn with outlines, a hangar fills its corner of the board, four spots by four but for the pad
// and the inner corner of the ring; its planes stand around its middle, so far from it each way.
inline constexpr Point kRedHangarCentre{1.7, 13};
inline constexpr double kHangarApart = 0.72;

// Where a piece stands when the board is drawn with outlines: the middle of the spot, but in the
// triangles of the ring the centre of the circle within. In the hangar, its middle.
constexpr Point centre_of(Spot spot) { return {spot.column + 0.5, spot.row + 0.5}; }
Point centre_of(Square square);
Point centre_of(Seat seat, Step step);
// Where each plane stands in its hangar; a circle of 0.6 around it is clear of all else.
Point hangar_point(Seat seat, int plane);

// The corners of a square of the ring, clockwise. The two at each inner corner of the ring are
// triangles, which share four spots by halves; at the outer corners a corner is cut off.
std::vector<Point> outline(Square square);

// The shortcut from step 18 to step 30, straight through the middle of the crossing.
constexpr std::array<Point, 2> flight_line(Seat seat) {
  return {centre_of(spot_of(seat, kFlightStart)), centre_of(spot_of(seat, kFlightEnd))};
}

}  // namespace aero
