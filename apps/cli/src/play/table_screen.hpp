#pragma once
// The set-up of a game on the screen: who sits where, the rules, the language.

#include "play/game_screen.hpp"

namespace aero::cli {

class TableScreen {
 public:
  enum class End { none, play, resume, quit };

  // `kept_round` is how far a kept game is that can be resumed.
  TableScreen(const Plan& plan, const Settings& settings, std::optional<int> kept_round);

  const Plan& plan() const { return plan_; }
  const Settings& settings() const { return settings_; }
  End end() const { return end_; }

  int wait_ms() const { return -1; }
  void update(const terminal::Event& event);
  terminal::Canvas draw(terminal::Size size) const;

 private:
  // One line of the list. `index` tells which seat or option it is about.
  struct Line {
    enum class Kind { resume, seat, preset, options, first, seed, speed, language, option };
    Kind kind;
    int index = 0;
  };

  std::vector<Line> lines() const;
  Line chosen_line() const { return lines()[static_cast<std::size_t>(chosen_)]; }
  std::string name(Line line) const;
  std::string value(Line line) const;
  std::string about(Line line) const;
  static bool can_turn(Line line);
  void turn(Line line, int by);  // to the next value, or the one before
  std::string* text(Line line);  // what typing changes; null where nothing is typed

  void press(const terminal::KeyPress& press);
  void click(const terminal::MouseClick& click);
  void type(const terminal::KeyPress& press);
  void turn_seat(Seat seat, int by);
  void turn_preset(int by);
  void turn_first(int by);
  void turn_language(int by);
  void enter();
  void leave();
  void start();

  int rows_for_lines(terminal::Size size) const;
  void draw_line(terminal::Canvas& canvas, Line line, int y, int columns, bool is_chosen) const;

  Plan plan_;
  Settings settings_;
  Words words_;
  std::optional<int> kept_round_;
  bool shows_options_ = false;
  int chosen_ = 0;
  std::string seed_;  // digits, or empty for a new one every time
  std::string notice_;
  terminal::Size size_{80, 24};
  End end_ = End::none;
};

}  // namespace aero::cli
