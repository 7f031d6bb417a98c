#pragma once
// What clients and server say to each other at online tables: every type of message in each
// direction, and no other. docs/formats/protocol.md tells the conversation; from these types come
// readers and writers, docs/formats/protocol.schema.json and web/src/wire/messages.ts.
//
// A message is one JSON object whose member "type" names it. A member that is not known is refused,
// and so is whatever is longer than kMostBytes or deeper than kMostDepth. Members that may be
// missing are std::optional here.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "aero/board.hpp"
#include "aero/result.hpp"
#include "aero/schema.hpp"
#include "aero/schema/seat.hpp"

namespace aero::protocol {

inline constexpr int kVersion = 1;               // this one and the one before are served
inline constexpr std::size_t kMostBytes = 4096;  // of a message from a client
inline constexpr int kMostDepth = 8;

using SeatOrNone = std::optional<Seat>;  // always there: in JSON, none is an empty text

// ---- parts of messages ----

struct Chair {
  static constexpr std::string_view kName = "Chair";
  Seat seat = Seat::R;
  std::string bot;
  bool operator==(const Chair&) const = default;
  static void describe(auto&& visit) {
    visit("seat", &Chair::seat, "");
    visit("bot", &Chair::bot, "which bot sits there; empty: it is for a person");
  }
};

enum class Pace : std::uint8_t { live, days };

struct TableSettings {
  static constexpr std::string_view kName = "TableSettings";
  static constexpr std::string_view kAbout = "What a table is made of; it never changes.";
  std::string rules;
  std::vector<Chair> chairs;
  Pace pace = Pace::live;
  int seconds = 0;
  bool operator==(const TableSettings&) const = default;
  static void describe(auto&& visit) {
    visit("rules", &TableSettings::rules, "rules line; told canonical");
    visit("chairs", &TableSettings::chairs, "two to four");
    visit("pace", &TableSettings::pace, "live: everybody is there; days: by turns over days");
    visit("seconds", &TableSettings::seconds,
          "for each roll and each choice, then a bot plays the seat; 0: as long as one likes");
  }
};

struct Sitter {
  static constexpr std::string_view kName = "Sitter";
  Seat seat = Seat::R;
  std::string name;
  std::string tip;
  bool operator==(const Sitter&) const = default;
  static void describe(auto&& visit) {
    visit("seat", &Sitter::seat, "");
    visit("name", &Sitter::name, "1 … 20 letters as people count them");
    visit("tip", &Sitter::tip, "of the seat's chain; empty: it gives no links");
  }
};

struct SeatLink {
  static constexpr std::string_view kName = "SeatLink";
  Seat seat = Seat::R;
  std::string link;
  bool operator==(const SeatLink&) const = default;
  static void describe(auto&& visit) {
    visit("seat", &SeatLink::seat, "");
    visit("link", &SeatLink::link, "of the seat's chain, the next one");
  }
};

struct Argument {
  static constexpr std::string_view kName = "Argument";
  std::string name;
  std::string value;
  bool operator==(const Argument&) const = default;
  static void describe(auto&& visit) {
    visit("name", &Argument::name, "");
    visit("value", &Argument::value, "");
  }
};

// ---- what a client says ----
//
// What has an id is a command. The client makes it up: 1 … 22 letters, digits, - and _, never
// twice at a table. A command that comes again, over whichever connection, has its effect once and
// is answered as it was. Answers are Done and Refused.

struct Hello {
  static constexpr std::string_view kName = "Hello";
  static constexpr std::string_view kType = "hello";
  static constexpr std::string_view kAbout =
      "Comes first, and again to go to another table. Answered by Welcome or Refused.";
  int protocol = 0;
  std::string token;
  std::string table;
  std::optional<std::int64_t> last_seq;
  bool operator==(const Hello&) const = default;
  static void describe(auto&& visit) {
    visit("protocol", &Hello::protocol, "version");
    visit("token", &Hello::token, "of the person, 43 characters");
    visit("table", &Hello::table, "its code; empty: none yet");
    visit("last_seq", &Hello::last_seq,
          "of the events that are there already: those after it follow; missing: the whole state");
  }
};

struct Open {
  static constexpr std::string_view kName = "Open";
  static constexpr std::string_view kType = "open";
  static constexpr std::string_view kAbout = "Makes a table; Done tells its code.";
  std::string id;
  TableSettings settings;
  bool operator==(const Open&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Open::id, "");
    visit("settings", &Open::settings, "");
  }
};

