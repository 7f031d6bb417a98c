#pragma once
// Reading what a client's headers and addresses are made of.

#include <algorithm>
#include <string_view>

namespace aero::server {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// But for the case of letters.
constexpr bool is_same(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, {}, lower, lower);
}

// Without spaces and tabs around it.
constexpr std::string_view trim(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

}  // namespace aero::server
