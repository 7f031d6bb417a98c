#pragma once
// What the screens of a game and of a replay share: the film that runs, and the picture of a table.

#include <deque>
#include <string>
#include <vector>

#include "play/animation.hpp"
#include "play/view.hpp"
#include "play/words.hpp"

namespace aero::cli {

// The frame that is seen and those that follow it.
class Stage {
 public:
  const Frame& now() const { return now_; }
  // Where the film will end.
  const Frame& last() const { return film_.empty() ? now_ : film_.back(); }
  bool is_moving() const { return !film_.empty(); }
  // How long the frame stays, in milliseconds.
  int wait_ms() const { return now_.duration_ms; }

  void cut_to(Frame frame);
  void run(std::vector<Frame> frames);  // after what runs already
  void advance();
  void finish();

 private:
  Frame now_;
  std::deque<Frame> film_;
};

std::vector<SeatLine> seat_lines(const Frame& frame, const Match& match, const Words& words);

// One line for each move, lost roll and third six of the plies from `first` on.
std::vector<LogLine> log_of(const Game& game, const Words& words, std::size_t first = 0);

}  // namespace aero::cli