struct Sit {
  static constexpr std::string_view kName = "Sit";
  static constexpr std::string_view kType = "sit";
  static constexpr std::string_view kAbout =
      "Takes free seats, before the game begins. It begins when none is free.";
  std::string id;
  std::vector<Sitter> sitters;
  bool operator==(const Sit&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Sit::id, "");
    visit("sitters", &Sit::sitters, "one or more: several people may share a device");
  }
};

struct Stand {
  static constexpr std::string_view kName = "Stand";
  static constexpr std::string_view kType = "stand";
  static constexpr std::string_view kAbout = "Frees a seat of one's own, before the game begins.";
  std::string id;
  Seat seat = Seat::R;
  bool operator==(const Stand&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Stand::id, "");
    visit("seat", &Stand::seat, "");
  }
};

struct Start {
  static constexpr std::string_view kName = "Start";
  static constexpr std::string_view kType = "start";
  static constexpr std::string_view kAbout =
      "Begins at once; whoever sits may. Bots play the seats that are free.";
  std::string id;
  bool operator==(const Start&) const = default;
  static void describe(auto&& visit) { visit("id", &Start::id, ""); }
};

struct Links {
  static constexpr std::string_view kName = "Links";
  static constexpr std::string_view kType = "links";
  static constexpr std::string_view kAbout =
      "Links for the next roll, when all before it has been told. The same again changes nothing.";
  int number = 0;
  std::vector<SeatLink> links;
  bool operator==(const Links&) const = default;
  static void describe(auto&& visit) {
    visit("number", &Links::number, "of the roll");
    visit("links", &Links::links, "of seats of one's own");
  }
};

struct Roll {
  static constexpr std::string_view kName = "Roll";
  static constexpr std::string_view kType = "roll";
  std::string id;
  Seat seat = Seat::R;
  int ply = 0;
  std::optional<std::string> link;
  bool operator==(const Roll&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Roll::id, "");
    visit("seat", &Roll::seat, "the one on turn, which is one's own");
    visit("ply", &Roll::ply, "the number that was told last");
    visit("link", &Roll::link, "of that seat, where Links has not told it");
  }
};

struct Choose {
  static constexpr std::string_view kName = "Choose";
  static constexpr std::string_view kType = "choose";
  std::string id;
  Seat seat = Seat::R;
  int ply = 0;
  std::string move;
  bool operator==(const Choose&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Choose::id, "");
    visit("seat", &Choose::seat, "the one on turn, which is one's own");
    visit("ply", &Choose::ply, "the number that was told last");
    visit("move", &Choose::move, "move text");
  }
};

struct Leave {
  static constexpr std::string_view kName = "Leave";
  static constexpr std::string_view kType = "leave";
  static constexpr std::string_view kAbout = "A bot plays a seat of one's own from now on.";
  std::string id;
  Seat seat = Seat::R;
  bool operator==(const Leave&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Leave::id, "");
    visit("seat", &Leave::seat, "");
  }
};

struct Return {
  static constexpr std::string_view kName = "Return";
  static constexpr std::string_view kType = "return";
  static constexpr std::string_view kAbout = "Takes a seat of one's own back from the bot.";
  std::string id;
  Seat seat = Seat::R;
  bool operator==(const Return&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Return::id, "");
    visit("seat", &Return::seat, "");
  }
};

