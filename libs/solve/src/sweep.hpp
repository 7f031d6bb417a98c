#pragma once
// Brings the bounds of all positions together, one sweep after another.

#include <vector>

#include "aero/solve/table.hpp"
#include "turns.hpp"

namespace aero::solve {

// Nothing is known but that what is home has won. By slot.
std::vector<Bounds> first_values(const Layout& layout, const Fleets& fleets);

// What a sweep has brought about.
struct Sweep {
  double gap = 0;    // how far the bounds are apart where they are farthest
  double moved = 0;  // how far a bound has moved at most
};

// A sweep takes all positions once, the most progress first. Without captures every move leads to
// more progress, so that a sweep carries what is known from the end of the game to its beginning;
// it has to be repeated because planes go home.
//
// Positions of equal progress are computed from what is known before any of them is stored, so the
// result does not depend on the number of threads.
class Sweeper {
 public:
  Sweeper(const Layout& layout, const Fleets& fleets, const Turns& turns, Crew& crew,
          std::vector<Bounds>& values);

  Sweep sweep();

 private:
  // One own fleet against those of one progress.
  struct Unit {
    int side;
    int own;
    Fleets::Range others;
    std::size_t lower, six;  // where its exceptions begin
  };
  // Half a position's value: without the rolls that nothing can be done with, which leave the same
  // position to the other seat; and how many of these there are.
  struct Half {
    Bounds rest;
    double lost_rolls;
  };
  struct Level {
    std::size_t begin, end;  // of units
  };

  void add_level(int progress, const Turns& turns);
  void add_exceptions(const Unit& unit, const Turn& turn);
  void sum_lower_rolls(const Unit& unit);
  void finish_turn(const Unit& unit);
  void store(const Unit& unit, Sweep& sweep);
  std::size_t& half_of(int side, int own) {
    return halves_of_[static_cast<std::size_t>(side) * static_cast<std::size_t>(fleets_.size()) +
                      static_cast<std::size_t>(own)];
  }

  const Layout& layout_;
  const Fleets& fleets_;
  const Turns& turns_;
  Crew& crew_;
  std::vector<Bounds>& values_;

  std::vector<Level> levels_;  // the most progress first
  std::vector<Unit> units_;
  std::vector<Slot> lower_, six_;  // exceptions in the order of units: see add_exceptions

  std::vector<Half> halves_;            // of the level at hand
  std::vector<std::size_t> halves_of_;  // where they begin, by side and own fleet
};

}  // namespace aero::solve
