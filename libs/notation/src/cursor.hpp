#pragma once
// Reading a line from left to right, remembering what is wrong.

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aero/result.hpp"

namespace aero {

// A part of a text that knows where it stands in the whole.
struct Part {
  std::string_view text;
  int column = 1;

  Part drop(std::size_t count) const {
    return {text.substr(count), column + static_cast<int>(count)};
  }
  Part take(std::size_t count) const { return {text.substr(0, count), column}; }
};

// Takes the part before the next separator off the front of `rest`; none is left after the last.
// Precondition: there is a rest.
inline Part take_part(std::optional<Part>& rest, char separator) {
  const std::size_t at = rest->text.find(separator);
  const Part part = rest->take(at);
  rest = at == std::string_view::npos ? std::nullopt : std::optional(rest->drop(at + 1));
  return part;
}

// A number as notation writes it: digits only, no leading zero, at most four digits.
inline std::optional<int> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 4 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text[0] == '-') return std::nullopt;
  return value;
}

inline Error error_at(Part part, std::string_view code,
                      std::vector<std::pair<std::string_view, std::string>> arguments = {}) {
  return {code, std::move(arguments), 1, part.column};
}

// An error about the part itself, which is quoted.
inline Error quote(Part part, std::string_view code) {
  return error_at(part, code, {{"text", std::string(part.text)}});
}

}  // namespace aero
