#pragma once
// Matches: two bots play many games, the same dice from every side; and pools, where each bot meets
// each other one.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aero/arena/player.hpp"
#include "aero/arena/ratings.hpp"
#include "aero/arena/statistics.hpp"

namespace aero::arena {

// How many of the seats bot A takes; B has the others.
enum class Holding : std::uint8_t {
  one,   // one seat against all others
  half,  // half of them; of three seats one and two by turns
};

// Which seats A has in the games of a block: every way there is. Bit i is seats[i].
std::vector<std::uint8_t> seatings(std::size_t seats, Holding holding);
// The share of first places that equal bots have: 1/seats, or 1/2. Equal bots have exactly that in
// every block.
double fair_share(std::size_t seats, Holding holding);

// Dice are keyed by the block, the seat, and that seat's roll number, so all games of a block have
// the same dice, and only what the bots choose makes them differ.
struct Match {
  Rules rules;
  std::vector<Seat> seats;  // two to four, each once; the first of them rolls first
  Holding holding = Holding::one;
  std::int64_t games = 1000;  // at least; the last block is played out
  std::uint64_t seed = 1;
  std::int64_t max_plies = 100'000;  // a longer game counts as a fair share
  int threads = 1;
  bool weighs_luck = true;  // where there is a net
  std::optional<Sprt>
      sprt;  // stops as soon as it is decided, by blocks less luck if that is weighed
  // Called now and then with the games done so far, from any of the threads, one call at a time.
  std::function<void(std::int64_t games)> progress;
  // Asked by any of the threads whether to stop; once it says so it has to go on saying so. What
  // is left then are the blocks that were played out before. May be empty.
  std::function<bool()> stops = nullptr;

  bool is_stopped() const { return stops && stops(); }
};

// What a bot took for choices between two moves or more, by Player::clock_s. Not the same each
// time.
struct Thinking {
  std::int64_t choices = 0;
  double seconds = 0;

  double mean_ms() const {
    return choices == 0 ? 0 : 1000 * seconds / static_cast<double>(choices);
  }
  void add(const Thinking& other) {
    choices += other.choices;
    seconds += other.seconds;
  }
};

// Where there are no blocks, because the match was stopped, nothing but `fair` is told.
struct MatchReport {
  std::int64_t games = 0;
  std::int64_t blocks = 0;
  std::int64_t wins = 0;  // games that a seat of A finished first, or B lost by failing
  std::int64_t unfinished = 0;
  // Games that A, and that B, lost by failing, by kind of failure.
  std::array<std::array<std::int64_t, kFailures>, 2> failures{};
  double fair = 0;                   // the share of equal bots
  Share score{};                     // A's share of first places
  std::optional<Adjusted> adjusted;  // where luck was weighed
  std::array<Thinking, 2> thinking;  // of A and of B

  struct Test {
    double log_ratio, lower_bound, upper_bound;
    Sequential::Verdict verdict;
  };
  std::optional<Test> sprt;

  std::int64_t failed(int bot) const;
};

// The same report for any number of threads, as far as programs do not depend on time, and but for
// `thinking`. Errors are those of entering.
// Preconditions: as said at the members; games ≥ 1, max_plies ≥ 1, threads ≥ 1.
Result<MatchReport> play_match(const Match& match, const Contestant& a, const Contestant& b);

// Every pair of the pool plays such a match, half of the seats each, all pairs on the same dice and
// every game to the end that the rules set; there is no sprt.
struct Pool {
  Match match;  // `games` a pair
  std::vector<Contestant> bots;
};

struct PoolReport {
  // pairs[i][j]: the first bot's match against the second, for i < j; bots[j] as `A` for i > j is
  // the same seen from the other side. Nothing on the diagonal, and of pairs without a block.
  std::vector<std::vector<std::optional<MatchReport>>> pairs;
  Ratings ratings;  // by whole finishing orders; games that a failure ended are left out
  std::int64_t games = 0;
};

Result<PoolReport> play_pool(const Pool& pool);

}  // namespace aero::arena
