#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

std::uint64_t count(std::string_view rules, std::string_view position, int plies) {
  return perft(testkit::rules(rules), testkit::position(rules, position), plies);
}

// Two plies by hand: three rolls of the die take off, three are lost and the next seat rolls.
TEST(Perft, CountsRollsAndChoices) {
  const std::string_view first = "R:hx4 Y:hx4 B:hx4 G:hx4 R 0 - -";
  EXPECT_EQ(count("standard", first, 0), 1u);
  EXPECT_EQ(count("standard", first, 1), 6u);
  EXPECT_EQ(count("standard", first, 2), 3u + 3 * 6);
  EXPECT_EQ(count("standard", first, 3), 3 * 6 + 3u * (3 + 3 * 6));
}

TEST(Perft, DoesNotCountWhatTheEndCutsShort) {
  EXPECT_EQ(count("standard", "R:cx3,55 B:cx3,55 R 0 1 -", 1), 1u);
  EXPECT_EQ(count("standard", "R:cx3,55 B:cx3,55 R 0 1 -", 2), 0u);
}

}  // namespace
}  // namespace aero
