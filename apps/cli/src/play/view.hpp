#pragma once
// The screen of a game: where its parts lie at each size, and how they are drawn.

#include <optional>
#include <string>
#include <vector>

#include "play/board.hpp"

namespace aero::cli {

inline constexpr int kLeastRows = 22;  // of a screen that anything can be played on

struct SeatLine {
  Seat seat;
  std::string name;
  std::string player;  // "greedy", or empty for a person
  int progress;        // in hundredths
  int home;            // planes in the centre
  int planes;
  int place;  // in the finishing order, 0 while there is none
  bool is_on_turn;
};

struct LogLine {
  Seat seat;
  std::string text;
};

struct KeyHint {
  std::string key;
  std::string does;
};

// A text in a box over everything else.
struct Popup {
  std::string title;
  std::vector<std::string> lines;
  std::string footer;
  int first_line = 0;  // that is seen, where not all fit
};

// All that a game's screen shows.
struct Content {
  std::string title;         // whose turn it is, and what is asked
  std::optional<Seat> seat;  // whose colour the title has
  Scene scene;
  int die = 0;
  std::string happening;  // beside the die
  std::vector<SeatLine> seats;
  std::vector<LogLine> log;  // oldest first
  std::string notice;        // above the choices
  std::vector<std::string> choices;
  int chosen = 0;
  std::vector<KeyHint> keys;
  std::optional<Popup> popup;
  std::string too_small;  // said instead of all that
};

struct Layout {
  bool is_large_enough = true;
  BoardPlace board;
  terminal::Rect title;
  terminal::Rect seats;
  terminal::Rect die;  // with the words beside it
  terminal::Rect log;
  terminal::Rect notice;
  terminal::Rect choices;
  terminal::Rect keys;

  // The choice on that row of the canvas, counted from 0.
  std::optional<int> choice_at(int x, int y, int choices, int chosen) const;
};

Layout layout_of(terminal::Size size);

terminal::Canvas draw(const Content& content, terminal::Size size, const Paint& paint);

// The popup in the middle of the canvas.
void draw_popup(terminal::Canvas& canvas, const Popup& popup, const Paint& paint);
// The greatest first line with which a popup is still full, on a screen of that size.
int last_scroll(const Popup& popup, terminal::Size size);

// As many of the lines that the text needs as there are rows.
void draw_words(terminal::Canvas& canvas, const terminal::Rect& area, std::string_view text,
                const Style& style);

void draw_keys(terminal::Canvas& canvas, terminal::Rect area, const std::vector<KeyHint>& keys,
               const Paint& paint);

// The first of `all` lines to show in `rows` rows so that `chosen` is among them.
int first_shown(int chosen, int all, int rows);

}  // namespace aero::cli
