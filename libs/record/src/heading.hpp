#pragma once
// When an input is headed by its round and seat.

#include <optional>

#include "aero/record.hpp"

namespace aero {

// The round stands before its first input, the seat before the first input of a turn. The first
// input of all, and the first one after a take-back, have both, so that nobody has to count back.
class Heading {
 public:
  bool needs_round(const Game& game) const { return round_ != game.round(); }
  bool needs_seat(const Game& game) const {
    return needs_round(game) || game.state().is_over() || seat_ != game.state().turn();
  }
  // An input follows in this position. Precondition: the game is not over.
  void write(const Game& game) {
    round_ = game.round();
    seat_ = game.state().turn();
  }
  void take_back() { *this = {}; }

 private:
  int round_ = 0;  // of the last input; 0 for none
  std::optional<Seat> seat_;
};

}  // namespace aero
