#include "words.hpp"

#include <algorithm>
#include <cstdint>

namespace aero {
namespace {

struct Character {
  std::uint32_t code;
  std::size_t length;  // bytes; 0 where the bytes are not UTF-8
};

// Precondition: text is not empty.
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {lead, 0};
  std::uint32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {lead, 0};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (is_overlong || is_surrogate || code > 0x10FFFF) return {lead, 0};
  return {code, length};
}

std::string hex(std::uint32_t code) {
  std::string digits(4, '0');
  for (std::size_t i = digits.size(); i-- > 0; code >>= 4)
    digits[i] = "0123456789ABCDEF"[code & 15];
  return digits;
}

}  // namespace

std::optional<BadCharacter> find_bad_character(std::string_view text, bool has_lines) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const Character character = decode(rest);
    if (character.length == 0) return BadCharacter{at, {"record.bad_utf8", {}}};
    const std::uint32_t code = character.code;
    const bool is_control = code < 0x20 || (code >= 0x7F && code <= 0x9F);
    const bool is_line = rest[0] == '\n' || rest[0] == '\t' || rest.starts_with("\r\n");
    if (is_control && !(has_lines && is_line)) {
      return BadCharacter{at, {"record.control_character", {{"code", hex(code)}}}};
    }
    at += character.length;
  }
  return std::nullopt;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_';
  });
}

std::string squeeze(std::string_view text) {
  std::string squeezed;
  bool is_gap = false;
  for (const char c : text) {
    if (is_space(c)) {
      is_gap = !squeezed.empty();
      continue;
    }
    if (is_gap) squeezed += ' ';
    is_gap = false;
    squeezed += c;
  }
  return squeezed;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::optional<int> parse_count(std::string_view text) {
  if (!is_number(text) || text.size() > 9 || (text.size() > 1 && text[0] == '0')) {
    return std::nullopt;
  }
  int count = 0;
  for (const char c : text) count = count * 10 + (c - '0');
  return count;
}

}  // namespace aero
