#pragma once
// The door: all that a page may ask of the module, and what it is told.
//
// Each type says what its members are once, in `describe` (aero/schema.hpp). From there come the
// JSON that goes through the door in both directions, and web/src/engine/door.ts, where these types
// have the same names. Likewise `for_each_operation` is the one list of what can be asked.
//
// The text of a record is the whole truth about a game: every request takes it, and a new one comes
// back. A type here and one of the libraries may share a name (Piece, Player, Entry); in this
// namespace the plain name is that of the door.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "aero/analysis.hpp"
#include "aero/endgame/one_plane.hpp"
#include "aero/geometry.hpp"
#include "aero/match.hpp"
#include "aero/narration.hpp"
#include "aero/notation.hpp"
#include "aero/schema.hpp"

namespace aero::door {

// Names with texts, in order: an object whose members are not known beforehand.
using Texts = std::vector<std::pair<std::string_view, std::string>>;

// In JSON, none is an empty text.
using SeatOrNone = std::optional<Seat>;

// ---- what is asked once ----

struct Point {
  static constexpr std::string_view kName = "Point";
  static constexpr std::string_view kAbout =
      "In squares, 0 … size: x to the right, y down. Of a spot it is the middle.";
  double x = 0;
  double y = 0;

  static void describe(auto&& visit) {
    visit("x", &Point::x, "");
    visit("y", &Point::y, "");
  }
};

struct Tile {
  static constexpr std::string_view kName = "Tile";
  static constexpr std::string_view kAbout = "A square of the ring.";
  Point at;
  std::vector<Point> outline;
  Seat colour = Seat::R;
  SeatOrNone flight_from;
  SeatOrNone entrance_of;

  static void describe(auto&& visit) {
    visit("at", &Tile::at, "");
    visit("outline", &Tile::outline, "");
    visit("colour", &Tile::colour, "the seat that jumps from it");
    visit("flight_from", &Tile::flight_from, "the seat that may fly from it");
    visit("entrance_of", &Tile::entrance_of, "the seat that turns inwards on it");
  }
};

struct SeatGeometry {
  static constexpr std::string_view kName = "SeatGeometry";
  Seat seat = Seat::R;
  std::vector<Point> route;
  std::vector<Point> hangar;
  std::array<Point, 2> flight;

  static void describe(auto&& visit) {
    visit("seat", &SeatGeometry::seat, "");
    visit(
        "route", &SeatGeometry::route,
        "by step + 1: -1 hangar (its middle), 0 pad, 1 … 50 ring, 51 … 55 home column, 56 centre");
    visit("hangar", &SeatGeometry::hangar, "a spot for each of four planes");
    visit("flight", &SeatGeometry::flight, "from step 18 to step 30");
  }
};

struct Geometry {
  static constexpr std::string_view kName = "Geometry";
  std::integral_constant<int, kGrid> size;
  std::vector<Tile> ring;
  std::vector<SeatGeometry> seats;

  static void describe(auto&& visit) {
    visit("size", &Geometry::size, "squares from edge to edge");
    visit("ring", &Geometry::ring, "by ring square 0 … 51, clockwise");
    visit("seats", &Geometry::seats, "");
  }
};

struct Preset {
  static constexpr std::string_view kName = "Preset";
  std::string_view name;
  std::string rules;
  Texts options;

  static void describe(auto&& visit) {
    visit("name", &Preset::name, "");
    visit("rules", &Preset::rules, "canonical line");
    visit("options", &Preset::options, "all of them");
  }
};

struct Option {
  static constexpr std::string_view kName = "Option";
  std::string_view key;
  std::vector<std::string_view> values;

  static void describe(auto&& visit) {
    visit("key", &Option::key, "");
    visit("values", &Option::values, "that of standard first");
  }
};

struct Facts {
  static constexpr std::string_view kName = "Facts";
  static constexpr std::string_view kAbout = "What never changes: asked once.";
  std::string_view version;
  std::vector<Preset> presets;
  std::vector<Option> options;
  std::vector<std::string_view> bots;
  std::vector<std::string_view> net_bots;
  std::string_view usual_bot;
  std::vector<Seat> seats;
  Geometry geometry;

