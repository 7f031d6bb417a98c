#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "aero/text.hpp"

namespace aero::text {

struct Message {
  std::string_view key;
  std::array<std::string_view, 3> patterns;  // by Language: en, tr, zh
};

// All messages, sorted by key. The body is written by embed.cpp at build time.
std::span<const Message> catalogue();

// One pattern filled in; nothing where ICU refuses the pattern.
std::optional<std::string> format(Language language, std::string_view pattern,
                                  std::span<const Argument> arguments);

}  // namespace aero::text
