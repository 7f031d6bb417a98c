#include "aero/search.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "aero/game.hpp"
#include "aero/mix.hpp"

namespace aero {
namespace {

// A depth takes about so many times the positions of all before it.
constexpr std::int64_t kGrowth = 5;
constexpr std::int64_t kAskEvery = 256;  // positions

constexpr int kSharedPlies = 2;  // what is less deep is done before threads are awake

using Sum = std::array<std::uint64_t, kSeats>;

void add(const Chances& chances, Sum& sum) {
  for (std::size_t i = 0; i < kSeats; ++i) sum[i] += chances[i];
}

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
  std::span<Way> all() { return {ways_.data(), static_cast<std::size_t>(size_)}; }
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

// What is known of a position for certain.
std::optional<Chances> known_end(const Endgames* endgames, const State& state) {
  const auto chance = endgames == nullptr ? std::nullopt : endgames->chance(state);
  if (!chance) return std::nullopt;
  const auto own = static_cast<std::uint32_t>(std::lround(*chance * kCertainty));
  Chances first{};
  for (const Seat seat : kAllSeats) {
    if (state.is_in_play(seat) && !state.fleet(seat).is_home()) first[at(seat)] = kCertainty - own;
  }
  first[at(state.turn())] = own;
  return first;
}

Chances mean(const Sum& sum) {
  Chances first{};
  for (std::size_t i = 0; i < kSeats; ++i) first[i] = static_cast<std::uint32_t>((sum[i] + 3) / 6);
  return first;
}

// What was found out of positions. Threads read and write it as they like: an entry is true whoever
// made it, and one that two have written into at once does not fit its key.
class Table {
 public:
  struct Known {
    Chances first{};
    std::int64_t positions = 0;  // that it takes to find that out
  };

  explicit Table(int bits) : entries_(std::size_t{1} << bits) {}

  void clear() {
    for (Entry& entry : entries_) write(entry, {});
  }
  std::optional<Known> find(std::uint64_t key) const {
    const Words words = read(entries_[slot(key)]);
    if ((words[0] ^ words[1] ^ words[2] ^ words[3]) != key) return std::nullopt;
    return Known{{low(words[1]), high(words[1]), low(words[2]), high(words[2])},
                 static_cast<std::int64_t>(words[3])};
  }
  void keep(std::uint64_t key, const Known& known) {
    const auto pair = [&](std::size_t i) {
      return known.first[i] | std::uint64_t{known.first[i + 1]} << 32;
    };
    const Words words{0, pair(0), pair(2), static_cast<std::uint64_t>(known.positions)};
    write(entries_[slot(key)],
          {key ^ words[1] ^ words[2] ^ words[3], words[1], words[2], words[3]});
  }

 private:
  static constexpr std::size_t kWords = 4;
  using Words = std::array<std::uint64_t, kWords>;
  using Entry = std::array<std::atomic<std::uint64_t>, kWords>;
  static_assert(sizeof(Entry) == 32);

  static std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
  static std::uint32_t high(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }
  static Words read(const Entry& entry) {
    Words words;
    for (std::size_t i = 0; i < kWords; ++i) words[i] = entry[i].load(std::memory_order_relaxed);
    return words;
  }
  static void write(Entry& entry, const Words& words) {
    for (std::size_t i = 0; i < kWords; ++i) entry[i].store(words[i], std::memory_order_relaxed);
  }
  std::size_t slot(std::uint64_t key) const { return key & (entries_.size() - 1); }

  std::vector<Entry> entries_;
};

// A search as all who take part in it see it.
struct Hunt {
  Hunt(const Evaluator& net, int table_bits, bool shares)
      : evaluator(net), is_shared(shares), table(table_bits) {}

  const Evaluator& evaluator;
  const bool is_shared;
  Table table;
  SearchLimit limit;
  int placed = 0;  // seats that had finished before
  bool may_stop = false;
  // Whether a depth is stopped depends on how many positions it takes, and not on who is fastest:
  // the sum over all who take part never falls.
  std::atomic<std::int64_t> spent = 0;  // positions that were told
  std::atomic<bool> stop = false;