  static void describe(auto&& visit) {
    visit("version", &Facts::version, "");
    visit("presets", &Facts::presets, "standard first");
    visit("options", &Facts::options, "");
    visit("bots", &Facts::bots, "weakest first");
    visit("net_bots", &Facts::net_bots,
          "of these, those that a module without the net cannot play");
    visit("usual_bot", &Facts::usual_bot, "whom a newcomer meets");
    visit("seats", &Facts::seats, "clockwise");
    visit("geometry", &Facts::geometry, "");
  }
};

// ---- a game ----

struct Piece {
  static constexpr std::string_view kName = "Piece";
  static constexpr std::string_view kAbout = "One plane, or a stack that moves as one.";
  Seat seat = Seat::R;
  int step = 0;
  int size = 0;
  int marks = 0;

  static void describe(auto&& visit) {
    visit("seat", &Piece::seat, "");
    visit("step", &Piece::step, "along the seat's own route, -1 … 56");
    visit("size", &Piece::size, "planes, 1 … 4");
    visit("marks", &Piece::marks, "planes that a third six would send back");
  }
};

struct Player {
  static constexpr std::string_view kName = "Player";
  Seat seat = Seat::R;
  std::string name;
  std::string bot;

  static void describe(auto&& visit) {
    visit("seat", &Player::seat, "");
    visit("name", &Player::name, "may be empty");
    visit("bot", &Player::bot, "empty: a person");
  }
};

struct Tag {
  static constexpr std::string_view kName = "Tag";
  std::string name;
  std::string value;

  static void describe(auto&& visit) {
    visit("name", &Tag::name, "");
    visit("value", &Tag::value, "");
  }
};

struct Plan {
  static constexpr std::string_view kName = "Plan";
  static constexpr std::string_view kAbout = "What a new game is made of.";
  std::string rules;
  std::vector<Player> players;
  std::string seed;
  SeatOrNone first;
  std::vector<Tag> tags;

  static void describe(auto&& visit) {
    visit("rules", &Plan::rules, "");
    visit("players", &Plan::players, "two to four, in any order");
    visit("seed", &Plan::seed, "of the dice: a whole number below 2^64");
    visit("first", &Plan::first, "empty: starting rolls tell who begins");
    visit("tags", &Plan::tags, "further tags of the record, such as Date");
  }
};

struct SeatInfo {
  static constexpr std::string_view kName = "SeatInfo";
  Seat seat = Seat::R;
  std::string name;
  std::string bot;
  int progress = 0;
  int hangar = 0;
  int home = 0;
  int planes = 0;
  int place = 0;
  std::vector<int> faces;

  static void describe(auto&& visit) {
    visit("seat", &SeatInfo::seat, "");
    visit("name", &SeatInfo::name, "may be empty");
    visit("bot", &SeatInfo::bot, "empty: a person");
    visit("progress", &SeatInfo::progress, "0 … 100");
    visit("hangar", &SeatInfo::hangar, "planes there");
    visit("home", &SeatInfo::home, "planes in the centre");
    visit("planes", &SeatInfo::planes, "in all");
    visit("place", &SeatInfo::place, "1 … 4 in the finishing order, 0 while there is none");
    visit("faces", &SeatInfo::faces, "how often it rolled 1 … 6, starting rolls included");
  }
};

struct Choice {
  static constexpr std::string_view kName = "Choice";
  static constexpr std::string_view kAbout = "A legal move, and what comes of it.";
  std::string move;
  schema::OrNull<Piece> piece;
  std::vector<int> stops;
  int to = 0;
  bool flies = false;
  bool jumps = false;
  bool joins = false;
  bool beside = false;
  std::vector<Piece> captures;
  std::vector<Message> words;

  static void describe(auto&& visit) {
    visit("move", &Choice::move, "what choose() takes");
    visit("piece", &Choice::piece, "null: a pass");
    visit("stops", &Choice::stops, "steps where it stands on its way: the roll's end, then hops");
    visit("to", &Choice::to, "the last of them; of a pass 0");
    visit("flies", &Choice::flies, "");
    visit("jumps", &Choice::jumps, "");
    visit("joins", &Choice::joins, "makes a stack with own planes there");
    visit("beside", &Choice::beside, "ends beside own planes");
    visit("captures", &Choice::captures, "enemies that it sends home");
    visit("words", &Choice::words, "short parts");
  }
};

struct Happening {
  static constexpr std::string_view kName = "Happening";
  static constexpr std::string_view kAbout = "An event, and what is there after it.";
  Event::Kind kind = Event::Kind::over;
  Seat seat = Seat::R;
  int value = 0;
  schema::OrNull<Piece> before;
  schema::OrNull<Piece> after;
  std::vector<int> path;
  Message message;
  std::vector<Piece> pieces;
  int roll = 0;

