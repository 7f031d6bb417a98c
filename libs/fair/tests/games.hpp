#pragma once
// Games with fair dice, for the tests.

#include <array>
#include <functional>
#include <string>

#include "aero/fair.hpp"
#include "aero/notation.hpp"

namespace aero::fair {

// A table whose server and people have secrets named after it. Each seat in `people` gives a link
// to a roll unless `is_away` says otherwise.
struct Play {
  std::string table = "K7M2Q4T8XZ";
  Rules rules;
  SeatSet seats{Seat::R, Seat::Y, Seat::B, Seat::G};
  SeatSet people{Seat::R, Seat::B};
  int rolls = 60;  // at most
  // By number of the roll and seat.
  std::function<bool(int, Seat)> is_away = [](int, Seat) { return false; };
  // Does the seat begin a new chain at that roll.
  std::function<bool(int, Seat)> begins_anew = [](int, Seat) { return false; };
  // Which of so many moves, by number of the roll.
  std::function<int(int, int)> choose = [](int number, int moves) { return number * 7 % moves; };
};

// Plays at the table, until the game is over or the rolls are done.
class Player {
 public:
  explicit Player(const Play& play) : play_(play), chains_(play.table) {
    commit(Holder::server);
    for (const Seat seat : kAllSeats) {
      if (play.people.contains(seat)) commit(holder(seat));
    }
  }

  Record record() {
    Record record{play_.rules, start(play_.rules, play_.seats, first_seat()), {}, {}};
    StartingRolls starting(play_.seats);
    while (!starting.winner()) {
      starting.add(roll(starting.next(), record, true));
    }
    record.start = start(play_.rules, play_.seats, *starting.winner());
    State state = record.start;
    while (!state.is_over() && chains_.next_number() <= play_.rolls) {
      apply(play_.rules, state, roll(state.turn(), record, false));
      if (!state.has_roll()) continue;
      const MoveList moves = legal_moves(play_.rules, state);
      const Move move = moves[play_.choose(chains_.next_number(), moves.size())];
      record.entries.emplace_back(move);
      apply(play_.rules, state, move);
    }
    record.tags = chains_.tags();
    return record;
  }

 private:
  Seat first_seat() const {
    Seat seat = Seat::R;
    while (!play_.seats.contains(seat)) seat = clockwise(seat);
    return seat;
  }

  void commit(Holder whose) {
    const auto i = at(whose);
    const std::string name = play_.table + " " + letter(whose) + " " + std::to_string(++made_[i]);
    own_[i].emplace(hash(name));
    chains_.commit(whose, own_[i]->tip());
  }

  Link next(Holder whose) {
    if (!chains_.next_link(whose)) commit(whose);
    return own_[at(whose)]->link(*chains_.next_link(whose));
  }

  Pip roll(Seat seat, Record& record, bool is_starting) {
    const int number = chains_.next_number();
    SeatLinks links;
    for (const Seat giver : kAllSeats) {
      if (!play_.people.contains(giver)) continue;
      if (play_.begins_anew(number, giver)) commit(holder(giver));
      if (play_.is_away(number, giver)) continue;
      links[at(giver)] = next(holder(giver));
    }
    const auto thrown = chains_.roll(seat, next(Holder::server), links);
    for (const Note& note : thrown.before) record.entries.emplace_back(note);
    if (is_starting) {
      record.entries.emplace_back(StartingRoll{thrown.pip});
    } else {
      record.entries.emplace_back(thrown.pip);
    }
    record.entries.emplace_back(thrown.proof);
    return thrown.pip;
  }

  Play play_;
  TableChains chains_;
  std::array<std::optional<Chain>, kHolders> own_;
  std::array<int, kHolders> made_{};
};

inline Record play(const Play& play) { return Player(play).record(); }

}  // namespace aero::fair
