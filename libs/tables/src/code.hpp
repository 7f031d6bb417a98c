#pragma once
// Codes of tables.

#include <optional>
#include <string>
#include <string_view>

#include "aero/fair.hpp"

namespace aero::tables {

// A code is ten characters of Crockford's base32: 50 bits of the link.
std::string code_of(const fair::Link& link);
// The code that somebody typed, whose letters may be small and look alike; none where it is none.
std::optional<std::string> parse_code(std::string_view text);

}  // namespace aero::tables
