#include "aero/search.hpp"

#include <algorithm>
#include <cassert>

#include "aero/game.hpp"
#include "aero/mix.hpp"

namespace aero {
namespace {

// A depth takes about so many times the positions of all before it.
constexpr std::int64_t kGrowth = 5;
constexpr std::int64_t kAskEvery = 256;  // positions, a power of two
static_assert((kAskEvery & (kAskEvery - 1)) == 0);

std::size_t at(Seat seat) { return static_cast<std::size_t>(index(seat)); }

// A legal move, where it leads, and what that is worth to the seat that moves.
struct Way {
  State state;
  Chances first;
  std::uint32_t worth;
  int nth;  // in the list of legal moves
};

// The ways on from a position, those worth following in front.
class Ways {
 public:
  int size() const { return size_; }
  Way& operator[](int i) { return ways_[static_cast<std::size_t>(i)]; }
  void push(const Way& way) { ways_[static_cast<std::size_t>(size_++)] = way; }
  // The best first; among equals the first of the list. By insertion: there are few.
  void sort() {
    for (int i = 1; i < size_; ++i) {
      const Way way = (*this)[i];
      int j = i;
      for (; j > 0 && goes_before(way, (*this)[j - 1]); --j) (*this)[j] = (*this)[j - 1];
      (*this)[j] = way;
    }
  }
  // Sorts, and keeps those that are worth following.
  void cut(int moves, std::uint32_t within) {
    sort();
    size_ = std::min(size_, std::max(moves, 1));
    while ((*this)[0].worth - (*this)[size_ - 1].worth > within) --size_;
  }

 private:
  static bool goes_before(const Way& a, const Way& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.nth < b.nth;
  }

  std::array<Way, kMaxMoves> ways_;  // set up to size_
  int size_ = 0;
};

}  // namespace

SearchLimit narrow_search(int plies, std::int64_t positions) {
  return {.plies = plies,
          .doubt = kCertainty / 12,
          .moves = 3,
          .within = kCertainty / 64,
          .positions = positions};
}

Search::Search(const Evaluator& evaluator, int table_bits)
    : evaluator_(evaluator), table_(std::size_t{1} << table_bits) {}

void Search::begin(const State& state, const SearchLimit& limit) {
  // What was found under other limits is worth nothing now.
  if (limit.moves != limit_.moves || limit.within != limit_.within) {
    std::ranges::fill(table_, Known{});
  }
  limit_ = limit;
  placed_ = state.order().size();
  positions_ = 0;
  may_stop_ = is_stopped_ = false;
}

Chances Search::value(const State& state, const SearchLimit& limit) {
  assert(!state.is_over() && !state.has_roll());
  begin(state, limit);
  return ahead(state, limit.plies);
}

Found Search::choose(const State& state, const SearchLimit& limit) {
  assert(state.has_roll());
  begin(state, limit);
  const std::size_t mover = at(state.turn());
  Found found;
  Ways ways;
  for (const Move& move : legal_moves(evaluator_.rules(), state)) {
    Way way{state, {}, 0, ways.size()};
    apply(evaluator_.rules(), way.state, move);
    way.first = after(way.state, 0);
    way.worth = way.first[mover];
    ways.push(way);
    found.choices.push_back({move, way.first});
  }
  const auto give_up = [&](int plies) {
    ways.cut(kMaxMoves, limit.doubt == 0 ? kCertainty : limit.doubt >> plies);
  };
  give_up(0);
  for (int plies = 1; plies <= limit.plies && ways.size() > 1; ++plies) {
    may_stop_ = plies > 1;
    if (may_stop_ && limit.positions > 0 && positions_ * kGrowth > limit.positions) break;
    Ways deeper = ways;
    for (int i = 0; i < deeper.size(); ++i) {
      Way& way = deeper[i];
      way.first = after(way.state, plies);
      way.worth = way.first[mover];
    }
    if (is_stopped_) break;
    ways = deeper;
    for (int i = 0; i < ways.size(); ++i) {
      found.choices[static_cast<std::size_t>(ways[i].nth)].first = ways[i].first;
    }
    found.plies = plies;
    give_up(plies);
  }
  found.best = static_cast<std::size_t>(ways[0].nth);
  found.positions = positions_;
  return found;
}

// A position that an input led to.
Chances Search::after(const State& state, int plies) {
  if (state.order().size() > placed_) {
    Chances first{};
    first[at(state.order()[placed_])] = kCertainty;
    return first;
  }
  return ahead(state, plies);
}

Chances Search::ahead(const State& state, int plies) {
  if (plies == 0) return net(state);
  if (is_stopped_) return {};
  const std::uint64_t key = hash(state);
  Known& known = table_[mix(key + static_cast<std::uint64_t>(plies)) & (table_.size() - 1)];
  if (known.key == key && known.plies == plies) return known.first;

  Sum sum{};
  for (const Pip roll : kPips) {
    State rolled = state;
    apply(evaluator_.rules(), rolled, roll);
    const Chances first = rolled.has_roll() ? best_of(rolled, plies - 1) : after(rolled, plies - 1);
    for (std::size_t i = 0; i < kSeats; ++i) sum[i] += first[i];
  }
  Chances first{};
  for (std::size_t i = 0; i < kSeats; ++i) first[i] = static_cast<std::uint32_t>((sum[i] + 3) / 6);
  if (!is_stopped_) known = {key, first, plies};
  return first;
}

Chances Search::best_of(const State& rolled, int plies) {
  const std::size_t mover = at(rolled.turn());
  const MoveList legal = legal_moves(evaluator_.rules(), rolled);
  Ways ways;
  for (const Move& move : legal) {
    Way way{rolled, {}, 0, ways.size()};
    apply(evaluator_.rules(), way.state, move);
    if (legal.size() == 1) return after(way.state, plies);
    way.first = after(way.state, 0);
    way.worth = way.first[mover];
    ways.push(way);
  }
  if (plies > 0) {
    ways.cut(limit_.moves, limit_.within);
    for (int i = 0; i < ways.size(); ++i) {
      ways[i].first = after(ways[i].state, plies);
      ways[i].worth = ways[i].first[mover];
    }
  }
  int best = 0;
  for (int i = 1; i < ways.size(); ++i) {
    if (ways[i].worth > ways[best].worth) best = i;
  }
  return ways[best].first;
}

Chances Search::net(const State& state) {
  if (++positions_ % kAskEvery == 0) ask_to_stop();
  return evaluator_.first(state);
}

void Search::ask_to_stop() {
  if (!may_stop_ || is_stopped_) return;
  is_stopped_ =
      (limit_.positions > 0 && positions_ >= limit_.positions) || (limit_.stops && limit_.stops());
}

}  // namespace aero
