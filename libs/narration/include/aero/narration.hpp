#pragma once
// What happened, what a move would do and where everything stands, as messages: keys of the
// catalogue with their arguments. Every program says the same, in any language, and none puts
// sentences together by itself. This room knows no language; libs/text fills the messages in.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "aero/event.hpp"
#include "aero/game.hpp"
#include "aero/match.hpp"
#include "aero/view.hpp"

namespace aero {

struct MessageArgument;

// A key of the catalogue and what fills its pattern in; an argument can be a message itself.
struct Message {
  std::string key;
  std::vector<MessageArgument> arguments;
};

struct MessageArgument {
  using Value = std::variant<std::string, std::int64_t, Message>;
  std::string_view name;  // a string literal
  Value value;
};

// "Red"; "Red’s turn".
Message seat_name(Seat seat);
Message seat_turn(Seat seat);
// "a", "a, b", "a, b, c", as the language joins them. Precondition: there is at least one.
Message joined(const std::vector<Message>& parts);

// One sentence: "Red jumps on to square 14." Squares are counted along the route of the seat whose
// piece it is.
Message tell(const Event& event);
// A starting roll of that seat, and what the last of them tells.
Message tell_start(Seat seat, Pip roll);
Message tell_starter(Seat seat);

// "10 → 14", "jumps to 18", "sends home Yellow’s plane", …: an input that was accepted in `before`,
// where the game was not over, in as many short parts as it takes; none for what goes without
// saying.
std::vector<Message> parts_of(const View& before, const EventList& events);
// The same for a legal move and all that would come of it.
std::vector<Message> parts_of(const Rules& rules, const State& state, const Move& move);
// Does the piece of this move of `seat` end beside own planes, by the position after it.
bool stands_beside(const State& after, Seat seat, const Move& move);

// What is asked of the seat on turn, or that the game is over.
Message request(const State& state);
// The whole position, a message a seat in play and one for the turn.
std::vector<Message> board(const State& state);

// An enemy could send this piece home with one of these rolls.
struct Threat {
  Piece piece;
  Seat enemy;
  std::vector<Pip> pips;
};
// What enemies could do to the seat's pieces with one roll each, in the position as it stands.
// Precondition: the game is not over.
std::vector<Threat> threats(const Rules& rules, const State& state, Seat seat);
Message tell(const Threat& threat);
// Whom they are told to: the seat on turn, or while a bot plays the first person still in the game.
// Precondition: the game is not over.
Seat advised_seat(const Match& match);

// The rolls of a seat that are in force, by face; those for who begins count too.
struct Faces {
  std::array<int, 6> of_face{};
  int sum = 0;
};
Faces faces_of(const Game& game, Seat seat);

// How far a fleet is, in hundredths: 0 all in the hangar … 100 all in the centre.
int progress_of(const Fleet& fleet);

// The event in the keys of the catalogue: its word in notation, or "bounced" for a walk that turned
// back.
std::string_view key_of(const Event& event);
// The planes that the event is about: those that go where it says.
int planes_in(const Event& event);

}  // namespace aero
