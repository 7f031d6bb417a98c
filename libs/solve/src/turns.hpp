#pragma once
// What a turn can lead to, as numbers: learnt once from the engine, then read by every sweep.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "aero/game.hpp"
#include "aero/solve/fleets.hpp"
#include "crew.hpp"

namespace aero::solve {

// What a value in the table is; all are chances of the seat that owns the rows.
enum class Block : std::uint8_t {
  before,  // it is to begin a turn
  after,   // the other is to begin a turn
  five,    // it has rolled less than a six: the sum over the five rolls
};
inline constexpr std::size_t kBlocks = 3;

// A place in the table.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

// The table has a row for each fleet of the seat that moves or has moved, and in it a column for
// each fleet of the other. It is cut into panels: columns of equal progress stand together, row
// after row, so that a sweep finds what it needs close together.
class Layout {
 public:
  Layout(std::array<Seat, 2> seats, const Fleets& fleets)
      : sides_(opposite(seats[0]) == seats[1] ? 1 : 2),
        fleets_(&fleets),
        count_(static_cast<Slot>(fleets.size())) {}

  // Seats that face each other see the same game, so one side stands for both of them. Neighbours
  // do not, and each is a side of its own.
  int sides() const { return sides_; }
  // The side of the other seat.
  int other(int side) const { return sides_ - 1 - side; }
  Slot size() const {
    return static_cast<Slot>(sides_) * static_cast<Slot>(kBlocks) * count_ * count_;
  }

  Slot row(int side, Block block, int own) const {
    return (static_cast<Slot>(side) * static_cast<Slot>(kBlocks) + static_cast<Slot>(block)) *
               count_ +
           static_cast<Slot>(own);
  }
  // Where the columns of one progress stand in a row.
  Slot slot(Slot row, Fleets::Range columns) const {
    const Slot block = row / count_;
    return block * count_ * count_ + static_cast<Slot>(columns.begin) * count_ +
           row % count_ * static_cast<Slot>(columns.size());
  }
  Slot slot(Slot row, int column) const {
    const Fleets::Range columns = fleets_->with_progress(fleets_->progress(column));
    return slot(row, columns) + static_cast<Slot>(column - columns.begin);
  }

 private:
  int sides_;
  const Fleets* fleets_;
  Slot count_;
};

// Where a roll of one to five may lead: the places to choose from.
//
// Where a six may lead is a tree, as a list of numbers: how many choices there are, and for each
//   kNoSlot, place                 when it ends the turn, or begins it anew; or
//   five, n, n × (five, third)     when another roll is due: the place of its five lower rolls, and
//                                  what a second six offers: each time the place of the lower rolls
//                                  and of what a third six leads to, or kNoSlot and a place as
//                                  above.
using Choices = std::vector<Slot>;

// The choices of some rolls against one fleet of the other seat, where it is in the way.
struct Exception {
  int other;
  std::array<Choices, 6> choices;  // by roll: slots; empty where the rows hold
};

// A turn that begins with one own fleet.
struct Turn {
  std::array<Choices, 6> rows;        // by roll, while nothing of the other seat is in its way
  std::vector<Exception> exceptions;  // in the order of `other`
};

// The turns of each side, by its own fleet; none for the fleet that is home.
//
// Which fleets are in the way is found by trying: a piece of the other seat is in the way of a roll
// when, alone on the board, it changes what the roll leads to. A fleet is in the way when one of
// its pieces is, and then the engine is asked about that very fleet.
using Turns = std::vector<std::vector<Turn>>;
Turns learn_turns(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, Crew& crew);

// One of them.
Turn learn_turn(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, int side,
                int own);

// The rows of a turn of seats[0], by roll, while the other seat keeps all its planes in the hangar.
// Any number of planes.
std::array<Choices, 6> read_free_turn(const Rules& rules, std::array<Seat, 2> seats,
                                      const Fleets& fleets, int own);

// The slots of a turn by asking the engine about this very position: for each roll, slots. None
// when the rules do not allow the position.
std::optional<std::array<Choices, 6>> read_turn(const Rules& rules, std::array<Seat, 2> seats,
                                                const Fleets& fleets, int side, int own, int other);
// The slots of a turn that was learnt.
std::array<Choices, 6> slots_of(const Turn& turn, const Layout& layout, int other);

// The position in which `seats[mover]` has the fleet `own`, the other seat `other`, and a turn of
// the mover begins; none when the rules do not allow it.
std::optional<State> position_of(const Rules& rules, std::array<Seat, 2> seats, int mover,
                                 const Fleet& own, const Fleet& other);

}  // namespace aero::solve
