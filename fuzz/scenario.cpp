// The runner of scenarios: whatever the script says, each complaint names a line of it.

#include "aero/scenario.hpp"

#include <algorithm>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view script = aero::fuzz::as_text(data, size);
  const long lines = std::count(script.begin(), script.end(), '\n') + 1;
  for (const std::string& wrong : aero::testkit::play_scenario("x", script)) {
    const bool has_file = wrong.starts_with("x:");
    aero::fuzz::demand(has_file, "a complaint names the file", wrong);
    const long line = std::strtol(wrong.c_str() + 2, nullptr, 10);
    aero::fuzz::demand(line >= 0 && line <= lines, "a complaint names a line", wrong);
  }
  return 0;
}
