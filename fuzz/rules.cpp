// The reader of rule sets.

#include "aero/notation.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  aero::fuzz::check_round_trip(aero::fuzz::as_text(data, size), aero::parse_rules,
                               [](const aero::Rules& rules) { return aero::to_text(rules); });
  return 0;
}
