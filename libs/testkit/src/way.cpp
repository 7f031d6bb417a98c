#include "aero/way.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <unordered_set>

#include "aero/setup.hpp"

namespace aero::testkit {
namespace {

// How far each plane of a side has come, the last first.
using Steps = std::array<int, kMaxPlanes>;

Steps steps_of(const Setup::Side& side) {
  Steps steps{};
  int count = 0;
  for (int i = 0; i < side.item_count; ++i) {
    const Setup::Item& item = side.items[static_cast<std::size_t>(i)];
    for (int plane = 0; plane < item.size; ++plane) {
      steps[static_cast<std::size_t>(count++)] = item.step;
    }
  }
  std::sort(steps.begin(), steps.begin() + count);
  return steps;
}

// About twice as many rolls as a plane needs; one that has to go back has to be captured first.
int rolls_between(int from, int to) {
  constexpr int kCapture = 6;
  if (from == to) return 0;
  if (to < from) return kCapture + rolls_between(kHangar.value(), to);
  const int take_off = from < 0 ? 2 : 0;
  return take_off + (to - std::max(from, 0) + 5) / 6 * 2;
}

struct HashOf {
  std::size_t operator()(const State& state) const { return static_cast<std::size_t>(hash(state)); }
};

class Search {
 public:
  Search(const Rules& rules, const State& goal) : rules_(rules), goal_(goal) {
    Setup setup = setup_of(goal);
    roll_ = goal.roll();
    if (roll_) {
      setup.roll.reset();
      goal_ = *check(rules, setup).state;
    }
    for (std::size_t i = 0; i < kSeats; ++i) {
      wanted_[i] = steps_of(setup.sides[i]);
      items_[i] = setup.sides[i].item_count;
    }
  }

  std::optional<Way> run(int most) {
    for (const Seat seat : kAllSeats) {
      if (goal_.is_in_play(seat)) add(start(rules_, goal_.seats(), seat), {.first = seat});
    }
    while (!found_ && !queue_.empty() && static_cast<int>(nodes_.size()) < most) {
      const int node = queue_.top().node;
      queue_.pop();
      if (!nodes_[static_cast<std::size_t>(node)].state.is_over()) expand(node);
    }
    if (!found_) return std::nullopt;
    return way();
  }

 private:
  struct Node {
    Seat first = Seat::R;
    int parent = -1;
    int turns = 0;
    Pip roll = Pip(1);
    std::optional<Move> move = {};
    State state = {};
  };
  struct Place {
    int cost;
    int node;
    // The queue gives the largest first, which is to be the cheapest, and of equal ones the oldest.
    bool operator<(const Place& other) const {
      return std::pair(cost, node) > std::pair(other.cost, other.node);
    }
  };

  void expand(int index) {
    const Node parent = nodes_[static_cast<std::size_t>(index)];
    for (const Pip pip : kPips) {
      Node next{.first = parent.first, .parent = index, .turns = parent.turns + 1, .roll = pip};
      State rolled = parent.state;
      apply(rules_, rolled, pip);
      if (!rolled.has_roll()) {
        add(rolled, next);
        continue;
      }
      for (const Move& move : legal_moves(rules_, rolled)) {
        State moved = rolled;
        apply(rules_, moved, move);
        next.move = move;
        add(moved, next);
      }
    }
  }

  void add(const State& state, Node node) {
    if (found_ || !seen_.insert(state).second) return;
    const int index = static_cast<int>(nodes_.size());
    node.state = state;
    nodes_.push_back(node);
    queue_.push({distance(state) + node.turns, index});
    if (state == goal_) found_ = index;
  }

  int distance(const State& state) const {
    const Setup setup = setup_of(state);
    int sum = 0;
    int most = 0;
    for (std::size_t i = 0; i < kSeats; ++i) {
      const Setup::Side& side = setup.sides[i];
      const Steps steps = steps_of(side);
      int rolls = 0;
      for (std::size_t plane = 0; plane < static_cast<std::size_t>(side.planes); ++plane) {
        rolls += rolls_between(steps[plane], wanted_[i][plane]);
      }
      if (rolls == 0 && side.item_count != items_[i]) rolls = 1;  // stacked otherwise
      sum += rolls;
      most = std::max(most, rolls);
    }
    return 2 * (sum + most);  // both: no seat is to wait for another, because it cannot
  }

  Way way() const {
    Way way{.first = nodes_[static_cast<std::size_t>(*found_)].first, .inputs = {}};
    if (roll_) way.inputs.emplace_back(*roll_);
    for (int i = *found_; nodes_[static_cast<std::size_t>(i)].parent >= 0;) {
      const Node& node = nodes_[static_cast<std::size_t>(i)];
      if (node.move) way.inputs.emplace_back(*node.move);
      way.inputs.emplace_back(node.roll);
      i = node.parent;
    }
    std::ranges::reverse(way.inputs);
    return way;
  }

  const Rules& rules_;
  State goal_;  // before its roll
  std::optional<Pip> roll_;
  std::array<Steps, kSeats> wanted_{};
  std::array<int, kSeats> items_{};  // pieces, with those in the hangar
  std::vector<Node> nodes_;
  std::unordered_set<State, HashOf> seen_;
  std::priority_queue<Place> queue_;
  std::optional<int> found_;
};

}  // namespace

std::optional<Way> find_way(const Rules& rules, const State& goal, int most_positions) {
  return Search(rules, goal).run(most_positions);
}

}  // namespace aero::testkit
