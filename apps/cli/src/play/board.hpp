#pragma once
// The board on a canvas: a position, and what is shown over it.

#include <optional>
#include <vector>

#include "aero/geometry.hpp"
#include "aero/view.hpp"
#include "play/paint.hpp"

namespace aero::cli {

struct OwnPiece {
  Seat seat;
  Piece piece;
  friend bool operator==(const OwnPiece&, const OwnPiece&) = default;
};

// A piece between two places. It is not in the view.
struct Flyer {
  Seat seat;
  int size;
  Spot spot;
  Fleet fleet;  // the seat's planes before it was lifted, to count by
  friend bool operator==(const Flyer&, const Flyer&) = default;
};

// Where a choice would end.
struct Target {
  Spot spot;
  int number;  // from 1
  bool is_selected;
  friend bool operator==(const Target&, const Target&) = default;
};

// The squares that a move went over.
struct Trace {
  Seat seat = Seat::R;
  std::vector<Spot> spots;
  friend bool operator==(const Trace&, const Trace&) = default;
};

struct Scene {
  View view = {};
  std::optional<Flyer> flyer = std::nullopt;
  Trace trace = {};
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::vector<Target> targets = {};
  std::vector<OwnPiece> movable = {};
  // NOLINTEND(readability-redundant-member-init)
  std::optional<OwnPiece> selected = std::nullopt;
};

// Where the board lies on the canvas, and how large one spot is there.
struct BoardPlace {
  int x = 0;
  int y = 0;
  int columns = 3;  // of a spot, 2 or more
  int rows = 1;

  int width() const { return kGrid * columns; }
  int height() const { return kGrid * rows; }
  std::optional<Spot> spot_at(int canvas_x, int canvas_y) const;
};

void draw_board(terminal::Canvas& canvas, const BoardPlace& place, const Paint& paint,
                const Scene& scene);

// The die with its face, 9 columns by 3 rows; 0 is a die that nobody has rolled.
void draw_die(terminal::Canvas& canvas, int x, int y, const Paint& paint, int face);

// The spot of a piece; of one in the hangar, that of the last plane there.
Spot spot_of(const View& view, const OwnPiece& piece);

}  // namespace aero::cli
