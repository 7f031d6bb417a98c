#pragma once
// Where everything lies on the board of 15 by 15 spots: one quarter as a table, the rest by turning
// it. Red's side is the bottom, and the seats follow clockwise.

#include <array>
#include <vector>

#include "aero/board.hpp"

namespace aero::cli {

inline constexpr int kGrid = 15;

struct Spot {
  int row = 0;
  int column = 0;
  friend constexpr bool operator==(Spot, Spot) = default;
};

// A quarter turn clockwise carries each seat's things to those of the next seat.
constexpr Spot turned(Spot spot, int quarters) {
  for (; quarters > 0; --quarters) spot = {spot.column, kGrid - 1 - spot.row};
  return spot;
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

constexpr Spot spot_of(Square square) {
  const int from_red = (square.index() + kRingSize - 1) % kRingSize;
  const auto in_quarter = static_cast<std::size_t>(from_red % kQuarter);
  return turned(kRingQuarter[in_quarter], from_red / kQuarter);
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
inline std::vector<Spot> line(Spot from, Spot to) {
  const auto distance = [](int a, int b) { return a < b ? b - a : a - b; };
  const int rows = distance(from.row, to.row);
  const int columns = distance(from.column, to.column);
  const int length = rows > columns ? rows : columns;
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

}  // namespace aero::cli
