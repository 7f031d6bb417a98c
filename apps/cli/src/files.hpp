#pragma once
// Reading game records from files.

#include <string>

#include "aero/record.hpp"
#include "call.hpp"

namespace aero::cli {

// The whole file; "-" is standard input. Throws BadInput where it cannot be read.
std::string read_file(const std::string& name);

// A record in either form: JSON where the name ends in .json or the text is a JSON object.
Result<Record> parse_either(const std::string& name, const std::string& text);

}  // namespace aero::cli
