#pragma once
// The race: one seat alone on the board, bringing its planes home in as few turns as it can.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "aero/game.hpp"
#include "aero/solve/fleets.hpp"

namespace aero {

// The least number of turns that are expected from every fleet, to within 1e-9.
class RaceTable {
 public:
  // Told again and again which part of the work is done, near enough. May be empty.
  using Progress = std::function<void(double part)>;

  // For any number of planes; seconds with four. Precondition: threads ≥ 1. The table is the same
  // for any number of them.
  static RaceTable build(const Rules& rules, int threads = 1, const Progress& progress = nullptr);

  // The table as it lies in a folder; none where it does not, was made for other rules or by
  // another version, or does not have the content that it was written with.
  static std::optional<RaceTable> load(const Rules& rules, const std::filesystem::path& folder);
  // Returns whether it could be written. Makes the folder where it is missing.
  bool save(const std::filesystem::path& folder) const;
  // Loads it, or else builds it and tries to save it. An empty path is no folder.
  static RaceTable load_or_build(const Rules& rules, const std::filesystem::path& folder,
                                 int threads = 1, const Progress& progress = nullptr);

  const Rules& rules() const { return rules_; }
  const Fleets& fleets() const { return fleets_; }

  // Turns to be begun from a fleet, 0 where it is home. Marks do not count.
  double turns(const Fleet& fleet) const {
    return turns_[static_cast<std::size_t>(fleets_.number_of(fleet))];
  }
  // Turns that a seat has still to begin; the one at hand, where it is the seat's, is not counted.
  // So the best move of a race is the one after which this is least.
  double turns_to_begin(const State& state, Seat seat) const;

 private:
  explicit RaceTable(const Rules& rules) : rules_(rules), fleets_(rules) {}

  Rules rules_;
  Fleets fleets_;
  std::vector<double> turns_;  // by number of the fleet
};

}  // namespace aero