struct Commit {
  static constexpr std::string_view kName = "Commit";
  static constexpr std::string_view kType = "commit";
  static constexpr std::string_view kAbout = "A new chain for a seat, from the next roll on.";
  std::string id;
  Seat seat = Seat::R;
  std::string tip;
  bool operator==(const Commit&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Commit::id, "");
    visit("seat", &Commit::seat, "");
    visit("tip", &Commit::tip, "");
  }
};

struct Rematch {
  static constexpr std::string_view kName = "Rematch";
  static constexpr std::string_view kType = "rematch";
  static constexpr std::string_view kAbout =
      "After the end: a table of the same settings and people. Rematched tells everybody its code.";
  std::string id;
  bool operator==(const Rematch&) const = default;
  static void describe(auto&& visit) { visit("id", &Rematch::id, ""); }
};

enum class Phrase : std::uint8_t {
  hello,
  good_luck,
  well_played,
  thanks,
  oops,
  wow,
  sorry,
  take_your_time,
  hurry_up,
  again,
  goodbye,
  clap,
  laugh,
  cry,
  heart,
  thumbs_up,
};

struct Say {
  static constexpr std::string_view kName = "Say";
  static constexpr std::string_view kType = "say";
  static constexpr std::string_view kAbout = "Everybody hears it now; it is not kept.";
  Phrase phrase = Phrase::hello;
  bool operator==(const Say&) const = default;
  static void describe(auto&& visit) { visit("phrase", &Say::phrase, ""); }
};

struct Seek {
  static constexpr std::string_view kName = "Seek";
  static constexpr std::string_view kType = "seek";
  static constexpr std::string_view kAbout =
      "Quick match with whoever waits for the same: Matched tells the table. The wish ends with "
      "the "
      "connection.";
  std::string id;
  std::string rules;
  int seats = 0;
  int seconds = 0;
  std::string name;
  bool operator==(const Seek&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Seek::id, "");
    visit("rules", &Seek::rules, "rules line");
    visit("seats", &Seek::seats, "2 … 4");
    visit("seconds", &Seek::seconds, "as of TableSettings");
    visit("name", &Seek::name, "");
  }
};

struct Unseek {
  static constexpr std::string_view kName = "Unseek";
  static constexpr std::string_view kType = "unseek";
  std::string id;
  bool operator==(const Unseek&) const = default;
  static void describe(auto&& visit) { visit("id", &Unseek::id, ""); }
};

struct Ping {
  static constexpr std::string_view kName = "Ping";
  static constexpr std::string_view kType = "ping";
  bool operator==(const Ping&) const = default;
  static void describe(auto&&) {}
};

using ClientMessage = std::variant<Hello, Open, Sit, Stand, Start, Links, Roll, Choose, Leave,
                                   Return, Commit, Rematch, Say, Seek, Unseek, Ping>;

// ---- what happens at a table ----
//
// Each event is an entry of the table's log, 1, 2, 3 … without gaps, and is told when it is stored.
// `at_ms` is by the server's clock, which stands still while the server is down.

struct Opened {
  static constexpr std::string_view kName = "Opened";
  static constexpr std::string_view kType = "opened";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  TableSettings settings;
  std::string server_tip;
  bool operator==(const Opened&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Opened::seq, "");
    visit("at_ms", &Opened::at_ms, "");
    visit("settings", &Opened::settings, "");
    visit("server_tip", &Opened::server_tip, "of the server's chain");
  }
};

struct Sat {
  static constexpr std::string_view kName = "Sat";
  static constexpr std::string_view kType = "sat";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  std::vector<Sitter> sitters;
  bool operator==(const Sat&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Sat::seq, "");
    visit("at_ms", &Sat::at_ms, "");
    visit("sitters", &Sat::sitters, "");
  }
};

struct Stood {
  static constexpr std::string_view kName = "Stood";
  static constexpr std::string_view kType = "stood";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  Seat seat = Seat::R;
  bool operator==(const Stood&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Stood::seq, "");
    visit("at_ms", &Stood::at_ms, "");
    visit("seat", &Stood::seat, "");
  }
};

