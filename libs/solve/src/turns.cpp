#include "turns.hpp"

#include <algorithm>

#include "aero/setup.hpp"

namespace aero::solve {
namespace {

// Calls `tell` with each position that a roll, used in one way or another, leads to.
template <class Tell>
void use_roll(const Rules& rules, State state, Pip roll, const Tell& tell) {
  apply(rules, state, roll);
  if (!state.has_roll()) return tell(state);
  for (const Move& move : legal_moves(rules, state)) {
    State after = state;
    apply(rules, after, move);
    tell(after);
  }
}

template <class T>
void sort_out(std::vector<T>& list) {
  std::ranges::sort(list);
  list.erase(std::ranges::unique(list).begin(), list.end());
}

// Replaces each place by what `change` makes of it.
template <class Change>
void change_places(Choices& choices, Pip roll, const Change& change) {
  std::size_t i = 0;
  const auto change_next = [&] {
    if (choices[i] != kNoSlot) choices[i] = change(choices[i]);
    ++i;
  };
  if (roll != kSix) {
    while (i < choices.size()) change_next();
    return;
  }
  ++i;
  while (i < choices.size()) {
    const bool goes_on = choices[i] != kNoSlot;
    change_next();
    const Slot count = goes_on ? choices[i++] : 0;
    for (Slot places = goes_on ? 2 * count : 1; places > 0; --places) change_next();
  }
}

// Reads the choices of a turn off the engine. A place is told as row × columns + column; with one
// column the other seat does not count.
class Reader {
 public:
  Reader(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, int mover,
         int columns)
      : rules_(rules),
        fleets_(fleets),
        layout_(seats, fleets),
        columns_(static_cast<Slot>(columns)),
        side_(layout_.sides() == 1 ? 0 : mover),
        mover_(seats[static_cast<std::size_t>(mover)]),
        other_(seats[static_cast<std::size_t>(1 - mover)]) {}

  Choices choices(const State& state, Pip roll) const {
    return roll == kSix ? six(state) : lower(state, roll);
  }
  // The same with slots as places.
  Choices slots(const State& state, Pip roll) const {
    Choices choices = this->choices(state, roll);
    change_places(choices, roll, [&](Slot place) {
      return layout_.slot(place / columns_, static_cast<int>(place % columns_));
    });
    return choices;
  }

 private:
  Choices lower(const State& state, Pip roll) const {
    Choices choices;
    use_roll(rules_, state, roll, [&](const State& after) { choices.push_back(slot_of(after)); });
    sort_out(choices);
    return choices;
  }

  Choices six(const State& state) const {
    std::vector<Choices> list;
    use_roll(rules_, state, kSix, [&](const State& after) {
      list.push_back(is_in_turn(after) ? second_six(after) : Choices{kNoSlot, slot_of(after)});
    });
    sort_out(list);
    Choices choices{static_cast<Slot>(list.size())};
    for (const Choices& choice : list) choices.insert(choices.end(), choice.begin(), choice.end());
    return choices;
  }

  Choices second_six(const State& state) const {
    std::vector<std::array<Slot, 2>> list;
    use_roll(rules_, state, kSix, [&](const State& after) {
      if (!is_in_turn(after)) return list.push_back({kNoSlot, slot_of(after)});
      use_roll(rules_, after, kSix, [&](const State& last) {
        list.push_back({slot(Block::five, after), slot_of(last)});
      });
    });
    sort_out(list);
    Choices choices{slot(Block::five, state), static_cast<Slot>(list.size())};
    for (const auto& [five, third] : list) {
      choices.push_back(five);
      choices.push_back(third);
    }
    return choices;
  }

