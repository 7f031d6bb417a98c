#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Jump, FromOwnColourToTheNext) {
  for (int square = 2; square <= 46; square += 4) {
    if (square == 18) continue;  // see the flight
    const std::string from = std::to_string(square - 1);
    const std::string route = "-" + std::to_string(square) + "^" + std::to_string(square + 4);
    const std::string line = "R:hx3," + from + " B:hx4 R 0 1 -";
    const std::string flight = square == 14 ? " 13-14^18~30" : "";
    EXPECT_EQ(moves("standard", line), from + route + flight);
  }
}

TEST(Jump, OnlyFromOwnColour) {
  for (int square = 3; square <= 49; ++square) {
    if (square % 4 == 2) continue;
    const std::string from = std::to_string(square - 1);
    EXPECT_EQ(moves("standard", "R:hx3," + from + " B:hx4 R 0 1 -"),
              from + "-" + std::to_string(square));
  }
}

TEST(Jump, NotFromTheEntranceNorInTheHomeColumn) {
  EXPECT_EQ(moves("standard", "R:hx3,49 B:hx4 R 0 1 -"), "49-50");
  EXPECT_EQ(moves("standard", "R:hx3,53 B:hx4 R 0 1 -"), "53-54");
}

TEST(Jump, OnceAMove) {
  EXPECT_EQ(after("standard", "R:hx3,1 B:hx4 R 0 1 -", "1-2^6"), "R:hx3,6 B:hx4 B 0 - -");
  EXPECT_EQ(events("standard", "R:hx3,1 B:hx4 R 0 1 -", "1-2^6"),
            "R walked 1 2; R jumped 2 6; B next");
}

TEST(Jump, SendsHomeWhereItStartsAndEndsOnly) {
  // R's 2, 4 and 6 are B's 28, 30 and 32.
  EXPECT_EQ(after("standard", "R:hx3,1 B:h,28,30,32 R 0 1 -", "1-2^6"), "R:hx3,6 B:hx3,30 B 0 - -");
  EXPECT_EQ(events("standard", "R:hx3,1 B:h,28,30,32 R 0 1 -", "1-2^6"),
            "R walked 1 2; B captured 28; R jumped 2 6; B captured 32; B next");
}

TEST(Jump, LeavesOwnPlanesOnTheWayAlone) {
  EXPECT_EQ(moves("standard", "R:hx2,1,2 B:hx4 R 0 1 -"), "1-2^6 2-3");
  EXPECT_EQ(after("standard", "R:hx2,1,2 B:hx4 R 0 1 -", "1-2^6"), "R:hx2,2,6 B:hx4 B 0 - -");
}

TEST(Jump, IsAnOption) {
  EXPECT_EQ(moves("jump=off", "R:hx3,1 B:hx4 R 0 1 -"), "1-2");
  EXPECT_EQ(moves("jump=off", "R:hx3,13 B:hx4 R 0 1 -"), "13-14");
}

}  // namespace
}  // namespace aero