struct Started {
  static constexpr std::string_view kName = "Started";
  static constexpr std::string_view kType = "started";
  static constexpr std::string_view kAbout = "The starting rolls follow.";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  bool operator==(const Started&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Started::seq, "");
    visit("at_ms", &Started::at_ms, "");
  }
};

enum class Hand : std::uint8_t { person, bot };

struct Rolled {
  static constexpr std::string_view kName = "Rolled";
  static constexpr std::string_view kType = "rolled";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  Seat seat = Seat::R;
  Hand by = Hand::person;
  int number = 0;
  int pip = 0;
  std::string server_link;
  std::vector<SeatLink> links;
  bool is_starting = false;
  int ply = 0;
  std::string hash;
  std::optional<std::string> record;
  bool operator==(const Rolled&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Rolled::seq, "");
    visit("at_ms", &Rolled::at_ms, "");
    visit("seat", &Rolled::seat, "");
    visit("by", &Rolled::by, "");
    visit("number", &Rolled::number, "of the roll at this table, from 1");
    visit("pip", &Rolled::pip, "1 … 6");
    visit("server_link", &Rolled::server_link, "");
    visit("links", &Rolled::links, "of the seats that gave one");
    visit("is_starting", &Rolled::is_starting, "it tells who begins");
    visit("ply", &Rolled::ply, "after it");
    visit("hash", &Rolled::hash,
          "of the position after it, 16 hexadecimal digits; empty before there is one");
    visit("record", &Rolled::record, "of the last starting roll: the record of the game so far");
  }
};

struct Chosen {
  static constexpr std::string_view kName = "Chosen";
  static constexpr std::string_view kType = "chosen";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  Seat seat = Seat::R;
  Hand by = Hand::person;
  std::string move;
  int ply = 0;
  std::string hash;
  bool operator==(const Chosen&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Chosen::seq, "");
    visit("at_ms", &Chosen::at_ms, "");
    visit("seat", &Chosen::seat, "");
    visit("by", &Chosen::by, "");
    visit("move", &Chosen::move, "move text");
    visit("ply", &Chosen::ply, "after it");
    visit("hash", &Chosen::hash, "of the position after it, 16 hexadecimal digits");
  }
};

enum class Reason : std::uint8_t { left, timeout };

struct BotTook {
  static constexpr std::string_view kName = "BotTook";
  static constexpr std::string_view kType = "bot_took";
  static constexpr std::string_view kAbout = "A bot plays the seat until its person returns.";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  Seat seat = Seat::R;
  Reason reason = Reason::left;
  bool operator==(const BotTook&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &BotTook::seq, "");
    visit("at_ms", &BotTook::at_ms, "");
    visit("seat", &BotTook::seat, "");
    visit("reason", &BotTook::reason, "");
  }
};

struct Returned {
  static constexpr std::string_view kName = "Returned";
  static constexpr std::string_view kType = "returned";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  Seat seat = Seat::R;
  bool operator==(const Returned&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Returned::seq, "");
    visit("at_ms", &Returned::at_ms, "");
    visit("seat", &Returned::seat, "");
  }
};

struct Committed {
  static constexpr std::string_view kName = "Committed";
  static constexpr std::string_view kType = "committed";
  static constexpr std::string_view kAbout = "A new chain, from the next roll on.";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  SeatOrNone seat;
  std::string tip;
  bool operator==(const Committed&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Committed::seq, "");
    visit("at_ms", &Committed::at_ms, "");
    visit("seat", &Committed::seat, "empty: the server's");
    visit("tip", &Committed::tip, "");
  }
};

struct Rematched {
  static constexpr std::string_view kName = "Rematched";
  static constexpr std::string_view kType = "rematched";
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  std::string table;
  bool operator==(const Rematched&) const = default;
  static void describe(auto&& visit) {
    visit("seq", &Rematched::seq, "");
    visit("at_ms", &Rematched::at_ms, "");
    visit("table", &Rematched::table, "its code");
  }
};

