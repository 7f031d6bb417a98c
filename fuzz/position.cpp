// The reader of positions. The first line says under which rules; standard where it cannot be read.

#include "aero/notation.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = aero::fuzz::as_text(data, size);
  const aero::Result<aero::Rules> read = aero::parse_rules(aero::fuzz::take_line(text));
  const aero::Rules rules = read ? *read : aero::kStandard;

  const auto parse = [&](std::string_view line) { return aero::parse_position(rules, line); };
  aero::fuzz::check_round_trip(text, parse,
                               [](const aero::State& state) { return aero::to_text(state); });
  if (const aero::Result<aero::State> state = parse(text)) {
    aero::fuzz::demand(state->has_roll() != aero::legal_moves(rules, *state).empty(),
                       "a waiting roll has a legal move", text);
  }
  return 0;
}
