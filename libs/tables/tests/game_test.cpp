// Whole games, from the table that is opened to the record that anybody can check.

#include <gtest/gtest.h>

#include "aero/fair.hpp"
#include "server.hpp"

namespace aero::tables {
namespace {

using protocol::Phase;

// Everybody acts until the game is over: gives links, rolls and chooses on their turn.
void play_on(FakeServer& server, std::vector<Person*> people, int limit = 5000) {
  for (int step = 0; step < limit; ++step) {
    for (Person* const one : people) one->hear();
    const View& view = people.front()->player.view;
    if (view.phase == Phase::over) return;
    for (Person* const one : people) one->give_links();
    for (Person* const one : people) {
      one->hear();
      if (!one->player.view.is_playing()) continue;
      const Seat turn = one->player.view.state.turn();
      if (std::ranges::find(one->player.seats, turn) == one->player.seats.end()) continue;
      if (one->player.view.chairs.at(turn).is_bot_playing) continue;
      if (one->player.view.state.has_roll()) {
        one->choose(turn);
      } else {
        one->roll(turn);
      }
    }
    server.wait(100);
  }
}

TEST(Game, TwoPeopleAndABotPlayToTheEndAndTheRecordProvesEveryRoll) {
  FakeServer server;
  Person ayse(server, "Ayse");
  Person bora(server, "Bora");
  ayse.join("");
  const std::string code =
      ayse.open("standard", {{Seat::R, ""}, {Seat::Y, "greedy"}, {Seat::B, ""}});
  ASSERT_EQ(code.size(), 10u);
  ayse.join(code);
  bora.join(code);
  ayse.sit({Seat::R});
  bora.sit({Seat::B});
  play_on(server, {&ayse, &bora});
  ASSERT_EQ(ayse.player.view.phase, Phase::over);
  EXPECT_TRUE(ayse.player.view == bora.player.view);
  EXPECT_TRUE(server.store.ended[code]);
  for (const auto& one : ayse.player.refused) ADD_FAILURE() << one.code;

  const auto record = record_of(code, server.store.logs[code]);
  ASSERT_TRUE(record);
  const auto read = parse_record(to_text(*record));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, *record);
  const auto report = fair::verify(*record);
  ASSERT_TRUE(report) << report.errors().front().code;
  EXPECT_EQ(report->table, code);
  EXPECT_EQ(report->rolls, ayse.player.view.number - 1);
  EXPECT_EQ(report->without, (std::array<int, kSeats>{0, report->rolls, 0, report->rolls}));
}

}  // namespace
}  // namespace aero::tables
