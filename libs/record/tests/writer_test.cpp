#include <gtest/gtest.h>

#include "samples.hpp"

namespace aero {
namespace {

TEST(Writer, WritesTheOneCanonicalText) {
  EXPECT_EQ(outcome("{hello}[Result \"*\"][Start \"R:h,h,h,h B:hx4 R 0 - -\"]"
                    "[Event \"x\"]\n1. R 4 h-p B 3 <proof 12> . 2. R 6 {good}\n\n p-6^10 5 10*-15 "
                    "B 1 . <takeback 2> 2. R 10*-15"),
            "[Event \"x\"]\n"
            "[Rules \"standard\"]\n"
            "[Start \"R:hx4 B:hx4 R 0 - -\"]\n"
            "[Result \"*\"]\n"
            "\n"
            "{hello}\n"
            "1. R 4 h-p  B 3 . <proof 12>\n"
            "2. R 6 {good} p-6^10 5 10*-15  B 1 . <takeback 2>\n"
            "2. R 10*-15\n");
}

TEST(Writer, WritesTagsAloneWhereNothingWasPlayed) {
  EXPECT_EQ(outcome(kTwoSeats), "[Rules \"standard\"]\n" + kTwoSeats + "[Result \"*\"]\n");
}

TEST(Writer, BreaksLinesAtAHundredCharacters) {
  const std::string words = [] {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "şöyle ";
    return text;
  }();
  const std::string text = outcome(kTwoSeats + "1. R 4 {" + words + "}");
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::size_t length = 0;
    for (std::size_t i = at; i < end; ++i) length += (text[i] & 0xC0) != 0x80;
    longest = std::max(longest, length);
    at = end + 1;
  }
  EXPECT_GT(longest, 94u);
  EXPECT_LE(longest, 100u);
}

TEST(Writer, LeavesAWordWholeThatIsLongerThanALine) {
  const std::string word(300, 'x');
  EXPECT_EQ(outcome(kTwoSeats + "1. R 4 {" + word + "} h-p"), "[Rules \"standard\"]\n" + kTwoSeats +
                                                                  "[Result \"*\"]\n\n1. R 4\n   {" +
                                                                  word + "}\n   h-p\n");
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, PrintedRecordsReadTheSame) {
  const Rules rules = *parse_rules(GetParam());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SeatSet seats{Seat::R, Seat::B};
    if (seed % 2 == 0) seats.insert(Seat::Y);
    if (seed % 3 == 0) seats.insert(Seat::G);
    const Record record = random_record(rules, seats, seed, 600);
    const std::string text = to_text(record);
    const auto again = parse_record(text);
    ASSERT_TRUE(again) << errors_text(again.errors()) << '\n' << text;
    EXPECT_EQ(*again, record);
    EXPECT_EQ(to_text(*again), text);

    const std::string json = to_json(record);
    const auto twin = parse_json(json);
    ASSERT_TRUE(twin) << errors_text(twin.errors()) << '\n' << json;
    EXPECT_EQ(*twin, record);
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, RoundTrip,
                         testing::Values("standard", "chinese", "ludo", "quick", "move=may",
                                         "sixes=none,bonus=both,onward=may,planes=1"));

}  // namespace
}  // namespace aero
