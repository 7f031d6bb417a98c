#pragma once
// The small texts that records are made of.

#include <optional>
#include <string>
#include <string_view>

#include "aero/result.hpp"

namespace aero {

// Where a text stops being UTF-8 without control characters, and why. Tabs and line ends (LF, or
// CR and LF) count as spaces where `has_lines`, and as control characters otherwise.
struct BadCharacter {
  std::size_t at;
  Error error;
};
std::optional<BadCharacter> find_bad_character(std::string_view text, bool has_lines);

// Where the text itself begins: behind a byte order mark, if there is one.
constexpr std::size_t find_begin(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_number(std::string_view text);  // digits and nothing else
// A letter, then letters, digits, - and _.
bool is_name(std::string_view text);

// Without spaces at the ends, every other run of them as one.
std::string squeeze(std::string_view text);

std::size_t count_characters(std::string_view text);  // UTF-8
// The text as an error quotes it: cut short where it is long.
std::string quote(std::string_view text);

// A number of at most nine digits, without leading zeros.
std::optional<int> parse_count(std::string_view text);

}  // namespace aero
