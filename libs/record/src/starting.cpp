#include "aero/record.hpp"

namespace aero {

StartingRolls::StartingRolls(SeatSet seats) : contenders_(seats), next_(*contender_from(0)) {}

std::optional<Seat> StartingRolls::winner() const {
  if (!is_decided_) return std::nullopt;
  return next_;
}

std::optional<Seat> StartingRolls::contender_from(int seat) const {
  for (; seat < kSeats; ++seat) {
    if (contenders_.contains(static_cast<Seat>(seat))) return static_cast<Seat>(seat);
  }
  return std::nullopt;
}

void StartingRolls::add(Pip roll) {
  throws_.push_back({next_, roll});
  if (roll.value() > best_) {
    best_ = roll.value();
    leaders_ = {};
  }
  if (roll.value() == best_) leaders_.insert(next_);
  if (const auto seat = contender_from(index(next_) + 1)) {
    next_ = *seat;
    return;
  }
  contenders_ = leaders_;
  leaders_ = {};
  best_ = 0;
  next_ = *contender_from(0);
  is_decided_ = contenders_.size() == 1;
}

}  // namespace aero
