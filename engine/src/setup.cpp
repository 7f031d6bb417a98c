#include "aero/setup.hpp"

#include "choices.hpp"
#include "referee.hpp"
#include "rules/end.hpp"
#include "rules/sixes.hpp"

namespace aero {
namespace {

using Code = Fault::Code;

// Collects every fault of a setup, in the order of the position line.
class Inspection {
 public:
  Inspection(const Rules& rules, const Setup& setup) : rules_(rules), setup_(setup) {}

  Checked run() {
    for (const Seat seat : kAllSeats) inspect_side(seat);
    inspect_seats();
    inspect_squares();
    inspect_order();
    inspect_turn();
    inspect_sixes();
    inspect_roll();
    if (!faults_.empty()) return {std::nullopt, faults_};
    return {state_, faults_};
  }

 private:
  const Setup::Side& side(Seat seat) const { return setup_.sides[at(seat)]; }
  void report(Code code, Seat seat = Seat::R, int value = 0) { faults_.push({code, seat, value}); }

  void inspect_side(Seat seat) {
    const Setup::Side& side = this->side(seat);
    if (!side.is_in_play) return;
    const int before = faults_.size();
    if (side.planes != rules_.planes) report(Code::wrong_plane_count, seat, side.planes);
    for (int i = 0; i < side.item_count; ++i) {
      inspect_item(seat, side.items[static_cast<std::size_t>(i)]);
    }
    if (faults_.size() > before) return;
    for (int i = 0; i < side.item_count; ++i) {
      const Setup::Item item = side.items[static_cast<std::size_t>(i)];
      Referee::fleet(state_, seat)
          .add({Step(item.step), static_cast<std::uint8_t>(item.size),
                static_cast<std::uint8_t>(item.marks)});
    }
  }

  void inspect_item(Seat seat, Setup::Item item) {
    if (item.step < kHangar.value() || item.step > kCentre.value()) {
      return report(Code::step_out_of_range, seat, item.step);
    }
    const Step step(item.step);
    if (item.size < 1) report(Code::piece_empty, seat, item.step);
    if (item.size > 1 && can_stack_on(step) && !can_join(rules_)) {
      report(Code::stack_not_allowed, seat, item.step);
    }
    if (item.marks != 0) inspect_marks(seat, item);
  }

  void inspect_marks(Seat seat, Setup::Item item) {
    const Step step(item.step);
    if (item.marks < 0 || item.marks > item.size) report(Code::too_many_marks, seat, item.step);
    if (rules_.sixes != Sixes::moved) return report(Code::marks_not_used, seat, item.step);
    if (step == kHangar) {
      report(Code::marks_in_hangar, seat, item.step);
    } else if (!can_be_marked(rules_, step)) {
      report(Code::marks_in_centre, seat, item.step);
    }
    if (setup_.turn != seat) {
      report(Code::marks_off_turn, seat, item.step);
    } else if (setup_.sixes == 0) {
      report(Code::marks_without_six, seat, item.step);
    }
  }

  int seats() const {
    int seats = 0;
    for (const Seat seat : kAllSeats) seats += side(seat).is_in_play;
    return seats;
  }
  void inspect_seats() {
    if (seats() < 2) report(Code::too_few_seats, Seat::R, seats());
  }

  void inspect_squares() {
    for (const Seat seat : kAllSeats) {
      for (const Piece piece : state_.fleet(seat)) {
        const std::optional<Enemy> enemy = enemy_on(state_, seat, piece.step);
        if (enemy && enemy->seat < seat) report(Code::square_shared, seat, piece.step.value());
      }
    }
  }

  // A side is home when all that was written of it stands in the centre.
  bool is_home(Seat seat) const {
    const Setup::Side& side = this->side(seat);
    for (int i = 0; i < side.item_count; ++i) {
      if (side.items[static_cast<std::size_t>(i)].step != kCentre.value()) return false;
    }
    return side.is_in_play;
  }