using Event = std::variant<Opened, Sat, Stood, Started, Rolled, Chosen, BotTook, Returned,
                           Committed, Rematched>;

// ---- what the server says ----

enum class Phase : std::uint8_t { waiting, starting, playing, over };

struct SeatState {
  static constexpr std::string_view kName = "SeatState";
  Seat seat = Seat::R;
  std::string name;
  std::string bot;
  bool is_yours = false;
  bool is_here = false;
  bool is_bot_playing = false;
  std::string tip;
  bool operator==(const SeatState&) const = default;
  static void describe(auto&& visit) {
    visit("seat", &SeatState::seat, "");
    visit("name", &SeatState::name, "empty: free, or a bot's");
    visit("bot", &SeatState::bot, "which bot sits there; empty: it is for a person");
    visit("is_yours", &SeatState::is_yours, "");
    visit("is_here", &SeatState::is_here, "its person is connected");
    visit("is_bot_playing", &SeatState::is_bot_playing, "until its person returns");
    visit("tip", &SeatState::tip, "of its chain now; empty: it has none");
  }
};

struct TableState {
  static constexpr std::string_view kName = "TableState";
  static constexpr std::string_view kAbout = "All there is to know about a table at one moment.";
  std::string code;
  TableSettings settings;
  Phase phase = Phase::waiting;
  std::vector<SeatState> seats;
  std::int64_t seq = 0;
  int ply = 0;
  int number = 0;
  std::string server_link;
  std::vector<SeatLink> last_links;
  std::vector<Rolled> starting;
  std::int64_t since_ms = 0;
  std::string record;
  std::string hash;
  std::string next_table;
  int watching = 0;
  bool operator==(const TableState&) const = default;
  static void describe(auto&& visit) {
    visit("code", &TableState::code, "");
    visit("settings", &TableState::settings, "");
    visit("phase", &TableState::phase, "");
    visit("seats", &TableState::seats, "clockwise from R");
    visit("seq", &TableState::seq, "of the last event");
    visit("ply", &TableState::ply, "what Roll and Choose have to name");
    visit("number", &TableState::number, "of the next roll");
    visit("server_link", &TableState::server_link, "the last one told, or the tip");
    visit("last_links", &TableState::last_links,
          "of each chain in use the last one told, or its tip");
    visit("starting", &TableState::starting, "the starting rolls so far, while they are rolled");
    visit("since_ms", &TableState::since_ms, "when the clock of the seat on turn began to run");
    visit("record", &TableState::record, "of the game; empty before it is known who begins");
    visit("hash", &TableState::hash, "of the position");
    visit("next_table", &TableState::next_table, "the code of the rematch; empty: none");
    visit("watching", &TableState::watching, "connections of people who do not sit");
  }
};

struct Welcome {
  static constexpr std::string_view kName = "Welcome";
  static constexpr std::string_view kType = "welcome";
  static constexpr std::string_view kAbout = "Answers Hello; Events with what is missing follow.";
  int protocol = kVersion;
  std::string version;
  std::int64_t clock_ms = 0;
  std::optional<TableState> table;
  bool operator==(const Welcome&) const = default;
  static void describe(auto&& visit) {
    visit("protocol", &Welcome::protocol, "");
    visit("version", &Welcome::version, "of the server");
    visit("clock_ms", &Welcome::clock_ms, "what the server's clock says now");
    visit("table", &Welcome::table, "missing where Hello named none, or its last_seq");
  }
};

struct Events {
  static constexpr std::string_view kName = "Events";
  static constexpr std::string_view kType = "events";
  std::vector<Event> events;
  bool operator==(const Events&) const = default;
  static void describe(auto&& visit) { visit("events", &Events::events, "in order, one or more"); }
};

struct Done {
  static constexpr std::string_view kName = "Done";
  static constexpr std::string_view kType = "done";
  std::string id;
  std::int64_t seq = 0;
  std::string table;
  bool operator==(const Done&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Done::id, "of the command");
    visit("seq", &Done::seq, "of the event that it became; 0: it became none");
    visit("table", &Done::table, "");
  }
};