  bool is_stopped() const { return stop.load(std::memory_order_relaxed); }
  void spend(std::int64_t positions) {
    const std::int64_t all = spent.fetch_add(positions) + positions;
    if (!may_stop || is_stopped()) return;
    if ((limit.positions > 0 && all >= limit.positions) || (limit.stops && limit.stops())) {
      stop = true;
    }
  }
};

// Looks ahead on one thread.
class Scout {
 public:
  explicit Scout(Hunt& hunt) : hunt_(hunt) {}

  // What needs no looking ahead: somebody has finished, or the end is known.
  std::optional<Chances> settled(const State& state) const {
    if (state.order().size() <= hunt_.placed) return known_end(hunt_.limit.endgames, state);
    Chances first{};
    first[at(state.order()[hunt_.placed])] = kCertainty;
    return first;
  }
  // A position that an input led to.
  Chances after(const State& state, int plies) {
    const std::optional<Chances> first = settled(state);
    return first ? *first : ahead(state, plies);
  }
  // One that a roll led to, which waits or was lost.
  Chances rolled(const State& state, int plies) {
    return state.has_roll() ? best_of(state, plies) : after(state, plies);
  }

  // Positions that the hunt has not been told.
  std::int64_t untold() const { return untold_; }
  void tell() { hunt_.spend(std::exchange(untold_, 0)); }
  void begin() { untold_ = 0; }

 private:
  Chances ahead(const State& state, int plies);
  Chances best_of(const State& rolled, int plies);
  void count(std::int64_t positions) {
    counted_ += positions;
    untold_ += positions;
    if (untold_ >= kAskEvery) tell();
  }

  Hunt& hunt_;
  std::int64_t counted_ = 0;
  std::int64_t untold_ = 0;
};

Chances Scout::ahead(const State& state, int plies) {
  if (plies == 0) {
    count(1);
    return hunt_.evaluator.first(state);
  }
  if (hunt_.is_stopped()) return {};
  const std::uint64_t key = mix(hash(state) + static_cast<std::uint64_t>(plies));
  if (const auto known = hunt_.table.find(key)) {
    // Who of several comes first and has to find out is chance, so each counts what it takes.
    if (hunt_.is_shared) count(known->positions);
    return known->first;
  }
  const std::int64_t before = counted_;
  Sum sum{};
  for (const Pip roll : kPips) {
    State next = state;
    apply(hunt_.evaluator.rules(), next, roll);
    add(rolled(next, plies - 1), sum);
  }
  const Chances first = mean(sum);
  if (!hunt_.is_stopped()) hunt_.table.keep(key, {first, counted_ - before});
  return first;
}

Chances Scout::best_of(const State& rolled, int plies) {
  const std::size_t mover = at(rolled.turn());
  const MoveList legal = legal_moves(hunt_.evaluator.rules(), rolled);
  Ways ways;
  for (const Move& move : legal) {
    Way way{rolled, {}, 0, ways.size()};
    apply(hunt_.evaluator.rules(), way.state, move);
    if (legal.size() == 1) return after(way.state, plies);
    way.first = after(way.state, 0);
    way.worth = way.first[mover];
    ways.push(way);
  }
  if (plies > 0) {
    ways.cut(hunt_.limit.moves, hunt_.limit.within);
    for (Way& way : ways.all()) {
      way.first = after(way.state, plies);
      way.worth = way.first[mover];
    }
  }
  int best = 0;
  for (int i = 1; i < ways.size(); ++i) {
    if (ways[i].worth > ways[best].worth) best = i;
  }
  return ways[best].first;
}

}  // namespace

SearchLimit narrow_search(int plies, std::int64_t positions) {
  return {.plies = plies,
          .doubt = kCertainty / 12,
          .moves = 3,
          .within = kCertainty / 64,
          .positions = positions};
}

class Search::Lookout {
 public:
  Lookout(const Evaluator& evaluator, int table_bits, Share share)
      : share_(std::move(share)), hunt_(evaluator, table_bits, share_ != nullptr), scout_(hunt_) {}

  const Rules& rules() const { return hunt_.evaluator.rules(); }
  bool is_stopped() const { return hunt_.is_stopped(); }
  std::int64_t positions() const { return hunt_.spent + scout_.untold(); }

