#include <algorithm>

#include "aero/notation.hpp"
#include "aero/oracle.hpp"
#include "aero/testkit.hpp"

namespace aero::testkit {
namespace {

// One game, watched: at every ply each law is checked, and the first broken one is remembered.
class Watch {
 public:
  Watch(const Rules& rules, const Choose& choose, const State& first)
      : rules_(rules), choose_(choose), state_(first) {}

  Verdict run(int plies) {
    Verdict verdict;
    while (verdict.plies < plies && !state_.is_over()) {
      const State before = state_;
      if (!holds()) {
        verdict.broken =
            broken_ + " under " + aero::to_text(rules_) + " at " + aero::to_text(before);
        return verdict;
      }
      ++verdict.plies;
    }
    verdict.is_over = state_.is_over();
    return verdict;
  }

 private:
  bool law(std::string_view name, bool holds) {
    if (!holds && broken_.empty()) broken_ = name;
    return holds;
  }

  bool holds() {
    const MoveList moves = legal_moves(rules_, state_);
    return law("planes are conserved", has_all_planes()) &&
           law("print and parse are inverse", reads_back()) &&
           law("a waiting roll has a legal move", state_.has_roll() == !moves.empty()) &&
           law("moves and their texts are distinct", are_distinct(moves)) &&
           law("the other kind of input is refused", refuses_what_is_not_due()) &&
           law("what is not legal is refused", refuses_illegal(moves)) && plays_on(moves);
  }

  bool has_all_planes() const {
    return std::all_of(kAllSeats.begin(), kAllSeats.end(), [&](Seat seat) {
      return !state_.is_in_play(seat) || state_.fleet(seat).size() == rules_.planes;
    });
  }

  bool reads_back() const {
    const Result<State> again = parse_position(rules_, aero::to_text(state_));
    return again && *again == state_ && hash(*again) == hash(state_);
  }

  static bool are_distinct(const MoveList& moves) {
    std::vector<std::string> texts;
    for (const Move& move : moves) {
      texts.push_back(aero::to_text(move));
      const Result<Move> again = parse_move(texts.back());
      if (!again || *again != move) return false;
    }
    std::sort(texts.begin(), texts.end());
    return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
  }

  template <class Ply>
  bool is_refused(const Ply& ply, Refusal wanted) const {
    State state = state_;
    EventList events;
    return apply(rules_, state, ply, events) == wanted && state == state_ && events.size() == 0;
  }

  bool refuses_what_is_not_due() const {
    if (state_.has_roll()) return is_refused(kPips[0], Refusal::roll_waiting);
    return is_refused(Move::pass(), Refusal::roll_missing);
  }

  // Moves near the legal ones, and any at all.
  bool refuses_illegal(const MoveList& moves) {
    if (!state_.has_roll()) return true;
    for (int i = 0; i < 12; ++i) {
      Move move = moves[choose_(moves.size())];
      distort(move);
      const bool is_legal = std::find(moves.begin(), moves.end(), move) != moves.end();
      if (!is_legal && !is_refused(move, Refusal::move_not_legal)) return false;
    }
    return true;
  }

  void distort(Move& move) {
    const auto step = [&] { return Step(choose_(60) - 2); };
    switch (choose_(8)) {
      case 0: move.joins = !move.joins; break;
      case 1: move.hops[0] = step(); break;
      case 2: move.hops[1] = step(); break;
      case 3: move.rolled = step(); break;
      case 4: move.piece.step = step(); break;
      case 5: move.piece.size = static_cast<std::uint8_t>(choose_(6)); break;
      case 6: move.piece.marks = static_cast<std::uint8_t>(choose_(6)); break;
      default: move = {{step(), 1, 0}, step(), {step(), step()}, choose_(2) == 0}; break;
    }
  }

  // Tries every ply from here, and keeps one of them.
  bool plays_on(const MoveList& moves) {
    if (!state_.has_roll()) {
      const Pip roll = kPips[static_cast<std::size_t>(choose_(6))];
      const State before = state_;
      return follows(roll, state_) && law("the oracle agrees on the roll",
                                          oracle::roll(aero::to_text(rules_), aero::to_text(before),
                                                       roll.value()) == aero::to_text(state_));
    }
    std::vector<State> next;
    std::map<std::string, std::string> texts;
    for (const Move& move : moves) {
      next.push_back(state_);
      if (!follows(move, next.back())) return false;
      texts[aero::to_text(move)] = aero::to_text(next.back());
    }
    if (!law("the oracle agrees on the moves",
             texts == oracle::moves(aero::to_text(rules_), aero::to_text(state_)))) {
      return false;
    }
    state_ = next[static_cast<std::size_t>(choose_(moves.size()))];
    return true;
  }

  template <class Ply>
  bool follows(const Ply& ply, State& state) {
    EventList events;
    State silent = state;
    State turned_table = turned(rules_, state);
    View view = view_of(state);
    const bool is_accepted = apply(rules_, state, ply, events) == Refusal::none;
    for (const Event& event : events) fold(view, event);
    return law("what is legal is accepted", is_accepted) &&
           law("events fold to the position", view == view_of(state)) &&
           law("silent and told play are the same",
               apply(rules_, silent, ply) == Refusal::none && silent == state) &&
           law("turning the table changes nothing",
               apply(rules_, turned_table, ply) == Refusal::none &&
                   turned_table == turned(rules_, state));
  }

  const Rules& rules_;
  const Choose& choose_;
  State state_;
  std::string broken_;
};

std::vector<Seat> choose_seats(const Choose& choose) {
  std::vector<Seat> seats(kAllSeats.begin(), kAllSeats.end());
  const int leaving = choose(3);
  for (int i = 0; i < leaving; ++i) seats.erase(seats.begin() + choose(kSeats - i));
  return seats;
}

}  // namespace

State turned(const Rules& rules, const State& state) {
  Setup setup = setup_of(state);
  std::ranges::rotate(setup.sides, setup.sides.end() - 1);
  if (setup.turn) setup.turn = clockwise(*setup.turn);
  for (Seat& seat : setup.order) seat = clockwise(seat);
  return *check(rules, setup).state;
}

Verdict play_by_the_laws(const Rules& rules, const State& first, const Choose& choose, int plies) {
  return Watch(rules, choose, first).run(plies);
}

Verdict play_by_the_laws(const Rules& rules, const Choose& choose, int plies) {
  const std::vector<Seat> seats = choose_seats(choose);
  const Seat first = seats[static_cast<std::size_t>(choose(static_cast<int>(seats.size())))];
  return play_by_the_laws(rules, start(rules, SeatSet(seats), first), choose, plies);
}

Verdict play_by_the_laws(const Choose& choose, int plies) {
  return play_by_the_laws(choose_rules(choose), choose, plies);
}

}  // namespace aero::testkit
