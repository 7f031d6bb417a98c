#pragma once
// The test vectors that other verifiers are held to as well.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "aero/fair.hpp"

namespace aero::fair {

using Json = nlohmann::ordered_json;

inline const Json& vectors() {
  static const Json kVectors = Json::parse(std::ifstream("docs/formats/fair-dice.vectors.json"));
  return kVectors;
}

// The link of a text that has to be one.
inline Link link_of(std::string_view text) {
  const auto link = parse_link(text);
  if (!link) ADD_FAILURE() << text;
  return link.value_or(Link{});
}
inline Link link_of(const Json& json) {
  return link_of(std::string_view(json.get_ref<const std::string&>()));
}

// Bytes as in the vectors: "00ff".
inline std::string hex(const Link& link) {
  std::string text;
  for (const std::uint8_t byte : link) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace aero::fair
