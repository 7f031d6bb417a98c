#pragma once
// Reading and writing files.

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include "aero/record.hpp"
#include "call.hpp"
#include "command.hpp"

namespace aero::cli {

// The whole file; "-" is standard input. Throws BadInput where it cannot be read.
std::string read_file(const std::string& name);

// Writes the whole file at once: nobody ever sees half of it. Devices and pipes are written to.
// Throws BadInput where it cannot be written.
void write_file(const std::string& name, std::string_view data);
// Throws the same before there is anything to write, as far as it can be known.
void expect_writable(const std::string& name);
// Throws BadInput where two arguments name the same file, and one of them would be lost.
void expect_different(const Call& call, std::string_view flag, std::string_view other);

// Makes a folder where it is missing. Throws BadInput where no file can be made in it.
void make_folder(const std::string& name);

inline constexpr std::size_t kMaxLine = 1 << 16;  // bytes; no request comes near it

// The next line of standard input without its end; false at its end. Of a line that is too long
// only the first kMaxLine + 1 bytes are kept. Throws BadInput where it cannot be read.
bool read_line(std::FILE* file, std::string& line);

// A record: JSON where the name ends in .json, else in either form.
Result<Record> parse_file(const std::string& name, const std::string& text);

// What is said of one record, and how the program would end for it alone.
struct Judgement {
  Exit exit;
  std::string text;  // for people; empty where standard error tells
  Json json;
};

// Judges every RECORD of the call, prints what is said of them, and ends as badly as the worst.
Exit judge_each(const Call& call, Judgement (*judge)(const Call&, const std::string& name));

}  // namespace aero::cli
