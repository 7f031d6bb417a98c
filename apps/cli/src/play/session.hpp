#pragma once
// One game at this terminal: the match, the bots that sit at it, and the file that keeps it.

#include <filesystem>
#include <optional>
#include <string>

#include "aero/endgame/one_plane.hpp"
#include "aero/match.hpp"

namespace aero::cli {

// What a session is made of, as set-up and flags tell it. The seed is chosen when the game begins.
struct Plan {
  Rules rules;
  std::array<std::optional<Player>, kSeats> players;
  std::optional<Seat> first;          // none: starting rolls
  std::optional<std::uint64_t> seed;  // none: a new one for every game

  std::optional<Player>& player(Seat seat) { return players[at(seat)]; }
  const std::optional<Player>& player(Seat seat) const { return players[at(seat)]; }
};

// A person at R against three bots.
Plan default_plan();

class Session {
 public:
  // A new game. Without a file nothing is kept. Errors are those of Match.
  static Result<Session> begin(const Plan& plan, std::optional<std::filesystem::path> file);
  // Goes on with a record. Refuses bots that do not exist.
  static Result<Session> resume(Record record, std::optional<std::filesystem::path> file);

  const Match& match() const { return match_; }
  const Game& game() const { return match_.game(); }
  const State& state() const { return match_.state(); }
  const Rules& rules() const { return match_.rules(); }
  bool is_over() const { return state().is_over(); }
  bool is_bots_turn() const;  // false when the game is over
  bool has_people() const;
  const std::optional<std::filesystem::path>& file() const { return file_; }
  // The same seats and rules, for another game.
  Plan plan() const;

  // Each keeps the game in its file. Preconditions: the state asks for it; the move is legal.
  EventList roll();
  EventList choose(const Move& move);
  // The roll or choice of the bot on turn.
  EventList play_bot();
  // What a person on turn is advised to choose, and how likely that makes it to win, 0 … 1, as an
  // analysis says. Precondition: a roll is waiting.
  Move hint() const;
  double chance_of(const Move& move) const;
  // False where no person has chosen anything yet.
  bool take_back();

  // Writes the file, whole or not at all: as JSON where its name ends in .json, else as text. The
  // reason why it could not be written, or nothing.
  const std::string& save();
  // The same for the last time that it was written.
  const std::string& save_failure() const { return save_failure_; }

 private:
  Session(Match match, std::optional<std::filesystem::path> file)
      : match_(std::move(match)), endgames_(one_plane_endgames(rules())), file_(std::move(file)) {}
  std::string write() const;

  Match match_;
  Endgames endgames_;
  std::optional<std::filesystem::path> file_;
  std::string save_failure_;
};

// $XDG_STATE_HOME/aeroplane/game.aero, else below ~/.local/state.
std::optional<std::filesystem::path> default_save_file();
std::uint64_t new_seed();

}  // namespace aero::cli
