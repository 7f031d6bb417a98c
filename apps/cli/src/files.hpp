#pragma once
// Reading game records from files.

#include <string>

#include "aero/record.hpp"
#include "call.hpp"
#include "command.hpp"

namespace aero::cli {

// The whole file; "-" is standard input. Throws BadInput where it cannot be read.
std::string read_file(const std::string& name);

// A record: JSON where the name ends in .json, else in either form.
Result<Record> parse_file(const std::string& name, const std::string& text);

// What is said of one record, and how the program would end for it alone.
struct Verdict {
  Exit exit;
  std::string text;  // for people; empty where standard error tells
  Json json;
};

// Judges every RECORD of the call, prints what is said of them, and ends as badly as the worst.
Exit judge_each(const Call& call, Verdict (*judge)(const Call&, const std::string& name));

}  // namespace aero::cli
