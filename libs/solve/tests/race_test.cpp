#include "aero/solve/race.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/solve/cache.hpp"
#include "aero/testkit.hpp"
#include "folder.hpp"

namespace aero {
namespace {

Fleet hangar(const RaceTable& table) { return table.fleets()[table.fleets().hangar()]; }

TEST(RaceTable, FourPlanesOfTheYardstick) {
  const RaceTable table = RaceTable::build(testkit::rules(testkit::kYardstick), 2);
  EXPECT_EQ(table.fleets().size(), 521'855);
  EXPECT_NEAR(table.turns(hangar(table)), 45.66, 0.005);
}

// A turn costs one, and is followed by what the best use of each roll leaves to do.
void expect_consistent(const Rules& rules) {
  SCOPED_TRACE(to_text(rules));
  const RaceTable table = RaceTable::build(rules);
  for (int number = 0; number < table.fleets().home(); ++number) {
    Setup setup;
    setup.turn = Seat::R;
    for (const Seat seat : {Seat::R, Seat::B}) {
      Setup::Side& side = setup.sides[at(seat)];
      side.is_in_play = true;
      const int fleet = seat == Seat::R ? number : table.fleets().hangar();
      for (const Piece piece : table.fleets()[fleet]) side.add({piece.step.value(), piece.size, 0});
    }
    const State state = *check(rules, setup).state;
    double sum = 0;
    for (const Pip roll : kPips) {
      State after = state;
      apply(rules, after, roll);
      sum += table.turns_to_begin(after, Seat::R);
    }
    ASSERT_NEAR(table.turns(table.fleets()[number]), 1 + sum / 6, 1e-9) << number;
  }
  EXPECT_EQ(table.turns(table.fleets()[table.fleets().home()]), 0);
}

TEST(RaceTable, IsConsistentWithTheEngine) {
  expect_consistent(testkit::rules("planes=2"));
  expect_consistent(testkit::rules("chinese,planes=2"));
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Random random(seed);
    std::uint64_t drawn = 0;
    Rules rules = choose_rules(
        [&](int values) { return random.below(static_cast<std::uint32_t>(values), drawn++); });
    rules.planes = static_cast<std::uint8_t>(1 + seed % 2);
    expect_consistent(rules);
  }
}

TEST(RaceTable, ValuesByHand) {
  const RaceTable table = RaceTable::build(testkit::rules("planes=1,sixes=none"));
  const auto turns = [&](int step) {
    Fleet fleet;
    fleet.add({Step(step), 1, 0});
    return table.turns(fleet);
  };
  // From 55 a one ends it, a six is free, and four rolls are lost: T = 1 + (0 + (T - 1) + 4 T) / 6.
  EXPECT_NEAR(turns(55), 5, 1e-9);
  // From 50 a six ends it, and any other roll leads on to the home column.
  const double later = turns(51) + turns(52) + turns(53) + turns(54) + turns(55);
  EXPECT_NEAR(turns(50), 1 + later / 6, 1e-9);
}

TEST(RaceTable, IsKept) {
  const Folder folder;
  const Rules rules = testkit::rules("planes=2");
  EXPECT_FALSE(RaceTable::load(rules, folder.path()));
  const RaceTable built = RaceTable::load_or_build(rules, folder.path() / "deep");
  const auto kept = RaceTable::load(rules, folder.path() / "deep");
  ASSERT_TRUE(kept);
  for (int number = 0; number < built.fleets().size(); ++number) {
    const Fleet& fleet = built.fleets()[number];
    ASSERT_EQ(kept->turns(fleet), built.turns(fleet));
  }
  EXPECT_FALSE(RaceTable::load(testkit::rules("planes=2,takeoff=6"), folder.path() / "deep"));
}

TEST(RaceTable, IsNotTakenFromAFileThatHasChanged) {
  const Folder folder;
  const Rules rules = testkit::rules("planes=1");
  ASSERT_TRUE(RaceTable::build(rules).save(folder.path()));
  ASSERT_TRUE(RaceTable::load(rules, folder.path()));
  {
    std::fstream file(folder.only_file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-3, std::ios::end);
    file.put('x');
  }
  EXPECT_FALSE(RaceTable::load(rules, folder.path()));
  std::filesystem::resize_file(folder.only_file(), 100);
  EXPECT_FALSE(RaceTable::load(rules, folder.path()));
  RaceTable::load_or_build(rules, folder.path());
  EXPECT_TRUE(RaceTable::load(rules, folder.path())) << "it is written anew";
}

TEST(RaceTable, DoesWithoutAFolderThatCannotBe) {
  const Rules rules = testkit::rules("planes=1");
  EXPECT_FALSE(RaceTable::build(rules).save("/proc/none"));
  EXPECT_GT(
      RaceTable::load_or_build(rules, "/proc/none").turns(RaceTable::build(rules).fleets()[0]), 1);
}

TEST(RaceTable, CacheFolderIsTheUsers) {
  ::setenv("XDG_CACHE_HOME", "/there", 1);
  EXPECT_EQ(cache_folder(), "/there/aeroplane");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  ::setenv("HOME", "/mine", 1);
  EXPECT_EQ(cache_folder(), "/mine/.cache/aeroplane");
  ::unsetenv("XDG_CACHE_HOME");
  ::unsetenv("HOME");
  EXPECT_EQ(cache_folder(), "");
}

}  // namespace
}  // namespace aero
