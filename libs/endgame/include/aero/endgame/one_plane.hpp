#pragma once
// The smallest duels, of one plane each: solved in a moment wherever a program runs.

#include <array>
#include <cstdint>
#include <vector>

#include "aero/endgame/endgames.hpp"

namespace aero {

// All duels of one plane between R and B, or between R and Y. `ExactTable` of the room solve says
// the same within 1e-8, with bounds and for more planes.
class OnePlane {
 public:
  // Preconditions: duel_rules(…, 1); `second` is B or Y.
  OnePlane(const Rules& duel, Seat second);

  // The chance that the seat on turn is first, at any point of a turn. Precondition: a duel of
  // these rules and seats that is not over.
  double chance(const State& duel) const;

 private:
  // What a turn can lead to, a tree of numbers.
  using Script = std::vector<std::int32_t>;

  std::size_t number_of(const State& turn) const;
  void solve();
  void write(const State& state, Seat mover, Script& script) const;
  void write_rolls(const State& state, Seat mover, Script& script) const;
  double read(const std::int32_t*& at) const;

  Rules rules_;
  std::array<Seat, 2> seats_;
  std::vector<double> values_;  // of the seat on turn at the beginning of turns, by number_of
};

// Ends of games with one plane left to each of two seats. The duels are solved when the first of
// them is asked about, by whichever thread that is; the others wait.
Endgames one_plane_endgames(const Rules& rules);

}  // namespace aero
