#include "sweep.hpp"

#include <algorithm>
#include <cassert>
#include <mutex>

namespace aero::solve {
namespace {

constexpr double kChance = 1.0 / 6;  // of each roll
constexpr int kMostColumns = 512;    // of one progress
constexpr std::size_t kPart = 1000;  // positions that are worth a thread's while
constexpr Slot kIsLost = Slot{1} << 31;

using Row = std::array<Bounds, kMostColumns>;

Bounds operator+(Bounds a, Bounds b) { return {a.lower + b.lower, a.upper + b.upper}; }
Bounds operator-(Bounds a, Bounds b) { return {a.lower - b.lower, a.upper - b.upper}; }
Bounds operator*(double factor, Bounds b) { return {factor * b.lower, factor * b.upper}; }
Bounds max(Bounds a, Bounds b) {
  return {a.lower < b.lower ? b.lower : a.lower, a.upper < b.upper ? b.upper : a.upper};
}

// A choice is made for `count` columns side by side, all of the same progress: places are rows.
struct Columns {
  const Layout& layout;
  const Bounds* values;
  Fleets::Range range;
  static constexpr int kMost = kMostColumns;
  std::size_t count() const { return static_cast<std::size_t>(range.size()); }
  const Bounds* at(Slot row) const { return values + layout.slot(row, range); }
};

// A choice is made for one position: places are slots.
struct OnePosition {
  const Bounds* values;
  static constexpr int kMost = 1;
  static constexpr std::size_t count() { return 1; }
  const Bounds* at(Slot slot) const { return values + slot; }
};

template <class Where>
void clear(const Where& where, Bounds* best) {
  std::fill_n(best, where.count(), Bounds{0, 0});
}

template <class Where>
void take_best(const Where& where, Slot place, Bounds* best) {
  const Bounds* values = where.at(place);
  for (std::size_t i = 0; i < where.count(); ++i) best[i] = max(best[i], values[i]);
}

template <class Where>
void choose(const Where& where, std::span<const Slot> places, Bounds* best) {
  clear(where, best);
  for (const Slot place : places) take_best(where, place, best);
}

// What the second six of a turn offers. Returns the end of its part of the tree.
template <class Where>
const Slot* choose_second(const Where& where, const Slot* tree, Bounds* best) {
  clear(where, best);
  for (Slot count = *tree++; count > 0; --count, tree += 2) {
    if (tree[0] == kNoSlot) {
      take_best(where, tree[1], best);
      continue;
    }
    const Bounds* five = where.at(tree[0]);
    const Bounds* third = where.at(tree[1]);
    for (std::size_t i = 0; i < where.count(); ++i) {
      best[i] = max(best[i], kChance * (five[i] + third[i]));
    }
  }
  return tree;
}

// What the first six of a turn offers. Returns the end of the tree.
template <class Where>
const Slot* choose_six(const Where& where, const Slot* tree, Bounds* best) {
  clear(where, best);
  for (Slot count = *tree++; count > 0; --count) {
    if (tree[0] == kNoSlot) {
      take_best(where, tree[1], best);
      tree += 2;
      continue;
    }
    const Bounds* five = where.at(tree[0]);
    std::array<Bounds, Where::kMost> second;
    tree = choose_second(where, tree + 1, second.data());
    for (std::size_t i = 0; i < where.count(); ++i) {
      best[i] = max(best[i], kChance * (five[i] + second[i]));
    }
  }
  return tree;
}

}  // namespace

std::vector<Bounds> first_values(const Layout& layout, const Fleets& fleets) {
  std::vector<Bounds> values(layout.size(), Bounds{0, 1});
  for (int side = 0; side < layout.sides(); ++side) {
    for (const Block block : {Block::before, Block::after}) {
      for (int fleet = 0; fleet < fleets.size(); ++fleet) {
        values[layout.slot(layout.row(side, block, fleet), fleets.home())] = {0, 0};
      }
      for (int fleet = 0; fleet < fleets.size(); ++fleet) {
        values[layout.slot(layout.row(side, block, fleets.home()), fleet)] = {1, 1};
      }
    }
  }
  return values;
}

Sweeper::Sweeper(const Layout& layout, const Fleets& fleets, const Turns& turns, Crew& crew,
                 std::vector<Bounds>& values)
    : layout_(layout),
      fleets_(fleets),
      turns_(turns),
      crew_(crew),
      values_(values),
      halves_of_(static_cast<std::size_t>(layout.sides()) *
                 static_cast<std::size_t>(fleets.size())) {
  for (int progress = 2 * fleets.most_progress() - 2; progress >= 0; --progress) {
    add_level(progress, turns);
  }
}

void Sweeper::add_level(int progress, const Turns& turns) {
  const std::size_t begin = units_.size();
  const int most = fleets_.most_progress() - 1;  // of a seat that is not home
  for (int side = 0; side < layout_.sides(); ++side) {
    for (int mine = std::max(0, progress - most); mine <= std::min(progress, most); ++mine) {
      const Fleets::Range own = fleets_.with_progress(mine);
      const Fleets::Range others = fleets_.with_progress(progress - mine);
      assert(others.size() <= kMostColumns);
      for (int fleet = own.begin; fleet < own.end; ++fleet) {
        units_.push_back({side, fleet, others, lower_.size(), six_.size()});
        add_exceptions(units_.back(),
                       turns[static_cast<std::size_t>(side)][static_cast<std::size_t>(fleet)]);
      }
    }
  }
  levels_.push_back({begin, units_.size()});
}

// Lower rolls: for each roll how many exceptions, each as column, number of choices with kIsLost,
// choices. Six: how many exceptions, each as column, tree.
void Sweeper::add_exceptions(const Unit& unit, const Turn& turn) {
  const auto begin =
      std::ranges::lower_bound(turn.exceptions, unit.others.begin, {}, &Exception::other);
  const auto end =
      std::ranges::lower_bound(turn.exceptions, unit.others.end, {}, &Exception::other);
  for (std::size_t roll = 0; roll < 6; ++roll) {
    std::vector<Slot>& list = roll < 5 ? lower_ : six_;
    const std::size_t count = list.size();
    list.push_back(0);
    for (auto exception = begin; exception != end; ++exception) {
      const Choices& choices = exception->choices[roll];
      if (choices.empty()) continue;
      ++list[count];
      list.push_back(static_cast<Slot>(exception->other - unit.others.begin));
      if (roll < 5) {
        const Slot same =
            layout_.slot(layout_.row(unit.side, Block::after, unit.own), exception->other);
        const bool is_lost = choices.size() == 1 && choices[0] == same;
        list.push_back(static_cast<Slot>(choices.size()) | (is_lost ? kIsLost : 0));
      }
      list.insert(list.end(), choices.begin(), choices.end());
    }
  }
}

Sweep Sweeper::sweep() {
  Sweep sum;
  std::mutex mutex;
  for (const Level& level : levels_) {
    std::size_t halves = 0;
    for (std::size_t i = level.begin; i < level.end; ++i) {
      const Unit& unit = units_[i];
      half_of(unit.side, unit.own) = halves;
      halves += static_cast<std::size_t>(unit.others.size());
    }
    halves_.resize(halves);
    const auto units = static_cast<int>(level.end - level.begin);
    const int part = std::max(
        1, static_cast<int>(kPart * (level.end - level.begin) / std::max<std::size_t>(halves, 1)));
    const auto share = [&](const auto& work) {
      crew_.share(units, part, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) work(units_[level.begin + static_cast<std::size_t>(i)]);
      });
    };
    share([&](const Unit& unit) { sum_lower_rolls(unit); });
    share([&](const Unit& unit) { finish_turn(unit); });
    crew_.share(units, part, [&](int begin, int end) {
      Sweep here;
      for (int i = begin; i < end; ++i) {
        store(units_[level.begin + static_cast<std::size_t>(i)], here);
      }
      const std::scoped_lock lock(mutex);
      sum = {std::max(sum.gap, here.gap), std::max(sum.moved, here.moved)};
    });
  }
  return sum;
}

