#include <gtest/gtest.h>

#include <string>

#include "aero/terminal.hpp"

namespace aero::terminal {
namespace {

constexpr Style kRed{.foreground = Colour{255, 0, 0}};

// The rows as text; a wide character takes the place of two.
std::string shown(const Canvas& canvas) {
  std::string text;
  for (int y = 0; y < canvas.size().rows; ++y) {
    for (int x = 0; x < canvas.size().columns; ++x) {
      text += canvas.at(x, y).text;
    }
    text += '\n';
  }
  return text;
}

TEST(Canvas, IsBlankAtFirst) {
  EXPECT_EQ(shown(Canvas({3, 2})), "   \n   \n");
  EXPECT_EQ(Canvas({2, 1}, kRed).at(1, 0), (Cell{" ", 1, kRed}));
  EXPECT_EQ(Canvas({-1, 5}).size(), (Size{0, 5}));
}

TEST(Canvas, PutsText) {
  Canvas canvas({6, 1});
  EXPECT_EQ(canvas.put(1, 0, "abc", kRed), 4);
  EXPECT_EQ(shown(canvas), " abc  \n");
  EXPECT_EQ(canvas.at(1, 0), (Cell{"a", 1, kRed}));
  EXPECT_EQ(canvas.at(4, 0), Cell{});
}

TEST(Canvas, ClipsText) {
  Canvas canvas({4, 1});
  EXPECT_EQ(canvas.put(-2, 0, "abcdefgh"), 6);
  EXPECT_EQ(shown(canvas), "cdef\n");
  EXPECT_EQ(canvas.put(0, 1, "xx"), 2);
  EXPECT_EQ(canvas.put(0, -1, "xx"), 2);
  EXPECT_EQ(canvas.put(9, 0, "xx"), 11);
  EXPECT_EQ(shown(canvas), "cdef\n");
}

TEST(Canvas, GivesWideCharactersTwoCells) {
  Canvas canvas({5, 1});
  EXPECT_EQ(canvas.put(0, 0, "飞机", kRed), 4);
  EXPECT_EQ(canvas.at(0, 0), (Cell{"飞", 2, kRed}));
  EXPECT_EQ(canvas.at(1, 0), (Cell{"", 0, kRed}));
  EXPECT_EQ(shown(canvas), "飞机 \n");
}

TEST(Canvas, LeavesASpaceForHalfAWideCharacter) {
  Canvas canvas({5, 1});
  canvas.put(-1, 0, "飞机棋", kRed);
  EXPECT_EQ(shown(canvas), " 机棋\n");
  EXPECT_EQ(canvas.at(0, 0), (Cell{" ", 1, kRed}));
  canvas.put(0, 0, "飞机棋");
  EXPECT_EQ(shown(canvas), "飞机 \n");
  canvas.put(1, 0, "x");
  EXPECT_EQ(shown(canvas), " x机 \n");
  canvas.put(2, 0, "y");
  EXPECT_EQ(shown(canvas), " xy  \n");
  canvas.put(0, 0, "飞机");
  canvas.put(1, 0, "棋");
  EXPECT_EQ(shown(canvas), " 棋  \n");
}

TEST(Canvas, JoinsWhatCombines) {
  Canvas canvas({3, 1});
  EXPECT_EQ(canvas.put(0, 0, "e\u0301x"), 2);
  EXPECT_EQ(canvas.at(0, 0).text, "e\u0301");
  EXPECT_EQ(canvas.at(1, 0).text, "x");
  canvas.put(0, 0, "\u0301z");
  EXPECT_EQ(canvas.at(0, 0).text, "z");
  canvas.put(-1, 0, "a\u0301b");
  EXPECT_EQ(canvas.at(0, 0).text, "b");
}

TEST(Canvas, KeepsCellsSmall) {
  std::string tower = "e";
  for (int i = 0; i < 100; ++i) {
    tower += "\u0301";
  }
  Canvas canvas({2, 1});
  EXPECT_EQ(canvas.put(0, 0, tower), 1);
  EXPECT_EQ(canvas.at(0, 0).text.size(), 29u);
}

TEST(Canvas, LetsNoControlCharacterThrough) {
  Canvas canvas({6, 1});
  canvas.put(0, 0, "a\x1b\n\t\x7f\xFF");
  EXPECT_EQ(shown(canvas), "a�����\n");
  canvas.put(0, 0, "\u009b");
  EXPECT_EQ(canvas.at(0, 0).text, "�");
}

TEST(Canvas, FillsAndClips) {
  Canvas canvas({4, 3});
  canvas.fill({2, 1, 10, 10}, kRed, "#");
  canvas.fill({-5, -5, 6, 6}, {}, ".");
  EXPECT_EQ(shown(canvas), ".   \n  ##\n  ##\n");
  EXPECT_EQ(canvas.at(3, 2).style, kRed);
  canvas.fill({0, 0, 0, 5}, {}, "x");
  EXPECT_EQ(canvas.at(0, 0).text, ".");
}

TEST(Canvas, DrawsBoxes) {
  Canvas canvas({4, 3});
  canvas.put(0, 1, "abcd");
  canvas.box({0, 0, 4, 3}, {});
  EXPECT_EQ(shown(canvas), "┌──┐\n│bc│\n└──┘\n");
  canvas.box({0, 0, 2, 2}, {}, Border::ascii);
  EXPECT_EQ(shown(canvas), "++─┐\n++c│\n└──┘\n");
  canvas.box({2, 1, 4, 4}, {}, Border::twofold);
  EXPECT_EQ(shown(canvas), "++─┐\n++╔═\n└─║┘\n");
  canvas.box({0, 0, 1, 5}, {}, Border::heavy);
  EXPECT_EQ(shown(canvas), "++─┐\n++╔═\n└─║┘\n");
}

}  // namespace
}  // namespace aero::terminal
