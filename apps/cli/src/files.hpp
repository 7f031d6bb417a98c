#pragma once
// Reading game records from files.

#include <string>

#include "aero/record.hpp"
#include "call.hpp"

namespace aero::cli {

// The whole file; "-" is standard input. Throws BadInput where it cannot be read.
std::string read_file(const std::string& name);

// A record: JSON where the name ends in .json, else in either form.
Result<Record> parse_file(const std::string& name, const std::string& text);

}  // namespace aero::cli
