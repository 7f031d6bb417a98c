#include "aero/endgame/one_plane.hpp"

#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

double chance(const std::string& rules, Seat second, const std::string& position) {
  const OnePlane table(testkit::rules(rules), second);
  return table.chance(testkit::position(rules, position));
}

// Those of docs/results/solve.md.
TEST(OnePlane, HasTheValuesOfSolvedGames) {
  constexpr double kNear = 1e-8;
  EXPECT_NEAR(chance("planes=1", Seat::B, "R:h B:h R 0 - -"), 0.523192161, kNear);
  EXPECT_NEAR(chance("planes=1", Seat::B, "R:h B:h B 0 - -"), 0.523192161, kNear);
  EXPECT_NEAR(chance("planes=1", Seat::Y, "R:h Y:h R 0 - -"), 0.514611142, kNear);
  EXPECT_NEAR(chance("planes=1", Seat::Y, "R:h Y:h Y 0 - -"), 0.537188807, kNear);
  EXPECT_NEAR(chance("chinese,planes=1", Seat::B, "R:h B:h R 0 - -"), 0.517517671, kNear);
  EXPECT_NEAR(chance("ludo,planes=1", Seat::B, "R:h B:h R 0 - -"), 0.518831554, kNear);
  EXPECT_NEAR(chance("takeoff=6,sixes=none,flight=must,finish=bounce,stack=never,planes=1", Seat::B,
                     "R:h B:h R 0 - -"),
              0.518604383, kNear);
}

TEST(OnePlane, KnowsPositionsInTheMiddleOfTurns) {
  EXPECT_EQ(chance("planes=1", Seat::B, "R:55 B:53 R 0 1 -"), 1);
  EXPECT_EQ(chance("planes=1", Seat::B, "R:54 B:55 R 2 2 -"), 1);
  // A third six takes the marked plane back; of the other rolls only a one brings it home.
  const OnePlane table(testkit::rules("planes=1"), Seat::B);
  const auto at = [&](const char* position) {
    return table.chance(testkit::position("planes=1", position));
  };
  EXPECT_NEAR(at("R:55* B:h R 2 - -"),
              (1 + 4 * (1 - at("R:55 B:h B 0 - -")) + 1 - at("R:h B:h B 0 - -")) / 6, 1e-15);
}

TEST(OnePlane, IsTheEndOfLongerGames) {
  const Endgames endgames = one_plane_endgames(testkit::rules("chinese"));
  const OnePlane faced(testkit::rules("chinese,planes=1"), Seat::B);
  const OnePlane beside(testkit::rules("chinese,planes=1"), Seat::Y);
  EXPECT_EQ(endgames.chance(testkit::position("chinese", "R:16,c,c,c B:30,c,c,c B 0 - -")),
            faced.chance(testkit::position("chinese,planes=1", "R:16 B:30 B 0 - -")));
  EXPECT_EQ(endgames.chance(testkit::position("chinese", "R:16,c,c,c Y:cx4 G:30,c,c,c G 0 - Y")),
            beside.chance(testkit::position("chinese,planes=1", "R:30 Y:16 R 0 - -")));
  EXPECT_FALSE(endgames.chance(testkit::position("chinese", "R:16,17,c,c B:30,c,c,c B 0 - -")));
  const Endgames none = one_plane_endgames(testkit::rules("move=may"));
  EXPECT_FALSE(none.chance(testkit::position("move=may", "R:16,c,c,c B:30,c,c,c B 0 - -")));
}

}  // namespace
}  // namespace aero
