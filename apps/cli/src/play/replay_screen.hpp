#pragma once
// A record on the screen: forwards and back, by itself, or to a round.

#include "play/game_screen.hpp"

namespace aero::cli {

class ReplayScreen {
 public:
  // The record must be one that `replay` accepts.
  ReplayScreen(const Match& match, const Settings& settings);

  // How many inputs and take-backs were played of how many.
  int position() const { return position_; }
  int length() const { return static_cast<int>(moments_.size()); }
  bool is_done() const { return is_done_; }
  const Stage& stage() const { return stage_; }

  int wait_ms() const;
  void update(const terminal::Event& event);
  Content content() const;
  terminal::Canvas draw(terminal::Size size) const;

 private:
  // An input or take-back.
  struct Moment {
    View before;
    EventList events;  // none for a take-back
    int round;
    std::vector<LogLine> log;  // what it adds
  };

  const Moment& moment(int position) const { return moments_[static_cast<std::size_t>(position)]; }
  void press(const terminal::KeyPress& press);
  void go_to(int position);  // at once
  void step_forward();
  void type_round(const terminal::KeyPress& press);
  Frame frame_at(int position) const;

  Match match_;
  Settings settings_;
  Words words_;
  std::vector<Moment> moments_;
  View end_;
  Stage stage_;
  int position_ = 0;
  bool is_playing_ = false;
  bool is_done_ = false;
  std::optional<std::string> typed_round_;
};

}  // namespace aero::cli
