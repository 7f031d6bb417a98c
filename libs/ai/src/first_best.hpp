#pragma once

#include "aero/move.hpp"

namespace aero {

// The move of highest value; the first of them in the list. Precondition: the list is not empty.
template <class Value>
Move first_best(const MoveList& legal, Value value) {
  Move best = legal[0];
  if (legal.size() == 1) return best;
  auto highest = value(best);
  for (int i = 1; i < legal.size(); ++i) {
    const auto next = value(legal[i]);
    if (next <= highest) continue;
    best = legal[i];
    highest = next;
  }
  return best;
}

}  // namespace aero