  // Does the mover go on with the turn. Without sixes played it could as well begin one.
  bool is_in_turn(const State& state) const {
    return !state.is_over() && state.turn() == mover_ && state.sixes() > 0;
  }
  Slot slot_of(const State& state) const {
    const bool is_movers = !state.is_over() && state.turn() == mover_;
    return slot(is_movers ? Block::before : Block::after, state);
  }
  Slot slot(Block block, const State& state) const {
    const Slot row = layout_.row(side_, block, fleets_.number_of(state.fleet(mover_)));
    const int column = columns_ == 1 ? 0 : fleets_.number_of(state.fleet(other_));
    return row * columns_ + static_cast<Slot>(column);
  }

  const Rules& rules_;
  const Fleets& fleets_;
  Layout layout_;
  Slot columns_;
  int side_;
  Seat mover_, other_;
};

constexpr std::size_t place_of(Pip roll) { return static_cast<std::size_t>(roll.value() - 1); }

// A piece that a fleet of the other seat may have, and the fleets that have it.
struct Obstacle {
  Fleet alone;              // the piece, and all else in the hangar
  std::vector<int> fleets;  // by number, in order
};

std::vector<Obstacle> obstacles_of(const Rules& rules, const Fleets& fleets) {
  std::vector<Obstacle> obstacles;
  for (Step step = kPad; step <= kCentre; step = step + 1) {
    const bool stacks = rules.stack != Stack::never && can_stack_on(step);
    for (int size = 1; size <= (stacks ? rules.planes : 1); ++size) {
      const Piece piece{step, static_cast<std::uint8_t>(size), 0};
      Obstacle& obstacle = obstacles.emplace_back();
      obstacle.alone.add(piece);
      obstacle.alone.add({kHangar, static_cast<std::uint8_t>(rules.planes - size), 0});
      for (int number = 0; number < fleets.size(); ++number) {
        if (fleets[number].contains(piece)) obstacle.fleets.push_back(number);
      }
    }
  }
  return obstacles;
}

// Learns the turns of one side.
class Learner {
 public:
  Learner(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, int mover)
      : rules_(rules),
        seats_(seats),
        fleets_(fleets),
        mover_(mover),
        reader_(rules, seats, fleets, mover, fleets.size()),
        obstacles_(obstacles_of(rules, fleets)) {}

  Turn learn(int own) const {
    Turn turn;
    const State free = *position(own, fleets_[fleets_.hangar()]);
    for (const Pip roll : kPips) {
      turn.rows[place_of(roll)] = rows(free, roll, fleets_.hangar());
    }
    std::vector<unsigned> touched(static_cast<std::size_t>(fleets_.size()));  // bit n is roll n
    for (const Obstacle& obstacle : obstacles_) find_touched(own, turn, obstacle, touched);
    for (int other = 0; other < fleets_.home(); ++other) {
      const unsigned rolls = touched[static_cast<std::size_t>(other)];
      if (rolls != 0) learn_exceptions(own, other, rolls, turn);
    }
    return turn;
  }

 private:
  std::optional<State> position(int own, const Fleet& other) const {
    return position_of(rules_, seats_, mover_, fleets_[own], other);
  }

  // The rows that a roll leads to, if `other` stays as it is; where it does not, no choices that
  // could be such rows.
  Choices rows(const State& state, Pip roll, int other) const {
    Choices choices = reader_.choices(state, roll);
    const auto columns = static_cast<Slot>(fleets_.size());
    change_places(choices, roll, [&](Slot place) {
      return place % columns == static_cast<Slot>(other) ? place / columns : kNoSlot - 1;
    });
    return choices;
  }

  void find_touched(int own, const Turn& turn, const Obstacle& obstacle,
                    std::vector<unsigned>& touched) const {
    const std::optional<State> state = position(own, obstacle.alone);
    if (!state) return;  // no position with this piece is allowed
    const int other = fleets_.number_of(obstacle.alone);
    unsigned rolls = 0;
    for (const Pip roll : kPips) {
      if (rows(*state, roll, other) != turn.rows[place_of(roll)]) rolls |= 1u << roll.value();
    }
    if (rolls == 0) return;
    for (const int number : obstacle.fleets) touched[static_cast<std::size_t>(number)] |= rolls;
  }

