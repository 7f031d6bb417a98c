#pragma once
// How far a fleet has to go when nobody is in its way.

#include <array>

#include "aero/ai.hpp"

namespace aero {

// Learnt from the engine: one table a rule set.
class WaysHome {
 public:
  explicit WaysHome(const Rules& rules);

  // Rolls that a lone plane needs on average to the centre, when it makes the best of each.
  double rolls(Step step) const { return rolls_[at(step)]; }
  // An estimate for all planes: the sum over pieces, for one roll moves one piece.
  double rolls(const Fleet& fleet) const;

 private:
  static std::size_t at(Step step) {
    const int place = step.value() + 1;
    return static_cast<std::size_t>(place);
  }

  std::array<double, 58> rolls_{};
};

// The table of a rule set; the last one asked for is kept, by thread.
const WaysHome& ways_home(const Rules& rules);

class Race final : public Bot {
 public:
  // Captures come first where it `hits`. Without `turns` it goes by ways_home.
  Race(std::string_view name, bool hits, TurnsHome turns = nullptr)
      : name_(name), hits_(hits), turns_(std::move(turns)) {}
  std::string_view name() const override { return name_; }
  Move choose(const Rules& rules, const State& state, const MoveList& legal,
              Random random) const override;

 private:
  std::string_view name_;
  bool hits_;
  TurnsHome turns_;
};

}  // namespace aero
