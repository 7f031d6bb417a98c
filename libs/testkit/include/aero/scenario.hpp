#pragma once
// Scenarios: scripts that play from text and say what to expect. Format: docs/formats/scenario.md.

#include <string>
#include <string_view>
#include <vector>

namespace aero::testkit {

// Plays a script. Returns what is wrong with it or went otherwise than it says, one line each as
// "FILE:LINE: what"; nothing when all is as expected. `file` is only a name for these lines.
std::vector<std::string> play_scenario(std::string_view file, std::string_view script);

}  // namespace aero::testkit
