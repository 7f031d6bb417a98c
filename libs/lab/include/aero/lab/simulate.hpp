#pragma once
// Many games between bots, and what can be counted about them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "aero/ai.hpp"

namespace aero {

struct Simulation {
  Rules rules;
  std::vector<Seat> seats;       // two to four, each once; the first of them rolls first
  std::vector<const Bot*> bots;  // one a seat, in the order of `seats`
  bool rotates_first = false;    // game n, from 0, starts with seats[n % seats.size()]
  std::int64_t games = 1000;
  std::uint64_t seed = 1;
  std::int64_t max_plies = 100'000;  // a game that is longer stays unfinished
  int threads = 1;
  // Called now and then with the games done so far, from any of the threads, one call at a time.
  std::function<void(std::int64_t games)> progress;
};

// What is counted for each seat. Planes are counted one by one, also in a stack.
enum class Count : std::uint8_t {
  rolls,
  lost_rolls,  // nothing could move
  third_sixes,
  passes,  // by choice
  take_offs,
  jumps,              // pieces
  flights,            // pieces
  captures,           // enemy planes sent home, crossings included
  crossing_captures,  // of these, by flying over them
  planes_lost,        // own planes sent home: captured, or lost on a stack that they struck
  stacks,             // formed or enlarged
  planes_home,        // arrivals in the centre; a third six may take them back
};
inline constexpr int kCounts = 12;
// A word for data files, such as "lost_rolls".
std::string_view name(Count count);

struct Estimate {
  double value;
  double low, high;  // 95 % interval
};

// Sums over all games; the order of seats is R, Y, B, G and absent seats have zeros.
struct Report {
  std::int64_t games = 0;
  std::int64_t unfinished = 0;  // cut at max_plies; counted in `games`, `plies` and `counts` only
  std::int64_t plies = 0;
  std::array<std::array<std::int64_t, kCounts>, kSeats> counts{};
  // places[seat][n]: games that the seat finished in place n, from 0.
  std::array<std::array<std::int64_t, kSeats>, kSeats> places{};
  std::vector<std::int64_t> games_by_rolls;  // finished games that took n rolls, n from 0

  std::int64_t finished() const { return games - unfinished; }
  std::int64_t count(Seat seat, Count count) const {
    return counts[at(seat)][static_cast<std::size_t>(count)];
  }
  std::int64_t total(Count count) const;
  std::int64_t place(Seat seat, int place) const {
    return places[at(seat)][static_cast<std::size_t>(place)];
  }

  friend bool operator==(const Report&, const Report&) = default;
};

// The same report for any number of threads: every die and choice has its own key.
// Preconditions: as said at the members; games ≥ 0, max_plies ≥ 0, threads ≥ 1.
Report simulate(const Simulation& simulation);

// How often a seat comes first, among finished games; the interval is Wilson's.
Estimate first_places(const Report& report, Seat seat);
// Mean rolls of a finished game. Precondition of this and the next: report.finished() > 0.
Estimate rolls_per_game(const Report& report);
// The least n such that at least `share` of the finished games, 0 … 1, took at most n rolls: 0 is
// the shortest game, 0.5 the median, 1 the longest.
std::int64_t rolls_quantile(const Report& report, double share);

}  // namespace aero
