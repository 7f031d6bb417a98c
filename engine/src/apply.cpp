// The order of play. Reads like rules.md, "A turn, in order"; each rule itself is in rules/.

#include "aero/game.hpp"
#include "choices.hpp"
#include "referee.hpp"
#include "rules/bonus.hpp"
#include "rules/end.hpp"
#include "rules/sixes.hpp"

namespace aero {
namespace {

constexpr Piece kNothing{kHangar, 0, 0};

template <class Sink>
class Turn {
 public:
  Turn(const Rules& rules, State& state, Sink& sink)
      : rules_(rules), state_(state), seat_(state.turn()), sink_(sink) {}

  void roll(Pip roll) {
    tell(Event::Kind::rolled, roll.value());
    if (is_third_six(rules_, state_, roll)) {
      tell(Event::Kind::third_six);
      recall();
      pass_turn();
    } else if (can_move(rules_, state_, roll)) {
      Referee::await_choice(state_, roll);
    } else {
      tell(Event::Kind::no_move);
      roll_again_or_pass_turn(roll);
    }
  }

  void pass(Pip roll) {
    tell(Event::Kind::passed);
    roll_again_or_pass_turn(roll);
  }

  void move(const Move& move, Pip roll) {
    own_fleet().remove(move.piece);
    const Piece end = travel(move, roll);
    own_fleet().add(end);
    if (move.joins) {
      own_fleet().join(end.step);
      tell_move(Event::Kind::stacked, kNothing, {end.step, 0, 0}, kNoStep);
    }
    has_come_home_ = end.step == kCentre;
    if (own_fleet().is_home()) {
      take_place(seat_);
      finish_or_pass_turn();
    } else {
      roll_again_or_pass_turn(roll);
    }
  }

 private:
  Fleet& own_fleet() { return Referee::fleet(state_, seat_); }

  void tell(Event::Kind kind, int value = 0) {
    sink_({kind, seat_, static_cast<std::uint8_t>(value), kNoStep, kNothing, kNothing});
  }
  void tell_move(Event::Kind kind, Piece before, Piece after, Step via) {
    sink_({kind, seat_, 0, via, before, after});
  }

  // Moves a piece that has been lifted off the board; returns it as it ends, in the hangar where it
  // struck a stack.
  Piece travel(const Move& move, Pip roll) {
    const Step farthest = walk(rules_, state_, move.piece.step, roll).farthest;
    Piece piece = moved_piece(rules_, move.piece, roll, move.rolled);
    const bool takes_off = move.piece.step == kHangar;
    tell_move(takes_off ? Event::Kind::took_off : Event::Kind::walked, move.piece, piece, farthest);
    piece = stand(piece);
    for (const Step hop : move.hops) {
      if (hop == kNoStep) break;
      const Piece from = piece;
      piece.step = hop;
      const bool flies = is_flight(from.step, hop);
      tell_move(flies ? Event::Kind::flew : Event::Kind::jumped, from, piece, kNoStep);
      if (flies && rules_.crossing) clear_crossing();
      piece = stand(piece);
    }
    return piece;
  }

  // Sends home what the piece lands on; returns the piece, or what a stack made of it.
  Piece stand(Piece piece) {
    const std::optional<Enemy> enemy = enemy_on(state_, seat_, piece.step);
    return enemy ? land_on(*enemy, piece) : piece;
  }

  Piece land_on(Enemy enemy, Piece piece) {
    const bool strikes = strikes_stack(rules_, state_, seat_, piece.step);
    for (const Piece theirs : pieces_on(enemy)) {
      if (can_be_captured(rules_, theirs)) capture(enemy.seat, theirs);
    }
    if (!strikes) return piece;
    tell_move(Event::Kind::struck, piece, kNothing, kNoStep);
    return {kHangar, piece.size, 0};
  }

  void clear_crossing() {
    const Enemy enemy{opposite(seat_), kCrossing};
    for (const Piece theirs : pieces_on(enemy)) capture(enemy.seat, theirs);
  }

  // The pieces on a square, as a fleet of their own, so that captures may change the real one.
  Fleet pieces_on(Enemy enemy) const {
    Fleet pieces;
    for (const Piece piece : state_.fleet(enemy.seat)) {
      if (piece.step == enemy.step) pieces.add(piece);
    }
    return pieces;
  }

