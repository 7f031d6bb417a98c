#pragma once
// The entries of a record, told one after the other.

#include "aero/door.hpp"

namespace aero::door {

// An entry, and what came of it.
struct Taken {
  Entry told;
  View before;
  EventList events;
};

// Adds entry `number`, from 1, of a valid record to the game that those before it made.
Taken take(Game& game, const aero::Entry& entry, int number);

}  // namespace aero::door
