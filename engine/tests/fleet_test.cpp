#include "aero/fleet.hpp"

#include <gtest/gtest.h>

namespace aero {
namespace {

Piece piece(int step, int size, int marks) {
  return {Step(step), static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(marks)};
}

TEST(Fleet, KeepsOneOrderWhateverTheOrderOfAdding) {
  const Piece pieces[] = {piece(16, 1, 1), piece(16, 2, 1), piece(-1, 1, 0)};
  Fleet forward, backward;
  for (int i = 0; i < 3; ++i) forward.add(pieces[i]);
  for (int i = 2; i >= 0; --i) backward.add(pieces[i]);
  EXPECT_EQ(forward, backward);
  auto at = forward.begin();
  EXPECT_EQ(*at, piece(-1, 1, 0));
  EXPECT_EQ(*++at, piece(16, 2, 1));
  EXPECT_EQ(*++at, piece(16, 1, 1));
}

TEST(Fleet, HoldsEveryGroupingOfFourPlanesOnASquare) {
  // Each way to cut four planes into pieces, and to mark some of them, is told apart.
  const std::initializer_list<std::initializer_list<int>> cuts = {
      {4}, {3, 1}, {2, 2}, {2, 1, 1}, {1, 1, 1, 1}};
  for (const auto& cut : cuts) {
    Fleet fleet;
    for (const int size : cut) fleet.add(piece(33, size, size / 2));
    auto at = fleet.begin();
    for (const int size : cut) {
      EXPECT_EQ(*at, piece(33, size, size / 2));
      ++at;
    }
    EXPECT_FALSE(at != fleet.end());
    EXPECT_EQ(fleet.count(Step(33)), 4);
    EXPECT_EQ(fleet.has_stack(Step(33)), *cut.begin() > 1);
  }
}

TEST(Fleet, RemovesWhatItAdded) {
  Fleet fleet;
  fleet.add(piece(5, 2, 0));
  const Fleet before = fleet;
  for (int step = -1; step <= 56; ++step) {
    fleet.add(piece(step, 1, 0));
    EXPECT_TRUE(fleet.contains(piece(step, 1, 0)));
    fleet.remove(piece(step, 1, 0));
    EXPECT_EQ(fleet, before) << step;
  }
}

TEST(Fleet, StandsApartInHangarAndCentre) {
  Fleet fleet;
  fleet.add(piece(56, 3, 1));
  fleet.add(piece(-1, 1, 0));
  EXPECT_EQ(fleet.count(kCentre), 3);
  EXPECT_FALSE(fleet.has_stack(kCentre));
  EXPECT_TRUE(fleet.contains(piece(56, 1, 0)) && fleet.contains(piece(56, 1, 1)));
  EXPECT_FALSE(fleet.is_home());
  fleet.remove(piece(-1, 1, 0));
  fleet.add(piece(56, 1, 0));
  EXPECT_TRUE(fleet.is_home());
}

TEST(Fleet, JoinsAllOnASquareWithTheirMarks) {
  Fleet fleet;
  fleet.add(piece(40, 1, 1));
  fleet.add(piece(40, 2, 1));
  fleet.add(piece(41, 1, 0));
  fleet.join(Step(40));
  EXPECT_EQ(*fleet.begin(), piece(40, 3, 2));
  fleet.clear_marks();
  EXPECT_EQ(*fleet.begin(), piece(40, 3, 0));
}

TEST(Fleet, ContainsOnlyPiecesThatStandThere) {
  Fleet fleet;
  fleet.add(piece(16, 2, 1));
  fleet.add(piece(16, 1, 0));
  for (int step = -128; step < 128; ++step) {
    for (int size = 0; size < 6; ++size) {
      for (int marks = 0; marks < 6; ++marks) {
        const Piece any = piece(step, size, marks);
        EXPECT_EQ(fleet.contains(any), any == piece(16, 2, 1) || any == piece(16, 1, 0))
            << step << " " << size << " " << marks;
        EXPECT_FALSE(Fleet().contains(any)) << step << " " << size << " " << marks;
      }
    }
  }
}

}  // namespace
}  // namespace aero
