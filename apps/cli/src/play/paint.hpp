#pragma once
// How each thing looks: seats by colour and glyph, so that any one of the two is enough.

#include <string_view>

#include "aero/board.hpp"
#include "aero/terminal.hpp"

namespace aero::cli {

using terminal::Style;

constexpr std::string_view glyph(Seat seat) {
  constexpr std::string_view kGlyphs[] = {"●", "▲", "■", "◆"};
  return kGlyphs[index(seat)];
}
constexpr std::string_view hollow_glyph(Seat seat) {
  constexpr std::string_view kGlyphs[] = {"○", "△", "□", "◇"};
  return kGlyphs[index(seat)];
}

// The styles for a terminal of that many colours. Everything on the board has a background of its
// own, so that it looks the same on dark and light terminals.
class Paint {
 public:
  explicit Paint(terminal::Depth depth) : depth_(depth) {}

  Style ground() const;           // the board where nothing is
  Style square(Seat seat) const;  // an empty coloured square
  Style home(Seat seat) const;    // a square of a home column, the centre
  Style hangar(Seat seat) const;  // the corner
  Style flight(Seat seat) const;  // the dashed line
  Style piece(Seat seat) const;
  Style landed(Seat seat) const;         // a plane that has finished
  Style trace(Seat seat) const;          // a square that the last move went over
  Style target(bool is_selected) const;  // where a choice ends
  Style selected_piece(Seat seat) const;
  Style edge(Seat upper, Seat lower) const;  // where two triangles of the centre meet
  Style badge(Seat seat) const;              // a seat's name in the panel
  Style bar(Seat seat) const;                // its progress, as foreground
  Style die() const;
  Style chosen() const;  // the selected line of a list
  Style faint() const;
  Style strong() const;

 private:
  bool is_mono() const { return depth_ == terminal::Depth::mono; }
  terminal::Depth depth_;
};

}  // namespace aero::cli
