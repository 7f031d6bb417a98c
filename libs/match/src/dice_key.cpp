#include "dice_key.hpp"

#include <charconv>

namespace aero {
namespace {

constexpr std::string_view kSeed = "seed ";
constexpr std::string_view kGame = " game ";

// Digits without leading zeros.
std::optional<std::uint64_t> parse_whole(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || std::to_string(value) != text) return std::nullopt;
  return value;
}

}  // namespace

std::string to_text(const DiceKey& key) {
  return std::string(kSeed) + std::to_string(key.seed) + std::string(kGame) +
         std::to_string(key.game);
}

bool is_dice_key(std::string_view text) { return text.starts_with(kSeed); }

std::optional<DiceKey> parse_dice_key(std::string_view text) {
  const std::size_t middle = text.find(kGame);
  if (!is_dice_key(text) || middle == std::string_view::npos || middle < kSeed.size()) {
    return std::nullopt;
  }
  const auto seed = parse_whole(text.substr(kSeed.size(), middle - kSeed.size()));
  const auto game = parse_whole(text.substr(middle + kGame.size()));
  if (!seed || !game) return std::nullopt;
  return DiceKey{*seed, *game};
}

}  // namespace aero
