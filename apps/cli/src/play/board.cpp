#include "play/board.hpp"

#include <algorithm>
#include <string>

namespace aero::cli {
namespace {

using terminal::Canvas;

class Drawing {
 public:
  Drawing(Canvas& canvas, const BoardPlace& place, const Paint& paint, const Scene& scene)
      : canvas_(canvas), place_(place), paint_(paint), scene_(scene) {}

  void draw() {
    canvas_.fill({place_.x, place_.y, place_.width(), place_.height()}, paint_.ground());
    for (const Seat seat : kAllSeats) draw_hangar(seat);
    for (int i = 0; i < kRingSize; ++i) draw_square(Square(i));
    draw_centre();
    for (const Seat seat : kAllSeats) draw_column(seat);
    for (const Seat seat : kAllSeats) draw_flight(seat);
    draw_trace();
    for (const Seat seat : kAllSeats) draw_fleet(seat);
    if (scene_.selected) draw_selected(*scene_.selected);
    if (scene_.flyer) {
      draw_piece(scene_.flyer->spot, crowd_of(scene_.flyer->seat, {scene_.flyer->size}, 0),
                 paint_.piece(scene_.flyer->seat));
    }
    for (const Target& target : scene_.targets) draw_target(target);
  }

 private:
  int x_of(Spot spot) const { return place_.x + spot.column * place_.columns; }
  int y_of(Spot spot) const { return place_.y + spot.row * place_.rows; }
  int middle_row() const { return (place_.rows - 1) / 2; }

  void fill(Spot spot, const Style& style) {
    canvas_.fill({x_of(spot), y_of(spot), place_.columns, place_.rows}, style);
  }
  // The text in the middle of the spot.
  void write(Spot spot, std::string_view text, const Style& style) {
    const std::string_view shown = terminal::clip(text, place_.columns);
    const int indent = (place_.columns - terminal::width_of(shown)) / 2;
    canvas_.put(x_of(spot) + indent, y_of(spot) + middle_row(), shown, style);
  }
  void put(Spot spot, std::string_view text, const Style& style) {
    fill(spot, style);
    write(spot, text, style);
  }

  void draw_square(Square square) {
    const Seat seat = colour_of(square);
    const Spot spot = spot_of(square);
    // An entrance shows the way in; every other square the seat that jumps from it.
    const bool is_entrance = step_on(seat, square) == kEntrance;
    put(spot, is_entrance ? arrow(seat) : hollow_glyph(seat), paint_.square(seat));
  }

  void draw_hangar(Seat seat) {
    const Style style = paint_.hangar(seat);
    for (int row = -1; row <= 1; ++row) {
      for (int column = -1; column <= 1; ++column) {
        const Spot middle = hangar_middle(seat);
        fill({middle.row + row, middle.column + column}, style);
      }
    }
    if (scene_.view.fleet(seat).empty()) return;
    Style name = style;
    name.bold = true;
    write(hangar_middle(seat), std::string(1, letter(seat)), name);
    put(spot_of(seat, kPad), "·", style);
  }

  std::string_view arrow(Seat seat) const {
    constexpr std::string_view kArrows[] = {"↑", "→", "↓", "←"};
    return kArrows[index(seat)];
  }

  void draw_column(Seat seat) {
    for (Step step = kEntrance + 1; step < kCentre; step = step + 1) {
      put(spot_of(seat, step), arrow(seat), paint_.home(seat));
    }
  }

  // Four triangles that meet in the middle; each holds the number of its planes that are home.
  void draw_centre() {
    for (int y = 0; y < 3 * place_.rows; ++y) {
      for (int x = 0; x < 3 * place_.columns; ++x) draw_centre_cell(x, y);
    }
    Style middle = paint_.ground();
    middle.bold = true;
    put({7, 7}, "✦", middle);
    for (const Seat seat : kAllSeats) {
      const int home = scene_.view.fleet(seat).count(kCentre);
      if (home > 0) put(spot_of(seat, kCentre), std::to_string(home), paint_.piece(seat));
    }
  }
  void draw_centre_cell(int x, int y) {
    const int width = 3 * place_.columns;
    const int height = 3 * place_.rows;
    // Twice the distance from the middle, in common units.
    const int across = (2 * x + 1 - width) * height;
    const int down = (2 * y + 1 - height) * width;
    const bool is_left = across < 0;
    const bool is_above = down < 0;
    const Seat side = is_left ? Seat::Y : Seat::G;
    const Seat end = is_above ? Seat::B : Seat::R;
    const int gap = std::abs(across) - std::abs(down);
    const bool is_on_edge = gap == 0 && down != 0;
    const Seat seat = gap > 0 ? side : end;
    constexpr std::string_view kEdges[2][2] = {{"◣", "◢"}, {"◤", "◥"}};  // below, above
    canvas_.put(x_of({6, 6}) + x, y_of({6, 6}) + y,
                is_on_edge ? kEdges[is_above ? 1 : 0][is_left ? 1 : 0] : " ",
                is_on_edge ? paint_.edge(end, side) : paint_.edge(seat, seat));
  }

