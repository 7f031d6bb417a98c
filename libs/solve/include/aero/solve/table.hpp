#pragma once
// Exact values: every position of a game of two seats, solved.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

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
  // Six bytes a position in place of 16: bounds are rounded outwards to parts of 2^-29 wherever
  // they are stored, and end some 10^-7 apart. With three planes it is always so.
  bool is_packed = false;
  // Called again and again in each sweep over all positions: how many are done, and how far the
  // bounds were apart at most after the last of them.
  std::function<void(double sweeps, double gap)> progress = nullptr;
  // Asked as often whether to end here; the bounds hold wherever that is. May be empty. Where moves
  // are still being learnt, nothing is solved yet, and nothing stored.
  std::function<bool()> stops = nullptr;
  // Where the table is kept in a folder, it is stored when this many seconds have passed since it
  // was last, so that not more than this is lost with the power.
  double keep_seconds = 1200;
  // Told each time whether the table could be stored. May be empty.
  std::function<void(bool is_stored)> kept = nullptr;
};

// The chance to come first from every position of a game of two seats, when both play to come
// first. It lies between what a player wins if all that is not decided yet is lost, and if all of
// it is won; sweep by sweep more is decided, and where everybody has to move the two meet. Under
// `move=may` both may pass for ever, and a gap may stay: solving ends when the bounds stand still.
// Each bound that is not packed carries a rounding error, far below 1e-12.
class ExactTable {
 public:
  // The most planes a side that are solved so.
  static constexpr int kMostPlanes = 3;

  // Preconditions: 1 ≤ rules.planes ≤ kMostPlanes; two different seats.
  static ExactTable solve(const Rules& rules, std::array<Seat, 2> seats,
                          const SolveOptions& options = {});

  // Memory that solving takes with three planes, in bytes, near enough.
  static std::size_t memory(const Rules& rules, std::array<Seat, 2> seats);

  // The table as it lies in a folder; none where it does not, or is not as it was written.
  static std::optional<ExactTable> load(const Rules& rules, std::array<Seat, 2> seats,
                                        const std::filesystem::path& folder,
                                        bool is_packed = false);
  // Returns whether it could be written. Makes the folder where it is missing.
  bool save(const std::filesystem::path& folder) const;
  // Loads it, and where there is none, or its gap is wider than wanted and could still shrink, goes
  // on with solving and tries to save it. An empty path is no folder.
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

  // Whether solving on with these options would bring no more.
  bool is_done(const SolveOptions& options) const;

  std::int64_t states() const;  // beginnings of turns that are stored, reachable or not
  int sweeps() const { return static_cast<int>(sweeps_); }
  double gap() const { return gap_; }  // the greatest of any position, after the last whole sweep

 private:
  struct Values;

  ExactTable(const Rules& rules, std::array<Seat, 2> seats, bool is_packed);

  void improve(const std::filesystem::path& folder, const SolveOptions& options);
  Bounds value_of_mover(const State& state) const;

  Rules rules_;
  std::array<Seat, 2> seats_;
  Fleets fleets_;
  std::shared_ptr<Values> values_;
  double sweeps_ = 0;  // as it is kept in a file
  double gap_ = 1;
  double moved_ = 1;  // by the last sweep at most
};

}  // namespace aero