void Sweeper::sum_lower_rolls(const Unit& unit) {
  const Turn& turn =
      turns_[static_cast<std::size_t>(unit.side)][static_cast<std::size_t>(unit.own)];
  const Columns columns{layout_, values_.data(), unit.others};
  const OnePosition one{values_.data()};
  const Slot same = layout_.row(unit.side, Block::after, unit.own);
  Half* halves = halves_.data() + half_of(unit.side, unit.own);
  Row sum;
  clear(columns, sum.data());
  for (std::size_t i = 0; i < columns.count(); ++i) halves[i].lost_rolls = 0;
  const Slot* exceptions = lower_.data() + unit.lower;
  for (std::size_t roll = 0; roll < 5; ++roll) {
    Row best;
    choose(columns, turn.rows[roll], best.data());
    const double lost = turn.rows[roll].size() == 1 && turn.rows[roll][0] == same ? 1 : 0;
    if (lost > 0) {
      for (std::size_t i = 0; i < columns.count(); ++i) halves[i].lost_rolls += 1;
    }
    for (Slot count = *exceptions++; count > 0; --count) {
      const Slot column = *exceptions++;
      const double is_lost = (*exceptions & kIsLost) != 0 ? 1 : 0;
      const Slot choices = *exceptions++ & ~kIsLost;
      choose(one, std::span(exceptions, choices), &best[column]);
      halves[column].lost_rolls += is_lost - lost;
      exceptions += choices;
    }
    for (std::size_t i = 0; i < columns.count(); ++i) sum[i] = sum[i] + best[i];
  }
  const Slot five = layout_.slot(layout_.row(unit.side, Block::five, unit.own), unit.others);
  std::copy_n(sum.begin(), columns.count(), values_.begin() + five);
}