struct Refused {
  static constexpr std::string_view kName = "Refused";
  static constexpr std::string_view kType = "refused";
  std::string id;
  std::string code;
  std::vector<Argument> arguments;
  bool operator==(const Refused&) const = default;
  static void describe(auto&& visit) {
    visit("id", &Refused::id, "of the command; empty: it was none, or could not be read");
    visit("code", &Refused::code, "why, as a key of the message catalogue");
    visit("arguments", &Refused::arguments, "of that message");
  }
};

struct Presence {
  static constexpr std::string_view kName = "Presence";
  static constexpr std::string_view kType = "presence";
  std::vector<Seat> here;
  int watching = 0;
  bool operator==(const Presence&) const = default;
  static void describe(auto&& visit) {
    visit("here", &Presence::here, "seats whose people are connected");
    visit("watching", &Presence::watching, "connections of people who do not sit");
  }
};

struct Said {
  static constexpr std::string_view kName = "Said";
  static constexpr std::string_view kType = "said";
  SeatOrNone seat;
  Phrase phrase = Phrase::hello;
  bool operator==(const Said&) const = default;
  static void describe(auto&& visit) {
    visit("seat", &Said::seat, "empty: somebody who watches");
    visit("phrase", &Said::phrase, "");
  }
};

struct Matched {
  static constexpr std::string_view kName = "Matched";
  static constexpr std::string_view kType = "matched";
  static constexpr std::string_view kAbout =
      "Quick match: the table is there, and a seat is taken.";
  std::string table;
  bool operator==(const Matched&) const = default;
  static void describe(auto&& visit) { visit("table", &Matched::table, ""); }
};

struct Closing {
  static constexpr std::string_view kName = "Closing";
  static constexpr std::string_view kType = "closing";
  static constexpr std::string_view kAbout = "The server stops, and will be back.";
  int come_back_ms = 0;
  bool operator==(const Closing&) const = default;
  static void describe(auto&& visit) { visit("come_back_ms", &Closing::come_back_ms, ""); }
};

struct Pong {
  static constexpr std::string_view kName = "Pong";
  static constexpr std::string_view kType = "pong";
  std::int64_t clock_ms = 0;
  bool operator==(const Pong&) const = default;
  static void describe(auto&& visit) { visit("clock_ms", &Pong::clock_ms, "the server's clock"); }
};

using ServerMessage =
    std::variant<Welcome, Events, Done, Refused, Presence, Said, Matched, Closing, Pong>;

// ---- what is told over HTTP alone ----

// What a table waits for: people · the starting rolls, which the server makes · the roll or the
// choice of the seat on turn · nothing more.
enum class Waits : std::uint8_t { people, start, roll, choice, nothing };

struct MoveChoice {
  static constexpr std::string_view kName = "MoveChoice";
  std::string move;
  int captures = 0;
  bool operator==(const MoveChoice&) const = default;
  static void describe(auto&& visit) {
    visit("move", &MoveChoice::move, "move text");
    visit("captures", &MoveChoice::captures, "planes of others that it sends home");
  }
};