  void draw_flight(Seat seat) {
    const Spot from = spot_of(seat, kFlightStart);
    const Spot to = spot_of(seat, kFlightEnd);
    const Spot crossing = spot_of(opposite(seat), kCrossing);
    const bool is_level = from.row == to.row;
    const std::vector<Spot> spots = line(from, to);
    constexpr std::string_view kHeads[] = {"▸", "▾", "◂", "▴"};
    const Style style = paint_.flight(seat);
    for (std::size_t i = 1; i + 1 < spots.size(); ++i) {
      if (spots[i] == crossing) continue;
      const bool is_last = i + 2 == spots.size();
      draw_dashes(spots[i], is_level, style);
      if (is_last) draw_head(spots[i], kHeads[index(seat)], seat, style);
    }
  }
  void draw_dashes(Spot spot, bool is_level, const Style& style) {
    if (is_level) {
      for (int x = 0; x < place_.columns; ++x) {
        canvas_.put(x_of(spot) + x, y_of(spot) + middle_row(), "╌", style);
      }
      return;
    }
    for (int y = 0; y < place_.rows; ++y) {
      canvas_.put(x_of(spot) + (place_.columns - 1) / 2, y_of(spot) + y, "┆", style);
    }
  }
  // The head lies at the far end of the spot, where the flight lands beside it.
  void draw_head(Spot spot, std::string_view head, Seat seat, const Style& style) {
    const int last_column = place_.columns - 1;
    const int last_row = place_.rows - 1;
    const int x = seat == Seat::R ? last_column : seat == Seat::B ? 0 : last_column / 2;
    const int y = seat == Seat::Y ? last_row : seat == Seat::G ? 0 : middle_row();
    canvas_.put(x_of(spot) + x, y_of(spot) + y, head, style);
  }

  void draw_trace() {
    for (const Spot spot : scene_.trace.spots) {
      Style style = canvas_.at(x_of(spot), y_of(spot)).style;
      const Style mark = paint_.trace(scene_.trace.seat);
      style.foreground = mark.foreground;
      style.bold = true;
      style.dim = false;
      canvas_.fill({x_of(spot), y_of(spot) + middle_row(), place_.columns, 1}, style, " ");
      write(spot, place_.columns > 2 ? "•••" : "••", style);
    }
  }

  // What one spot holds: one piece as its glyph and number, several as one sign each.
  std::string crowd_of(Seat seat, const std::vector<int>& sizes, int marks) const {
    std::string text(glyph(seat));
    if (sizes.size() == 1) {
      if (sizes[0] > 1) text += std::to_string(sizes[0]);
    } else if (static_cast<int>(sizes.size()) <= place_.columns) {
      text.clear();
      for (const int size : sizes) text += size > 1 ? std::to_string(size) : glyph(seat);
    } else {
      text += "+";
    }
    if (marks > 0 && terminal::width_of(text) < place_.columns) text += "*";
    return text;
  }

  void draw_piece(Spot spot, std::string_view text, const Style& style) {
    put(spot, text, style);
    if (place_.rows < 3 || !style.background) return;
    // Where there is room a piece is round.
    const Style corner{.foreground = style.background, .background = below(spot)};
    const int right = x_of(spot) + place_.columns - 1;
    const int bottom = y_of(spot) + place_.rows - 1;
    canvas_.put(x_of(spot), y_of(spot), "▗", corner);
    canvas_.put(right, y_of(spot), "▖", corner);
    canvas_.put(x_of(spot), bottom, "▝", corner);
    canvas_.put(right, bottom, "▘", corner);
    for (int x = x_of(spot) + 1; x < right; ++x) {
      canvas_.put(x, y_of(spot), "▄", corner);
      canvas_.put(x, bottom, "▀", corner);
    }
  }
  // The background of an empty spot.
  std::optional<terminal::Colour> below(Spot spot) const {
    for (int i = 0; i < kRingSize; ++i) {
      if (spot_of(Square(i)) == spot) return paint_.square(colour_of(Square(i))).background;
    }
    for (const Seat seat : kAllSeats) {
      for (Step step = kEntrance + 1; step < kCentre; step = step + 1) {
        if (spot_of(seat, step) == spot) return paint_.home(seat).background;
      }
      for (int plane = 0; plane < kMaxPlanes; ++plane) {
        if (hangar_spot(seat, plane) == spot) return paint_.hangar(seat).background;
      }
      if (spot_of(seat, kPad) == spot) return paint_.hangar(seat).background;
    }
    return paint_.ground().background;
  }

