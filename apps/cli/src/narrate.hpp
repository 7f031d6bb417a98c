#pragma once
// What happened, in words.

#include <string>

#include "aero/event.hpp"
#include "aero/text.hpp"

namespace aero::cli {

// "Red" in that language; its possessive, "Red’s".
std::string name_of(text::Language language, Seat seat);
std::string possessive_of(text::Language language, Seat seat);

// One sentence, such as "Red jumps to square 14." Squares are counted along the route of the seat
// whose piece it is.
std::string narrate(text::Language language, const Event& event);

}  // namespace aero::cli
