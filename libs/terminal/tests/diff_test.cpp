#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "aero/terminal.hpp"
#include "emulator.hpp"
#include "pen.hpp"

namespace aero::terminal {
namespace {

constexpr Depth kDepths[] = {Depth::mono, Depth::ansi16, Depth::ansi256, Depth::true_colour};
constexpr Colour kRedColour{255, 0, 0};
constexpr Style kRedText{.foreground = kRedColour};

std::string framed(const std::string& body) { return "\x1b[?2026h" + body + "\x1b[?2026l"; }

Depth depth_of(std::map<std::string, std::string> variables) {
  return depth_of_environment([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Depth, ComesFromTheEnvironment) {
  EXPECT_EQ(depth_of({}), Depth::mono);
  EXPECT_EQ(depth_of({{"TERM", "dumb"}, {"COLORTERM", "truecolor"}}), Depth::mono);
  EXPECT_EQ(depth_of({{"TERM", "vt100"}}), Depth::mono);
  EXPECT_EQ(depth_of({{"TERM", "linux"}}), Depth::ansi16);
  EXPECT_EQ(depth_of({{"TERM", "xterm"}}), Depth::ansi16);
  EXPECT_EQ(depth_of({{"TERM", "tmux-256color"}}), Depth::ansi256);
  EXPECT_EQ(depth_of({{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}}), Depth::true_colour);
  EXPECT_EQ(depth_of({{"TERM", "xterm"}, {"COLORTERM", "24bit"}}), Depth::true_colour);
  EXPECT_EQ(depth_of({{"TERM", "xterm-direct"}}), Depth::true_colour);
  EXPECT_EQ(depth_of({{"TERM", "xterm-kitty"}}), Depth::true_colour);
}

TEST(Depth, IsMonoUnderNoColor) {
  std::map<std::string, std::string> variables{
      {"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}, {"NO_COLOR", "1"}};
  EXPECT_EQ(depth_of(variables), Depth::mono);
  variables["NO_COLOR"] = "";
  EXPECT_EQ(depth_of(variables), Depth::true_colour);
}

TEST(Colour, IsReducedToTheNearest) {
  EXPECT_EQ(nearest_of_256({0, 0, 0}), 16);
  EXPECT_EQ(nearest_of_256({255, 0, 0}), 196);
  EXPECT_EQ(nearest_of_256({255, 255, 255}), 231);
  EXPECT_EQ(nearest_of_256({95, 135, 175}), 67);
  EXPECT_EQ(nearest_of_256({8, 8, 8}), 232);
  EXPECT_EQ(nearest_of_256({240, 240, 240}), 255);
  EXPECT_EQ(nearest_of_256({8, 9, 8}), 232);
  EXPECT_EQ(nearest_of_256({47, 47, 48}), 236);
  EXPECT_EQ(nearest_of_256({115, 115, 0}), 58);
  EXPECT_EQ(nearest_of_256({116, 115, 0}), 94);
  EXPECT_EQ(nearest_of_256({250, 251, 252}), 231);
  EXPECT_EQ(nearest_of_16({0, 0, 0}), 0);
  EXPECT_EQ(nearest_of_16({250, 10, 10}), 9);
  EXPECT_EQ(nearest_of_16({10, 200, 10}), 2);
  EXPECT_EQ(nearest_of_16({255, 255, 255}), 15);
  EXPECT_EQ(nearest_of_16({120, 120, 120}), 8);
}

TEST(Colour, KeepsTextApartFromItsBackground) {
  const Style close{.foreground = Colour{250, 0, 0}, .background = Colour{255, 0, 0}};
  EXPECT_EQ(pen_of(close, Depth::ansi16), (Pen{.foreground = 15, .background = 9}));
  const Style light{.foreground = Colour{255, 255, 250}, .background = Colour{255, 255, 255}};
  EXPECT_EQ(pen_of(light, Depth::ansi16), (Pen{.foreground = 0, .background = 15}));
  const Style same{.foreground = kRedColour, .background = kRedColour};
  EXPECT_EQ(pen_of(same, Depth::ansi16), (Pen{.foreground = 9, .background = 9}));
  EXPECT_EQ(pen_of(close, Depth::true_colour),
            (Pen{.foreground = 0xFA0000, .background = 0xFF0000}));
}

TEST(Pen, ChangesByTheShortestWay) {
  const Pen red{.foreground = 9};
  const Pen bold_red{.foreground = 9, .bold = true};
  EXPECT_EQ(change({}, red, Depth::ansi16), "\x1b[91m");
  EXPECT_EQ(change(red, bold_red, Depth::ansi16), "\x1b[1m");
  EXPECT_EQ(change(bold_red, red, Depth::ansi16), "\x1b[22m");
  EXPECT_EQ(change(bold_red, {}, Depth::ansi16), "\x1b[m");
  EXPECT_EQ(change(red, red, Depth::ansi16), "");
  EXPECT_EQ(change({.bold = true}, {.dim = true}, Depth::ansi16), "\x1b[0;2m");
  EXPECT_EQ(change({.foreground = 9, .bold = true}, {.foreground = 9, .dim = true}, Depth::ansi16),
            "\x1b[22;2m");
  EXPECT_EQ(change({.foreground = 3, .background = 4, .underline = true}, {.reverse = true},
                   Depth::ansi16),
            "\x1b[0;7m");
  EXPECT_EQ(change({}, {.foreground = 2, .background = 12}, Depth::ansi16), "\x1b[32;104m");
  EXPECT_EQ(change({}, {.background = 196}, Depth::ansi256), "\x1b[48;5;196m");
  EXPECT_EQ(change({}, {.foreground = 0x0102FF}, Depth::true_colour), "\x1b[38;2;1;2;255m");
}

TEST(Diff, OfEqualFramesIsNothing) {
  Canvas canvas({10, 3});
  canvas.put(1, 1, "飞机 x", kRedText);
  for (const auto depth : kDepths) {
    EXPECT_EQ(diff(canvas, canvas, depth), "");
  }
}

TEST(Diff, IgnoresWhatCannotBeSeen) {
  Canvas before({4, 1});
  Canvas after({4, 1});
  after.put(0, 0, "  ", {.foreground = kRedColour, .bold = true});
  EXPECT_EQ(diff(before, after, Depth::true_colour), "");
  after.put(0, 0, "ab", kRedText);
  before.put(0, 0, "ab");
  EXPECT_EQ(diff(before, after, Depth::mono), "");
  EXPECT_EQ(diff(before, after, Depth::ansi16), framed("\x1b[H\x1b[91mab\x1b[m"));
}

TEST(Diff, WritesOnlyWhatChanged) {
  Canvas before({20, 4});
  before.put(0, 2, "abcdefghij");
  Canvas after = before;
  after.put(2, 2, "C");
  EXPECT_EQ(diff(before, after, Depth::mono), framed("\x1b[3;3HC"));
  after.put(4, 2, "E");
  EXPECT_EQ(diff(before, after, Depth::mono), framed("\x1b[3;3HCdE"));
  after.put(9, 2, "J");
  EXPECT_EQ(diff(before, after, Depth::mono), framed("\x1b[3;3HCdE\x1b[4CJ"));
  after.put(0, 3, "x");
  EXPECT_EQ(diff(before, after, Depth::mono), framed("\x1b[3;3HCdE\x1b[4CJ\r\nx"));
}

TEST(Diff, KeepsThePenOverSpaces) {
  Canvas before({20, 1});
  Canvas after({20, 1});
  after.put(0, 0, "go on", kRedText);
  EXPECT_EQ(diff(before, after, Depth::ansi16), framed("\x1b[H\x1b[91mgo on\x1b[m"));
  before = after;
  after.put(0, 0, "do it", kRedText);
  EXPECT_EQ(diff(before, after, Depth::ansi16), framed("\x1b[H\x1b[91mdo it\x1b[m"));
  after.put(2, 0, " ", {.background = kRedColour});
  EXPECT_EQ(diff(before, after, Depth::ansi16),
            framed("\x1b[H\x1b[91mdo\x1b[0;101m \x1b[0;91mit\x1b[m"));
}

TEST(Diff, ErasesToTheEndOfARow) {
  Canvas before({20, 1});
  before.put(0, 0, "abcdefghij", {.background = kRedColour});
  Canvas after({20, 1});
  after.put(0, 0, "ab");
  EXPECT_EQ(diff(before, after, Depth::true_colour), framed("\x1b[Hab\x1b[K"));
}

TEST(Diff, DoesNotTrustTheCursorAtTheRightEdge) {
  Canvas after({3, 2});
  after.put(0, 0, "abc");
  after.put(0, 1, "def");
  EXPECT_EQ(diff(Canvas({3, 2}), after, Depth::mono), framed("\x1b[Habc\x1b[2Hdef"));
}

TEST(Lines, AreTextWithColoursAndWithoutCursor) {
  Canvas canvas({6, 2});
  canvas.put(0, 0, "飞a", {.foreground = Colour{255, 0, 0}});
  canvas.put(0, 1, "b", {.bold = true});
  EXPECT_EQ(to_lines(canvas, Depth::ansi16), "\x1b[91m飞a\x1b[m\n\x1b[1mb\x1b[m\n");
  EXPECT_EQ(to_lines(canvas, Depth::mono), "飞a\n\x1b[1mb\x1b[m\n");
  EXPECT_EQ(to_lines(Canvas({3, 2}), Depth::true_colour), "\n\n");
}

TEST(Diff, DoesNotTrustTheCursorAfterCombinedCharacters) {
  Canvas before({10, 1});
  Canvas after({10, 1});
  after.put(1, 0, "e\u0301x");
  EXPECT_EQ(diff(before, after, Depth::mono), framed("\x1b[1;2He\u0301\x1b[1;3Hx"));
}

void expect_shown(const Emulator& emulator, const Canvas& canvas, Depth depth) {
  ASSERT_EQ(emulator.error, "");
  for (int y = 0; y < canvas.size().rows; ++y) {
    for (int x = 0; x < canvas.size().columns; ++x) {
      const auto& cell = canvas.at(x, y);
      auto pen = pen_of(cell.style, depth);
      if (cell.text == " " && !pen.underline && !pen.reverse) {
        pen = {.background = pen.background};
      }
      auto parameters = change({}, pen, depth);  // ESC [ … m
      if (!parameters.empty()) {
        parameters = parameters.substr(2, parameters.size() - 3);
      }
      ASSERT_EQ(emulator.at(x, y), (Emulator::Shown{cell.text, parameters})) << x << ' ' << y;
    }
  }
}

class RandomFrames {
 public:
  explicit RandomFrames(std::uint32_t seed) : random_(seed) {}

  void scribble(Canvas& canvas) {
    static constexpr const char* kTexts[] = {"a", " ",       "hello", "飞", "飞机棋",  "e\u0301",
                                             "│", "       ", "xy飞z", "🎲", "\x1b[2J", "机\u0301"};
    for (int i = number(12); i > 0; --i) {
      const int x = number(canvas.size().columns + 4) - 2;
      const int y = number(canvas.size().rows + 2) - 1;
      if (number(6) == 0) {
        canvas.fill({x, y, number(9), number(3)}, style());
      } else {
        canvas.put(x, y, kTexts[number(std::size(kTexts))], style());
      }
    }
  }

  int number(std::size_t limit) { return static_cast<int>(random_() % limit); }
  int number(int limit) { return number(static_cast<std::size_t>(limit)); }

 private:
  std::optional<Colour> colour() {
    static constexpr Colour kColours[] = {{255, 0, 0}, {0, 60, 200}, {250, 250, 250}, {0, 0, 0}};
    return number(2) ? std::optional(kColours[number(4)]) : std::nullopt;
  }

  Style style() {
    return {colour(), colour(), number(4) == 0, number(4) == 0, number(4) == 0, number(4) == 0};
  }

  std::mt19937 random_;
};

TEST(Diff, TurnsOneFrameIntoTheNext) {
  for (const auto depth : kDepths) {
    RandomFrames frames(7);
    for (int round = 0; round < 60; ++round) {
      const Size size{1 + frames.number(24), 1 + frames.number(6)};
      Canvas canvas(size);
      frames.scribble(canvas);
      Emulator emulator(size);
      emulator.write(draw(canvas, depth));
      expect_shown(emulator, canvas, depth);
      for (int step = 0; step < 20 && !testing::Test::HasFatalFailure(); ++step) {
        const Canvas before = canvas;
        frames.scribble(canvas);
        emulator.write(diff(before, canvas, depth));
        expect_shown(emulator, canvas, depth);
      }
    }
  }
}

}  // namespace
}  // namespace aero::terminal
