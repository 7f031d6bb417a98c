#include "sweep.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <mutex>
#include <span>

namespace aero::solve {
namespace {

constexpr std::size_t kMostColumns = 1024;  // of one progress
constexpr std::size_t kPart = 1000;         // positions that are worth a thread's while
constexpr unsigned kAllSixes = 1u << 5;     // of Turns::in_the_way

template <class N>
Pair<N> operator+(Pair<N> a, Pair<N> b) {
  return {a.lower + b.lower, a.upper + b.upper};
}
template <class N>
Pair<N> max(Pair<N> a, Pair<N> b) {
  return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
}
template <class Table>
Pair<typename Table::Number> complement(Pair<typename Table::Number> pair) {
  return {Table::kOne - std::min(pair.upper, Table::kOne), Table::kOne - pair.lower};
}

// The columns in which something is in the way, by roll.
struct Marked {
  std::array<std::array<std::uint16_t, kMostColumns>, 5> columns;
  std::array<std::size_t, 5> count{};

  Marked(const std::uint8_t* in_the_way, const Pieces& pieces, Fleets::Range others) {
    for (int other = others.begin; other < others.end; ++other) {
      const Pieces::List& list = pieces.of(other);
      const unsigned rolls = in_the_way[list[0]] | in_the_way[list[1]] | in_the_way[list[2]];
      for (unsigned left = rolls & (kAllSixes - 1); left != 0; left &= left - 1) {
        const auto roll = static_cast<std::size_t>(std::countr_zero(left));
        columns[roll][count[roll]++] = static_cast<std::uint16_t>(other - others.begin);
      }
    }
  }
  std::span<const std::uint16_t> of(Pip roll) const {
    const auto i = static_cast<std::size_t>(roll.value() - 1);
    return std::span(columns[i]).first(count[i]);
  }
};

}  // namespace

Layout::Layout(std::array<Seat, 2> seats, const Fleets& fleets)
    : sides_(sides_of(seats)), count_(static_cast<std::size_t>(fleets.size())) {
  columns_.reserve(count_);
  for (int column = 0; column < fleets.size(); ++column) {
    const Fleets::Range like = fleets.with_progress(fleets.progress(column));
    columns_.push_back({static_cast<std::size_t>(like.begin) * count_ +
                            static_cast<std::size_t>(column - like.begin),
                        static_cast<std::size_t>(like.size())});
  }
}

Game::Game(const Rules& rules, std::array<Seat, 2> seats, const Fleets& all,
           const Layout& layout_of_all, Crew& crew, const Told& told)
    : fleets(all),
      layout(layout_of_all),
      pieces(rules, all),
      counts_sixes(rules.sixes != Sixes::unlimited) {
  for (int side = 0; side < layout.sides(); ++side) {
    turns.emplace_back(rules, seats, side, fleets, Fleets::Range{0, fleets.home()}, &pieces, crew,
                       told);
  }
}

// Bounds of one row, for columns side by side.
template <class Table>
struct Sweeper<Table>::Row {
  alignas(64) std::array<Number, kMostColumns> lower;
  alignas(64) std::array<Number, kMostColumns> upper;