  void learn_exceptions(int own, int other, unsigned rolls, Turn& turn) const {
    const std::optional<State> state = position(own, fleets_[other]);
    if (!state) return;
    Exception& exception = turn.exceptions.emplace_back();
    exception.other = other;
    for (const Pip roll : kPips) {
      if ((rolls >> roll.value() & 1) != 0) {
        exception.choices[place_of(roll)] = reader_.slots(*state, roll);
      }
    }
  }

  const Rules& rules_;
  std::array<Seat, 2> seats_;
  const Fleets& fleets_;
  int mover_;
  Reader reader_;
  std::vector<Obstacle> obstacles_;
};

void add_side(const Fleet& fleet, Setup::Side& side) {
  side.is_in_play = true;
  for (const Piece piece : fleet) side.add({piece.step.value(), piece.size, 0});
}

}  // namespace

std::optional<State> position_of(const Rules& rules, std::array<Seat, 2> seats, int mover,
                                 const Fleet& own, const Fleet& other) {
  const Seat seat = seats[static_cast<std::size_t>(mover)];
  const Seat enemy = seats[static_cast<std::size_t>(1 - mover)];
  Setup setup;
  add_side(own, setup.sides[static_cast<std::size_t>(index(seat))]);
  add_side(other, setup.sides[static_cast<std::size_t>(index(enemy))]);
  setup.turn = seat;
  return check(rules, setup).state;
}

Turns learn_turns(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, Crew& crew) {
  Turns turns(static_cast<std::size_t>(Layout(seats, fleets).sides()));
  for (std::size_t side = 0; side < turns.size(); ++side) {
    const Learner learner(rules, seats, fleets, static_cast<int>(side));
    turns[side].resize(static_cast<std::size_t>(fleets.home()));
    crew.share(fleets.home(), 8, [&](int begin, int end) {
      for (int own = begin; own < end; ++own) {
        turns[side][static_cast<std::size_t>(own)] = learner.learn(own);
      }
    });
  }
  return turns;
}

Turn learn_turn(const Rules& rules, std::array<Seat, 2> seats, const Fleets& fleets, int side,
                int own) {
  return Learner(rules, seats, fleets, side).learn(own);
}

std::array<Choices, 6> read_free_turn(const Rules& rules, std::array<Seat, 2> seats,
                                      const Fleets& fleets, int own) {
  const Reader reader(rules, seats, fleets, 0, 1);
  const State state = *position_of(rules, seats, 0, fleets[own], fleets[fleets.hangar()]);
  std::array<Choices, 6> choices;
  for (const Pip roll : kPips) choices[place_of(roll)] = reader.choices(state, roll);
  return choices;
}

std::optional<std::array<Choices, 6>> read_turn(const Rules& rules, std::array<Seat, 2> seats,
                                                const Fleets& fleets, int side, int own,
                                                int other) {
  const std::optional<State> state = position_of(rules, seats, side, fleets[own], fleets[other]);
  if (!state) return std::nullopt;
  const Reader reader(rules, seats, fleets, side, fleets.size());
  std::array<Choices, 6> choices;
  for (const Pip roll : kPips) choices[place_of(roll)] = reader.slots(*state, roll);
  return choices;
}

std::array<Choices, 6> slots_of(const Turn& turn, const Layout& layout, int other) {
  std::array<Choices, 6> choices = turn.rows;
  for (const Pip roll : kPips) {
    change_places(choices[place_of(roll)], roll, [&](Slot row) { return layout.slot(row, other); });
  }
  const auto found = std::ranges::lower_bound(turn.exceptions, other, {}, &Exception::other);
  if (found == turn.exceptions.end() || found->other != other) return choices;
  for (std::size_t roll = 0; roll < choices.size(); ++roll) {
    if (!found->choices[roll].empty()) choices[roll] = found->choices[roll];
  }
  return choices;
}

}  // namespace aero::solve