  void capture(Seat seat, Piece piece) {
    Fleet& fleet = Referee::fleet(state_, seat);
    fleet.remove(piece);
    fleet.add({kHangar, piece.size, 0});
    has_captured_ = true;
    sink_({Event::Kind::captured, seat, 0, kNoStep, piece, kNothing});
  }

  void recall() {
    Fleet left;
    for (const Piece piece : own_fleet()) {
      const Piece rest = left_by_third_six(rules_, piece);
      left.add(rest);
      left.add({kHangar, static_cast<std::uint8_t>(piece.size - rest.size), 0});
      if (piece.step != kHangar && rest.size != piece.size) {
        tell_move(Event::Kind::recalled, piece, rest, kNoStep);
      }
    }
    own_fleet() = left;
  }

  void roll_again_or_pass_turn(Pip roll) {
    if (roll == kSix) {
      roll_again(count_six(rules_, state_));
    } else if (wins_roll(rules_, has_captured_, has_come_home_)) {
      roll_again(0);
    } else {
      pass_turn();
    }
  }

  void roll_again(int sixes) {
    if (sixes == 0) own_fleet().clear_marks();
    Referee::await_roll(state_, seat_, sixes);
    tell(Event::Kind::again, sixes);
  }

  void pass_turn() {
    own_fleet().clear_marks();
    seat_ = next_to_play(state_, seat_);
    Referee::await_roll(state_, seat_, 0);
    tell(Event::Kind::next);
  }

  void take_place(Seat seat) {
    Referee::order(state_).append(seat);
    sink_({Event::Kind::placed, seat, static_cast<std::uint8_t>(state_.order().size()), kNoStep,
           kNothing, kNothing});
  }

  void finish_or_pass_turn() {
    if (!is_decided(rules_, state_)) return pass_turn();
    own_fleet().clear_marks();
    if (rules_.end == End::last) take_place(next_to_play(state_, seat_));
    Referee::end_game(state_);
    tell(Event::Kind::over);
  }

  const Rules& rules_;
  State& state_;
  Seat seat_;
  Sink& sink_;
  bool has_captured_ = false;
  bool has_come_home_ = false;
};

bool offers(const Rules& rules, const State& state, const Move& wanted) {
  if (wanted.is_pass()) return rules.move == MoveDuty::may && wanted == Move::pass();
  if (!state.fleet(state.turn()).contains(wanted.piece)) return false;
  bool is_offered = false;
  offer_moves(rules, state, wanted.piece, *state.roll(),
              [&](const Move& move) { is_offered |= move == wanted; });
  return is_offered;
}

}  // namespace

template <class Sink>
Refusal apply(const Rules& rules, State& state, Pip roll, Sink& sink) {
  if (state.is_over()) return Refusal::game_over;
  if (state.has_roll()) return Refusal::roll_waiting;
  Turn(rules, state, sink).roll(roll);
  return Refusal::none;
}

template <class Sink>
Refusal apply(const Rules& rules, State& state, const Move& move, Sink& sink) {
  if (state.is_over()) return Refusal::game_over;
  if (!state.has_roll()) return Refusal::roll_missing;
  if (!offers(rules, state, move)) return Refusal::move_not_legal;
  Turn turn(rules, state, sink);
  if (move.is_pass()) {
    turn.pass(*state.roll());
  } else {
    turn.move(move, *state.roll());
  }
  return Refusal::none;
}

template Refusal apply(const Rules&, State&, Pip, Silent&);
template Refusal apply(const Rules&, State&, Pip, EventList&);
template Refusal apply(const Rules&, State&, const Move&, Silent&);
template Refusal apply(const Rules&, State&, const Move&, EventList&);

MoveList legal_moves(const Rules& rules, const State& state) {
  MoveList moves;
  if (!state.has_roll()) return moves;
  const Pip roll = *state.roll();
  Piece last{kHangar, 0, 0};
  for (const Piece piece : state.fleet(state.turn())) {
    if (piece == last) continue;
    offer_moves(rules, state, piece, roll, [&](const Move& move) { moves.push(move); });
    last = piece;
  }
  if (rules.move == MoveDuty::may) moves.push(Move::pass());
  return moves;
}

}  // namespace aero
