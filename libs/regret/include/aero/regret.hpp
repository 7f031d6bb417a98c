#pragma once
// Regret: what a bot's choices lose against the best ones, where the game is solved.

#include <cstdint>
#include <functional>
#include <optional>

#include "aero/ai.hpp"
#include "aero/solve/table.hpp"

namespace aero {

// What is measured over decisions: positions with a roll that leave a choice between moves which do
// not all lead to the same position. A table has to be solved: a loss is told by the middle of its
// bounds, and means nothing where it is not much more than the table's gap.
struct Regret {
  struct Decision {
    State state;  // a roll is waiting
    Move chosen;
    Move best;
    double loss;  // of the mover's chance to win
  };

  std::int64_t decisions = 0;
  std::int64_t games = 0;  // that they come from; 0 where they were drawn
  double mean = 0;         // loss a decision, of the mover's chance to win: 0 … 1
  // Of the mean, 95 %, cut at 0; over decisions or, of games, over those. None of fewer than two;
  // nor where nothing was lost, for then nobody knows how much a loss would be.
  struct Interval {
    double low, high;
  };
  std::optional<Interval> interval;
  double best = 0;                // share of decisions that lose nothing
  std::optional<Decision> worst;  // the first of greatest loss; none where there is no decision
};

struct RegretOptions {
  std::int64_t decisions = 10'000;
  std::uint64_t seed = 1;
  int threads = 1;  // 1 or more; the result is the same for any number
  // Called now and then with the decisions done so far, from any thread, one call at a time.
  std::function<void(std::int64_t decisions)> progress = nullptr;
};

// Over decisions at the beginning of a turn: the two fleets, who is on turn and the roll are drawn
// evenly from all that the table has. Fewer decisions than wanted, or none, where the rules hardly
// ever leave a choice.
Regret regret_anywhere(const ExactTable& table, const Bot& bot, const RegretOptions& options);

// Over every decision of games of the bot against itself, the seats beginning by turns: as many
// games as it takes, each to its end, and never more games than decisions are wanted.
Regret regret_in_play(const ExactTable& table, const Bot& bot, const RegretOptions& options);

}  // namespace aero
