#include "aero/solve/table.hpp"

#include <algorithm>
#include <cassert>

#include "aero/notation.hpp"
#include "store.hpp"
#include "sweep.hpp"

namespace aero {
namespace {

using solve::Block;
using solve::Crew;
using solve::Layout;
using solve::Sweeper;

constexpr std::size_t kNumbersOfWork = 2;  // sweeps and gap, behind the values in a file

solve::Label label_of(const Rules& rules, std::array<Seat, 2> seats) {
  return {"solved", to_text(seats[0]) + to_text(seats[1]) + ' ' + to_text(rules)};
}

constexpr double kStandstill = 1e-3;  // bounds that move so little of the gap wanted never meet

}  // namespace

ExactTable ExactTable::solve(const Rules& rules, std::array<Seat, 2> seats,
                             const SolveOptions& options) {
  assert(rules.planes >= 1 && rules.planes <= kMostPlanes && seats[0] != seats[1]);
  ExactTable table(rules, seats);
  const Fleets& fleets = table.fleets_;
  const Layout layout(seats, fleets);
  Crew crew(options.threads);
  const solve::Turns turns = solve::learn_turns(rules, seats, fleets, crew);
  std::vector<Bounds> values = solve::first_values(layout, fleets);
  Sweeper sweeper(layout, fleets, turns, crew, values);
  bool is_moving = true;
  while (is_moving && table.gap_ > options.gap && table.sweeps_ < options.most_sweeps) {
    const solve::Sweep sweep = sweeper.sweep();
    table.gap_ = sweep.gap;
    is_moving = sweep.moved > options.gap * kStandstill;
    ++table.sweeps_;
    if (options.progress) options.progress(table.sweeps_, table.gap_);
  }
  table.values_.reserve(layout.size() / solve::kBlocks);
  for (int side = 0; side < layout.sides(); ++side) {
    for (int own = 0; own < fleets.size(); ++own) {
      for (int other = 0; other < fleets.size(); ++other) {
        table.values_.push_back(values[layout.slot(layout.row(side, Block::before, own), other)]);
      }
    }
  }
  return table;
}

std::optional<ExactTable> ExactTable::load(const Rules& rules, std::array<Seat, 2> seats,
                                           const std::filesystem::path& folder) {
  ExactTable table(rules, seats);
  const auto fleets = static_cast<std::size_t>(table.fleets_.size());
  const auto sides = static_cast<std::size_t>(Layout(seats, table.fleets_).sides());
  const std::size_t states = sides * fleets * fleets;
  const auto numbers =
      solve::read_table(folder, label_of(rules, seats), 2 * states + kNumbersOfWork);
  if (!numbers) return std::nullopt;
  table.values_.reserve(states);
  for (std::size_t i = 0; i < states; ++i) {
    table.values_.push_back({(*numbers)[2 * i], (*numbers)[2 * i + 1]});
  }
  table.sweeps_ = static_cast<int>((*numbers)[2 * states]);
  table.gap_ = (*numbers)[2 * states + 1];
  return table;
}

bool ExactTable::save(const std::filesystem::path& folder) const {
  std::vector<double> numbers;
  numbers.reserve(2 * values_.size() + kNumbersOfWork);
  for (const Bounds& bounds : values_) {
    numbers.push_back(bounds.lower);
    numbers.push_back(bounds.upper);
  }
  numbers.push_back(sweeps_);
  numbers.push_back(gap_);
  return solve::write_table(folder, label_of(rules_, seats_), numbers);
}

ExactTable ExactTable::load_or_solve(const Rules& rules, std::array<Seat, 2> seats,
                                     const std::filesystem::path& folder,
                                     const SolveOptions& options) {
  if (!folder.empty()) {
    std::optional<ExactTable> table = load(rules, seats, folder);
    if (table && table->gap() <= options.gap) return *std::move(table);
  }
  ExactTable table = solve(rules, seats, options);
  if (!folder.empty()) table.save(folder);
  return table;
}

std::int64_t ExactTable::states() const { return static_cast<std::int64_t>(values_.size()); }

std::size_t ExactTable::index_of(const State& state) const {
  const Seat mover = state.turn();
  const int place = mover == seats_[0] ? 0 : 1;
  const Seat other = seats_[static_cast<std::size_t>(1 - place)];
  const auto fleets = static_cast<std::size_t>(fleets_.size());
  const bool is_shared = opposite(mover) == other;
  const std::size_t side = is_shared ? 0 : static_cast<std::size_t>(place);
  return (side * fleets + static_cast<std::size_t>(fleets_.number_of(state.fleet(mover)))) *
             fleets +
         static_cast<std::size_t>(fleets_.number_of(state.fleet(other)));
}

Bounds ExactTable::value(const State& state, Seat seat) const {
  if (state.is_over()) {
    const double won = state.order()[0] == seat ? 1 : 0;
    return {won, won};
  }
  const Bounds mover = value_of_mover(state);
  return state.turn() == seat ? mover : mover.complement();
}

Bounds ExactTable::value_of_mover(const State& state) const {
  const Seat mover = state.turn();
  if (state.has_roll()) {
    Bounds best{0, 0};
    for (const Move& move : legal_moves(rules_, state)) {
      State after = state;
      apply(rules_, after, move);
      const Bounds bounds = value(after, mover);
      best = {std::max(best.lower, bounds.lower), std::max(best.upper, bounds.upper)};
    }
    return best;
  }
  if (state.sixes() == 0) return values_[index_of(state)];
  Bounds sum{0, 0};
  for (const Pip roll : kPips) {
    State after = state;
    apply(rules_, after, roll);
    const Bounds bounds = value(after, mover);
    sum = {sum.lower + bounds.lower, sum.upper + bounds.upper};
  }
  return {sum.lower / 6, sum.upper / 6};
}

Bounds ExactTable::first_wins() const {
  return value(start(rules_, SeatSet(seats_), seats_[0]), seats_[0]);
}

}  // namespace aero
