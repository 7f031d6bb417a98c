#pragma once
// The engine's behaviour in one number.

#include <cstdint>

namespace aero {

// A fingerprint of fixed games under every preset and 240 drawn rule sets, two to four seats: each
// position, the whole list of its legal moves in order, and each event. The same with every
// compiler and on every platform; it changes when the engine does anything differently.
std::uint64_t signature();

}  // namespace aero
