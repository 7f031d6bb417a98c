#pragma once
// Scenarios: scripts that play from text and say what to expect. Format: docs/formats/scenario.md.

#include <string>
#include <string_view>
#include <vector>

#include "aero/game.hpp"

namespace aero::testkit {

// Whatever plays the game of a script.
class Door {
 public:
  virtual ~Door() = default;
  // Starts over from a position. False where that cannot be done here: the script goes on at its
  // next one.
  virtual bool begin(const Rules& rules, const State& state) = 0;
  // Adds what the input told. False where it was refused, and then nothing has changed.
  virtual bool take(const Input& input, EventList& events) = 0;
  // Of the position as it is now.
  virtual State state() = 0;
  virtual std::string moves() = 0;  // "p-2^6 9-14", in the engine's order
};

// Plays a script. Returns what is wrong with it or went otherwise than it says, one line each as
// "FILE:LINE: what"; nothing when all is as expected. `file` is only a name for these lines.
std::vector<std::string> play_scenario(std::string_view file, std::string_view script, Door& door);
// By the engine itself.
std::vector<std::string> play_scenario(std::string_view file, std::string_view script);

}  // namespace aero::testkit