  void draw_fleet(Seat seat) {
    const Fleet& fleet = scene_.view.fleet(seat);
    for (int plane = 0; plane < fleet.count(kHangar); ++plane) {
      draw_piece(hangar_spot(seat, plane), glyph(seat), paint_.piece(seat));
    }
    const int planes = fleet.size() + (is_flying(seat) ? scene_.flyer->size : 0);
    for (int i = 0; i < fleet.count(kCentre); ++i) {
      put(hangar_spot(seat, planes - 1 - i), "✓", paint_.landed(seat));
    }
    for (int step = 0; step < kCentre.value(); ++step) draw_standing(seat, Step(step));
  }
  bool is_flying(Seat seat) const { return scene_.flyer && scene_.flyer->seat == seat; }

  void draw_standing(Seat seat, Step step) {
    std::vector<int> sizes;
    int marks = 0;
    bool is_movable = false;
    for (const Piece piece : scene_.view.fleet(seat)) {
      if (piece.step != step) continue;
      sizes.push_back(piece.size);
      marks += piece.marks;
      is_movable |= std::ranges::count(scene_.movable, OwnPiece{seat, piece}) > 0;
    }
    if (sizes.empty()) return;
    Style style = paint_.piece(seat);
    std::string text = crowd_of(seat, sizes, marks);
    const bool has_room = place_.columns >= terminal::width_of(text) + 2;
    if (is_movable && has_room) text = "‹" + text + "›";
    style.underline = is_movable && !has_room;
    draw_piece(spot_of(seat, step), text, style);
  }

  void draw_selected(const OwnPiece& own) {
    std::string text = crowd_of(own.seat, {own.piece.size}, own.piece.marks);
    const bool has_room = place_.columns >= terminal::width_of(text) + 2;
    if (has_room) text = "[" + text + "]";
    draw_piece(spot_of(scene_.view, own), text, paint_.selected_piece(own.seat));
  }

  void draw_target(const Target& target) {
    const std::string number = std::to_string(target.number);
    const Style style = paint_.target(target.is_selected);
    if (target.is_selected) {
      fill(target.spot, style);
      write(target.spot, number, style);
    } else {
      canvas_.put(x_of(target.spot), y_of(target.spot) + middle_row(), number, style);
    }
  }

  Canvas& canvas_;
  const BoardPlace& place_;
  const Paint& paint_;
  const Scene& scene_;
};

}  // namespace

std::optional<Spot> BoardPlace::spot_at(int canvas_x, int canvas_y) const {
  if (canvas_x < x || canvas_y < y || canvas_x >= x + width() || canvas_y >= y + height()) {
    return std::nullopt;
  }
  return Spot{(canvas_y - y) / rows, (canvas_x - x) / columns};
}

void draw_board(Canvas& canvas, const BoardPlace& place, const Paint& paint, const Scene& scene) {
  Drawing(canvas, place, paint, scene).draw();
}

void draw_die(Canvas& canvas, int x, int y, const Paint& paint, int face) {
  constexpr std::string_view kFaces[7][3] = {
      {"         ", "         ", "         "}, {"         ", "    ●    ", "         "},
      {"  ●      ", "         ", "      ●  "}, {"  ●      ", "    ●    ", "      ●  "},
      {"  ●   ●  ", "         ", "  ●   ●  "}, {"  ●   ●  ", "    ●    ", "  ●   ●  "},
      {"  ●   ●  ", "  ●   ●  ", "  ●   ●  "}};
  for (int row = 0; row < 3; ++row) {
    canvas.put(x, y + row, kFaces[face][row], paint.die());
  }
}

Spot spot_of(const View& view, const OwnPiece& own) {
  if (own.piece.step != kHangar) return spot_of(own.seat, own.piece.step);
  return hangar_spot(own.seat, std::max(view.fleet(own.seat).count(kHangar) - 1, 0));
}

}  // namespace aero::cli
