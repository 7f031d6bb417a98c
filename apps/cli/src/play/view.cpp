#include "play/view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace aero::cli {
namespace {

using terminal::Canvas;
using terminal::Rect;
using terminal::Size;
using terminal::width_of;

constexpr int kLeastPanel = 28;      // columns
constexpr int kLeastWidePanel = 38;  // beside a board of square spots
constexpr int kDieColumns = 9;
constexpr int kDieRows = 3;

// The board on the left over the whole height, everything else on its right.
Layout tall_layout(Size size, int scale) {
  Layout layout;
  layout.board = {.x = 0, .y = 0, .columns = 2 * scale, .rows = scale};
  layout.board.y = (size.rows - layout.board.height()) / 2;
  const int x = layout.board.width() + 2;
  const int columns = size.columns - x - 1;
  int y = 0;
  const auto take = [&](int rows, int gap) {
    const Rect rect{x, y, columns, rows};
    y += rows + gap;
    return rect;
  };
  const int spare = size.rows - 30;
  layout.title = take(2, 1);
  layout.seats = take(kSeats, 1);
  layout.die = take(kDieRows, 1);
  layout.notice = take(2, 0);
  layout.choices = take(6 + std::clamp(spare / 3, 0, 6), 1);
  const int keys = 4;
  layout.log = take(size.rows - y - keys - 1, 1);
  layout.keys = take(keys, 0);
  return layout;
}

// The board at the top left, the panel beside it, choices and keys below.
Layout low_layout(Size size) {
  Layout layout;
  const bool is_wide = size.columns >= kGrid * 3 + 2 + kLeastPanel;
  layout.board = {.x = 0, .y = 1, .columns = is_wide ? 3 : 2, .rows = 1};
  const int x = layout.board.width() + 2;
  const int columns = size.columns - x;
  const int below = 1 + kGrid;
  layout.title = {0, 0, size.columns, 1};
  layout.seats = {x, 1, columns, kSeats};
  layout.die = {x, 6, columns, kDieRows};
  layout.log = {x, 10, columns, below - 10};
  layout.notice = {0, below, size.columns, 1};
  layout.keys = {0, size.rows - 2, size.columns, 2};
  layout.choices = {0, below + 1, size.columns, size.rows - 2 - (below + 1)};
  const int spare = layout.choices.rows - 8;
  if (spare > 3) {  // room below for more of the log than there is beside the board
    layout.choices.rows = 8;
    layout.log = {0, layout.keys.y - spare, size.columns, spare - 1};
  }
  layout.is_large_enough = size.rows >= kLeastRows && columns >= kLeastPanel;
  return layout;
}

void draw_seats(Canvas& canvas, const Rect& area, const std::vector<SeatLine>& seats,
                const Paint& paint) {
  // "▶ ●R NAME level ━━━━━──── 2/4#1"
  constexpr int kChip = 6;
  constexpr int kTail = 6;
  const int bar = std::clamp(area.columns - kChip - kTail - 16, 5, 20);
  const int name = area.columns - kChip - kTail - bar;
  int y = area.y;
  for (const SeatLine& line : seats) {
    const Style style{.bold = line.is_on_turn};
    canvas.put(area.x, y, line.is_on_turn ? "▶" : " ", paint.strong());
    canvas.put(area.x + 1, y, fmt::format(" {}{} ", glyph(line.seat), letter(line.seat)),
               paint.badge(line.seat));
    int x = area.x + kChip;
    const int room = name - 1;
    x = canvas.put(x, y, terminal::fit(line.name, std::min(width_of(line.name), room)), style);
    const int left = area.x + kChip + room - x - 1;
    if (!line.player.empty() && left >= 4) {
      canvas.put(x + 1, y, terminal::fit(line.player, left), paint.faint());
    }
    x = area.x + kChip + name;
    const int full = (line.progress * bar + 50) / 100;
    for (int i = 0; i < bar; ++i) {
      canvas.put(x + i, y, i < full ? "━" : "─", i < full ? paint.bar(line.seat) : paint.faint());
    }
    const std::string place = line.place > 0 ? fmt::format("#{}", line.place) : "";
    canvas.put(x + bar + 1, y, fmt::format("{}/{}{}", line.home, line.planes, place),
               Style{.bold = line.place == 1});
    ++y;
  }
}

void draw_log(Canvas& canvas, const Rect& area, const std::vector<LogLine>& log,
              const Paint& paint) {
  // From the newest line upwards, as many as fit.
  int bottom = area.y + area.rows;
  for (std::size_t i = log.size(); i-- > 0 && bottom > area.y;) {
    const auto lines = terminal::wrap(log[i].text, std::max(area.columns - 3, 2));
    const int top = bottom - static_cast<int>(lines.size());
    if (top < area.y) return;
    canvas.put(area.x, top, std::string(glyph(log[i].seat)) + letter(log[i].seat),
               paint.badge(log[i].seat));
    const Style style = i + 1 == log.size() ? Style{} : paint.faint();
    for (std::size_t line = 0; line < lines.size(); ++line) {
      canvas.put(area.x + 3, top + static_cast<int>(line), lines[line], style);
    }
    bottom = top;
  }
}

void draw_choices(Canvas& canvas, const Rect& area, const Content& content, const Paint& paint) {
  const int all = static_cast<int>(content.choices.size());
  const int first = first_shown(content.chosen, all, area.rows);
  for (int row = 0; row < area.rows && first + row < all; ++row) {
    const int i = first + row;
    const bool is_chosen = i == content.chosen;
    const std::string text = fmt::format("{}{:>2}  {}", is_chosen ? "▸" : " ", i + 1,
                                         content.choices[static_cast<std::size_t>(i)]);
    const int columns = area.columns - 2;
    canvas.put(area.x, area.y + row, terminal::fit(text, columns),
               is_chosen ? paint.chosen() : Style{});
    const bool is_more_above = row == 0 && first > 0;
    const bool is_more_below = row == area.rows - 1 && i + 1 < all;
    if (is_more_above || is_more_below) {
      canvas.put(area.x + columns, area.y + row, is_more_above ? "↑" : "↓", paint.strong());
    }
  }
}

int popup_width(int columns) { return std::min(columns - 2, 76); }
int popup_rows(int rows) { return std::max(rows - 4, 0); }

std::vector<std::string> popup_lines(const Popup& popup, int columns) {
  std::vector<std::string> lines;
  for (const std::string& line : popup.lines) {
    for (std::string& part : terminal::wrap(line, std::max(popup_width(columns) - 4, 2))) {
      lines.push_back(std::move(part));
    }
  }
  return lines;
}

}  // namespace