  void clear(std::size_t count) {
    std::fill_n(lower.begin(), count, Number{0});
    std::fill_n(upper.begin(), count, Number{0});
  }
  Two at(std::size_t i) const { return {lower[i], upper[i]}; }
  void set(std::size_t i, Two pair) {
    lower[i] = pair.lower;
    upper[i] = pair.upper;
  }
  Rows<Number> all() { return {lower.data(), upper.data()}; }
};

template <class Table>
void Sweeper<Table>::begin(const Layout& layout, const Fleets& fleets, Table& after) {
  for (std::size_t i = 0; i < layout.size(); ++i) after.set(i, {0, Table::kOne});
  for (int side = 0; side < layout.sides(); ++side) {
    for (int fleet = 0; fleet < fleets.size(); ++fleet) {
      after.set(layout.slot(side, fleet, fleets.home()), {0, 0});
    }
    for (int fleet = 0; fleet < fleets.size(); ++fleet) {
      after.set(layout.slot(side, fleets.home(), fleet), {Table::kOne, Table::kOne});
    }
  }
}

template <class Table>
Sweeper<Table>::Sweeper(const Game& game, Crew& crew, Table& after)
    : game_(game),
      crew_(crew),
      after_(after),
      five_(game.counts_sixes ? game.layout.size() : 0),
      halves_of_(static_cast<std::size_t>(game.layout.sides()) *
                 static_cast<std::size_t>(game.fleets.size())) {
  if (!game.counts_sixes) return;
  for (std::size_t i = 0; i < game.layout.size(); ++i) five_.set(i, {0, 5 * Table::kOne});
}

template <class Table>
void Sweeper<Table>::add_units(int progress) {
  units_.clear();
  std::size_t halves = 0;
  const int most = game_.fleets.most_progress() - 1;  // of a seat that is not home
  for (int side = 0; side < game_.layout.sides(); ++side) {
    for (int mine = std::max(0, progress - most); mine <= std::min(progress, most); ++mine) {
      const Fleets::Range own = game_.fleets.with_progress(mine);
      const Fleets::Range others = game_.fleets.with_progress(progress - mine);
      assert(static_cast<std::size_t>(others.size()) <= kMostColumns);
      for (int fleet = own.begin; fleet < own.end; ++fleet) {
        units_.push_back({side, fleet, others});
        half_of(side, fleet) = halves;
        halves += units_.back().count();
      }
    }
  }
  halves_.resize(halves);
}

template <class Table>
std::optional<Sweep> Sweeper<Table>::sweep(const std::function<bool(double part)>& goes_on) {
  Sweep sum;
  std::mutex mutex;
  const int most = 2 * game_.fleets.most_progress() - 2;
  for (int progress = most; progress >= 0; --progress) {
    if (!goes_on(1 - (progress + 1.0) / (most + 1))) return std::nullopt;
    add_units(progress);
    const std::size_t part = kPart * units_.size() / std::max<std::size_t>(halves_.size(), 1) + 1;
    const auto share = [&](const auto& work) {
      crew_.share(static_cast<int>(units_.size()), static_cast<int>(part), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) work(units_[static_cast<std::size_t>(i)]);
      });
    };
    share([&](const Unit& unit) { sum_lower_rolls(unit); });
    share([&](const Unit& unit) { finish_turn(unit); });
    crew_.share(static_cast<int>(units_.size()), static_cast<int>(part), [&](int begin, int end) {
      Sweep here;
      for (int i = begin; i < end; ++i) store(units_[static_cast<std::size_t>(i)], here);
      const std::lock_guard lock(mutex);
      sum = {std::max(sum.gap, here.gap), std::max(sum.moved, here.moved)};
    });
  }
  return sum;
}

// ---- for the columns of a unit side by side, where nothing is in the way

template <class Table>
void Sweeper<Table>::raise(const Unit& unit, Place place, Row& best) const {
  if (place.due() == Due::mover) {  // what the other has after its turn, the other way round
    const int other = game_.layout.other(unit.side);
    for (std::size_t i = 0; i < unit.count(); ++i) {
      const int column = unit.others.begin + static_cast<int>(i);
      const Two theirs = after_.at(game_.layout.slot(other, column, place.own()));
      best.set(i, max(best.at(i), complement<Table>(theirs)));
    }
    return;
  }
  const Table& table = place.due() == Due::five ? five_ : after_;
  const std::size_t begin = game_.layout.slot(unit.side, place.own(), unit.others.begin);
  table.raise(begin, unit.count(), best.all());
}

