#include "code.hpp"

namespace aero::tables {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kCodeLength = 10;

char canonical(char c) {
  if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (c == 'O') return '0';
  if (c == 'I' || c == 'L') return '1';
  return c;
}

}  // namespace

std::string code_of(const fair::Link& link) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 7; ++i) bits = bits << 8 | link[i];
  std::string code(kCodeLength, '0');
  for (char& c : code) {
    c = kDigits[bits & 31];
    bits >>= 5;
  }
  return code;
}

std::optional<std::string> parse_code(std::string_view text) {
  if (text.size() != kCodeLength) return std::nullopt;
  std::string code(text);
  for (char& c : code) {
    c = canonical(c);
    if (kDigits.find(c) == std::string_view::npos) return std::nullopt;
  }
  return code;
}

}  // namespace aero::tables
