#pragma once
// Exact values: every position of a game of two seats, solved.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "aero/game.hpp"
#include "aero/solve/fleets.hpp"

namespace aero {

// A chance, 0 … 1, that is known to lie between two bounds.
struct Bounds {
  double lower, upper;

  double middle() const { return (lower + upper) / 2; }
  double gap() const { return upper - lower; }
  // The chance that it does not happen.
  Bounds complement() const { return {1 - upper, 1 - lower}; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

struct SolveOptions {
  double gap = 1e-9;       // solved when the bounds of all positions are this close
  int threads = 1;         // 1 or more; the result is the same for any number
  int most_sweeps = 2000;  // ends there, whatever the gap
  // Called after each sweep over all positions, with how far the bounds are apart at most.
  std::function<void(int sweeps, double gap)> progress = nullptr;
};

// The chance to come first from every position of a game of two seats, when both play to come
// first. It lies between what a player wins if all that is not decided yet is lost, and if all of
// it is won; sweep by sweep more is decided, and where everybody has to move the two meet. Under
// `move=may` both may pass for ever, and a gap may stay: solving ends when the bounds stand still.
// Each bound carries a rounding error, far below 1e-12.
class ExactTable {
 public:
  // The most planes a side that are solved so.
  static constexpr int kMostPlanes = 2;

  // Preconditions: 1 ≤ rules.planes ≤ kMostPlanes; two different seats.
  static ExactTable solve(const Rules& rules, std::array<Seat, 2> seats,
                          const SolveOptions& options = {});

  // The table as it lies in a folder; none where it does not, or is not as it was written.
  static std::optional<ExactTable> load(const Rules& rules, std::array<Seat, 2> seats,
                                        const std::filesystem::path& folder);
  // Returns whether it could be written. Makes the folder where it is missing.
  bool save(const std::filesystem::path& folder) const;
  // Loads it, or else solves it and tries to save it; one whose gap is wider than wanted is solved
  // anew. An empty path is no folder.
  static ExactTable load_or_solve(const Rules& rules, std::array<Seat, 2> seats,
                                  const std::filesystem::path& folder,
                                  const SolveOptions& options = {});

  const Rules& rules() const { return rules_; }
  std::array<Seat, 2> seats() const { return seats_; }
  const Fleets& fleets() const { return fleets_; }  // that a side can have

  // The chance that `seat` comes first, at any point of a turn, also when the game is over.
  // Preconditions: a position of these rules and seats; `seat` is one of them.
  Bounds value(const State& state, Seat seat) const;
  // The chance of the seat that begins.
  Bounds first_wins() const;

  std::int64_t states() const;  // beginnings of turns that are stored, reachable or not
  int sweeps() const { return sweeps_; }
  double gap() const { return gap_; }  // the greatest of any position

 private:
  ExactTable(const Rules& rules, std::array<Seat, 2> seats)
      : rules_(rules), seats_(seats), fleets_(rules) {}

  Bounds value_of_mover(const State& state) const;
  std::size_t index_of(const State& state) const;

  Rules rules_;
  std::array<Seat, 2> seats_;
  Fleets fleets_;
  // The mover's chance at the beginning of a turn, by [side][its fleet][the other's fleet].
  std::vector<Bounds> values_;
  int sweeps_ = 0;
  double gap_ = 1;
};

}  // namespace aero
