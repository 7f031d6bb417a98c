#pragma once
// The game record: a game as the inputs that made it, as text and as JSON. Grammar and meaning:
// docs/formats/record.md. Positions and results are never stored; replaying gives them.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "aero/game.hpp"
#include "aero/result.hpp"

namespace aero {

// What a record says about a game beside the game itself: `[Event "…"]`, `[Seat R "…"]`, `[Dice
// "…"]`, or whatever else somebody wrote down. Never Rules, Start or Result: those are not texts.
struct Tag {
  std::string name;   // one or two words with a space between
  std::string value;  // UTF-8 without control characters
  friend bool operator==(const Tag&, const Tag&) = default;
};

// A roll for who begins.
struct StartingRoll {
  Pip pip;
  friend bool operator==(const StartingRoll&, const StartingRoll&) = default;
};

// The last `plies` inputs in force are taken back; they stay readable in the record.
struct TakeBack {
  int plies;  // 1 or more
  friend bool operator==(const TakeBack&, const TakeBack&) = default;
};

// Something that happened and is no input: a time-out, a bot that stepped in, a proof of a roll.
struct Note {
  std::string word;  // a letter, then letters, digits, - and _
  std::string text;  // UTF-8 without control characters and >, single spaces; may be empty
  friend bool operator==(const Note&, const Note&) = default;
};

struct Comment {
  std::string text;  // UTF-8 without control characters and }, single spaces; may be empty
  friend bool operator==(const Comment&, const Comment&) = default;
};

using Entry = std::variant<StartingRoll, Pip, Move, TakeBack, Note, Comment>;

struct Record {
  Rules rules;
  State start;
  std::vector<Tag> tags;       // in the order in which they were written
  std::vector<Entry> entries;  // likewise
  friend bool operator==(const Record&, const Record&) = default;
};

// The value of the first tag of that name, if there is one.
std::optional<std::string_view> find_tag(const Record& record, std::string_view name);

// Who begins: each seat rolls once, clockwise from R; those who share the highest roll roll again.
struct StartingThrow {
  Seat seat;
  Pip pip;
};
class StartingRolls {
 public:
  explicit StartingRolls(SeatSet seats);  // two to four

  // The seat that begins, once it is known.
  std::optional<Seat> winner() const;
  // The seat that rolls next. Precondition: there is no winner yet.
  Seat next() const { return next_; }
  void add(Pip roll);  // precondition: there is no winner yet
  // Those added, in order.
  const std::vector<StartingThrow>& throws() const { return throws_; }

 private:
  std::optional<Seat> contender_from(int seat) const;

  std::vector<StartingThrow> throws_;
  SeatSet contenders_;  // who rolls in this round
  SeatSet leaders_;     // who of them has the highest roll so far
  int best_ = 0;
  Seat next_;
  bool is_decided_ = false;
};

// One input in force, with what was there before it.
struct Ply {
  // What came of a roll: it can be used · nothing can move · the third six.
  enum class Fate { waiting, lost, punished };

  Input input;
  Seat seat;
  int round;  // from 1; a round ends when the turn comes round to the first seat, or past it
  State before;
  Fate fate;  // of a roll
};

// A game as it runs: the inputs in force and the position that they lead to.
class Game {
 public:
  Game(const Rules& rules, const State& start);

  // Takes the next entry of a record and adds the events of an input to `events` (nothing else has
  // any). An entry that cannot stand here changes nothing; its error has no place.
  std::optional<Error> add(const Entry& entry, EventList& events);
  std::optional<Error> add(const Entry& entry);
  // Why neither play nor the end may follow the starting rolls as they are; none without any.
  std::optional<Error> check_starting() const;

  const Rules& rules() const { return rules_; }
  const State& state() const { return state_; }
  const State& start() const { return plies_.empty() ? state_ : plies_.front().before; }
  int round() const { return round_; }  // of the next input
  const std::vector<Ply>& plies() const { return plies_; }
  // The rolls for who begins; none before the first one.
  const std::optional<StartingRolls>& starting() const { return starting_; }
  std::span<const StartingThrow> starting_throws() const {
    return starting_ ? std::span(starting_->throws()) : std::span<const StartingThrow>();
  }
  // Whose starting roll comes next; none once it is known who begins.
  std::optional<Seat> starting_seat() const;
  // The inputs in force that are rolls of this seat, and its starting rolls: the number of its
  // next roll.
  int rolls(Seat seat) const { return rolls_[at(seat)]; }

 private:
  std::optional<Error> take(const StartingRoll& roll, EventList& events);
  std::optional<Error> take(const Pip& roll, EventList& events);
  std::optional<Error> take(const Move& move, EventList& events);
  std::optional<Error> take(const TakeBack& take_back, EventList& events);
  std::optional<Error> take(const Note& note, EventList& events);
  std::optional<Error> take(const Comment& comment, EventList& events);
  void push(const Input& input, const State& after, Ply::Fate fate);
  int& rolls_of(Seat seat) { return rolls_[at(seat)]; }

  Rules rules_;
  State state_;
  std::optional<Seat> first_;  // the seat on turn at the start
  int round_ = 1;
  std::vector<Ply> plies_;
  std::optional<StartingRolls> starting_;
  std::array<int, kSeats> rolls_{};
  // What the last entry that was no note or comment was: whose input, and was it a roll.
  std::optional<Seat> last_seat_;
  bool last_is_roll_ = false;
  bool has_begun_ = false;  // an input or a take-back was taken
};

// The finishing order as the Result tag tells it: "RBYG", or "*" while the game is not over.
std::string result_text(const State& state);

// The state after each entry, and what is in force in the end.
struct Replay {
  std::vector<State> after;
  Game game;
};
// In the errors `line` is the number of the entry, counted from 1, and 0 for a tag.
Result<Replay> replay(const Record& record);

// The canonical text, lines of at most 100 characters wherever a space allows it.
// Precondition of both: `replay` accepts the record.
std::string to_text(const Record& record);
std::string to_json(const Record& record);

// Read any text at all. What they give is a legal game: `replay` accepts it.
Result<Record> parse_record(std::string_view text);
Result<Record> parse_json(std::string_view text);
// Either of them. A twin begins with a brace and a quotation mark; so may a text that begins with a
// comment, and where neither can be read the faults of the twin are told.
Result<Record> parse_either(std::string_view text);

}  // namespace aero
