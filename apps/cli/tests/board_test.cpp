// How positions look in bare text.

#include "play/board.hpp"

#include <gtest/gtest.h>

#include <set>

#include "aero/testkit.hpp"
#include "golden.hpp"
#include "play/export.hpp"

namespace aero::cli {
namespace {

terminal::Canvas drawn(const BoardPlace& place, std::string_view rules, std::string_view position) {
  terminal::Canvas canvas({place.width(), place.height()});
  const Scene scene{.view = view_of(testkit::position(rules, position))};
  draw_board(canvas, place, Paint(terminal::Depth::true_colour), scene);
  return canvas;
}

constexpr std::string_view kPosition = "R:h,p*,14,53* Y:hx2,17x2 B:h,20,22,22 G:hx2,11,c R 1 5 -";

TEST(Board, LooksAsItShould) {
  expect_golden("board-1.txt", to_text(drawn({}, "standard", kPosition)));
  expect_golden("board-2.txt", to_text(drawn({.columns = 4, .rows = 2}, "standard", kPosition)));
}

TEST(Board, TellsStacksFromPlanesSideBySide) {
  const auto cell = [](std::string_view fleet, int columns) {
    const std::string position = std::string("R:") + std::string(fleet) + " B:hx4 R 0 - -";
    const auto text = to_text(drawn({.columns = columns, .rows = 1}, "standard", position));
    // Red's step 1 is in the last row, four spots from the left.
    terminal::Canvas canvas = drawn({.columns = columns, .rows = 1}, "standard", position);
    std::string shown;
    for (int x = 4 * columns; x < 5 * columns; ++x) shown += canvas.at(x, 14).text;
    return shown;
  };
  EXPECT_EQ(cell("hx3,1", 3), " ● ");
  EXPECT_EQ(cell("hx2,1x2", 3), "●2 ");
  EXPECT_EQ(cell("hx2,1,1", 3), "●● ");
  EXPECT_EQ(cell("h,1x2,1", 3), "2● ");
  EXPECT_EQ(cell("1,1,1,1", 3), "●+ ");
  EXPECT_EQ(cell("1,1,1,1", 4), "●●●●");
  EXPECT_EQ(cell("1x4", 2), "●4");
  EXPECT_EQ(cell("hx2,1,1", 2), "●●");
}

TEST(Board, KeepsSeatsApartWithoutColour) {
  std::set<std::string_view> signs;
  for (const Seat seat : kAllSeats) {
    signs.insert(glyph(seat));
    signs.insert(hollow_glyph(seat));
  }
  EXPECT_EQ(signs.size(), 8u);
}

TEST(Board, FindsTheSpotUnderAClick) {
  const BoardPlace place{.x = 2, .y = 1, .columns = 4, .rows = 2};
  EXPECT_EQ(place.spot_at(2, 1), (Spot{0, 0}));
  EXPECT_EQ(place.spot_at(61, 30), (Spot{14, 14}));
  EXPECT_EQ(place.spot_at(1, 1), std::nullopt);
  EXPECT_EQ(place.spot_at(62, 30), std::nullopt);
}

TEST(Die, ShowsItsPips) {
  for (int face = 0; face <= 6; ++face) {
    terminal::Canvas canvas({9, 3});
    draw_die(canvas, 0, 0, Paint(terminal::Depth::mono), face);
    const std::string text = to_text(canvas);
    int pips = 0;
    for (std::size_t at = text.find("●"); at != text.npos; at = text.find("●", at + 1)) ++pips;
    EXPECT_EQ(pips, face);
  }
}

TEST(Svg, DrawsEachCell) {
  terminal::Canvas canvas({2, 1});
  canvas.put(0, 0, "<", {.foreground = terminal::Colour{1, 2, 3}});
  canvas.put(1, 0, "▄", {.background = terminal::Colour{255, 0, 0}});
  const std::string svg = to_svg(canvas);
  EXPECT_NE(svg.find("fill=\"#010203\">&lt;</text>"), svg.npos) << svg;
  EXPECT_NE(svg.find("<rect x=\"10\" y=\"0\" width=\"10\" height=\"20\" fill=\"#ff0000\"/>"),
            svg.npos);
  EXPECT_NE(svg.find("<polygon points=\"0,10 10,10 10,20 0,20\""), svg.npos);
}

}  // namespace
}  // namespace aero::cli
