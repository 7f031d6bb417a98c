#pragma once
// Bots: programs that choose moves. They see what a player sees, the position, and know the rules
// only through the engine.

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "aero/dice.hpp"
#include "aero/endgame/endgames.hpp"
#include "aero/game.hpp"

namespace aero {

// Holds no state that changes, so one bot may play any number of games and seats on any number of
// threads. The same position and the same random stream always give the same choice.
class Bot {
 public:
  virtual ~Bot() = default;
  virtual std::string_view name() const = 0;
  // It judges by the standard net (aero/eval.hpp) and plays nothing sensible without one.
  virtual bool needs_net() const { return false; }
  // One of `legal`, which is legal_moves(rules, state) and not empty. `random` is a stream for this
  // decision alone.
  virtual Move choose(const Rules& rules, const State& state, const MoveList& legal,
                      Random random) const = 0;
};

// All bots, weakest first. This is the one list of levels, for every program and the page:
// random    every legal move is as likely as any other.
// cautious  loses as few steps of progress as it can: each own plane's steps from the hangar times
//           its chance to be sent home, where every enemy rolls once and hits it if it can; steps
//           lost by striking a stack count in full. Among equals captures most planes; then the
//           most progress; then the first in legal_moves.
// greedy    captures most planes; among equals brings most planes home; then gains most steps, a
//           stack's planes counted one by one; then ends furthest; then the first in legal_moves.
// race      makes its own way home the shortest: the sum over its pieces of the rolls that a lone
//           plane needs.
// race+hit  captures most planes; among equals as race.
// club      weighs by hand how far it and its enemies have to go and what each could hit next.
// master    takes the move after which the net gives it the best chance to finish first.
// champion  looks some rolls ahead with the same net.
std::span<const Bot* const> bots();

// The bot of this name, or null.
const Bot* find_bot(std::string_view name);

// How many turns a seat has still to begin on average, alone on the board.
using TurnsHome = std::function<double(const State& state, Seat seat)>;

// race+table and race+hit+table: race and race+hit, but the shortest way home is that with the
// fewest of these turns. They play under the rules that the turns are told for.
std::unique_ptr<const Bot> race_with(TurnsHome turns);
std::unique_ptr<const Bot> race_and_hit_with(TurnsHome turns);

// champion+endgame: champion who also knows these endgames, under their rules. They have to live as
// long.
std::unique_ptr<const Bot> champion_with(const Endgames& endgames);

// Whom a person meets who has not said whom they want, and who plays for those who are away.
inline constexpr std::string_view kUsualBot = "greedy";

// What the bot chooses at a table where these endgames are known, if not null: champion goes by
// them. Precondition: a roll is waiting.
Move move_of(const Bot& bot, const Endgames* endgames, const Rules& rules, const State& state,
             Random random);

// What a person who asks for a hint is told: the move that champion would choose, with these
// endgames where there are any, or greedy where there is no standard net. Precondition: a roll is
// waiting.
Move hint(const Rules& rules, const State& state, const Endgames* endgames = nullptr);

}  // namespace aero
