#include "aero/push.hpp"

namespace aero::push {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string to_text(std::string_view bytes) {
  std::string text;
  unsigned bits = 0;
  int count = 0;  // of bits that are not written yet
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63];
  return text;
}

std::optional<std::string> parse_bytes(std::string_view text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;  // of bits that are in no byte yet
  for (const char digit : text) {
    const std::size_t value = kDigits.find(digit);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  // A digit too many, or bits too many that are not zero: all bytes have one text only.
  if (count == 6 || (bits & ((1U << count) - 1)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace aero::push
