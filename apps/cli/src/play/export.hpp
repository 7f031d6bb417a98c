#pragma once

#include <string>

#include "aero/terminal.hpp"

namespace aero::cli {

// A canvas outside the terminal: as an SVG view, cell by cell; and as lines of bare text.
std::string to_svg(const terminal::Canvas& canvas);
std::string to_text(const terminal::Canvas& canvas);

}  // namespace aero::cli