  void begin(const State& state, const SearchLimit& limit) {
    // What was found under other limits is worth nothing now.
    if (limit.moves != hunt_.limit.moves || limit.within != hunt_.limit.within ||
        limit.endgames != hunt_.limit.endgames) {
      hunt_.table.clear();
    }
    scout_.begin();
    hunt_.limit = limit;
    hunt_.placed = state.order().size();
    hunt_.may_stop = false;
    hunt_.spent = 0;
    hunt_.stop = false;
  }
  void allow_stop() { hunt_.may_stop = true; }

  // What each of these ways is worth.
  void look(std::span<Way> ways, int plies) {
    if (plies > 0 && share_) {
      look_together(ways, plies);
    } else {
      for (Way& way : ways) way.first = scout_.after(way.state, plies);
    }
  }

 private:
  // Each position that a first roll leads to is a piece of work. Rolls that are lost lead to one.
  void look_together(std::span<Way> ways, int plies) {
    std::vector<State> pieces;
    std::vector<std::array<std::size_t, kPips.size()>> parts(ways.size());
    std::vector<std::optional<Chances>> settled;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      settled.push_back(scout_.settled(ways[i].state));
      if (settled[i]) continue;
      for (std::size_t face = 0; face < kPips.size(); ++face) {
        State next = ways[i].state;
        apply(rules(), next, kPips[face]);
        const auto same = std::ranges::find(pieces, next);
        parts[i][face] = static_cast<std::size_t>(same - pieces.begin());
        if (same == pieces.end()) pieces.push_back(next);
      }
    }
    std::vector<Chances> found(pieces.size());
    share(static_cast<int>(pieces.size()), plies, [&](int i) {
      const auto piece = static_cast<std::size_t>(i);
      Scout scout(hunt_);
      found[piece] = scout.rolled(pieces[piece], plies - 1);
      scout.tell();
    });
    for (std::size_t i = 0; i < ways.size(); ++i) {
      Sum sum{};
      for (const std::size_t part : parts[i]) {
        if (!settled[i]) add(found[part], sum);
      }
      ways[i].first = settled[i] ? *settled[i] : mean(sum);
    }
  }

  void share(int count, int plies, const std::function<void(int)>& work) {
    if (plies >= kSharedPlies) return share_(count, work);
    for (int i = 0; i < count; ++i) work(i);
  }

  const Share share_;
  Hunt hunt_;
  Scout scout_;
};

Search::Search(const Evaluator& evaluator, int table_bits, Share share)
    : lookout_(std::make_unique<Lookout>(evaluator, table_bits, std::move(share))) {}

Search::~Search() = default;

Chances Search::value(const State& state, const SearchLimit& limit) {
  assert(!state.is_over() && !state.has_roll());
  lookout_->begin(state, limit);
  Way way{state, {}, 0, 0};
  lookout_->look({&way, 1}, limit.plies);
  return way.first;
}

Found Search::choose(const State& state, const SearchLimit& limit) {
  assert(state.has_roll());
  lookout_->begin(state, limit);
  const std::size_t mover = at(state.turn());
  Found found;
  Ways ways;
  for (const Move& move : legal_moves(lookout_->rules(), state)) {
    Way way{state, {}, 0, ways.size()};
    apply(lookout_->rules(), way.state, move);
    ways.push(way);
    found.choices.push_back({move, {}});
  }
  for (int plies = 0; plies <= limit.plies && (plies == 0 || ways.size() > 1); ++plies) {
    if (plies > 1) {
      lookout_->allow_stop();
      if (limit.positions > 0 && found.positions * kGrowth > limit.positions) break;
    }
    Ways deeper = ways;
    lookout_->look(deeper.all(), plies);
    if (lookout_->is_stopped()) break;
    ways = deeper;
    for (Way& way : ways.all()) {
      way.worth = way.first[mover];
      found.choices[static_cast<std::size_t>(way.nth)].first = way.first;
    }
    found.plies = plies;
    found.positions = lookout_->positions();
    ways.cut(kMaxMoves, limit.doubt == 0 ? kCertainty : limit.doubt >> plies);
  }
  found.best = static_cast<std::size_t>(ways[0].nth);
  return found;
}

}  // namespace aero
