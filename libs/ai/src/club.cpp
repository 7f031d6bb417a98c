#include "club.hpp"

#include <algorithm>
#include <optional>

#include "aero/eval/rows.hpp"
#include "first_best.hpp"
#include "race.hpp"

namespace aero {
namespace {

// How much of what could be hit next is lost: an enemy has other things to do as well.
constexpr double kFear = 0.8;   // of own planes, before the seat's next turn
constexpr double kHope = 0.35;  // of enemies' planes, which may move on first

const Reach& reach_of(const Rules& rules) {
  thread_local std::optional<std::pair<Rules, Reach>> kept;
  if (!kept || kept->first != rules) kept.emplace(rules, Reach(rules));
  return kept->second;
}

class Hand {
 public:
  Hand(const Rules& rules, const State& state)
      : race_(ways_home(rules)), reach_(reach_of(rules)), state_(state) {}

  // How many rolls `seat` is ahead of the enemies, of which the closest to the end counts most.
  double value(Seat seat) const {
    if (state_.order().contains(seat)) return kWon;
    double weights = 0;
    double sum = 0;
    double danger = 0;
    const double own = race_.rolls(state_.fleet(seat));
    for (int quarters = 1; quarters < kSeats; ++quarters) {
      const Seat enemy = clockwise(seat, quarters);
      if (!plays(enemy)) continue;
      const double rolls = race_.rolls(state_.fleet(enemy)) + kHope * loss(enemy, seat);
      const double weight = 1 / (kNear + rolls);
      weights += weight;
      sum += weight * rolls;
      danger += loss(seat, enemy);
    }
    return sum / weights - own - kFear * danger;
  }

 private:
  static constexpr double kWon = 1e6;
  static constexpr double kNear = 10;  // rolls

  bool plays(Seat seat) const { return state_.is_in_play(seat) && !state_.order().contains(seat); }

  // The rolls that `victim` loses on average when `hitter` rolls once and hits whatever it can.
  double loss(Seat victim, Seat hitter) const {
    double sum = 0;
    for (const Piece piece : state_.fleet(victim)) {
      if (piece.size > 1 && !reach_.hits_stacks()) continue;
      const std::uint64_t target = reach_.target(victim, piece.step);
      if (target == 0) continue;
      int hits = 0;
      Piece last{kHangar, 0, 0};
      for (const Piece other : state_.fleet(hitter)) {
        if (other.step != last.step && (reach_.from(hitter, other.step) & target) != 0) ++hits;
        last = other;
      }
      sum +=
          std::min(hits, 6) / 6.0 * (piece.size * race_.rolls(kHangar) - race_.rolls(piece.step));
    }
    return sum;
  }

  const WaysHome& race_;
  const Reach& reach_;
  const State& state_;
};

}  // namespace

Move Club::choose(const Rules& rules, const State& state, const MoveList& legal, Random) const {
  return first_best(legal, [&](const Move& move) {
    State after = state;
    apply(rules, after, move);
    return Hand(rules, after).value(state.turn());
  });
}

}  // namespace aero
