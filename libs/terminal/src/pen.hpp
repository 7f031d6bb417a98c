#pragma once

#include <cstdint>
#include <string>

#include "aero/terminal.hpp"

namespace aero::terminal {

// A style as a terminal of some depth shows it.
struct Pen {
  // -1: the terminal's own; else the number in the palette, or 0xRRGGBB in true colour.
  std::int32_t foreground = -1;
  std::int32_t background = -1;
  bool bold = false;
  bool dim = false;
  bool underline = false;
  bool reverse = false;

  bool operator==(const Pen&) const = default;
};

Pen pen_of(const Style& style, Depth depth);

// The shortest sequence that changes one pen into another; empty if they are equal.
std::string change(const Pen& from, const Pen& to, Depth depth);

// The nearest colour of xterm's palette; of its first 16; of the 240 others, which no theme alters.
int nearest_of_16(Colour colour);
int nearest_of_256(Colour colour);

}  // namespace aero::terminal
