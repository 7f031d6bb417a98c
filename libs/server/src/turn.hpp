#pragma once
// Whose turn it is at a table, worked out from what the table tells anybody.

#include <cstdint>

#include "aero/protocol.hpp"

namespace aero::server {

// `table` is the state as the person was told it; `clock_ms` is what the server's clock says.
protocol::Turn turn_of(const protocol::TableState& table, std::int64_t clock_ms);

}  // namespace aero::server
