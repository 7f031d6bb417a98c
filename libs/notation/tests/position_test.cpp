#include <gtest/gtest.h>

#include "aero/notation.hpp"

namespace aero {
namespace {

std::string canonical(std::string_view text, std::string_view rules = "standard") {
  const Result<State> state = parse_position(*parse_rules(rules), text);
  return state ? to_text(*state) : "refused";
}

// The codes of all errors, without "position.", with their columns.
std::string faults(std::string_view text, std::string_view rules = "standard") {
  std::string line;
  for (const Error& error : parse_position(*parse_rules(rules), text).errors()) {
    std::string_view code = error.code;
    if (code.starts_with("position.")) code.remove_prefix(9);
    line += (line.empty() ? "" : " ") + std::string(code) + "@" + std::to_string(error.column);
  }
  return line;
}

TEST(PositionLine, PrintsTheCanonicalForm) {
  const std::string_view lines[] = {
      "R:hx4 B:hx4 R 0 - -",           "R:p*,16x2*1,16* Y:hx3,1 R 1 - -",
      "R:p,px2*,16* Y:hx3,1 R 2 - -",  "R:14x3*1,c* B:hx4 R 2 - -",
      "R:14x3*2,14 B:hx4 R 1 - -",     "R:cx4 Y:hx4 B:cx4 - 0 - RBY",
      "Y:hx2,16,16 G:1,2,3,4 G 0 5 -",
  };
  for (const std::string_view line : lines) EXPECT_EQ(canonical(line), line);
}

TEST(PositionLine, AcceptsPiecesAndFleetsInAnyOrder) {
  EXPECT_EQ(canonical("B:h,h,h,h R:14,h,h,h R 0 4 -"), "R:hx3,14 B:hx4 R 0 4 -");
  EXPECT_EQ(canonical("R:c,16x1,p,hx1 B:hx4 R 0 - -"), "R:h,p,16,c B:hx4 R 0 - -");
  EXPECT_EQ(canonical("R:16*,16x2*1,p B:hx4 R 1 - -"), "R:p,16x2*1,16* B:hx4 R 1 - -");
  EXPECT_EQ(canonical("R:p*,p,hx2 B:hx4 R 1 - -"), "R:hx2,p,p* B:hx4 R 1 - -");
}

TEST(PositionLine, RefusesFormsThatAreNotCanonicalNumbers) {
  for (const std::string_view piece : {"07", "7x02", "7*0", "7x2*2", "7*1", "7x", "x2", "57", "56",
                                       "0", "-1", "7**", "7 ", "", "P", "h x2", "px2*1", "99999"}) {
    const std::string line = "R:hx3," + std::string(piece) + " B:hx4 R 1 - -";
    EXPECT_EQ(canonical(line), "refused") << piece;
  }
  for (const std::string_view line :
       {"", " ", "R:hx4 B:hx4 R 0 -", "R:hx4  B:hx4 R 0 - -", " R:hx4 B:hx4 R 0 - -",
        "R:hx4 B:hx4 R 0 - - ", "R:hx4 B:hx4 R 00 - -", "R:hx4 B:hx4 R 0 02 -",
        "R:hx4 B:hx4 r 0 - -", "R:hx4 B:hx4 R 0 - RR", "R:hx4 B:hx4 R 0 - X",
        "R:hx4 B:hx4 R 0 - RBYGR", "X:hx4 B:hx4 R 0 - -", "R:hx4\tB:hx4 R 0 - -"}) {
    EXPECT_EQ(canonical(line), "refused") << line;
  }
}

TEST(PositionLine, RefusesWhatTheRulesNeverLeaveBehind) {
  EXPECT_EQ(faults("R:hx4 R 0 - -"), "too_few_seats@1");
  EXPECT_EQ(faults("R:hx4 R:hx4 B:hx4 R 0 - -"), "seat_twice@7");
  EXPECT_EQ(faults("R:hx3 B:hx5 R 0 - -"), "wrong_plane_count@1 wrong_plane_count@7");
  EXPECT_EQ(faults("R:hx4 B:hx4 R 0 - -", "planes=2"), "wrong_plane_count@1 wrong_plane_count@7");
  EXPECT_EQ(faults("R:hx3,57 B:hx4 R 0 - -"), "notation.bad_piece@7");
  EXPECT_EQ(faults("R:hx4,7x0 B:hx4 R 0 - -"), "piece_empty@1");
  EXPECT_EQ(faults("R:hx2,7x2 B:hx4 R 0 - -", "stack=never"), "stack_not_allowed@1");
  EXPECT_EQ(faults("R:hx3,14 Y:hx3,1 R 0 - -"), "square_shared@10");
  EXPECT_EQ(faults("R:hx4 B:hx4 Y 0 - -"), "turn_absent@13");
  EXPECT_EQ(faults("R:cx4 Y:hx4 B:hx4 R 0 - R"), "turn_finished@19");
  EXPECT_EQ(faults("R:hx4 B:hx4 - 0 - -"), "turn_missing@13");
  EXPECT_EQ(faults("R:cx4 B:hx4 B 0 - RB"), "turn_after_end@13");
  EXPECT_EQ(faults("R:cx4 B:hx4 - 0 4 RB"), "roll_after_end@17");
  EXPECT_EQ(faults("R:hx3,p B:hx4 R 0 7 -"), "roll_out_of_range@19");
  EXPECT_EQ(faults("R:hx3,p B:hx4 R 0 0 -"), "roll_out_of_range@19");
  EXPECT_EQ(faults("R:hx4 B:hx4 R 0 3 -"), "roll_without_move@17");
  EXPECT_EQ(faults("R:hx3,p B:hx4 R 2 6 -"), "roll_third_six@19");
  EXPECT_EQ(faults("R:hx4 B:hx4 R 3 - -"), "sixes_out_of_range@15");
  EXPECT_EQ(faults("R:hx4 B:hx4 R 1 - -", "sixes=none"), "sixes_not_counted@15");
  EXPECT_EQ(faults("R:cx4 B:hx4 - 1 - RB"), "sixes_not_counted@15");
}

TEST(PositionLine, RefusesMarksWhereNoneCanBe) {
  EXPECT_EQ(faults("R:h*,hx3 B:hx4 R 1 - -"), "marks_in_hangar@1");
  EXPECT_EQ(faults("R:hx4 B:hx3,7* R 1 - -"), "marks_off_turn@7");
  EXPECT_EQ(faults("R:hx2,7x2*3 B:hx4 R 1 - -"), "too_many_marks@1");
  EXPECT_EQ(faults("R:hx3,7* B:hx4 R 0 - -"), "marks_without_six@1");
  EXPECT_EQ(faults("R:hx3,7* B:hx4 R 1 - -", "sixes=void"), "marks_not_used@1");
  EXPECT_EQ(faults("R:hx3,c* B:hx4 R 1 - -", "recall=off"), "marks_in_centre@1");
  EXPECT_EQ(canonical("R:hx3,c* B:hx4 R 1 - -"), "R:hx3,c* B:hx4 R 1 - -");
}

TEST(PositionLine, RefusesAnOrderThatContradictsTheFleets) {
  EXPECT_EQ(faults("R:hx4 B:hx4 R 0 - B"), "order_not_home@19");
  EXPECT_EQ(faults("R:cx4 Y:hx4 B:hx4 Y 0 - -"), "order_missing@25");
  EXPECT_EQ(faults("R:cx4 B:hx4 - 0 - R"), "order_missing@19");
  EXPECT_EQ(faults("R:cx4 B:hx4 - 0 - BR"), "order_not_home@19");
  EXPECT_EQ(faults("R:cx4 Y:hx4 B:hx4 Y 0 - RR"), "order_repeats@25");
  EXPECT_EQ(faults("R:cx4 Y:hx4 B:hx4 Y 0 - RG"), "order_absent@25");
  EXPECT_EQ(faults("R:cx4 B:cx4 - 0 - RB"), "too_many_home@19");
  EXPECT_EQ(faults("R:cx4 B:cx4 Y:hx4 - 0 - RB", "end=first"), "too_many_home@25");
  EXPECT_EQ(canonical("R:cx4 B:hx4 - 0 - R", "end=first"), "R:cx4 B:hx4 - 0 - R");
  EXPECT_EQ(faults("R:cx4 B:hx4 - 0 - RB", "end=first"), "order_not_home@19");
}

TEST(PositionLine, ListsEveryReasonInTheOrderOfTheLine) {
  EXPECT_EQ(faults("R:hx3,57 B:hx5 Y:7x0,hx4 X 9 8 QQ"),
            "notation.bad_piece@7 wrong_plane_count@10 piece_empty@16 bad_turn@26 "
            "sixes_out_of_range@28 roll_out_of_range@30 bad_order@32");
}

TEST(PositionLine, LooksNoFurtherAfterTooManyErrors) {
  std::string fleets;
  std::string pieces = "R:z";
  for (std::size_t i = 0; i < 5 * kMaxErrors; ++i) {
    fleets += "x ";
    pieces += ",z";
  }
  const auto errors = [](const std::string& line) {
    return parse_position(kStandard, line).errors().size();
  };
  EXPECT_EQ(errors(fleets + "R 0 - -"), kMaxErrors);
  EXPECT_EQ(errors(pieces + " B:hx4 R 0 - -"), kMaxErrors);
}

}  // namespace
}  // namespace aero