struct Turn {
  static constexpr std::string_view kName = "Turn";
  static constexpr std::string_view kAbout =
      "Whose turn it is and what can be played, for programs that know no rules.";
  Waits waits = Waits::people;
  SeatOrNone seat;
  bool is_yours = false;
  int ply = 0;
  int roll = 0;
  std::string position;
  std::vector<MoveChoice> choices;
  int number = 0;
  std::vector<SeatLink> last_links;
  std::string result;
  std::int64_t seq = 0;
  std::int64_t clock_ms = 0;
  std::optional<std::int64_t> deadline_ms;
  bool operator==(const Turn&) const = default;
  static void describe(auto&& visit) {
    visit("waits", &Turn::waits,
          "people: to sit down; start: the starting rolls, which the server makes; roll, choice: "
          "of the seat on turn; nothing: the game is over");
    visit("seat", &Turn::seat, "the one on turn");
    visit("is_yours", &Turn::is_yours, "it is one's own, and no bot plays it");
    visit("ply", &Turn::ply, "what Roll and Choose have to name");
    visit("roll", &Turn::roll, "the die that waits to be used; 0: none");
    visit("position", &Turn::position, "position line; empty before it is known who begins");
    visit("choices", &Turn::choices, "every legal move, where it waits for a choice");
    visit("number", &Turn::number, "of the next roll");
    visit("last_links", &Turn::last_links,
          "of one's own chains the last one told, or the tip: the next one is due for that roll");
    visit("result", &Turn::result, "seats in the order they finished; empty: it is not over");
    visit("seq", &Turn::seq, "of the last event");
    visit("clock_ms", &Turn::clock_ms, "what the server's clock says now");
    visit("deadline_ms", &Turn::deadline_ms,
          "when a bot takes the seat, by that clock; missing: never");
  }
};

// ---- as JSON ----

// Errors: wire.not_json, too_long, too_deep, unknown_type, unknown_member, member_twice, and
// wire.member for one that is missing or of another type; one at most, without a place in the text.
Result<ClientMessage> parse_client(std::string_view text);
Result<ServerMessage> parse_server(std::string_view text);  // of any length
std::string to_text(const ClientMessage& message);
std::string to_text(const ServerMessage& message);

// Is it a command id.
bool is_command_id(std::string_view text);

// Why a connection is closed: numbers of RFC 6455, and ours from 4000.
enum class Close : std::uint16_t {
  going_away = 1001,  // the server stops: come back
  policy = 1008,      // it said what may not be said
  too_big = 1009,
  busy = 1013,  // it asks for too much at once, or does not read: come back later
};

}  // namespace aero::protocol

// ---- the names that are not in the types above ----

namespace aero::schema {

template <>
struct Traits<protocol::Pace> : Words<protocol::Pace> {
  static constexpr std::string_view kName = "Pace";
  static constexpr std::array<std::string_view, 2> kWords{"live", "days"};
};

template <>
struct Traits<protocol::Phrase> : Words<protocol::Phrase> {
  static constexpr std::string_view kName = "Phrase";
  static constexpr std::array<std::string_view, 16> kWords{
      "hello",    "good_luck", "well_played", "thanks", "oops",  "wow", "sorry", "take_your_time",
      "hurry_up", "again",     "goodbye",     "clap",   "laugh", "cry", "heart", "thumbs_up"};
};

template <>
struct Traits<protocol::Hand> : Words<protocol::Hand> {
  static constexpr std::string_view kName = "Hand";
  static constexpr std::array<std::string_view, 2> kWords{"person", "bot"};
};

template <>
struct Traits<protocol::Reason> : Words<protocol::Reason> {
  static constexpr std::string_view kName = "Reason";
  static constexpr std::array<std::string_view, 2> kWords{"left", "timeout"};
};

template <>
struct Traits<protocol::Phase> : Words<protocol::Phase> {
  static constexpr std::string_view kName = "Phase";
  static constexpr std::array<std::string_view, 4> kWords{"waiting", "starting", "playing", "over"};
};

template <>
struct Traits<protocol::Waits> : Words<protocol::Waits> {
  static constexpr std::string_view kName = "Waits";
  static constexpr std::array<std::string_view, 5> kWords{"people", "start", "roll", "choice",
                                                          "nothing"};
};

template <>
struct Traits<protocol::ClientMessage> : OneOf<protocol::ClientMessage> {
  static constexpr std::string_view kName = "ClientMessage";
};

template <>
struct Traits<protocol::Event> : OneOf<protocol::Event> {
  static constexpr std::string_view kName = "Event";
};

template <>
struct Traits<protocol::ServerMessage> : OneOf<protocol::ServerMessage> {
  static constexpr std::string_view kName = "ServerMessage";
};

}  // namespace aero::schema
