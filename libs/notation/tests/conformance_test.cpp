// The worked cases of conformance/, read as they stand.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

using nlohmann::json;

json answer(const json& request) {
  const Rules rules = testkit::rules(request["rules"].get<std::string>());
  const auto text = request["position"].get<std::string>();
  if (request["op"] == "roll") {
    return testkit::after(request["rules"].get<std::string>(), text, request["roll"].get<int>());
  }
  const State state = testkit::position(request["rules"].get<std::string>(), text);
  json moves = json::object();
  for (const Move& move : legal_moves(rules, state)) {
    State next = state;
    apply(rules, next, move);
    moves[to_text(move)] = to_text(next);
  }
  return moves;
}

class Conformance : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(Conformance, Holds) {
  const auto [name, wanted_cases] = GetParam();
  int cases = 0;
  for (const std::string& line :
       testkit::lines_of_file(std::string("conformance/") + name + ".jsonl")) {
    ++cases;
    const json request = json::parse(line);
    EXPECT_EQ(answer(request), request[request["op"] == "roll" ? "result" : "moves"]) << line;
    const std::string position = request["position"];
    const Rules rules = testkit::rules(request["rules"].get<std::string>());
    EXPECT_EQ(to_text(*parse_position(rules, position)), position);
  }
  EXPECT_EQ(cases, wanted_cases);
}

INSTANTIATE_TEST_SUITE_P(Cases, Conformance,
                         testing::Values(std::pair{"standard", 2500}, std::pair{"presets", 1800},
                                         std::pair{"options", 6000}),
                         [](const auto& tested) { return tested.param.first; });

}  // namespace
}  // namespace aero
