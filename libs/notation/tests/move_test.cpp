#include <gtest/gtest.h>

#include "aero/notation.hpp"
#include "aero/testkit.hpp"

namespace aero {
namespace {

TEST(MoveText, ReadsBack) {
  for (const std::string_view text :
       {"h-p", "p-3", "9-10^14", "12-14^18~30", "16-18~30", "16-18^22", "17x2-20+", "19*-25",
        "52-c", "16-18~30^34", "14x3*1-17+", "p*-4", "53-53+", "pass"}) {
    const Result<Move> move = parse_move(text);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(to_text(*move), text);
  }
}

TEST(MoveText, RefusesWhatSaysNoMove) {
  const std::pair<std::string_view, std::string_view> wrong[] = {
      {"", "notation.bad_move"},
      {"p", "notation.bad_move"},
      {"PASS", "notation.bad_move"},
      {"c-c", "notation.bad_piece"},
      {"px2-3", "notation.bad_piece"},
      {"7x0-8", "notation.bad_piece"},
      {"7x5-8", "notation.bad_piece"},
      {"7x2*3-8", "notation.bad_piece"},
      {"7-h", "notation.bad_step"},
      {"7-08", "notation.bad_step"},
      {"7-56", "notation.bad_step"},
      {"7-8++", "notation.bad_step"},
      {"9-10^15", "notation.bad_hop"},
      {"9-10~14", "notation.bad_hop"},
      {"17-18^30", "notation.bad_hop"},
      {"9-10^", "notation.bad_step"},
      {"9-10^14^18^22", "notation.bad_move"},
  };
  for (const auto& [text, code] : wrong) {
    const Result<Move> move = parse_move(text);
    ASSERT_FALSE(move) << text;
    EXPECT_EQ(move.errors()[0].code, code) << text;
  }
}

// The order of moves is part of the contract; see legal_moves.
TEST(MoveOrder, IsPinned) {
  EXPECT_EQ(testkit::moves("standard", "R:h,p,8,13 B:hx4 R 0 4 -"), "h-p p-4 8-12 13-17");
  EXPECT_EQ(testkit::moves("standard", "R:p,13,17,18 B:hx4 R 0 1 -"),
            "p-1 13-14^18 13-14^18+ 13-14^18~30 17-18^22 17-18~30 18-19");
  EXPECT_EQ(testkit::moves("onward=may,move=may", "R:17,22,30,34 B:hx4 R 0 1 -"),
            "17-18^22 17-18^22+ 17-18~30 17-18~30+ 17-18~30^34 17-18~30^34+ 22-23 30-31 34-35 "
            "pass");
}

TEST(SeatLetter, ReadsBackAndNothingElseDoes) {
  for (const Seat seat : kAllSeats) EXPECT_EQ(parse_seat(to_text(seat)), seat);
  EXPECT_EQ(to_text(Seat::G), "G");
  for (const std::string_view text : {"", "y", "RY", " R"})
    EXPECT_EQ(parse_seat(text), std::nullopt);
}

TEST(SeatLetters, AreTwoToFourDifferentOnesInTheOrderGiven) {
  EXPECT_EQ(*parse_seats("GRY"), (std::vector{Seat::G, Seat::R, Seat::Y}));
  for (const std::string_view text : {"", "R", "RR", "RX", "rb", "RYBGR", "R,B"}) {
    EXPECT_FALSE(parse_seats(text)) << text;
  }
}

}  // namespace
}  // namespace aero
