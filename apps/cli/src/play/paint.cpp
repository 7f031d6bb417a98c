#include "play/paint.hpp"

namespace aero::cli {
namespace {

using terminal::Colour;

// One seat's colours, from its planes to the dark of its corner.
struct Shades {
  Colour piece;
  Colour on_piece;
  Colour light;  // glyphs and lines on dark
  Colour square;
  Colour dark;
};

constexpr Colour kWhite{255, 255, 255};
constexpr Colour kBlack{0, 0, 0};
constexpr Colour kNight{24, 28, 38};

// Chosen so that each also has a like among the 256 colours.
constexpr Shades kShades[] = {
    {{222, 44, 44}, kWhite, {255, 135, 135}, {130, 28, 34}, {92, 16, 22}},
    {{250, 204, 21}, kBlack, {255, 223, 96}, {124, 98, 20}, {84, 66, 18}},
    {{52, 120, 255}, kWhite, {135, 180, 255}, {30, 45, 150}, {24, 34, 96}},
    {{34, 170, 60}, kWhite, {110, 225, 150}, {20, 95, 40}, {14, 74, 30}},
};

// The sixteen colours have no shades: squares are black with a glyph, planes are colour.
constexpr Shades kPlainShades[] = {
    {{205, 0, 0}, kWhite, {255, 0, 0}, kBlack, kBlack},
    {{255, 255, 0}, kBlack, {255, 255, 0}, kBlack, kBlack},
    {{92, 92, 255}, kWhite, {92, 92, 255}, kBlack, kBlack},
    {{0, 205, 0}, kBlack, {0, 255, 0}, kBlack, kBlack},
};

const Shades& shades(Seat seat, terminal::Depth depth) {
  return (depth == terminal::Depth::ansi16 ? kPlainShades : kShades)[index(seat)];
}

}  // namespace

Style Paint::ground() const {
  if (is_mono()) return {};
  return {.foreground = Colour{120, 130, 150},
          .background = depth_ == terminal::Depth::ansi16 ? kBlack : kNight};
}
Style Paint::square(Seat seat) const {
  if (is_mono()) return {.dim = true};
  return {.foreground = shades(seat, depth_).light, .background = shades(seat, depth_).square};
}
Style Paint::home(Seat seat) const {
  if (is_mono()) return {};
  return {.foreground = shades(seat, depth_).light,
          .background = shades(seat, depth_).square,
          .bold = true};
}
Style Paint::hangar(Seat seat) const {
  if (is_mono()) return {};
  return {.foreground = shades(seat, depth_).light, .background = shades(seat, depth_).dark};
}
Style Paint::flight(Seat seat) const {
  Style style = ground();
  if (!is_mono()) style.foreground = shades(seat, depth_).light;
  return style;
}
Style Paint::piece(Seat seat) const {
  if (is_mono()) return {.bold = true, .reverse = true};
  return {.foreground = shades(seat, depth_).on_piece,
          .background = shades(seat, depth_).piece,
          .bold = true};
}
Style Paint::landed(Seat seat) const {
  if (is_mono()) return {.bold = true};
  return {.foreground = kWhite, .background = shades(seat, depth_).square, .bold = true};
}
Style Paint::trace(Seat seat) const {
  if (is_mono()) return {.bold = true};
  return {.foreground = shades(seat, depth_).light, .background = std::nullopt, .bold = true};
}
Style Paint::target(bool is_selected) const {
  if (is_mono()) return {.bold = true, .underline = !is_selected, .reverse = is_selected};
  if (is_selected) return {.foreground = kBlack, .background = kWhite, .bold = true};
  return {.foreground = kBlack, .background = Colour{190, 196, 206}};
}
Style Paint::selected_piece(Seat seat) const {
  if (is_mono()) return {.bold = true, .underline = true, .reverse = true};
  const Shades& own = shades(seat, depth_);
  const bool is_bright = own.on_piece == kBlack;
  return {.foreground = is_bright ? kBlack : own.piece, .background = kWhite, .bold = true};
}
Style Paint::edge(Seat upper, Seat lower) const {
  if (is_mono()) return {};
  return {.foreground = shades(upper, depth_).piece, .background = shades(lower, depth_).piece};
}
Style Paint::badge(Seat seat) const { return piece(seat); }
Style Paint::bar(Seat seat) const {
  if (is_mono()) return {};
  return {.foreground = shades(seat, depth_).piece};
}
// The terminal's own colours turned round stand out on dark and on light ones.
Style Paint::die() const { return {.bold = true, .reverse = true}; }
Style Paint::chosen() const { return {.bold = true, .reverse = true}; }
Style Paint::faint() const { return {.dim = true}; }
Style Paint::strong() const { return {.bold = true}; }

}  // namespace aero::cli
