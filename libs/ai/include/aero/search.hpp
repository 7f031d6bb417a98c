#pragma once
// Looking ahead: what a move is worth when all dice that may follow are weighed, and every seat
// chooses what makes it likeliest to be first.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "aero/endgame/endgames.hpp"
#include "aero/eval.hpp"
#include "aero/move.hpp"

namespace aero {

// Chances to be the next to finish, by seat, in parts of kCertainty.
using Chances = std::array<std::uint32_t, kSeats>;

struct SearchLimit {
  // Rolls to look ahead after the choice. At 0 the positions after each move are compared as they
  // are.
  int plies = 0;
  // A move to choose from is given up once it looks worse than the best by more than this, and by
  // half as much after each roll looked ahead. 0: none is.
  std::uint32_t doubt = 0;
  // Of moves further ahead, where more than a roll is left to look at, only the best by their looks
  // are followed: so many at most, and none that looks worse than the best by more than this.
  int moves = kMaxMoves;
  std::uint32_t within = kCertainty;
  // Positions evaluated at most, 0 for no limit. The search goes deeper ply by ply; a depth that is
  // not finished counts for nothing, so none is begun that would hardly be. The first two always
  // are finished.
  std::int64_t positions = 0;
  // Asked now and then whether to stop as if that limit were reached; may be empty. Where the work
  // is shared, by any of the threads.
  std::function<bool()> stops = nullptr;
  // Positions that they know are not looked ahead from, and do not count as evaluated. Of the
  // evaluator's rules, and to live as long as the search; null: none is known.
  const Endgames* endgames = nullptr;
};

// The search of champion, which no other settings were found to beat (docs/results/bots.md): wide
// where it chooses, narrow further ahead.
SearchLimit narrow_search(int plies, std::int64_t positions);

// A legal move and what it is worth.
struct Choice {
  Move move;
  Chances first;
};

struct Found {
  std::vector<Choice> choices;  // every legal move, in the order of legal_moves
  std::size_t best = 0;         // of these; the first among equals
  int plies = 0;                // looked ahead: of `best` and all that were still followed
  std::int64_t positions = 0;   // evaluated for that, without those of a depth not finished
};

// Calls work(0) … work(count - 1), each once and in any order, on whatever threads there are, and
// returns when all is done. Threads come from outside: nothing here knows them.
using Share = std::function<void(int count, const std::function<void(int)>& work)>;

// Holds a table of what was found before, which serves later searches under the same limits of
// moves with the same endgames. The same calls always give the same answers, unless `stops`
// decides.
class Search {
 public:
  // A table of 2^table_bits positions, 32 bytes each. With `share` several threads look ahead, and
  // every answer is the same for any way to share; without, it is the same too, except that
  // positions are counted otherwise: of a search that is shared, those that the table knew count
  // as well, for which of them it knows depends on the threads.
  explicit Search(const Evaluator& evaluator, int table_bits = 15, Share share = nullptr);
  ~Search();

  // Every move of the seat on turn. Precondition: a roll is waiting.
  Found choose(const State& state, const SearchLimit& limit);
  // What a position is worth, looking `plies` rolls ahead; limits of positions do not hold.
  // Precondition: the seat on turn is to roll.
  Chances value(const State& state, const SearchLimit& limit);

 private:
  class Lookout;
  std::unique_ptr<Lookout> lookout_;
};

}  // namespace aero
