#pragma once
// A game on the screen: what keys and clicks do, what time does, and what is shown.

#include <array>

#include "play/session.hpp"
#include "play/stage.hpp"

namespace aero::cli {

// How long a bot waits before it rolls or moves; apart from the speed of the film.
enum class Pause { off, brief, normal, unhurried };
inline constexpr std::array<std::string_view, 4> kPauseNames{"off", "short", "normal", "long"};

struct Settings {
  text::Language language = text::Language::en;
  terminal::Depth depth = terminal::Depth::mono;
  Speed speed = Speed::normal;
  Pause pause = Pause::normal;
  bool plays_only_moves = false;  // a person's only legal move plays itself
};

// What a key asks for.
enum class Action {
  none,
  roll,
  play,
  next,
  previous,
  number,  // the choice of that number
  last_move,
  board,
  threats,
  moves,
  hint,
  take_back,
  save,
  help,
  quit,
  speed,
  pause,
  only_moves,
  again,
};
Action action_of(const terminal::KeyPress& press);

class GameScreen {
 public:
  enum class End { none, quit, again };

  // Begins with the starting rolls where the game is new, else where it stands.
  GameScreen(Session session, const Settings& settings);

  const Session& session() const { return session_; }
  const Settings& settings() const { return settings_; }
  const Stage& stage() const { return stage_; }
  int chosen() const { return chosen_; }
  const std::string& notice() const { return notice_; }
  bool has_popup() const { return popup_.has_value(); }
  End end() const { return end_; }

  // Milliseconds until something happens by itself; negative: not before the person does something.
  int wait_ms() const;
  void update(const terminal::Event& event);
  Content content() const;
  terminal::Canvas draw(terminal::Size size) const;

 private:
  void press(const terminal::KeyPress& press);
  void press_in_popup(const terminal::KeyPress& press);
  void click(const terminal::MouseClick& click);
  void click_board(Spot spot);
  void scroll(int by);  // the popup
  void act(Action action, bool was_moving);
  void pass_time();

  void roll();
  void play(int choice);
  void show(const Frame& before, const EventList& events);
  void arrive();  // the film is over: what is shown is the position
  void jump_to_state();
  void show_last_move();
  void give_hint();
  void take_back();
  void save();
  void ask_to_quit();
  std::string fate() const;  // what becomes of the game when it is left
  std::string save_failed(std::string_view reason) const;
  void show_result();
  void open(std::string_view title, std::vector<std::string> lines);

  bool is_to_roll() const;    // a person is asked to
  bool is_to_choose() const;  // likewise
  bool plays_by_itself() const;
  std::string title() const;
  std::vector<KeyHint> keys() const;
  void add_choices(Scene& scene) const;

  Session session_;
  Settings settings_;
  Words words_;
  Stage stage_;
  MoveList moves_;  // what a person may choose now; empty while the film runs
  std::vector<std::string> choices_;
  int chosen_ = 0;
  std::vector<LogLine> log_;
  std::size_t logged_plies_ = 0;
  std::string notice_;
  std::optional<Popup> popup_;
  bool asks_to_quit_ = false;
  Frame before_last_;  // the last move, to be shown again
  EventList last_events_;
  terminal::Size size_{80, 24};
  End end_ = End::none;
};

}  // namespace aero::cli
