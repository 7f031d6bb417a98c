#pragma once
// Brings the bounds of all positions together, one sweep after another.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "aero/solve/table.hpp"
#include "chances.hpp"
#include "pieces.hpp"
#include "turns.hpp"

namespace aero::solve {

// Where the chance of a seat stands while the other is to begin a turn, by its own fleet and the
// other's. Columns of equal progress stand together, row after row, so that a sweep finds what it
// needs close together.
class Layout {
 public:
  Layout(std::array<Seat, 2> seats, const Fleets& fleets);

  // Seats that face each other see the same game, so one side stands for both of them. Neighbours
  // do not, and each is a side of its own.
  static int sides_of(std::array<Seat, 2> seats) { return opposite(seats[0]) == seats[1] ? 1 : 2; }
  int sides() const { return sides_; }
  // The side of the other seat.
  int other(int side) const { return sides_ - 1 - side; }
  std::size_t size() const { return static_cast<std::size_t>(sides_) * count_ * count_; }

  std::size_t slot(int side, int own, int column) const {
    const Column& at = columns_[static_cast<std::size_t>(column)];
    return static_cast<std::size_t>(side) * count_ * count_ + at.first +
           static_cast<std::size_t>(own) * at.step;
  }

 private:
  struct Column {
    std::size_t first;  // where it is in the first row
    std::size_t step;   // from there to the next one
  };
  int sides_;
  std::size_t count_;
  std::vector<Column> columns_;
};

// All that is known of the moves of a game.
struct Game {
  Game(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, const Layout& layout,
       Crew& crew, const Told& told);

  const Fleets& fleets;
  const Layout& layout;
  Pieces pieces;
  std::vector<Turns> turns;  // by side
  bool counts_sixes;
};

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
template <class Table>
class Sweeper {
 public:
  // Nothing is known but that what is home has won.
  static void begin(const Layout& layout, const Fleets& fleets, Table& after);

  // `after` is begun, or what a sweep has left.
  Sweeper(const Game& game, Crew& crew, Table& after);

  // Asks again and again, with the part of the sweep that is done, whether to go on; nothing when
  // it did not.
  std::optional<Sweep> sweep(const std::function<bool(double part)>& goes_on);

 private:
  using Number = typename Table::Number;
  using Two = Pair<Number>;
  struct Row;
  // One own fleet against those of one progress.
  struct Unit {
    int side;
    int own;
    Fleets::Range others;
    std::size_t count() const { return static_cast<std::size_t>(others.size()); }
  };
  // Half a position's value: without the lower rolls that nothing can be done with, which leave the
  // same position to the other seat; and how many of these there are.
  struct Half {
    Two rest;
    Number lost;
  };

  void add_units(int progress);
  void sum_lower_rolls(const Unit& unit);
  void add_lower_roll(const Unit& unit, Pip roll, std::span<const std::uint16_t> marked,
                      Half* halves) const;
  void finish_turn(const Unit& unit);
  void store(const Unit& unit, Sweep& sweep);

  void raise(const Unit& unit, Place place, Row& best) const;
  // What a six of the turn offers, after so many played before it.
  void choose_six(const Unit& unit, std::uint32_t step, int played, Row& best) const;
  Two value(int side, Place place, int other) const;
  Two best_of(int side, const Turns::Ways& ways, int other) const;
  Two six(int side, std::uint32_t step, int played, int other) const;

  std::size_t& half_of(int side, int own) {
    return halves_of_[static_cast<std::size_t>(side) *
                          static_cast<std::size_t>(game_.fleets.size()) +
                      static_cast<std::size_t>(own)];
  }

  const Game& game_;
  Crew& crew_;
  Table& after_;
  Table five_;  // what Due::five means; empty where sixes do not count

  // Of the level at hand:
  std::vector<Unit> units_;
  std::vector<Half> halves_;
  std::vector<std::size_t> halves_of_;  // where they begin, by side and own fleet
};

extern template class Sweeper<Doubles>;
extern template class Sweeper<Packed>;

}  // namespace aero::solve
