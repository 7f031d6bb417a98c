#pragma once
// What the fuzz targets share: the laws of every reader of text, and how a broken law is told.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "aero/result.hpp"

namespace aero::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Takes the first line off a text.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

inline void demand(bool holds, const char* law, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s: %.*s\n", law, static_cast<int>(text.size()), text.data());
  std::abort();
}

// A reader gives either a value or errors, each with its place in the one line that was read.
template <class T>
void check_result(const Result<T>& result, std::string_view line) {
  demand(static_cast<bool>(result) == result.errors().empty(), "a value or errors", line);
  const int end = static_cast<int>(line.size()) + 1;
  for (const Error& error : result.errors()) {
    demand(!error.code.empty(), "an error has a code", line);
    demand(error.line == 1, "an error is on the line", line);
    demand(error.column >= 1 && error.column <= end, "an error is in the text", line);
  }
}

// What was read, printed and read again is the same, and so is its text. `parse` reads a line,
// `print` writes a value.
template <class Parse, class Print>
void check_round_trip(std::string_view line, Parse parse, Print print) {
  const auto value = parse(line);
  check_result(value, line);
  if (!value) return;
  const std::string text = print(*value);
  const auto again = parse(std::string_view(text));
  demand(static_cast<bool>(again), "what was printed can be read", text);
  demand(*again == *value, "print and parse are inverse", text);
  demand(print(*again) == text, "there is one canonical text", text);
}

}  // namespace aero::fuzz
