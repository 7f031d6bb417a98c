#pragma once

#include <string>

namespace aero::door {

// The door as TypeScript: every type of door.hpp, and the interface Door of its operations.
std::string typescript();

}  // namespace aero::door
