// The README's example, as somebody else's program.

#include <cstdio>

#include "aero/notation.hpp"
#include "aero/version.hpp"

int main() {
  std::printf("aeroplane %.*s\n", static_cast<int>(aero::kVersion.size()), aero::kVersion.data());
  aero::State state = aero::start(aero::kStandard, {aero::Seat::R, aero::Seat::B}, aero::Seat::R);
  aero::apply(aero::kStandard, state, aero::Pip(4));
  for (const aero::Move& move : aero::legal_moves(aero::kStandard, state)) {
    std::puts(aero::to_text(move).c_str());  // h-p
  }
}
