#pragma once
// What a fleet has outside its hangar, as small numbers: what may be in the way of the other seat.

#include <array>
#include <cstdint>
#include <vector>

#include "aero/rules.hpp"
#include "aero/solve/fleets.hpp"

namespace aero::solve {

// Pieces are numbered in the order in which a fleet has them, from 1; 0 is none.
class Pieces {
 public:
  static constexpr int kMost = 3;  // of a fleet
  using List = std::array<std::uint8_t, kMost>;

  // Precondition: rules.planes ≤ kMost.
  Pieces(const Rules& rules, const Fleets& fleets);

  // Numbers are less than this.
  int end() const { return static_cast<int>(pieces_.size()); }
  Piece operator[](int number) const { return pieces_[static_cast<std::size_t>(number)]; }

  // Those of a fleet in order, then 0.
  const List& of(int fleet) const { return lists_[static_cast<std::size_t>(fleet)]; }
  // The fleet that is left when some of them go back to the hangar; bit n stands for of(fleet)[n].
  int without(int fleet, unsigned taken) const {
    return left_[static_cast<std::size_t>(fleet) << kMost | taken];
  }

 private:
  std::vector<Piece> pieces_;
  std::vector<List> lists_;
  std::vector<std::int32_t> left_;
};

}  // namespace aero::solve
