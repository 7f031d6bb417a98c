#include "utf8.hpp"

#include "aero/terminal.hpp"

namespace aero::terminal {
namespace {

unsigned byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

}  // namespace

Decoded decode(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) {
    return {std::nullopt, 1};
  }
  // The second byte's range keeps out overlong forms, surrogates and what is beyond U+10FFFF.
  unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  char32_t character = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) {
      return {std::nullopt, 0};
    }
    const unsigned byte = byte_at(text, i);
    if (byte < low || byte > high) {
      return {std::nullopt, i};
    }
    character = character << 6 | (byte & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return {character, length};
}

char32_t take(std::string_view& text) {
  const auto [character, length] = decode(text);
  text.remove_prefix(length == 0 ? text.size() : length);
  return character.value_or(kReplacement);
}

void append(std::string& text, char32_t character) {
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80 | ((character >> shift) & 0x3F));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0 | character >> 6);
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | character >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | character >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

bool is_control(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

}  // namespace aero::terminal