  // How many seats have planes to bring home.
  int playing() const {
    int seats = 0;
    for (const Seat seat : kAllSeats) seats += side(seat).is_in_play && !is_home(seat);
    return seats;
  }
  bool is_over() const {
    if (rules_.end == End::first) return setup_.order_count > 0;
    return seats() > 1 && playing() < 2;  // one seat alone is wrong, but not over
  }

  void inspect_order() {
    FinishingOrder& order = Referee::order(state_);
    for (int place = 0; place < setup_.order_count; ++place) {
      const Seat seat = setup_.order[static_cast<std::size_t>(place)];
      const bool is_last = place + 1 == setup_.order_count;
      const bool is_loser = is_last && place > 0 && rules_.end == End::last && playing() == 1;
      if (order.contains(seat)) {
        report(Code::order_repeats, seat);
        continue;
      }
      if (!side(seat).is_in_play) {
        report(Code::order_absent, seat);
      } else if (!is_home(seat) && !is_loser) {
        report(Code::order_not_home, seat);
      }
      order.append(seat);
    }
    for (const Seat seat : kAllSeats) {
      const bool is_due =
          is_home(seat) || (side(seat).is_in_play && is_over() && rules_.end == End::last);
      if (is_due && !order.contains(seat)) report(Code::order_missing, seat);
    }
    const int home = seats() - playing();
    const int most = rules_.end == End::first ? 1 : seats() - 1;
    if (home > most && seats() > 1) report(Code::too_many_home, Seat::R, home);
  }

  void inspect_turn() {
    if (is_over()) {
      if (setup_.turn) return report(Code::turn_after_end, *setup_.turn);
      return Referee::end_game(state_);
    }
    if (!setup_.turn) return report(Code::turn_missing);
    if (!side(*setup_.turn).is_in_play) return report(Code::turn_absent, *setup_.turn);
    if (is_home(*setup_.turn)) return report(Code::turn_finished, *setup_.turn);
    Referee::await_roll(state_, *setup_.turn, setup_.sixes);
  }

  void inspect_sixes() {
    if (setup_.sixes < 0 || setup_.sixes > 2) {
      report(Code::sixes_out_of_range, Seat::R, setup_.sixes);
    } else if (setup_.sixes != 0 && (is_over() || rules_.sixes == Sixes::unlimited)) {
      report(Code::sixes_not_counted, Seat::R, setup_.sixes);
    }
  }

  void inspect_roll() {
    if (!setup_.roll) return;
    const std::optional<Pip> roll = Pip::from(*setup_.roll);
    if (!roll) return report(Code::roll_out_of_range, Seat::R, *setup_.roll);
    if (is_over()) return report(Code::roll_after_end, Seat::R, *setup_.roll);
    if (state_.is_over()) return;
    if (is_third_six(rules_, state_, *roll)) return report(Code::roll_third_six, Seat::R, 6);
    if (!faults_.empty()) return;
    if (!can_move(rules_, state_, *roll)) {
      return report(Code::roll_without_move, Seat::R, *setup_.roll);
    }
    Referee::await_choice(state_, *roll);
  }

  const Rules& rules_;
  const Setup& setup_;
  State state_;
  Faults faults_;
};

}  // namespace

Checked check(const Rules& rules, const Setup& setup) { return Inspection(rules, setup).run(); }

Setup setup_of(const State& state) {
  Setup setup;
  for (const Seat seat : kAllSeats) {
    Setup::Side& side = setup.sides[at(seat)];
    side.is_in_play = state.is_in_play(seat);
    for (const Piece piece : state.fleet(seat)) {
      side.add({piece.step.value(), piece.size, piece.marks});
    }
  }
  if (!state.is_over()) setup.turn = state.turn();
  setup.sixes = state.sixes();
  if (state.has_roll()) setup.roll = state.roll()->value();
  setup.order_count = state.order().size();
  for (int place = 0; place < setup.order_count; ++place) {
    setup.order[static_cast<std::size_t>(place)] = state.order()[place];
  }
  return setup;
}

}  // namespace aero
