#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace aero::terminal {

inline constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  std::optional<char32_t> character;  // nothing: broken UTF-8
  std::size_t length = 0;             // bytes to step over; 0: the text ends within a character
};

// The character at the beginning of a text that is not empty.
Decoded decode(std::string_view text);

// The same for text that is whole: what is broken or cut off is U+FFFD. Steps over it.
char32_t take(std::string_view& text);

bool is_control(char32_t character);

}  // namespace aero::terminal
