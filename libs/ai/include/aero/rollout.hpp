#pragma once
// Rollouts: positions that are played to their end again and again, by the net for every seat. The
// dice are dealt evenly, the same to all positions, and their luck is taken off the results.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "aero/dice.hpp"
#include "aero/eval.hpp"
#include "aero/game.hpp"
#include "aero/luck.hpp"
#include "aero/search.hpp"

namespace aero {

// Dice for rounds of six games: in a round every seat's n-th roll is each face in one of the games.
// In a single game they are dice like any others, even and independent.
class DealtDice {
 public:
  static constexpr int kGames = 6;  // of a round

  DealtDice(std::uint64_t seed, std::uint64_t round);
  // The n-th roll, n from 0, of a seat in one of the games: 0 … kGames-1.
  Pip roll(int game, Seat seat, std::uint64_t n) const;

 private:
  Random round_;
};

struct RolloutOptions {
  std::int64_t games = 1296;  // of each position; rounded up to whole rounds, two at least
  int plies = 0;              // that the net looks ahead of each choice
  std::uint64_t seed = 1;
  Share share = nullptr;  // changes no number
  // A game that comes to an end that they know is over there, with the exact chances. Of the
  // evaluator's rules; threads may ask them.
  std::optional<Endgames> endgames = std::nullopt;
};

// Rolls positions out, some rounds at a time, so that a program can show how far it is.
class Rollouts {
 public:
  // A mean, and its standard error by the spread of the rounds.
  struct Estimate {
    double value;
    double error;
  };

  // Who is next to finish after `placed` have finished is what counts. Preconditions: a position
  // where that is open is one in which the seat on turn is to roll; games ≥ 1, plies ≥ 0. The
  // evaluator's net has to live as long.
  Rollouts(const Evaluator& evaluator, std::vector<State> positions, int placed,
           const RolloutOptions& options = {});

  // Games of each position, in all and played.
  std::int64_t games() const { return DealtDice::kGames * static_cast<std::int64_t>(rounds_); }
  std::int64_t done() const;
  // Plays some more; false where all have been played.
  bool step();

  // Of the games played, two rounds at least. The chance of a seat to be the next to finish, less
  // luck: as good as by_results on average, and much surer. It may lie a little outside of 0 … 1.
  Estimate chance(std::size_t position, Seat seat) const;
  // The same by the results alone.
  Estimate by_results(std::size_t position, Seat seat) const;
  // How much more one position is worth to a seat than another one. As both had the same dice, it
  // is surer than either of the two.
  Estimate difference(std::size_t position, std::size_t from, Seat seat) const;

 private:
  using Parts = Luck::Parts;
  struct Round {  // sums over its games, in parts of Luck::kOne
    Parts results{};
    Parts luck{};
  };

  Round play(const State& position, std::uint64_t round) const;
  void play(State state, const DealtDice& dice, int game, Round& round) const;
  template <class Value>
  Estimate estimate(Value value) const;

  Evaluator evaluator_;
  Luck luck_;
  std::vector<State> positions_;
  int placed_;
  RolloutOptions options_;
  std::size_t rounds_;
  std::vector<std::vector<Round>> played_;  // by round, by position
};

}  // namespace aero
