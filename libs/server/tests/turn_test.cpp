// Whose turn it is, from the state of a table.

#include "turn.hpp"

#include <gtest/gtest.h>

namespace aero::server {
namespace {

using protocol::Phase;
using protocol::Waits;

constexpr std::int64_t kNow = 70'000;

protocol::TableState table_at(const std::string& position, const std::string& result = "*") {
  protocol::TableState table;
  table.phase = Phase::playing;
  table.settings.seconds = 30;
  table.since_ms = 60'000;
  table.ply = 7;
  table.number = 9;
  table.seq = 12;
  table.seats.resize(2);
  table.seats[0].seat = Seat::R;
  table.seats[0].is_yours = true;
  table.seats[1].seat = Seat::B;
  table.last_links = {{Seat::R, "mine"}, {Seat::B, "theirs"}};
  if (!position.empty()) {
    table.record =
        "[Rules \"standard\"]\n[Start \"" + position + "\"]\n[Result \"" + result + "\"]\n";
  }
  return table;
}

TEST(Turn, IsARollToMake) {
  const protocol::Turn turn = turn_of(table_at("R:hx3,14 B:hx2,16x2 R 0 - -"), kNow);
  EXPECT_EQ(turn, (protocol::Turn{.waits = Waits::roll,
                                  .seat = Seat::R,
                                  .is_yours = true,
                                  .ply = 7,
                                  .roll = 0,
                                  .position = "R:hx3,14 B:hx2,16x2 R 0 - -",
                                  .choices = {},
                                  .number = 9,
                                  .last_links = {{Seat::R, "mine"}},
                                  .result = {},
                                  .seq = 12,
                                  .clock_ms = kNow,
                                  .deadline_ms = 90'000}));
}

TEST(Turn, IsAChoiceWithWhatItCaptures) {
  const protocol::Turn turn = turn_of(table_at("R:hx2,14,16 B:hx2,43x2 R 0 3 -"), kNow);
  EXPECT_EQ(turn.waits, Waits::choice);
  EXPECT_EQ(turn.roll, 3);
  EXPECT_EQ(turn.choices, (std::vector<protocol::MoveChoice>{{"14-17", 2}, {"16-19", 0}}));
}

TEST(Turn, IsSomebodyElses) {
  EXPECT_FALSE(turn_of(table_at("R:hx3,14 B:hx2,16x2 B 0 - -"), kNow).is_yours);
  protocol::TableState table = table_at("R:hx3,14 B:hx2,16x2 R 0 - -");
  table.seats[0].is_bot_playing = true;
  EXPECT_FALSE(turn_of(table, kNow).is_yours) << "a bot plays it";
}

TEST(Turn, HasNoDeadlineWithoutATimer) {
  protocol::TableState table = table_at("R:hx3,14 B:hx2,16x2 R 0 - -");
  table.settings.seconds = 0;
  EXPECT_EQ(turn_of(table, kNow).deadline_ms, std::nullopt);
}

TEST(Turn, IsNobodysBeforeTheGameAndAfterIt) {
  protocol::TableState table = table_at("");
  table.phase = Phase::waiting;
  EXPECT_EQ(turn_of(table, kNow).waits, Waits::people);
  table.phase = Phase::starting;
  protocol::Turn turn = turn_of(table, kNow);
  EXPECT_EQ(turn.waits, Waits::start);
  EXPECT_EQ(turn.seat, std::nullopt);
  EXPECT_EQ(turn.deadline_ms, std::nullopt);
  EXPECT_EQ(turn.last_links.size(), 1u) << "starting rolls take links too";

  table = table_at("R:cx4 B:h,16x2,20 - 0 - RB", "RB");
  table.phase = Phase::over;
  turn = turn_of(table, kNow);
  EXPECT_EQ(turn.waits, Waits::nothing);
  EXPECT_EQ(turn.seat, std::nullopt);
  EXPECT_FALSE(turn.is_yours);
  EXPECT_EQ(turn.result, "RB");
}

}  // namespace
}  // namespace aero::server
