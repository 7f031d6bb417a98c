#include <gtest/gtest.h>

#include "aero/testkit.hpp"

namespace aero {
namespace {

using testkit::after;
using testkit::events;
using testkit::moves;

TEST(Takeoff, OnEvenRollsByDefault) {
  for (const int roll : {1, 3, 5}) {
    EXPECT_EQ(after("standard", "R:hx4 B:hx4 R 0 - -", roll), "R:hx4 B:hx4 B 0 - -");
  }
  for (const int roll : {2, 4, 6}) {
    const std::string waiting = "R:hx4 B:hx4 R 0 " + std::to_string(roll) + " -";
    EXPECT_EQ(after("standard", "R:hx4 B:hx4 R 0 - -", roll), waiting);
    EXPECT_EQ(moves("standard", waiting), "h-p");
  }
}

TEST(Takeoff, BringsOnePlaneToThePad) {
  EXPECT_EQ(after("standard", "R:hx3,p B:hx4 R 0 2 -", "h-p"), "R:hx2,px2 B:hx4 B 0 - -");
  EXPECT_EQ(after("standard", "R:hx4 B:hx4 R 0 6 -", "h-p"), "R:hx3,p* B:hx4 R 1 - -");
  EXPECT_EQ(events("standard", "R:hx4 B:hx4 R 0 4 -", "h-p"), "R took_off h p; B next");
}

TEST(Takeoff, RollsAreAnOption) {
  const auto takes_off = [](const std::string& rules) {
    std::string rolls;
    for (int roll = 1; roll <= 6; ++roll) {
      const std::string next = after(rules, "R:hx4 B:hx4 R 0 - -", roll);
      if (next == "R:hx4 B:hx4 R 0 " + std::to_string(roll) + " -") rolls += std::to_string(roll);
    }
    return rolls;
  };
  EXPECT_EQ(takes_off("takeoff=246"), "246");
  EXPECT_EQ(takes_off("takeoff=6"), "6");
  EXPECT_EQ(takes_off("takeoff=56"), "56");
  EXPECT_EQ(takes_off("takeoff=123456"), "123456");
}

}  // namespace
}  // namespace aero
