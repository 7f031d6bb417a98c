// The search for a way to a position finds one that leads there, and none where there is none.

#include "aero/way.hpp"

#include <gtest/gtest.h>

#include "aero/notation.hpp"

namespace aero::testkit {
namespace {

std::optional<Way> way_to(const std::string& rules, const std::string& position,
                          int most = 1'000'000) {
  const Rules read = *parse_rules(rules);
  return find_way(read, *parse_position(read, position), most);
}

void expect_way(const std::string& rules, const std::string& position) {
  const auto way = way_to(rules, position);
  ASSERT_TRUE(way) << position;
  const Rules read = *parse_rules(rules);
  const State goal = *parse_position(read, position);
  State state = start(read, goal.seats(), way->first);
  for (const Input& input : way->inputs) {
    Silent silent;
    ASSERT_EQ(apply(read, state, input, silent), Refusal::none);
  }
  EXPECT_EQ(to_text(state), position);
}

TEST(Way, LeadsToThePosition) {
  expect_way("planes=1", "R:h B:h B 0 - -");
  expect_way("planes=1", "R:17 B:h R 0 - -");
  expect_way("planes=1", "Y:18 G:43 G 0 1 -");
  expect_way("planes=2", "R:17x2 Y:7x2 R 0 3 -");
  expect_way("standard", "R:h,15x3*2 B:hx4 R 2 - -");
  expect_way("planes=2,end=last", "R:cx2 Y:h,20 B:h,p Y 0 - R");
}

TEST(Way, IsNoneWhereThereIsNone) {
  // A plane that lands on its own colour jumps on.
  EXPECT_FALSE(way_to("planes=1", "R:2 B:h R 0 - -", 20'000));
  // A six that was played has left a mark.
  EXPECT_FALSE(way_to("planes=1", "R:9 B:h R 1 - -", 20'000));
}

}  // namespace
}  // namespace aero::testkit