  static void describe(auto&& visit) {
    visit("kind", &Happening::kind, "");
    visit("seat", &Happening::seat, "");
    visit("value", &Happening::value, "pip, place or count of sixes; else 0");
    visit("before", &Happening::before, "");
    visit("after", &Happening::after, "of what goes home: what is left");
    visit("path", &Happening::path,
          "steps passed one by one, both ends included; a flight or a way home: only the two ends");
    visit("message", &Happening::message, "one sentence");
    visit("pieces", &Happening::pieces, "the whole board");
    visit("roll", &Happening::roll, "the die that waits, 0 for none");
  }
};

enum class EntryKind { starting_roll, roll, move, take_back, note, comment };

struct Entry {
  static constexpr std::string_view kName = "Entry";
  static constexpr std::string_view kAbout = "What stands in a record.";
  int entry = 0;
  int round = 0;
  SeatOrNone seat;
  EntryKind kind = EntryKind::comment;
  std::string text;
  int roll = 0;
  std::vector<Message> words;
  bool in_force = true;

  static void describe(auto&& visit) {
    visit("entry", &Entry::entry, "from 1; the scene at({entry}) is the one after it");
    visit("round", &Entry::round, "0: a starting roll");
    visit("seat", &Entry::seat, "of a roll or move");
    visit("kind", &Entry::kind, "");
    visit("text", &Entry::text, "the roll, the move, how many plies are taken back, or the words");
    visit("roll", &Entry::roll, "this roll, or the one that a move used; else 0");
    visit("words", &Entry::words, "short parts of what it did; none for a roll that waits");
    visit("in_force", &Entry::in_force, "false: taken back later");
  }
};

enum class Phase { roll, choose, over };

struct Scene {
  static constexpr std::string_view kName = "Scene";
  static constexpr std::string_view kAbout = "All there is to know at one moment of a game.";
  std::string record;
  int ply = 0;
  int entry = 0;
  int entries = 0;
  std::string rules;
  Phase phase = Phase::roll;
  std::vector<SeatInfo> seats;
  SeatOrNone turn;
  int round = 0;
  int sixes = 0;
  int roll = 0;
  std::vector<Seat> order;
  std::vector<Piece> pieces;
  std::string position;
  std::string hash;
  std::vector<Choice> choices;
  std::vector<Happening> happened;
  schema::OrNull<Entry> latest;
  Message request;
  bool can_take_back = false;
  bool has_dice = false;

  static void describe(auto&& visit) {
    visit("record", &Scene::record, "canonical text of the whole record");
    visit("ply", &Scene::ply, "what roll and choose have to name");
    visit("entry", &Scene::entry, "the scene after so many entries of the record");
    visit("entries", &Scene::entries, "of so many");
    visit("rules", &Scene::rules, "canonical line");
    visit("phase", &Scene::phase, "");
    visit("seats", &Scene::seats, "those in play, clockwise from R");
    visit("turn", &Scene::turn, "empty when the game is over");
    visit("round", &Scene::round, "from 1");
    visit("sixes", &Scene::sixes, "in a row, this turn");
    visit("roll", &Scene::roll, "the die waiting to be used, 0 for none");
    visit("order", &Scene::order, "who has finished, first to last");
    visit("pieces", &Scene::pieces, "");
    visit("position", &Scene::position, "position line");
    visit("hash", &Scene::hash, "of the position, 16 hexadecimal digits");
    visit("choices", &Scene::choices, "legal moves, in the engine's order");
    visit("happened", &Scene::happened, "by the last entry");
    visit("latest", &Scene::latest, "the last entry, as in history()");
    visit("request", &Scene::request, "what is asked of the seat on turn");
    visit("can_take_back", &Scene::can_take_back, "");
    visit("has_dice", &Scene::has_dice,
          "false: the rolls came from elsewhere; it can be looked at, not gone on with");
  }
};

struct StartingRoll {
  static constexpr std::string_view kName = "StartingRoll";
  static constexpr std::string_view kAbout = "A roll for who begins.";
  Seat seat = Seat::R;
  int value = 0;
  Message message;

  static void describe(auto&& visit) {
    visit("seat", &StartingRoll::seat, "");
    visit("value", &StartingRoll::value, "");
    visit("message", &StartingRoll::message, "one sentence");
  }
};

struct Advice {
  static constexpr std::string_view kName = "Advice";
  std::string move;
  schema::OrNull<double> chance;

