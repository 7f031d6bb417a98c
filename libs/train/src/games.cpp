#include "games.hpp"

#include <algorithm>

#include "aero/game.hpp"
#include "aero/notation.hpp"
#include "aero/train.hpp"

namespace aero {
namespace {

constexpr std::size_t kMaxPositions = 2000;  // of a game; rules that allow passing need a limit

// Chances to finish first and expected places, by seat.
struct Worth {
  std::array<float, kSeats> first{};
  std::array<float, kSeats> place{};
};

void add(Worth& sum, const Worth& worth, float times) {
  for (std::size_t i = 0; i < kSeats; ++i) {
    sum.first[i] += times * worth.first[i];
    sum.place[i] += times * worth.place[i];
  }
}
Worth difference(const Worth& a, const Worth& b) {
  Worth result = a;
  add(result, b, -1);
  return result;
}

bool is_in(const State& state, Seat seat) {
  return state.is_in_play(seat) && !state.order().contains(seat);
}

// One position of the game, with the seat on turn to roll.
struct Position {
  State state;
  std::size_t rows_from;
  std::size_t rows_to;
  Worth own;              // what the net says
  Worth next;             // what it says one roll later
  bool leads_on = false;  // the best move was made, so what comes later tells of this one
  bool finishes = false;  // a seat finished by it: chances start anew
  bool is_known = false;  // `next` is exact
};

class Game {
 public:
  Game(const Net& net, const Draw& table, Random random, const Guide& guide)
      : evaluator_(net, table.rules),
        random_(random),
        exact_(guide.exact),
        explore_(static_cast<std::uint32_t>(guide.explore * 1e6)),
        fade_(guide.fade),
        rules_(table.rules) {
    play(start(rules_, table.seats, table.first));
  }

  void learn_from(const Floats& weights, Lessons& lessons) {
    Worth wrong;  // how wrong the value of the position after this one turned out to be
    for (std::size_t n = positions_.size(); n-- > 0;) {
      const Position& position = positions_[n];
      if (!position.leads_on || position.is_known) wrong = {};
      if (position.finishes) wrong.first = {};
      Worth wanted = position.next;
      add(wanted, wrong, fade_);
      wrong = difference(wanted, position.own);
      const float residual = position.next.first[at(position.state.turn())] -
                             position.own.first[at(position.state.turn())];
      lessons.residual += double{residual} * double{residual};
      lessons.positions += 1;
      learn(weights, lesson(position, wanted), lessons.gradient);
    }
  }

 private:
  struct Way {
    State state;
    Worth worth;
    bool is_best = true;
  };

  void play(State state) {
    while (!state.is_over() && positions_.size() < kMaxPositions) {
      const Random random = random_.fork(positions_.size());
      const auto die = random.below(6, 0);
      Position position{state, rows_.size(), 0, worth_of_net(state), {}};
      for (const std::uint16_t row : rows_of(evaluator_.reach(), state)) {
        rows_.push_back(row);
      }
      for (const std::uint16_t row : rows_of(rules_)) rows_.push_back(row);
      position.rows_to = rows_.size();
      Way way{};
      for (std::uint32_t i = 0; i < kPips.size(); ++i) {
        State rolled = state;
        apply(rules_, rolled, kPips[i]);
        const Way best = best_way(state, rolled);
        add(position.next, best.worth, 1.0F / 6);
        if (i != die) continue;
        way = random.below(1'000'000, 1) < explore_ ? any_way(rolled, random) : best;
      }
      if (const std::optional<Worth> known = exact_worth(state)) {
        position.next = *known;
        position.is_known = true;
      }
      position.leads_on = way.is_best;
      position.finishes = way.state.order() != state.order();
      positions_.push_back(position);
      state = way.state;
    }
  }

  // The best of the moves for the seat on turn, or the only way on.
  Way best_way(const State& before, const State& rolled) const {
    Way best{rolled, {}};
    if (!rolled.has_roll()) {
      best.worth = worth(before, rolled);
      return best;
    }
    const std::size_t mover = at(before.turn());
    bool is_first = true;
    for (const Move& move : legal_moves(rules_, rolled)) {
      Way way{rolled, {}};
      apply(rules_, way.state, move);
      way.worth = worth(before, way.state);
      if (is_first || way.worth.first[mover] > best.worth.first[mover]) best = way;
      is_first = false;
    }
    return best;
  }

  Way any_way(const State& rolled, Random random) const {
    Way way{rolled, {}};
    if (!rolled.has_roll()) return way;
    const MoveList legal = legal_moves(rules_, rolled);
    const Move& move =
        legal[static_cast<int>(random.below(static_cast<std::uint32_t>(legal.size()), 2))];
    apply(rules_, way.state, move);
    way.is_best = false;
    return way;
  }

