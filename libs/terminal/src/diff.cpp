#include <cassert>
#include <utility>

#include "aero/terminal.hpp"
#include "pen.hpp"
#include "utf8.hpp"

namespace aero::terminal {
namespace {

// The terminal holds its picture back between these two, so that no half frame is seen.
constexpr std::string_view kBegin = "\x1b[?2026h";
constexpr std::string_view kEnd = "\x1b[?2026l";

// What a cell looks like at some depth: cells that look the same are equal.
struct Look {
  std::string_view text;
  Pen pen;

  bool operator==(const Look&) const = default;
};

// What is seen of a pen: of a space, mostly the background alone.
Pen seen(std::string_view text, const Pen& pen) {
  return text == " " && !pen.underline && !pen.reverse ? Pen{.background = pen.background} : pen;
}

Look look_of(const Cell& cell, Depth depth) {
  return {cell.text, seen(cell.text, pen_of(cell.style, depth))};
}

class Painter {
 public:
  Painter(const Canvas& before, const Canvas& after, Depth depth)
      : before_(before), after_(after), depth_(depth) {}

  std::string paint() {
    for (int y = 0; y < after_.size().rows; ++y) {
      paint_row(y);
    }
    out_ += change(pen_, {}, depth_);
    return std::move(out_);
  }

 private:
  Look look(int x, int y) const { return look_of(after_.at(x, y), depth_); }

  bool is_same(int x, int y) const {
    const Cell& before = before_.at(x, y);
    return before == after_.at(x, y) || look_of(before, depth_) == look(x, y);
  }

  void paint_row(int y) {
    for (int x = 0; x < after_.size().columns; ++x) {
      // The right half of a wide character comes with its left half.
      if (after_.at(x, y).width == 0 || is_same(x, y)) {
        continue;
      }
      go_to(x, y);
      if (is_worth_erasing(x, y)) {
        set_pen({});
        out_ += "\x1b[K";
        return;
      }
      write(x, y);
    }
  }

  // Erasing fills with the background, which not every terminal does in colour.
  bool is_worth_erasing(int x, int y) const {
    constexpr int kLongerThanTheSequence = 4;
    int changed = 0;
    for (; x < after_.size().columns; ++x) {
      if (look(x, y) != Look{" ", {}}) {
        return false;
      }
      changed += !is_same(x, y);
    }
    return changed >= kLongerThanTheSequence;
  }

  void set_pen(const Pen& pen) {
    out_ += change(pen_, pen, depth_);
    pen_ = pen;
  }

  void write(int x, int y) {
    const auto text = look(x, y).text;
    if (!is_written_well(x, y)) {
      set_pen(look(x, y).pen);
    }
    out_ += text;
    x_ = x + after_.at(x, y).width;
    y_ = y;
    // At the right edge, and after combined characters, which terminals measure differently.
    if (x_ >= after_.size().columns || decode(text).length != text.size()) {
      y_ = -1;
    }
  }

  // Would the cell look right, written with the pen as it is?
  bool is_written_well(int x, int y) const {
    const auto wanted = look(x, y);
    return wanted.pen == seen(wanted.text, pen_);
  }

  void go_to(int x, int y) {
    if (y == y_ && x == x_) {
      return;
    }
    if (y == y_ && x > x_) {
      const int gap = x - x_;
      if (can_rewrite(x_, x, y)) {
        for (int i = x_; i < x; ++i) {
          out_ += look(i, y).text;
        }
      } else {
        out_ += gap == 1 ? "\x1b[C" : "\x1b[" + std::to_string(gap) + "C";
      }
    } else if (x == 0 && y_ >= 0 && y == y_ + 1) {
      out_ += "\r\n";
    } else if (x == 0) {
      out_ += y == 0 ? "\x1b[H" : "\x1b[" + std::to_string(y + 1) + "H";
    } else {
      out_ += "\x1b[" + std::to_string(y + 1) + ";" + std::to_string(x + 1) + "H";
    }
    x_ = x;
    y_ = y;
  }

  // Are the unchanged cells in between so few and plain that writing them again is shorter?
  bool can_rewrite(int from, int to, int y) const {
    if (to - from > 3) {
      return false;
    }
    for (int x = from; x < to; ++x) {
      if (look(x, y).text.size() != 1 || !is_written_well(x, y)) {
        return false;
      }
    }
    return true;
  }

  const Canvas& before_;
  const Canvas& after_;
  Depth depth_;
  std::string out_;
  Pen pen_;
  int x_ = 0;
  int y_ = -1;  // -1: not known where the cursor is
};

}  // namespace

std::string diff(const Canvas& before, const Canvas& after, Depth depth) {
  assert(before.size() == after.size());
  const auto body = Painter(before, after, depth).paint();
  return body.empty() ? body : std::string(kBegin).append(body).append(kEnd);
}

std::string draw(const Canvas& canvas, Depth depth) {
  const auto body = Painter(Canvas(canvas.size()), canvas, depth).paint();
  return std::string(kBegin).append("\x1b[m\x1b[H\x1b[2J").append(body).append(kEnd);
}

std::string to_lines(const Canvas& canvas, Depth depth) {
  const Size size = canvas.size();
  std::string out;
  for (int y = 0; y < size.rows; ++y) {
    int end = size.columns;
    while (end > 0 && look_of(canvas.at(end - 1, y), depth) == Look{" ", {}}) {
      --end;
    }
    Pen pen;
    for (int x = 0; x < end; ++x) {
      if (canvas.at(x, y).width == 0) {
        continue;
      }
      const Look look = look_of(canvas.at(x, y), depth);
      out += change(pen, look.pen, depth);
      out += look.text;
      pen = look.pen;
    }
    out += change(pen, {}, depth);
    out += '\n';
  }
  return out;
}

}  // namespace aero::terminal
