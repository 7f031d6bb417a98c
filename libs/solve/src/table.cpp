#include "aero/solve/table.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <string>
#include <variant>

#include "aero/notation.hpp"
#include "store.hpp"
#include "sweep.hpp"

namespace aero {
namespace {

using solve::Doubles;
using solve::Packed;

constexpr double kStandstill = 1e-3;  // bounds that move so little of the gap wanted never meet

struct Stopped {};  // before all moves were learnt

}  // namespace

// The chances after each turn.
struct ExactTable::Values {
  Values(std::array<Seat, 2> seats, const Fleets& fleets, bool is_packed)
      : layout(seats, fleets), after(std::in_place_type<Doubles>, is_packed ? 0 : layout.size()) {
    if (is_packed) after.emplace<Packed>(layout.size());
  }

  bool is_packed() const { return std::holds_alternative<Packed>(after); }
  Bounds bounds(std::size_t slot) const {
    return std::visit([&](const auto& table) { return table.bounds_of(table.at(slot)); }, after);
  }
  std::vector<std::span<std::byte>> bytes() {
    return std::visit([](auto& table) { return table.bytes(); }, after);
  }

  solve::Layout layout;
  std::variant<Doubles, Packed> after;
};

ExactTable::ExactTable(const Rules& rules, std::array<Seat, 2> seats, bool is_packed)
    : rules_(rules),
      seats_(seats),
      fleets_(rules),
      values_(std::make_shared<Values>(seats, fleets_, is_packed || rules.planes > 2)) {
  assert(rules.planes >= 1 && rules.planes <= kMostPlanes && seats[0] != seats[1]);
}

ExactTable ExactTable::solve(const Rules& rules, std::array<Seat, 2> seats,
                             const SolveOptions& options) {
  return load_or_solve(rules, seats, {}, options);
}

ExactTable ExactTable::load_or_solve(const Rules& rules, std::array<Seat, 2> seats,
                                     const std::filesystem::path& folder,
                                     const SolveOptions& options) {
  if (!folder.empty()) {
    std::optional<ExactTable> table = load(rules, seats, folder, options.is_packed);
    if (table) {
      if (!table->is_done(options)) table->improve(folder, options);
      return *std::move(table);
    }
  }
  ExactTable table(rules, seats, options.is_packed);
  std::visit(
      [&](auto& after) {
        using Table = std::remove_reference_t<decltype(after)>;
        solve::Sweeper<Table>::begin(table.values_->layout, table.fleets_, after);
      },
      table.values_->after);
  table.improve(folder, options);
  return table;
}

bool ExactTable::is_done(const SolveOptions& options) const {
  // What is rounded each time it is stored creeps on by the last digit for a while.
  const double standstill = values_->is_packed() ? 4 * Packed::kFinest : options.gap * kStandstill;
  return gap_ <= options.gap || moved_ <= standstill || sweeps_ >= options.most_sweeps;
}

void ExactTable::improve(const std::filesystem::path& folder, const SolveOptions& options) {
  using Clock = std::chrono::steady_clock;
  Crew crew(options.threads);
  const auto goes_on = [&](double part) {
    if (options.progress) options.progress(sweeps_ + part, gap_);
    return !options.stops || !options.stops();
  };
  std::optional<solve::Game> game;
  try {
    game.emplace(rules_, seats_, fleets_, values_->layout, crew, [&](double) {
      if (!goes_on(0)) throw Stopped();
    });
  } catch (const Stopped&) {
    return;  // nothing has changed
  }
  auto kept = Clock::now();
  const auto keep = [&] {
    const bool is_stored = save(folder);
    if (options.kept) options.kept(is_stored);
    kept = Clock::now();
  };
  std::visit(
      [&](auto& after) {
        using Table = std::remove_reference_t<decltype(after)>;
        solve::Sweeper<Table> sweeper(*game, crew, after);
        while (!is_done(options)) {
          const std::optional<solve::Sweep> sweep = sweeper.sweep(goes_on);
          if (!sweep) break;
          gap_ = sweep->gap;
          moved_ = sweep->moved;
          ++sweeps_;
          const std::chrono::duration<double> since = Clock::now() - kept;
          if (!folder.empty() && since.count() >= options.keep_seconds) keep();
        }
      },
      values_->after);
  if (!folder.empty()) keep();
}

std::size_t ExactTable::memory(const Rules& rules, std::array<Seat, 2> seats) {
  constexpr double kBytes = 6.3;  // of a chance, with what is learnt of the moves
  const double fleets = Fleets(rules).size();
  const double blocks = rules.sixes == Sixes::unlimited ? 1 : 2;
  return static_cast<std::size_t>(kBytes * blocks * fleets * fleets *
                                  solve::Layout::sides_of(seats));
}

// ---- files

namespace {

solve::Label label_of(const Rules& rules, std::array<Seat, 2> seats, bool is_packed) {
  return {is_packed ? "packed" : "solved",
          to_text(seats[0]) + to_text(seats[1]) + ' ' + to_text(rules)};
}

}  // namespace

std::optional<ExactTable> ExactTable::load(const Rules& rules, std::array<Seat, 2> seats,
                                           const std::filesystem::path& folder, bool is_packed) {
  ExactTable table(rules, seats, is_packed);
  std::vector<std::span<std::byte>> parts = table.values_->bytes();
  for (double* number : {&table.sweeps_, &table.gap_, &table.moved_}) {
    parts.push_back(solve::bytes_of(*number));
  }
  const solve::Label label = label_of(rules, seats, table.values_->is_packed());
  if (!solve::read_table(folder, label, parts)) return std::nullopt;
  return table;
}

bool ExactTable::save(const std::filesystem::path& folder) const {
  const std::vector<std::span<std::byte>> values = values_->bytes();
  std::vector<std::span<const std::byte>> parts(values.begin(), values.end());
  for (const double* number : {&sweeps_, &gap_, &moved_}) {
    parts.push_back(std::as_bytes(std::span(number, 1)));
  }
  return solve::write_table(folder, label_of(rules_, seats_, values_->is_packed()), parts);
}

// ---- values

std::int64_t ExactTable::states() const {
  return static_cast<std::int64_t>(values_->layout.size());
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
  if (state.sixes() == 0) {  // what the other has while the mover is to begin
    const bool is_first = mover == seats_[0];
    const Seat other = seats_[is_first ? 1 : 0];
    const int side = values_->layout.sides() == 1 || !is_first ? 0 : 1;
    return values_
        ->bounds(values_->layout.slot(side, fleets_.number_of(state.fleet(other)),
                                      fleets_.number_of(state.fleet(mover))))
        .complement();
  }
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
