#include <gtest/gtest.h>

#include "aero/oracle.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

// The same count by the naive reading of the rules, over texts.
std::uint64_t naive_count(const std::string& rules, const std::string& position, int plies) {
  if (plies == 0) return 1;
  const std::size_t order = position.rfind(' ');
  if (position.compare(order - 5, 5, "- 0 -") == 0) return 0;  // over
  std::uint64_t sequences = 0;
  if (position[order - 1] != '-') {
    for (const auto& [move, next] : oracle::moves(rules, position)) {
      sequences += naive_count(rules, next, plies - 1);
    }
    return sequences;
  }
  for (int roll = 1; roll <= 6; ++roll) {
    sequences += naive_count(rules, oracle::roll(rules, position, roll), plies - 1);
  }
  return sequences;
}

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

TEST(Perft, AgreesWithTheNaiveCountAndStaysAsItIs) {
  const std::string middle = "R:h,p,13,44 Y:p,5,17,c B:9x2,33,52 G:hx2,30,49 R 0 - -";
  const std::string walls = "R:h,p,13,44 Y:p,5x2,c B:9x2,33,52 G:hx2,30,49 R 0 - -";
  const std::string late = "R:53,cx3 Y:50,cx3 B:51x2,cx2 R 0 - -";
  const std::tuple<std::string, std::string, std::uint64_t> counts[] = {
      {"standard", middle, 2670},
      {"chinese", walls, 1470},
      {"ludo,stack=may", middle, 2160},
      {"move=may,onward=may", middle, 4698},
      {"standard", late, 360}};
  for (const auto& [rules, position, wanted] : counts) {
    EXPECT_EQ(count(rules, position, 5), wanted) << rules << " " << position;
    EXPECT_EQ(naive_count(rules, position, 5), wanted) << rules << " " << position;
  }
}

TEST(Perft, DoesNotCountWhatTheEndCutsShort) {
  EXPECT_EQ(count("standard", "R:cx3,55 B:cx3,55 R 0 1 -", 1), 1u);
  EXPECT_EQ(count("standard", "R:cx3,55 B:cx3,55 R 0 1 -", 2), 0u);
}

}  // namespace
}  // namespace aero
