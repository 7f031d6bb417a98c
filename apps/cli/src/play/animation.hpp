#pragma once
// Events as a film. Every frame comes from the events alone; the last one shows the new position.

#include <string>
#include <vector>

#include "play/board.hpp"
#include "play/words.hpp"

namespace aero::cli {

struct Frame {
  View view = {};
  std::optional<Flyer> flyer = std::nullopt;
  Trace trace = {};
  int die = 0;  // the face that is up, 0 for none
  // NOLINTNEXTLINE(readability-redundant-member-init): without it g++ wants it written out
  std::string words = {};  // what is happening
  int duration_ms = 0;
};

// A position in which nothing moves.
Frame still_of(const View& view);

// The frames of what happens after `now` was shown, which is where its trace and die come from.
// Not empty; under Speed::off it is the last frame alone, which takes no time.
std::vector<Frame> film(const Frame& now, const EventList& events, const Words& words, Speed speed);

// The die rolled for who begins.
std::vector<Frame> film_of_start(const Frame& now, const Match& match, const Words& words,
                                 Speed speed);

}  // namespace aero::cli
