#pragma once
// The inside of the door: the only code that can write to a State.

#include "aero/state.hpp"

namespace aero {

class Referee {
 public:
  static constexpr Fleet& fleet(State& state, Seat seat) { return state.fleets_[at(seat)]; }
  static constexpr FinishingOrder& order(State& state) { return state.order_; }

  static constexpr void await_roll(State& state, Seat seat, int sixes) {
    state.turn_ = static_cast<std::uint8_t>(index(seat));
    state.sixes_ = static_cast<std::uint8_t>(sixes);
    state.roll_ = 0;
  }
  static constexpr void await_choice(State& state, Pip roll) {
    state.roll_ = static_cast<std::uint8_t>(roll.value());
  }
  static constexpr void end_game(State& state) {
    state.turn_ = State::kNobody;
    state.sixes_ = 0;
    state.roll_ = 0;
  }
};

}  // namespace aero