template <class Table>
void Sweeper<Table>::choose_six(const Unit& unit, std::uint32_t step, int played, Row& best) const {
  best.clear(unit.count());
  const auto list = entries(game_.turns[static_cast<std::size_t>(unit.side)].free(step), true);
  for (std::size_t at = 0; at < list.size(); at += 2) {
    const Place place(list[at]);
    if (list[at + 1] == kEnds) {
      raise(unit, place, best);
      continue;
    }
    Row next;
    if (played == 0) {
      choose_six(unit, list[at + 1], 1, next);
    } else {
      next.clear(unit.count());
      raise(unit, Place(list[at + 1]), next);
    }
    const std::size_t five = game_.layout.slot(unit.side, place.own(), unit.others.begin);
    five_.raise_with(five, unit.count(), next.all(), best.all());
  }
}

// ---- for one position, with whatever is in the way

template <class Table>
auto Sweeper<Table>::value(int side, Place place, int other) const -> Two {
  switch (place.due()) {
    case Due::other: return after_.at(game_.layout.slot(side, place.own(), other));
    case Due::five: return five_.at(game_.layout.slot(side, place.own(), other));
    case Due::mover: break;
  }
  return complement<Table>(
      after_.at(game_.layout.slot(game_.layout.other(side), other, place.own())));
}

template <class Table>
auto Sweeper<Table>::best_of(int side, const Turns::Ways& ways, int other) const -> Two {
  Two best{0, 0};
  for (const std::uint32_t word : entries(ways.list, false)) {
    const Place place(word);
    const int left = game_.pieces.without(other, ways.spread[place.taken()]);
    best = max(best, value(side, place, left));
  }
  return best;
}

template <class Table>
auto Sweeper<Table>::six(int side, std::uint32_t step, int played, int other) const -> Two {
  Choices asked;
  const Turns::Ways ways =
      game_.turns[static_cast<std::size_t>(side)].ways(step, game_.pieces.of(other), asked);
  const auto list = entries(ways.list, true);
  Two best{0, 0};
  for (std::size_t at = 0; at < list.size(); at += 2) {
    const Place place(list[at]);
    const int left = game_.pieces.without(other, ways.spread[place.taken()]);
    Two two = value(side, place, left);
    const std::uint32_t next = list[at + 1];
    if (next != kEnds) {
      two = Table::sixth(two +
                         (played == 0 ? six(side, next, 1, left) : value(side, Place(next), left)));
    }
    best = max(best, two);
  }
  return best;
}

// ---- the three steps of a level

// Adds a roll to the halves of a unit.
template <class Table>
void Sweeper<Table>::add_lower_roll(const Unit& unit, Pip roll,
                                    std::span<const std::uint16_t> marked, Half* halves) const {
  const Turns& turns = game_.turns[static_cast<std::size_t>(unit.side)];
  const std::uint32_t step = turns.step(unit.own, roll);
  const auto is_lost = [&](const std::uint32_t* list) {
    return list[0] == 1 && list[1] == Place(unit.own, Due::other, 0).word();
  };
  const std::uint32_t* free = turns.free(step);
  const Number lost = is_lost(free) ? 1 : 0;
  Row best;
  best.clear(unit.count());
  if (lost == 0) {
    for (const std::uint32_t word : entries(free, false)) raise(unit, Place(word), best);
  }
  for (const std::uint16_t column : marked) {
    const int other = unit.others.begin + column;
    Choices asked;
    const Turns::Ways ways = turns.ways(step, game_.pieces.of(other), asked);
    const bool is_lost_here = is_lost(ways.list);
    best.set(column, is_lost_here ? Two{0, 0} : best_of(unit.side, ways, other));
    halves[column].lost += (is_lost_here ? 1 : 0) - lost;
  }
  for (std::size_t i = 0; i < unit.count(); ++i) {
    halves[i].rest = halves[i].rest + best.at(i);
    halves[i].lost += lost;
  }
}

