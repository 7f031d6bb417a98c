#include "aero/solve/race.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "aero/notation.hpp"
#include "store.hpp"
#include "turns.hpp"

namespace aero {
namespace {

using solve::Due;
using solve::entries;
using solve::kEnds;
using solve::Place;
using solve::Turns;

constexpr std::array kSeatsOfRace{Seat::R, Seat::B};  // the second one never leaves its hangar
constexpr double kChance = 1.0 / 6;
constexpr double kStandstill = 1e-12;

// Turns still to be begun, by fleet: as in the table of two seats, but the least of the choices is
// the best, and it is what there is to come when a turn is over that counts.
class Race {
 public:
  Race(const Fleets& fleets, const Turns& turns)
      : fleets_(fleets),
        turns_(turns),
        after_(static_cast<std::size_t>(fleets.size())),
        five_(after_.size()) {}

  // Returns how much a value has changed at most.
  double sweep() {
    double moved = 0;
    for (int own = fleets_.home() - 1; own >= 0; --own) moved = std::max(moved, improve(own));
    return moved;
  }

  // Of all fleets, by number.
  const std::vector<double>& turns() const { return after_; }

 private:
  double improve(int own) {
    double lost_rolls = 0;
    double sum = 0;
    for (const Pip roll : kPips) {
      if (roll == kSix) break;
      const std::uint32_t* list = turns_.free(turns_.step(own, roll));
      if (list[0] == 1 && list[1] == Place(own, Due::other, 0).word()) {
        ++lost_rolls;
      } else {
        sum += least(list);
      }
    }
    double& after = after_[static_cast<std::size_t>(own)];
    double& five = five_[static_cast<std::size_t>(own)];
    five = sum + lost_rolls * after;
    const double six = least_of_sixes(turns_.free(turns_.step(own, kSix)), 0);
    const double rest = 1 + kChance * (sum + six);
    const double turns = rest / (1 - kChance * lost_rolls);  // a lost roll costs a turn, no more
    const double moved = std::abs(turns - after);
    after = turns;
    five = sum + lost_rolls * after;
    return moved;
  }

  double value(Place place) const {
    const auto own = static_cast<std::size_t>(place.own());
    switch (place.due()) {
      case Due::other: return after_[own];
      case Due::mover: return after_[own] - 1;
      case Due::five: break;
    }
    return five_[own];
  }

  double least(const std::uint32_t* list) const {
    double best = std::numeric_limits<double>::infinity();
    for (const std::uint32_t word : entries(list, false)) best = std::min(best, value(Place(word)));
    return best;
  }

  double least_of_sixes(const std::uint32_t* list, int played) const {
    double best = std::numeric_limits<double>::infinity();
    const auto pairs = entries(list, true);
    for (std::size_t at = 0; at < pairs.size(); at += 2) {
      double turns = value(Place(pairs[at]));
      const std::uint32_t next = pairs[at + 1];
      if (next != kEnds) {
        turns += played == 0 ? least_of_sixes(turns_.free(next), 1) : value(Place(next));
        turns *= kChance;
      }
      best = std::min(best, turns);
    }
    return best;
  }

  const Fleets& fleets_;
  const Turns& turns_;
  std::vector<double> after_, five_;
};

solve::Label label_of(const Rules& rules) { return {"race", to_text(rules)}; }

}  // namespace

RaceTable RaceTable::build(const Rules& rules, int threads, const Progress& progress) {
  RaceTable table(rules);
  Crew crew(threads);
  const Turns turns(rules, kSeatsOfRace, 0, table.fleets_, {0, table.fleets_.home()}, nullptr, crew,
                    progress);
  Race race(table.fleets_, turns);
  while (race.sweep() > kStandstill) {
  }
  table.turns_ = race.turns();
  return table;
}

std::optional<RaceTable> RaceTable::load(const Rules& rules, const std::filesystem::path& folder) {
  RaceTable table(rules);
  table.turns_.resize(static_cast<std::size_t>(table.fleets_.size()));
  const auto bytes = std::as_writable_bytes(std::span(table.turns_));
  if (!solve::read_table(folder, label_of(rules), {bytes})) return std::nullopt;
  return table;
}

bool RaceTable::save(const std::filesystem::path& folder) const {
  return solve::write_table(folder, label_of(rules_), {std::as_bytes(std::span(turns_))});
}

RaceTable RaceTable::load_or_build(const Rules& rules, const std::filesystem::path& folder,
                                   int threads, const Progress& progress) {
  if (!folder.empty()) {
    if (std::optional<RaceTable> table = load(rules, folder)) return *std::move(table);
  }
  RaceTable table = build(rules, threads, progress);
  if (!folder.empty()) table.save(folder);
  return table;
}

double RaceTable::turns_to_begin(const State& state, Seat seat) const {
  const bool is_over = state.is_over() || state.fleet(seat).is_home();
  if (is_over || state.turn() != seat) return turns(state.fleet(seat));
  if (state.has_roll()) {
    double best = std::numeric_limits<double>::infinity();
    for (const Move& move : legal_moves(rules_, state)) {
      State after = state;
      apply(rules_, after, move);
      best = std::min(best, turns_to_begin(after, seat));
    }
    return best;
  }
  if (state.sixes() == 0) return turns(state.fleet(seat)) - 1;
  double sum = 0;
  for (const Pip roll : kPips) {
    State after = state;
    apply(rules_, after, roll);
    sum += turns_to_begin(after, seat);
  }
  return sum * kChance;
}

}  // namespace aero
