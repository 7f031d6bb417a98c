#pragma once
// Short ways to ask the door, and to show what it tells.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json.hpp"

namespace aero::door {

template <class T>
std::string shown(const T& value) {
  Writer writer;
  writer.write(value);
  return writer.take();
}

// Codes of what is wrong, with their arguments and place; or "fine".
inline std::string codes(const Errors& errors) {
  if (errors.empty()) return "fine";
  std::string text;
  for (const Error& error : errors) {
    text.append(text.empty() ? "" : "; ");
    text.append(std::to_string(error.line)).append(":").append(std::to_string(error.column));
    text.append(" ").append(error.code);
    for (const auto& [name, value] : error.arguments) {
      text.append(" ").append(name).append("=").append(value);
    }
  }
  return text;
}

// The value; without one the test fails, and there is an empty one.
template <class T>
T value_of(const Result<T>& result) {
  EXPECT_EQ(codes(result.errors()), "fine");
  return result ? *result : T();
}

// "R B:greedy": persons and bots, by seat.
inline Plan plan_of(std::string rules, std::string_view players, std::string seed = "1") {
  Plan plan;
  plan.rules = std::move(rules);
  plan.seed = std::move(seed);
  while (!players.empty()) {
    const std::size_t end = std::min(players.find(' '), players.size());
    const std::string_view player = players.substr(0, end);
    plan.players.push_back({*parse_seat(player.substr(0, 1)), "",
                            std::string(player.substr(std::min<std::size_t>(2, player.size())))});
    players.remove_prefix(std::min(end + 1, players.size()));
  }
  return plan;
}

}  // namespace aero::door
