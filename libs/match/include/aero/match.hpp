#pragma once
// A game in progress at one table: who sits where, whose input is accepted, where the dice come
// from. It knows no socket and no clock, and its record is all there is to save.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "aero/dice.hpp"
#include "aero/record.hpp"

namespace aero {

struct Player {
  std::string name;  // UTF-8 without control characters; may be empty
  std::string bot;   // which bot plays the seat; empty for a person
  bool is_bot() const { return !bot.empty(); }
  friend bool operator==(const Player&, const Player&) = default;
};

// The dice that a table throws itself: those of GameDice. In a record: [Dice "seed 42 game 0"].
struct DiceKey {
  std::uint64_t seed = 0;
  std::uint64_t game = 0;
  friend bool operator==(const DiceKey&, const DiceKey&) = default;
};

struct Table {
  Rules rules;
  std::array<std::optional<Player>, kSeats> players;  // by seat; at least two
  std::optional<DiceKey> dice;  // none where real or scripted dice tell the rolls
  std::optional<Seat> first;    // who begins; none where the starting rolls tell
  // Those rolls, where the table has no dice of its own and nobody is `first`.
  std::vector<Pip> starting_rolls;
};

// A player's wish to roll the dice of the table.
struct RollRequest {
  friend bool operator==(const RollRequest&, const RollRequest&) = default;
};
// What may come from a player: a roll of own dice is a wish, one of real dice a fact.
using Request = std::variant<RollRequest, Pip, Move>;

// Is the entry an input or a take-back.
bool counts_as_ply(const Entry& entry);

class Match {
 public:
  // A new game. `tags` are further tags of its record, such as Event and Date.
  static Result<Match> begin(const Table& table, std::vector<Tag> tags = {});
  // The game of a record, at the very point at which it ends, on the same dice. Errors are placed
  // as those of `replay`. Rolls that the dice it names never threw are refused.
  static Result<Match> resume(Record record);

  const Record& record() const { return record_; }
  const Game& game() const { return game_; }  // the position, and what was before each input
  const Rules& rules() const { return game_.rules(); }
  const State& state() const { return game_.state(); }
  // None where nobody sits.
  const std::optional<Player>& player(Seat seat) const { return players_[at(seat)]; }
  bool has_dice() const { return dice_.has_value(); }

  // How many entries of the record counts_as_ply(). It never goes back, so that a request made for
  // an earlier moment can be told, whatever was taken back since.
  int ply() const { return ply_; }

  // The random numbers of one decision of a bot: the same whenever the game comes to it again.
  Random decision_stream() const;

  // Everything that is accepted is in the record, and its events are returned. What is refused
  // changes nothing; the error has no place.
  //
  // From a player: refused unless the seat is on turn and `ply` is ply(), so that nobody acts for
  // anybody else, and no repeated message acts twice.
  Result<EventList> accept(Seat seat, int ply, const Request& request);
  // For whoever is on turn.
  Result<EventList> roll();          // the dice of the table
  Result<EventList> roll(Pip roll);  // real or scripted dice
  Result<EventList> choose(const Move& move);

  // Back to the last choice that a person really had: the die lies as it lay, and later rolls of
  // the table's dice will be the same. Returns how many inputs were taken back.
  Result<int> take_back();
  bool can_take_back() const { return plies_to_last_choice() > 0; }

  // Adds a note or comment to the record.
  std::optional<Error> add(const Note& note);
  std::optional<Error> add(const Comment& comment);

 private:
  Match(Record record, Game game);

  std::optional<Error> check_dice() const;
  Result<EventList> take(const Entry& entry);
  int plies_to_last_choice() const;

  Record record_;
  Game game_;
  std::array<std::optional<Player>, kSeats> players_;
  std::optional<GameDice> dice_;
  int ply_ = 0;
};

}  // namespace aero
