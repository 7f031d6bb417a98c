#pragma once

#include "aero/door.hpp"

namespace aero::door {

// How many entries a match's record has.
int entries_of(const Match& match);

// The scene after the first `entry` entries of a match's record, of which there are as many.
Scene scene_of(const Match& match, int entry);
// The last one.
Scene scene_of(const Match& match);

}  // namespace aero::door