  static void describe(auto&& visit) {
    visit("move", &Advice::move, "one of the choices");
    visit("chance", &Advice::chance,
          "of a hint by the net: to win with the move, 0 … 100, as an analysis says; else null");
  }
};

struct RulesInfo {
  static constexpr std::string_view kName = "RulesInfo";
  std::string rules;
  std::string_view preset;
  Texts options;
  std::vector<std::string_view> changed;

  static void describe(auto&& visit) {
    visit("rules", &RulesInfo::rules, "canonical line");
    visit("preset", &RulesInfo::preset, "empty: rules of one's own");
    visit("options", &RulesInfo::options, "all of them");
    visit("changed", &RulesInfo::changed, "keys of those that differ from standard");
  }
};

struct Twin {
  static constexpr std::string_view kName = "Twin";
  std::string json;

  static void describe(auto&& visit) { visit("json", &Twin::json, "the record's JSON twin"); }
};

struct Applied {
  static constexpr std::string_view kName = "Applied";
  std::string position;
  std::vector<std::string> moves;
  std::vector<std::string> events;

  static void describe(auto&& visit) {
    visit("position", &Applied::position, "");
    visit("moves", &Applied::moves, "legal there; none unless a roll waits");
    visit("events", &Applied::events, "as docs/formats/scenario.md writes them");
  }
};

// ---- a game looked at afterwards ----

struct Candidate {
  static constexpr std::string_view kName = "Candidate";
  std::string move;
  std::vector<Message> words;
  double chance = 0;
  double loss = 0;

  static void describe(auto&& visit) {
    visit("move", &Candidate::move, "");
    visit("words", &Candidate::words, "short parts");
    visit("chance", &Candidate::chance, "to win with it, 0 … 100");
    visit("loss", &Candidate::loss, "of that, against the best");
  }
};

struct AnalysedChoice {
  static constexpr std::string_view kName = "AnalysedChoice";
  static constexpr std::string_view kAbout = "A move that was played, among those that could be.";
  int entry = 0;
  bool is_real = false;
  std::vector<Candidate> candidates;
  int played = 0;
  double loss = 0;
  std::string_view verdict;

  static void describe(auto&& visit) {
    visit("entry", &AnalysedChoice::entry, "of the record");
    visit("is_real", &AnalysedChoice::is_real, "the moves lead to different positions");
    visit("candidates", &AnalysedChoice::candidates,
          "the best first; five at most, the played one among them");
    visit("played", &AnalysedChoice::played, "which of them, from 0");
    visit("loss", &AnalysedChoice::loss, "of the chance to win, 0 … 100");
    visit("verdict", &AnalysedChoice::verdict, "good, inaccuracy, mistake or blunder");
  }
};

struct AnalysedRoll {
  static constexpr std::string_view kName = "AnalysedRoll";
  int entry = 0;
  int round = 0;
  Seat seat = Seat::R;
  int roll = 0;
  std::vector<double> before;
  double luck = 0;
  std::string_view fortune;
  schema::OrNull<AnalysedChoice> choice;

  static void describe(auto&& visit) {
    visit("entry", &AnalysedRoll::entry, "of the record; 0 where it lay there from the start");
    visit("round", &AnalysedRoll::round, "");
    visit("seat", &AnalysedRoll::seat, "");
    visit("roll", &AnalysedRoll::roll, "");
    visit("before", &AnalysedRoll::before,
          "chances to win before it, 0 … 100, in the order of the seats");
    visit("luck", &AnalysedRoll::luck, "what it did to the chance of its own seat");
    visit("fortune", &AnalysedRoll::fortune, "what that is called: a key after analysis.fortune.");
    visit("choice", &AnalysedRoll::choice, "null where there was none, or not yet");
  }
};

struct AnalysedSeat {
  static constexpr std::string_view kName = "AnalysedSeat";
  static constexpr std::string_view kAbout =
      "In hundredths of a win: start + luck + skill + others + foresight = end, but for the "
      "rounding; "
      "docs/guide/analysis.md.";
  Seat seat = Seat::R;
  double start = 0;
  double luck = 0;
  double skill = 0;
  double others = 0;
  double foresight = 0;
  double end = 0;
  double luck_adjusted = 0;
  int decisions = 0;
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
  double loss = 0;
  std::string_view rating;

