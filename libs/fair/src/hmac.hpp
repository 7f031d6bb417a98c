#pragma once

#include "aero/fair.hpp"

namespace aero::fair {

// HMAC-SHA-256.
Link hmac(const Link& key, std::string_view message);

}  // namespace aero::fair
