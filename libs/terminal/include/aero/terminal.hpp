#pragma once

// A terminal as a grid of cells: draw a frame on a Canvas, show it on the Screen, wait for what
// the person does. All text is UTF-8. Columns and rows count from 0 at the top left.

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace aero::terminal {

// ---- text in columns ----

// Columns that a character takes: 0 (combining, joining, control), 1 or 2 (East Asian wide, emoji).
// Characters of ambiguous width, such as ─ ● ①, take 1.
int width_of(char32_t character);
int width_of(std::string_view text);

// The longest beginning of the text that fits into that many columns.
std::string_view clip(std::string_view text, int columns);

// The text in exactly that many columns: cut off with … or followed by spaces.
std::string fit(std::string_view text, int columns);

// The text in lines of at most that many columns (at least 2). Breaks at spaces, between wide
// characters (never before closing punctuation), at '\n', and inside a word only if it must.
std::vector<std::string> wrap(std::string_view text, int columns);

// Text from somewhere else, fit to be shown: what a terminal would obey instead of showing it
// (controls, changes of direction) and what is no UTF-8 is U+FFFD.
std::string printable(std::string_view text);

// Adds a character to the text, as UTF-8.
void append(std::string& text, char32_t character);

// ---- a frame ----

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Colour&) const = default;
};

// No colour means the terminal's own.
struct Style {
  std::optional<Colour> foreground = std::nullopt;
  std::optional<Colour> background = std::nullopt;
  bool bold = false;
  bool dim = false;
  bool underline = false;
  bool reverse = false;

  bool operator==(const Style&) const = default;
};

// One character with what combines with it. A cell of width 2 is followed by one of width 0.
struct Cell {
  std::string text = " ";
  int width = 1;
  Style style;

  bool operator==(const Cell&) const = default;
};

struct Size {
  int columns = 0;
  int rows = 0;

  bool operator==(const Size&) const = default;
};

struct Rect {
  int x = 0;
  int y = 0;
  int columns = 0;
  int rows = 0;
};

enum class Border : std::uint8_t { light, rounded, heavy, twofold, ascii };

// Whatever falls outside is clipped. A wide character of which half is clipped or drawn over
// leaves a space. Control characters and broken UTF-8 are drawn as U+FFFD.
class Canvas {
 public:
  explicit Canvas(Size size, const Style& style = {});

  Size size() const { return size_; }
  const Cell& at(int x, int y) const;  // must be inside

  // One line of text; returns the column after it, clipped or not.
  int put(int x, int y, std::string_view text, const Style& style = {});
  // A pattern of one column.
  void fill(const Rect& area, const Style& style, std::string_view pattern = " ");
  // The outline; the inside is left alone. At least 2 by 2.
  void box(const Rect& area, const Style& style, Border border = Border::light);

  bool operator==(const Canvas&) const = default;

 private:
  Cell& cell(int x, int y);
  void set(int x, int y, const Cell& cell);

  Size size_;
  std::vector<Cell> cells_;
};

enum class Depth : std::uint8_t { mono, ansi16, ansi256, true_colour };

// Value of an environment variable, or null: std::getenv will do.
using Environment = std::function<const char*(const char*)>;

// From NO_COLOR, COLORTERM and TERM.
Depth depth_of_environment(const Environment& environment);

// The bytes that turn a terminal that shows `before` into one that shows `after`: nothing where
// they look the same. Both have one size. Begins and ends with the terminal's default style.
std::string diff(const Canvas& before, const Canvas& after, Depth depth);

// The bytes that clear a terminal and draw the canvas.
std::string draw(const Canvas& canvas, Depth depth);

// The canvas as lines of text, each ended, for a terminal that scrolls or a file: no cursor is
// moved, and with Depth::mono and plain styles nothing but text is written.
std::string to_lines(const Canvas& canvas, Depth depth);

// ---- what the person does ----

enum class Key : std::uint8_t {
  character,  // with KeyPress::character
  enter,
  escape,
  tab,
  backspace,
  insert,
  del,
  up,
  down,
  left,
  right,
  home,
  end,
  page_up,
  page_down,
  f1,
};

// Shift is told only with named keys; with a character it is in the character. Ctrl comes with
// small letters, space and \ ] ^ _. Ctrl-H, I, J and M are backspace, tab and enter.
struct KeyPress {
  Key key = Key::character;
  char32_t character = 0;
  bool ctrl = false;
  bool alt = false;
  bool shift = false;

  bool operator==(const KeyPress&) const = default;
};

enum class MouseButton : std::uint8_t { left, middle, right, wheel_up, wheel_down };

// A button going down.
struct MouseClick {
  MouseButton button = MouseButton::left;
  int x = 0;
  int y = 0;

  bool operator==(const MouseClick&) const = default;
};

// The terminal has another size, or lost its picture: draw anew.
struct Resize {
  Size size;

  bool operator==(const Resize&) const = default;
};

struct Timeout {
  bool operator==(const Timeout&) const = default;
};

// The terminal is gone; no more events will come.
struct Closed {
  bool operator==(const Closed&) const = default;
};

using Event = std::variant<Timeout, KeyPress, MouseClick, Resize, Closed>;

// Bytes from a terminal into key presses and mouse clicks, however the bytes are cut into pieces.
// Unknown sequences and broken UTF-8 make no event. Holds back a bounded number of bytes.
class Decoder {
 public:
  std::vector<Event> feed(std::string_view bytes);
  // Whether a sequence has begun and not ended. An escape key looks so until flush().
  bool is_waiting() const { return !pending_.empty(); }
  // No more bytes came in time: what has begun is a key of its own, or nothing.
  std::vector<Event> flush();

 private:
  std::string pending_;
};

// The terminal of standard input and output, in raw mode on the alternate screen. It is given back
// as it was when this object ends, at exit, on every signal that ends the program, and while the
// program is stopped (Ctrl-Z); Ctrl-C keeps ending the program. One at a time.
class Screen {
 public:
  // Whether input and output are a terminal that can be drawn on.
  static bool is_available(const Environment& environment);

  // Throws std::system_error if the terminal cannot be set up.
  explicit Screen(Depth depth, bool has_mouse = true);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  Size size() const;
  void show(const Canvas& canvas);
  void set_title(std::string_view title);
  // The next event; Timeout after that many milliseconds, never if negative.
  Event wait(int timeout_ms = -1);

 private:
  void read_input();

  Depth depth_;
  std::optional<Canvas> shown_;
  Decoder decoder_;
  std::deque<Event> events_;
};

}  // namespace aero::terminal
