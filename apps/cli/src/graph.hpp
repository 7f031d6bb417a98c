#pragma once
// The graph of an analysis: every seat's chance to win over the rolls, as a picture of its own.

#include <string>

#include "aero/analysis.hpp"
#include "aero/text.hpp"

namespace aero::cli {

// An SVG that follows the light or dark of where it is shown. Seats differ in colour, in the
// pattern of their line, in the sign on it and by name at its end; a ring marks what a mistake or a
// blunder cost. Precondition: all of the analysis is done.
std::string graph(text::Language language, Analysis& analysis);

}  // namespace aero::cli
