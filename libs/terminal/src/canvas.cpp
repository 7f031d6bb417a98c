#include <algorithm>
#include <array>
#include <cassert>

#include "aero/terminal.hpp"
#include "utf8.hpp"

namespace aero::terminal {
namespace {

// Longer stacks of combining marks are cut: a cell stays small whatever the text.
constexpr std::size_t kLongestCell = 32;

// Corners clockwise from the top left, then across and down.
constexpr std::array<std::array<std::string_view, 6>, 5> kBorders = {{
    {"┌", "┐", "┘", "└", "─", "│"},
    {"╭", "╮", "╯", "╰", "─", "│"},
    {"┏", "┓", "┛", "┗", "━", "┃"},
    {"╔", "╗", "╝", "╚", "═", "║"},
    {"+", "+", "+", "+", "-", "|"},
}};

std::size_t area_of(Size size) {
  return static_cast<std::size_t>(size.columns) * static_cast<std::size_t>(size.rows);
}

}  // namespace

Canvas::Canvas(Size size, const Style& style)
    : size_{std::max(size.columns, 0), std::max(size.rows, 0)},
      cells_(area_of(size_), Cell{" ", 1, style}) {}

const Cell& Canvas::at(int x, int y) const {
  assert(x >= 0 && x < size_.columns && y >= 0 && y < size_.rows);
  return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.columns) +
                static_cast<std::size_t>(x)];
}

Cell& Canvas::cell(int x, int y) { return const_cast<Cell&>(at(x, y)); }

// The whole cell must be inside.
void Canvas::set(int x, int y, const Cell& drawn) {
  const int after = x + drawn.width;
  if (at(x, y).width == 0) {
    Cell& left_half = cell(x - 1, y);
    left_half = {" ", 1, left_half.style};
  }
  if (after < size_.columns && at(after, y).width == 0) {
    Cell& right_half = cell(after, y);
    right_half = {" ", 1, right_half.style};
  }
  cell(x, y) = drawn;
  if (drawn.width == 2) {
    cell(x + 1, y) = {"", 0, drawn.style};
  }
}

int Canvas::put(int x, int y, std::string_view text, const Style& style) {
  const bool is_row = y >= 0 && y < size_.rows;
  Cell* last = nullptr;
  while (!text.empty()) {
    char32_t character = take(text);
    if (is_control(character)) {
      character = kReplacement;
    }
    const int width = width_of(character);
    if (width == 0) {
      if (last && last->text.size() + 4 <= kLongestCell) {
        append(last->text, character);
      }
      continue;
    }
    last = nullptr;
    if (is_row && x >= 0 && x + width <= size_.columns) {
      Cell drawn{"", width, style};
      append(drawn.text, character);
      set(x, y, drawn);
      last = &cell(x, y);
    } else if (is_row && width == 2 && (x == -1 || x == size_.columns - 1)) {
      set(std::max(x, 0), y, {" ", 1, style});
    }
    x += width;
  }
  return x;
}

void Canvas::fill(const Rect& area, const Style& style, std::string_view pattern) {
  const int last_x = std::min(area.x + area.columns, size_.columns);
  const int last_y = std::min(area.y + area.rows, size_.rows);
  for (int y = std::max(area.y, 0); y < last_y; ++y) {
    for (int x = std::max(area.x, 0); x < last_x; ++x) {
      put(x, y, pattern, style);
    }
  }
}

void Canvas::box(const Rect& area, const Style& style, Border border) {
  if (area.columns < 2 || area.rows < 2) {
    return;
  }
  const auto& [top_left, top_right, bottom_right, bottom_left, across, down] =
      kBorders[static_cast<std::size_t>(border)];
  const int right = area.x + area.columns - 1;
  const int bottom = area.y + area.rows - 1;
  for (const int y : {area.y, bottom}) {
    fill({area.x + 1, y, area.columns - 2, 1}, style, across);
  }
  for (const int x : {area.x, right}) {
    fill({x, area.y + 1, 1, area.rows - 2}, style, down);
  }
  put(area.x, area.y, top_left, style);
  put(right, area.y, top_right, style);
  put(right, bottom, bottom_right, style);
  put(area.x, bottom, bottom_left, style);
}

}  // namespace aero::terminal
