#pragma once
// The ends of games: two seats are left to bring home few planes, and what each has to hope for is
// known.

#include <functional>
#include <optional>

#include "aero/game.hpp"

namespace aero {

// The rules under which the end of a game is a duel: a game of two seats with so many planes or
// fewer, for planes in the centre have nothing more to do. None where they may have: where a third
// six takes back planes that came home in an earlier turn; and none under `move=may`, where a
// player who passes for ever loses nothing by any number. Precondition: planes ≥ 1.
std::optional<Rules> duel_rules(const Rules& rules, int planes);

// The same position as a duel under `duel`, which is duel_rules of `rules`: seats that have
// finished and planes that stay in the centre are gone, and the table is turned so that the seats
// are R and B where they face each other, else R and Y. None where more than two seats have planes
// to bring home, or one has more than a duel's, those counted that a third six could still take
// back. Precondition: the game is not over.
std::optional<State> duel_of(const Rules& rules, const Rules& duel, const State& state);

// Ends of games that are solved, under one rule set.
class Endgames {
 public:
  // The chance that the seat on turn is first in a duel, at any point of a turn; nothing where that
  // is not known.
  using Solution = std::function<std::optional<double>(const State& duel)>;

  // No ends are known where there are no duels of so many planes.
  Endgames(const Rules& rules, int planes, Solution solution)
      : rules_(rules), duel_(duel_rules(rules, planes)), solution_(std::move(solution)) {}

  const Rules& rules() const { return rules_; }

  // The chance that the seat on turn is the next to finish, when both play for that; nothing where
  // it is not known. Precondition: the game is not over.
  std::optional<double> chance(const State& state) const;

 private:
  Rules rules_;
  std::optional<Rules> duel_;
  Solution solution_;
};

}  // namespace aero