int first_shown(int chosen, int all, int rows) {
  return std::clamp(chosen - rows / 2, 0, std::max(all - rows, 0));
}

std::optional<int> Layout::choice_at(int x, int y, int all, int chosen) const {
  const bool is_inside = x >= choices.x && x < choices.x + choices.columns && y >= choices.y &&
                         y < choices.y + choices.rows;
  const int choice = first_shown(chosen, all, choices.rows) + y - choices.y;
  if (!is_inside || choice >= all) return std::nullopt;
  return choice;
}

Layout layout_of(Size size) {
  for (int scale = 4; scale >= 2; --scale) {
    const bool fits =
        size.rows >= kGrid * scale && size.columns >= kGrid * 2 * scale + 2 + kLeastWidePanel;
    if (fits) return tall_layout(size, scale);
  }
  return low_layout(size);
}

void draw_words(Canvas& canvas, const Rect& area, std::string_view text, const Style& style) {
  const auto lines = terminal::wrap(text, std::max(area.columns, 2));
  for (int row = 0; row < area.rows && row < static_cast<int>(lines.size()); ++row) {
    canvas.put(area.x, area.y + row, lines[static_cast<std::size_t>(row)], style);
  }
}

void draw_keys(Canvas& canvas, Rect area, const std::vector<KeyHint>& keys, const Paint& paint) {
  int x = area.x;
  int y = area.y;
  for (const KeyHint& hint : keys) {
    const int width = width_of(hint.key) + 1 + width_of(hint.does);
    if (x > area.x && x + width > area.x + area.columns) {
      x = area.x;
      ++y;
    }
    if (y >= area.y + area.rows) return;
    x = canvas.put(x, y, hint.key, paint.strong());
    x = canvas.put(x + 1, y, hint.does, paint.faint()) + 2;
  }
}

void draw_popup(Canvas& canvas, const Popup& popup, const Paint& paint) {
  const auto [columns, rows] = canvas.size();
  const int width = popup_width(columns);
  const std::vector<std::string> lines = popup_lines(popup, columns);
  const int all = static_cast<int>(lines.size());
  const int seen = std::min(all, popup_rows(rows));
  const int first = std::clamp(popup.first_line, 0, all - seen);
  const Rect box{(columns - width) / 2, (rows - seen - 4) / 2, width, seen + 4};
  // A board of which only the rim looks out at the sides would disturb.
  const bool is_wide = width > columns - 12;
  canvas.fill(is_wide ? Rect{0, box.y, columns, box.rows} : box, {});
  canvas.box(box, {}, terminal::Border::rounded);
  canvas.put(box.x + 2, box.y, fmt::format(" {} ", popup.title), paint.strong());
  for (int row = 0; row < seen; ++row) {
    const int line = first + row;
    canvas.put(box.x + 2, box.y + 1 + row, lines[static_cast<std::size_t>(line)]);
  }
  canvas.put(box.x + 2, box.y + box.rows - 2, terminal::fit(popup.footer, width - 4),
             paint.faint());
  if (seen < all) {
    canvas.put(box.x + width - 9, box.y + box.rows - 1, fmt::format(" {}/{} ", first + seen, all),
               paint.faint());
  }
}

int last_scroll(const Popup& popup, Size size) {
  const int all = static_cast<int>(popup_lines(popup, size.columns).size());
  return std::max(all - popup_rows(size.rows), 0);
}

Canvas draw(const Content& content, Size size, const Paint& paint) {
  Canvas canvas(size);
  const Layout layout = layout_of(size);
  if (!layout.is_large_enough) {
    draw_words(canvas, {0, 0, size.columns, size.rows}, content.too_small, paint.strong());
    return canvas;
  }
  const Style title = content.seat ? paint.badge(*content.seat) : paint.chosen();
  canvas.fill(layout.title, title);
  const std::string sign = content.seat ? fmt::format("{} ", glyph(*content.seat)) : "";
  draw_words(canvas,
             {layout.title.x + 1, layout.title.y, layout.title.columns - 2, layout.title.rows},
             sign + content.title, title);
  draw_board(canvas, layout.board, paint, content.scene);
  draw_seats(canvas, layout.seats, content.seats, paint);
  draw_die(canvas, layout.die.x, layout.die.y, paint, content.die);
  draw_words(canvas,
             {layout.die.x + kDieColumns + 2, layout.die.y, layout.die.columns - kDieColumns - 2,
              kDieRows},
             content.happening, {});
  draw_log(canvas, layout.log, content.log, paint);
  draw_words(canvas, layout.notice, content.notice, paint.strong());
  draw_choices(canvas, layout.choices, content, paint);
  draw_keys(canvas, layout.keys, content.keys, paint);
  if (content.popup) draw_popup(canvas, *content.popup, paint);
  return canvas;
}

}  // namespace aero::cli
