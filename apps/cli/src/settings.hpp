#pragma once
// Values of flags from elsewhere, for programs that are not started by hand: what is not given in
// the call is looked up in the environment, AEROPLANE_OPS_PORT for --ops-port, and then in the file
// that --config or AEROPLANE_CONFIG names.

#include "call.hpp"
#include "command.hpp"

namespace aero::cli {

// The call with such values for all flags of the syntax that take one. The file has a line
// `ops-port = 9000` for each; # begins a comment. Throws BadInput.
Call with_settings(const Call& call, const Syntax& syntax);

}  // namespace aero::cli
