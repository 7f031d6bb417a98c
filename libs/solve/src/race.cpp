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

using solve::Block;
using solve::Choices;
using solve::Crew;
using solve::kNoSlot;
using solve::Layout;
using solve::Slot;

constexpr std::array kSeatsOfRace{Seat::R, Seat::B};  // the second one never leaves its hangar
constexpr double kChance = 1.0 / 6;
constexpr double kStandstill = 1e-12;

using Turns = std::vector<std::array<Choices, 6>>;

Turns read_turns(const Rules& rules, const Fleets& fleets, Crew& crew) {
  Turns turns(static_cast<std::size_t>(fleets.home()));
  crew.share(fleets.home(), 256, [&](int begin, int end) {
    for (int own = begin; own < end; ++own) {
      turns[static_cast<std::size_t>(own)] =
          solve::read_free_turn(rules, kSeatsOfRace, fleets, own);
    }
  });
  return turns;
}

// Turns still to be begun, by row: as in the table of two seats, but the least of the choices is
// the best, and it is what there is to come when a turn is over that counts.
class Race {
 public:
  Race(const Fleets& fleets, const Turns& turns)
      : fleets_(fleets),
        layout_(kSeatsOfRace, fleets),
        turns_(turns),
        values_(solve::kBlocks * static_cast<std::size_t>(fleets.size())) {}

  // Returns how much a value has changed at most.
  double sweep() {
    double moved = 0;
    for (int own = fleets_.home() - 1; own >= 0; --own) moved = std::max(moved, improve(own));
    return moved;
  }

  double turns_from(int own) const { return values_[row(Block::after, own)]; }

 private:
  Slot row(Block block, int own) const { return layout_.row(0, block, own); }

  double improve(int own) {
    const std::array<Choices, 6>& turn = turns_[static_cast<std::size_t>(own)];
    const Slot same = row(Block::after, own);
    double lost_rolls = 0;
    double sum = 0;
    for (std::size_t roll = 0; roll < 5; ++roll) {
      if (turn[roll].size() == 1 && turn[roll][0] == same) {
        ++lost_rolls;
      } else {
        sum += least(turn[roll]);
      }
    }
    double& after = values_[same];
    double& five = values_[row(Block::five, own)];
    five = sum + lost_rolls * after;
    const double rest = 1 + kChance * (sum + least_of_six(turn[5]));
    const double turns = rest / (1 - kChance * lost_rolls);  // a lost roll costs a turn, no more
    const double moved = std::abs(turns - after);
    after = turns;
    values_[row(Block::before, own)] = turns - 1;
    five = sum + lost_rolls * after;
    return moved;
  }

  double least(const Choices& rows) const {
    double best = std::numeric_limits<double>::infinity();
    for (const Slot row : rows) best = std::min(best, values_[row]);
    return best;
  }

  double least_of_six(const Choices& tree) const {
    double best = std::numeric_limits<double>::infinity();
    const Slot* at = tree.data();
    for (Slot count = *at++; count > 0; --count) {
      if (at[0] == kNoSlot) {
        best = std::min(best, values_[at[1]]);
        at += 2;
        continue;
      }
      const double five = values_[*at++];
      double second = std::numeric_limits<double>::infinity();
      for (Slot choices = *at++; choices > 0; --choices, at += 2) {
        const bool goes_on = at[0] != kNoSlot;
        second = std::min(second,
                          goes_on ? kChance * (values_[at[0]] + values_[at[1]]) : values_[at[1]]);
      }
      best = std::min(best, kChance * (five + second));
    }
    return best;
  }

  const Fleets& fleets_;
  Layout layout_;
  const Turns& turns_;
  std::vector<double> values_;
};

solve::Label label_of(const Rules& rules) { return {"race", to_text(rules)}; }

}  // namespace

RaceTable RaceTable::build(const Rules& rules, int threads) {
  RaceTable table(rules);
  Crew crew(threads);
  const Turns turns = read_turns(rules, table.fleets_, crew);
  Race race(table.fleets_, turns);
  while (race.sweep() > kStandstill) {
  }
  table.turns_.reserve(static_cast<std::size_t>(table.fleets_.size()));
  for (int own = 0; own < table.fleets_.size(); ++own) table.turns_.push_back(race.turns_from(own));
  return table;
}

std::optional<RaceTable> RaceTable::load(const Rules& rules, const std::filesystem::path& folder) {
  RaceTable table(rules);
  const auto count = static_cast<std::size_t>(table.fleets_.size());
  std::optional<std::vector<double>> turns = solve::read_table(folder, label_of(rules), count);
  if (!turns) return std::nullopt;
  table.turns_ = *std::move(turns);
  return table;
}

bool RaceTable::save(const std::filesystem::path& folder) const {
  return solve::write_table(folder, label_of(rules_), turns_);
}

RaceTable RaceTable::load_or_build(const Rules& rules, const std::filesystem::path& folder,
                                   int threads) {
  if (!folder.empty()) {
    if (std::optional<RaceTable> table = load(rules, folder)) return *std::move(table);
  }
  RaceTable table = build(rules, threads);
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