  static void describe(auto&& visit) {
    visit("seat", &AnalysedSeat::seat, "");
    visit("start", &AnalysedSeat::start, "");
    visit("luck", &AnalysedSeat::luck, "");
    visit("skill", &AnalysedSeat::skill, "");
    visit("others", &AnalysedSeat::others, "");
    visit("foresight", &AnalysedSeat::foresight, "");
    visit("end", &AnalysedSeat::end, "");
    visit("luck_adjusted", &AnalysedSeat::luck_adjusted, "");
    visit("decisions", &AnalysedSeat::decisions, "");
    visit("inaccuracies", &AnalysedSeat::inaccuracies, "");
    visit("mistakes", &AnalysedSeat::mistakes, "");
    visit("blunders", &AnalysedSeat::blunders, "");
    visit("loss", &AnalysedSeat::loss, "thousandths of a win a decision");
    visit("rating", &AnalysedSeat::rating, "a key after analysis.rating.");
  }
};

struct AnalysisPart {
  static constexpr std::string_view kName = "AnalysisPart";
  int rolls_in_all = 0;
  std::vector<AnalysedRoll> rolls;
  std::vector<AnalysedSeat> seats;

  static void describe(auto&& visit) {
    visit("rolls_in_all", &AnalysisPart::rolls_in_all, "");
    visit("rolls", &AnalysisPart::rolls, "those asked for, as far as there are");
    visit("seats", &AnalysisPart::seats, "after the last of them");
  }
};

struct Outcome {
  static constexpr std::string_view kName = "Outcome";
  std::string move;
  std::string position;

  static void describe(auto&& visit) {
    visit("move", &Outcome::move, "");
    visit("position", &Outcome::position, "the one after it");
  }
};

// ---- requests ----

struct RecordRequest {
  static constexpr std::string_view kName = "RecordRequest";
  std::string record;

  static void describe(auto&& visit) {
    visit("record", &RecordRequest::record, "text or its JSON twin");
  }
};

struct RollRequest {
  static constexpr std::string_view kName = "RollRequest";
  std::string record;
  Seat seat = Seat::R;
  int ply = 0;

  static void describe(auto&& visit) {
    visit("record", &RollRequest::record, "");
    visit("seat", &RollRequest::seat, "who rolls");
    visit("ply", &RollRequest::ply, "of the scene in which this was asked");
  }
};

struct ChooseRequest {
  static constexpr std::string_view kName = "ChooseRequest";
  std::string record;
  Seat seat = Seat::R;
  int ply = 0;
  std::string move;

  static void describe(auto&& visit) {
    visit("record", &ChooseRequest::record, "");
    visit("seat", &ChooseRequest::seat, "who moves");
    visit("ply", &ChooseRequest::ply, "of the scene in which this was asked");
    visit("move", &ChooseRequest::move, "move text");
  }
};

struct FollowRequest {
  static constexpr std::string_view kName = "FollowRequest";
  std::string record;
  std::string input;

  static void describe(auto&& visit) {
    visit("record", &FollowRequest::record, "of a game without dice of its own");
    visit("input", &FollowRequest::input, "a roll, 1 … 6, or a move text");
  }
};

struct EntryRequest {
  static constexpr std::string_view kName = "EntryRequest";
  std::string record;
  int entry = 0;

  static void describe(auto&& visit) {
    visit("record", &EntryRequest::record, "");
    visit("entry", &EntryRequest::entry, "0 is the start");
  }
};

struct AnalyseRequest {
  static constexpr std::string_view kName = "AnalyseRequest";
  std::string record;
  int plies = 0;
  int from = 0;
  int until = 0;

  static void describe(auto&& visit) {
    visit("record", &AnalyseRequest::record, "");
    visit("plies", &AnalyseRequest::plies, "rolls to look ahead of each choice, 0 … 3");
    visit("from", &AnalyseRequest::from, "the first roll that is told, from 0");
    visit("until", &AnalyseRequest::until, "and the one after the last");
  }
};

struct RulesRequest {
  static constexpr std::string_view kName = "RulesRequest";
  std::string rules;

  static void describe(auto&& visit) { visit("rules", &RulesRequest::rules, ""); }
};

struct PositionRequest {
  static constexpr std::string_view kName = "PositionRequest";
  std::string rules;
  std::string position;

  static void describe(auto&& visit) {
    visit("rules", &PositionRequest::rules, "");
    visit("position", &PositionRequest::position, "");
  }
};

struct InputRequest {
  static constexpr std::string_view kName = "InputRequest";
  std::string rules;
  std::string position;
  std::string input;

