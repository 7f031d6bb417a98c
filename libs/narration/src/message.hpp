#pragma once
// Messages that several others contain.

#include <vector>

#include "aero/narration.hpp"

namespace aero {

// "Red’s".
Message seat_possessive(Seat seat);
// "a plane on 14", "a stack of 2 on 14". Precondition: planes can stack there.
Message piece_on(Piece piece);
// What `joined` does, for numbers too. Precondition: there is at least one.
MessageArgument::Value join(const std::vector<MessageArgument::Value>& parts);

}  // namespace aero