template <class Table>
void Sweeper<Table>::sum_lower_rolls(const Unit& unit) {
  Half* halves = halves_.data() + half_of(unit.side, unit.own);
  std::fill_n(halves, unit.count(), Half{{0, 0}, 0});
  const Marked marked(game_.turns[static_cast<std::size_t>(unit.side)].in_the_way(unit.own),
                      game_.pieces, unit.others);
  for (const Pip roll : kPips) {
    if (roll != kSix) add_lower_roll(unit, roll, marked.of(roll), halves);
  }
  if (!game_.counts_sixes) return;
  const std::size_t begin = game_.layout.slot(unit.side, unit.own, unit.others.begin);
  for (std::size_t i = 0; i < unit.count(); ++i) {
    const Half& half = halves[i];
    const Two after = after_.at(begin + i);
    five_.set(begin + i, {half.rest.lower + half.lost * after.lower,
                          half.rest.upper + half.lost * after.upper});
  }
}

template <class Table>
void Sweeper<Table>::finish_turn(const Unit& unit) {
  const Turns& turns = game_.turns[static_cast<std::size_t>(unit.side)];
  const std::uint32_t step = turns.step(unit.own, kSix);
  Row best;
  choose_six(unit, step, 0, best);
  const std::uint8_t* in_the_way = turns.in_the_way(unit.own);
  Half* halves = halves_.data() + half_of(unit.side, unit.own);
  for (std::size_t i = 0; i < unit.count(); ++i) {
    const int other = unit.others.begin + static_cast<int>(i);
    const Pieces::List& list = game_.pieces.of(other);
    const unsigned rolls = in_the_way[list[0]] | in_the_way[list[1]] | in_the_way[list[2]];
    const Two here = (rolls & kAllSixes) != 0 ? six(unit.side, step, 0, other) : best.at(i);
    halves[i].rest = Table::sixth(halves[i].rest + here);
  }
}

template <class Table>
void Sweeper<Table>::store(const Unit& unit, Sweep& sweep) {
  const std::size_t begin = game_.layout.slot(unit.side, unit.own, unit.others.begin);
  const Half* mine = halves_.data() + half_of(unit.side, unit.own);
  const int other = game_.layout.other(unit.side);
  const auto column = static_cast<std::size_t>(
      unit.own - game_.fleets.with_progress(game_.fleets.progress(unit.own)).begin);
  for (std::size_t i = 0; i < unit.count(); ++i) {
    const Half& theirs = halves_[half_of(other, unit.others.begin + static_cast<int>(i)) + column];
    // x = a + p (1 - y) and y = b + q (1 - x), where a lower bound of one goes with an upper bound
    // of the other: what both do with lost rolls is solved at once.
    const Bounds a = Table::bounds_of(mine[i].rest);
    const Bounds b = Table::bounds_of(theirs.rest);
    const double p = static_cast<double>(mine[i].lost) / 6;
    const double q = static_cast<double>(theirs.lost) / 6;
    const double share = 1 / (1 - p * q);
    const Bounds y{share * (b.lower + q * (1 - a.upper - p)),
                   share * (b.upper + q * (1 - a.lower - p))};
    const Two before = after_.at(begin + i);
    Two next = Table::pair_of(y.complement());
    next = {std::max(next.lower, before.lower), std::min(next.upper, before.upper)};
    after_.set(begin + i, next);
    const Bounds is = Table::bounds_of(after_.at(begin + i));  // rounded
    const Bounds was = Table::bounds_of(before);
    sweep.gap = std::max(sweep.gap, is.gap());
    sweep.moved = std::max({sweep.moved, is.lower - was.lower, was.upper - is.upper});
    if (!game_.counts_sixes || mine[i].lost == 0) continue;
    const Two five = five_.at(begin + i);
    five_.set(begin + i, {five.lower + mine[i].lost * (next.lower - before.lower),
                          five.upper - mine[i].lost * (before.upper - next.upper)});
  }
}

template class Sweeper<Doubles>;
template class Sweeper<Packed>;

}  // namespace aero::solve