void Sweeper::finish_turn(const Unit& unit) {
  const Turn& turn =
      turns_[static_cast<std::size_t>(unit.side)][static_cast<std::size_t>(unit.own)];
  const Columns columns{layout_, values_.data(), unit.others};
  const OnePosition one{values_.data()};
  Row best;
  choose_six(columns, turn.rows[5].data(), best.data());
  const Slot* exceptions = six_.data() + unit.six;
  for (Slot count = *exceptions++; count > 0; --count) {
    const Slot column = *exceptions++;
    exceptions = choose_six(one, exceptions, &best[column]);
  }
  Half* halves = halves_.data() + half_of(unit.side, unit.own);
  const Bounds* five = columns.at(layout_.row(unit.side, Block::five, unit.own));
  const Bounds* after = columns.at(layout_.row(unit.side, Block::after, unit.own));
  for (std::size_t i = 0; i < columns.count(); ++i) {
    halves[i].rest = kChance * (five[i] + best[i] - halves[i].lost_rolls * after[i]);
  }
}

void Sweeper::store(const Unit& unit, Sweep& sweep) {
  const Half* mine = halves_.data() + half_of(unit.side, unit.own);
  const auto at = [&](Block block) {
    return values_.data() + layout_.slot(layout_.row(unit.side, block, unit.own), unit.others);
  };
  Bounds* before = at(Block::before);
  Bounds* after = at(Block::after);
  Bounds* five = at(Block::five);
  const int other = layout_.other(unit.side);
  const auto column =
      static_cast<std::size_t>(unit.own - fleets_.with_progress(fleets_.progress(unit.own)).begin);
  for (std::size_t i = 0; i < static_cast<std::size_t>(unit.others.size()); ++i) {
    const Half& theirs = halves_[half_of(other, unit.others.begin + static_cast<int>(i)) + column];
    // x = a + p (1 - y) and y = b + q (1 - x), where a lower bound of one goes with an upper bound
    // of the other: what both do with lost rolls is solved at once.
    const Bounds a = mine[i].rest;
    const Bounds b = theirs.rest;
    const double p = kChance * mine[i].lost_rolls;
    const double q = kChance * theirs.lost_rolls;
    const double share = 1 / (1 - p * q);
    const Bounds x{share * (a.lower + p * (1 - b.upper - q)),
                   share * (a.upper + p * (1 - b.lower - q))};
    const Bounds y{share * (b.lower + q * (1 - a.upper - p)),
                   share * (b.upper + q * (1 - a.lower - p))};
    sweep.gap = std::max(sweep.gap, x.gap());
    sweep.moved = std::max({sweep.moved, x.lower - before[i].lower, before[i].upper - x.upper});
    before[i] = x;
    const Bounds next = y.complement();
    five[i] = five[i] + mine[i].lost_rolls * (next - after[i]);
    after[i] = next;
  }
}

}  // namespace aero::solve