  static void describe(auto&& visit) {
    visit("rules", &InputRequest::rules, "");
    visit("position", &InputRequest::position, "");
    visit("input", &InputRequest::input, "a roll, 1 … 6, or a move text");
  }
};

// ---- operations ----

// Remembers the game that it was asked for last, and how far it was analysed, so that the next
// request for the same record need not begin anew. Nothing else depends on what was asked before.
class Desk {
 public:
  // The game of a record, as text or JSON; good until the next call.
  Result<Match*> open(std::string_view record);
  // A new game; likewise.
  Result<Match*> begin(const Table& table, std::vector<aero::Tag> tags);
  // Says whose record the game on the desk has come to be.
  void rename(std::string record) { record_ = std::move(record); }
  // The analysis of a record; good until the next call. Precondition: there is a net.
  Result<Analysis*> analyse(std::string_view record, int plies);
  void forget_analysis() { analysis_.reset(); }
  // The ends of games with one plane left to a side, which bots of the net may be told; good until
  // other rules are asked about. Null where there is no net.
  const Endgames* endgames(const Rules& rules);

 private:
  std::string record_;
  std::optional<Match> match_;
  std::string analysed_;
  std::unique_ptr<Analysis> analysis_;
  std::optional<Endgames> endgames_;
};

// What a request that has nothing to say looks like.
struct NoRequest {};

Facts facts(Desk&, const NoRequest&);
Result<Scene> begin(Desk&, const Plan&);
Result<Scene> resume(Desk&, const RecordRequest&);
Result<Scene> roll(Desk&, const RollRequest&);
Result<Scene> choose(Desk&, const ChooseRequest&);
Result<Scene> take_back(Desk&, const RecordRequest&);
Result<Scene> follow(Desk&, const FollowRequest&);
Result<Scene> at(Desk&, const EntryRequest&);
Result<std::vector<Entry>> history(Desk&, const RecordRequest&);
Result<std::vector<StartingRoll>> starting_rolls(Desk&, const RecordRequest&);
Result<Advice> bot_move(Desk&, const RecordRequest&);
Result<Advice> hint(Desk&, const RecordRequest&);
Result<AnalysisPart> analyse(Desk&, const AnalyseRequest&);
Result<std::vector<Message>> board(Desk&, const RecordRequest&);
Result<std::vector<Message>> threats(Desk&, const RecordRequest&);
Result<RulesInfo> rules(Desk&, const RulesRequest&);
Result<Twin> to_json(Desk&, const RecordRequest&);
Result<Applied> apply(Desk&, const InputRequest&);
Result<std::vector<Outcome>> moves(Desk&, const PositionRequest&);

// Calls visit(name, function, about) for each.
void for_each_operation(auto&& visit) {
  visit("facts", facts, "");
  visit("begin", begin, "Starting rolls are thrown at once and stand in the record.");
  visit("resume", resume, "The scene at the end of a record.");
  visit("roll", roll, "");
  visit("choose", choose, "");
  visit("take_back", take_back, "Back to the last choice that a person really had.");
  visit("follow", follow, "What the seat on turn did at a table elsewhere, which has the dice.");
  visit("at", at, "For replay; works without dice too, and nothing goes on from there.");
  visit("history", history, "Everything in the record, what was taken back as well.");
  visit("starting_rolls", starting_rolls, "Those in the record, in order.");
  visit("bot_move", bot_move, "Of the bot on turn with a roll waiting; as in the terminal.");
  visit("hint", hint, "What champion would choose; greedy where there is no net.");
  visit("analyse", analyse, "Some rolls of a game, so that a page can show how far it is.");
  visit("board", board, "The position read aloud.");
  visit("threats", threats,
        "To the seat on turn, or while a bot plays to the first person still in the game.");
  visit("rules", rules, "");
  visit("to_json", to_json, "");
  visit("apply", apply, "For scripts: a position, and what one input makes of it.");
  visit("moves", moves, "For scripts: the legal moves where a roll waits, in the engine's order.");
}

// Answers any request at all: the name of an operation, a line end, and JSON with its request. The
// answer is JSON: what the operation tells, as {"value": …}, or {"problems": […]}, of which there
// is at least one. facts() tells its value bare.
std::string answer(Desk& desk, std::string_view request);

}  // namespace aero::door