  // What a position is worth in the game as it stood before it.
  Worth worth(const State& before, const State& after) const {
    if (after.order() == before.order()) return best_known_worth(after);
    const int placed = before.order().size();
    Worth worth;
    if (after.is_over()) {
      for (int place = placed; place < after.order().size(); ++place) {
        worth.place[at(after.order()[place])] = static_cast<float>(place - placed + 1);
      }
    } else {
      worth = best_known_worth(after);
      for (const Seat seat : kAllSeats) {
        if (is_in(before, seat)) worth.place[at(seat)] += 1;
      }
    }
    worth.first = {};
    worth.first[at(after.order()[placed])] = 1;
    return worth;
  }

  Worth best_known_worth(const State& state) const {
    const std::optional<Worth> known = exact_worth(state);
    return known ? *known : worth_of_net(state);
  }

  // With two seats left, whoever is not next is last.
  std::optional<Worth> exact_worth(const State& state) const {
    const std::optional<double> chance = exact_ ? exact_->chance(state) : std::nullopt;
    if (!chance) return std::nullopt;
    Worth worth;
    for (const Seat seat : kAllSeats) {
      if (!is_in(state, seat)) continue;
      const double first = seat == state.turn() ? *chance : 1 - *chance;
      worth.first[at(seat)] = static_cast<float>(first);
      worth.place[at(seat)] = static_cast<float>(2 - first);
    }
    return worth;
  }

  Worth worth_of_net(const State& state) const {
    const Evaluation evaluation = evaluator_.evaluate(state);
    constexpr float kPart = 1.0F / static_cast<float>(kCertainty);
    Worth worth;
    for (std::size_t i = 0; i < kSeats; ++i) {
      worth.first[i] = static_cast<float>(evaluation.first[i]) * kPart;
      worth.place[i] = static_cast<float>(evaluation.place[i]) * kPart;
    }
    return worth;
  }

  Lesson lesson(const Position& position, const Worth& wanted) const {
    Lesson lesson{};
    lesson.rows =
        std::span(rows_).subspan(position.rows_from, position.rows_to - position.rows_from);
    float others = -1;
    for (const Seat seat : kAllSeats) others += is_in(position.state, seat) ? 1.0F : 0.0F;
    for (std::size_t distance = 0; distance < kSeats; ++distance) {
      const Seat seat = clockwise(position.state.turn(), static_cast<int>(distance));
      lesson.is_in[distance] = is_in(position.state, seat);
      if (!lesson.is_in[distance]) continue;
      lesson.first[distance] = wanted.first[at(seat)];
      lesson.place[distance] = (wanted.place[at(seat)] - 1) / others;
    }
    return lesson;
  }

  Evaluator evaluator_;
  Random random_;
  const Endgames* exact_;
  std::vector<Position> positions_;
  std::vector<std::uint16_t> rows_;
  std::uint32_t explore_;  // in a million
  float fade_;
  Rules rules_;
};

Rules drawn_rules(Random random) {
  const std::uint32_t percent = random.below(100, 0);
  Rules rules;
  if (percent < 50) return rules;
  if (percent < 65) {  // fewer planes, most of them two
    rules.planes = static_cast<std::uint8_t>(std::array{2, 2, 3, 1}[random.below(4, 1)]);
    return rules;
  }
  if (percent < 80) {
    const auto others = static_cast<std::uint32_t>(presets().size() - 1);
    return presets()[1 + random.below(others, 1)].rules;
  }
  return choose_rules([&random, n = std::uint64_t{2}](int values) mutable {
    return random.below(static_cast<std::uint32_t>(values), n++);
  });
}

}  // namespace

std::vector<Rules> usual_rules() {
  std::vector<Rules> list;
  const auto add = [&list](Rules rules) {
    rules.end = End::last;
    if (std::ranges::find(list, rules) == list.end()) list.push_back(rules);
  };
  for (const int planes : {4, 3, 2, 1}) {
    Rules rules;
    rules.planes = static_cast<std::uint8_t>(planes);
    add(rules);
  }
  for (const auto& preset : presets()) add(preset.rules);
  return list;
}

Draw drawn_table(Random random) {
  Draw table{drawn_rules(random.fork(0)), {}, static_cast<Seat>(random.below(kSeats, 1))};
  table.rules.end = End::last;  // places of all are to be learnt
  const std::uint32_t percent = random.below(100, 2);
  table.seats.insert(table.first);
  table.seats.insert(percent < 45 || percent >= 50 ? opposite(table.first)
                                                   : clockwise(table.first));
  if (percent >= 50) table.seats.insert(clockwise(table.first, random.below(2, 3) == 0 ? 1 : 3));
  if (percent >= 65) {
    table.seats.insert(clockwise(table.first, 1));
    table.seats.insert(clockwise(table.first, 3));
  }
  return table;
}

void play_and_learn(const Net& net, const Floats& weights, const Draw& table, Random random,
                    const Guide& guide, Lessons& lessons) {
  Game(net, table, random, guide).learn_from(weights, lessons);
}

}  // namespace aero
