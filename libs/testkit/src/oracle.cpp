#include "aero/oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Written to be held beside the rules page, paragraph by paragraph. Whatever is obvious wins over
// whatever is short or fast: rules are looked up by their written names, squares are found by
// walking, every candidate move works on its own copy of the position.
namespace aero::oracle {
namespace {

using std::map;
using std::optional;
using std::string;
using std::vector;

[[noreturn]] void refuse(const string& what) {
  std::fprintf(stderr, "oracle: %s\n", what.c_str());
  std::abort();
}

// "a,,b" has three parts, the middle one empty; "" has one.
vector<string> split(const string& text, char separator) {
  vector<string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// ---- Options -----------------------------------------------------------------------------------

// Key and value as written; every key is present.
using Rules = map<string, string>;

// The first value of each key is the default.
const map<string, vector<string>>& option_table() {
  static const map<string, vector<string>> table = {
      {"planes", {"4", "3", "2", "1"}},
      {"takeoff", {"246", "6", "56", "123456"}},
      {"sixes", {"moved", "all", "every", "void", "none"}},
      {"recall", {"on", "off"}},
      {"jump", {"on", "off"}},
      {"flight", {"may", "must", "off"}},
      {"chain", {"on", "off"}},
      {"onward", {"off", "may", "must"}},
      {"crossing", {"on", "off"}},
      {"stack", {"may", "always", "never"}},
      {"stackhit", {"stack", "both", "hitter"}},
      {"wall", {"free", "barred", "bounce"}},
      {"finish", {"exact", "bounce", "over"}},
      {"bonus", {"six", "capture", "home", "both"}},
      {"end", {"last", "first"}},
      {"move", {"must", "may"}},
  };
  return table;
}

const map<string, string>& preset_table() {
  static const map<string, string> table = {
      {"standard", ""},
      {"chinese",
       "takeoff=6,sixes=all,flight=must,onward=must,stack=always,stackhit=both,wall=bounce,"
       "finish=bounce"},
      {"ludo", "takeoff=6,sixes=void,jump=off,flight=off,stack=never,bonus=both"},
      {"quick", "planes=2,takeoff=123456,end=first"},
  };
  return table;
}

void set_option(Rules& rules, const string& item) {
  const vector<string> parts = split(item, '=');
  const auto option = option_table().find(parts[0]);
  if (parts.size() != 2 || option == option_table().end()) refuse("rules item '" + item + "'");
  const vector<string>& values = option->second;
  if (std::find(values.begin(), values.end(), parts[1]) == values.end()) {
    refuse("rules item '" + item + "'");
  }
  rules[parts[0]] = parts[1];
}

Rules read_rules(const string& text) {
  Rules rules;
  for (const auto& [key, values] : option_table()) rules[key] = values.front();

  vector<string> items = split(text, ',');
  const auto preset = preset_table().find(items.front());
  if (preset != preset_table().end()) {
    items.erase(items.begin());
    if (!preset->second.empty()) {
      for (const string& item : split(preset->second, ',')) set_option(rules, item);
    }
  }
  for (const string& item : items) set_option(rules, item);
  return rules;
}

// ---- The board ---------------------------------------------------------------------------------

constexpr std::string_view kSeatLetters = "RYBG";
constexpr int kSeats = 4;

constexpr int kHangar = -1;
constexpr int kPad = 0;
constexpr int kEntrance = 50;
constexpr int kCentre = 56;

constexpr int kFlightFrom = 18;
constexpr int kFlightTo = 30;
constexpr int kCrossing = 53;

constexpr int kRingSquares = 52;
constexpr int kAlone = 0;

struct Plane {
  int step = kHangar;
  bool marked = false;
  // Own planes on one step with the same number are one stack; kAlone is in none.
  int stack = kAlone;
};

using Fleet = vector<Plane>;

struct Position {
  map<int, Fleet> fleets;  // by seat
  int turn = 0;            // meaningless when over
  bool over = false;
  int sixes = 0;
  int roll = 0;  // 0 is none
  vector<int> order;
};

bool on_ring(int step) { return step >= 1 && step <= kEntrance; }

// Starts where the seat's step 0 would be if it were a ring square, and walks.
int ring_square(int seat, int step) {
  int square = 0;
  for (int i = 0; i < 13 * seat + step; ++i) {
    square = square + 1 == kRingSquares ? 0 : square + 1;
  }
  return square;
}

bool same_ring_square(int seat, int step, int other_seat, int other_step) {
  return on_ring(step) && on_ring(other_step) &&
         ring_square(seat, step) == ring_square(other_seat, other_step);
}

bool own_colour(int step) {
  for (int coloured = 2; coloured <= kEntrance; coloured += 4) {
    if (coloured == step) return true;
  }
  return false;
}

int opposite(int seat) { return (seat + 2) % kSeats; }

bool stackable(int step) { return step != kHangar && step != kPad && step != kCentre; }

Fleet& own_fleet(Position& position) { return position.fleets.at(position.turn); }
const Fleet& own_fleet(const Position& position) { return position.fleets.at(position.turn); }

// Planes that move as one, as indices into their fleet.
using Piece = vector<std::size_t>;

vector<Piece> pieces(const Fleet& fleet) {
  vector<Piece> result;
  map<int, Piece> stacks;
  for (std::size_t i = 0; i < fleet.size(); ++i) {
    if (fleet[i].stack == kAlone) {
      result.push_back({i});
    } else {
      stacks[fleet[i].stack].push_back(i);
    }
  }
  for (const auto& [number, piece] : stacks) result.push_back(piece);
  return result;
}

bool is_stack(const Piece& piece) { return piece.size() > 1; }

int count_marks(const Fleet& fleet, const Piece& piece) {
  int marks = 0;
  for (const std::size_t i : piece) marks += fleet[i].marked ? 1 : 0;
  return marks;
}

int new_stack_number(const Fleet& fleet) {
  int highest = kAlone;
  for (const Plane& plane : fleet) highest = std::max(highest, plane.stack);
  return highest + 1;
}

void send_home(Plane& plane) { plane = Plane{}; }

bool all_home(const Fleet& fleet) {
  for (const Plane& plane : fleet) {
    if (plane.step != kCentre) return false;
  }
  return true;
}

void clear_marks(Position& position) {
  for (auto& [seat, fleet] : position.fleets) {
    for (Plane& plane : fleet) plane.marked = false;
  }
}

// ---- Position line -----------------------------------------------------------------------------

int read_number(const string& text) {
  if (text.empty() || text.size() > 2 || text.front() == '0') refuse("number '" + text + "'");
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') refuse("number '" + text + "'");
    number = 10 * number + (c - '0');
  }
  return number;
}

int read_seat(const string& text) {
  const std::size_t seat = kSeatLetters.find(text);
  if (text.size() != 1 || seat == std::string_view::npos) refuse("seat '" + text + "'");
  return static_cast<int>(seat);
}

int read_step(const string& text) {
  if (text == "h") return kHangar;
  if (text == "p") return kPad;
  if (text == "c") return kCentre;
  const int step = read_number(text);
  if (step >= kCentre) refuse("step '" + text + "'");
  return step;
}

// PLACE, PLACExN, PLACE*, PLACExN*, PLACExN*M
void read_piece(const string& text, Fleet& fleet) {
  const vector<string> before_and_marks = split(text, '*');
  const vector<string> place_and_count = split(before_and_marks[0], 'x');
  if (before_and_marks.size() > 2 || place_and_count.size() > 2) refuse("piece '" + text + "'");

  const int step = read_step(place_and_count[0]);
  const int count = place_and_count.size() == 2 ? read_number(place_and_count[1]) : 1;
  int marks = 0;
  if (before_and_marks.size() == 2) {
    marks = before_and_marks[1].empty() ? count : read_number(before_and_marks[1]);
  }
  if (marks > count) refuse("piece '" + text + "'");

  const bool stacked = stackable(step) && count > 1;
  const int number = stacked ? new_stack_number(fleet) : kAlone;
  for (int i = 0; i < count; ++i) fleet.push_back({step, i < marks, number});
}

Position read_position(const string& line) {
  const vector<string> words = split(line, ' ');
  if (words.size() < 6) refuse("position '" + line + "'");
  const std::size_t fleet_count = words.size() - 4;

  Position position;
  for (std::size_t i = 0; i < fleet_count; ++i) {
    const vector<string> seat_and_pieces = split(words[i], ':');
    if (seat_and_pieces.size() != 2) refuse("fleet '" + words[i] + "'");
    const int seat = read_seat(seat_and_pieces[0]);
    if (position.fleets.contains(seat)) refuse("seat twice in '" + line + "'");
    Fleet& fleet = position.fleets[seat];
    for (const string& piece : split(seat_and_pieces[1], ',')) read_piece(piece, fleet);
  }

  const string& turn = words[fleet_count];
  const string& sixes = words[fleet_count + 1];
  const string& roll = words[fleet_count + 2];
  const string& order = words[fleet_count + 3];
  position.over = turn == "-";
  if (!position.over) position.turn = read_seat(turn);
  if (!position.over && !position.fleets.contains(position.turn)) refuse("turn '" + turn + "'");
  position.sixes = sixes == "0" ? 0 : read_number(sixes);
  position.roll = roll == "-" ? 0 : read_number(roll);
  if (position.sixes > 2 || position.roll > 6) refuse("position '" + line + "'");
  if (order != "-") {
    for (const char letter : order) position.order.push_back(read_seat(string(1, letter)));
  }
  return position;
}

string write_step(int step) {
  if (step == kHangar) return "h";
  if (step == kPad) return "p";
  if (step == kCentre) return "c";
  return std::to_string(step);
}

string write_piece(const Fleet& fleet, const Piece& piece) {
  const int size = static_cast<int>(piece.size());
  const int marks = count_marks(fleet, piece);
  string text = write_step(fleet[piece.front()].step);
  if (size > 1) text += "x" + std::to_string(size);
  if (marks > 0) text += "*";
  if (marks > 0 && marks < size) text += std::to_string(marks);
  return text;
}

// In the hangar, on the pad and in the centre equal planes are written as one group.
vector<Piece> written_pieces(const Fleet& fleet, int step) {
  vector<Piece> result;
  if (!stackable(step)) {
    for (const bool marked : {false, true}) {
      Piece group;
      for (std::size_t i = 0; i < fleet.size(); ++i) {
        if (fleet[i].step == step && fleet[i].marked == marked) group.push_back(i);
      }
      if (!group.empty()) result.push_back(group);
    }
    return result;
  }
  for (const Piece& piece : pieces(fleet)) {
    if (fleet[piece.front()].step == step) result.push_back(piece);
  }
  std::sort(result.begin(), result.end(), [&](const Piece& a, const Piece& b) {
    if (a.size() != b.size()) return a.size() > b.size();
    return count_marks(fleet, a) < count_marks(fleet, b);
  });
  return result;
}

string write_fleet(const Fleet& fleet) {
  string text;
  for (int step = kHangar; step <= kCentre; ++step) {
    for (const Piece& piece : written_pieces(fleet, step)) {
      if (!text.empty()) text += ",";
      text += write_piece(fleet, piece);
    }
  }
  return text;
}

string write_seat(int seat) { return string(1, kSeatLetters[static_cast<std::size_t>(seat)]); }

string write_position(const Position& position) {
  string line;
  for (const auto& [seat, fleet] : position.fleets) {
    line += write_seat(seat) + ":" + write_fleet(fleet) + " ";
  }
  line += position.over ? "-" : write_seat(position.turn);
  line += " " + std::to_string(position.sixes);
  line += " " + (position.roll == 0 ? string("-") : std::to_string(position.roll)) + " ";
  if (position.order.empty()) line += "-";
  for (const int seat : position.order) line += write_seat(seat);
  return line;
}

// ---- A turn, 2: third six ----------------------------------------------------------------------

bool is_third_six(const Rules& rules, const Position& position, int pip) {
  return rules.at("sixes") != "none" && position.sixes == 2 && pip == 6;
}

void punish_third_six(const Rules& rules, Position& position) {
  const string& sixes = rules.at("sixes");
  for (Plane& plane : own_fleet(position)) {
    const bool finished = plane.step == kCentre;
    const bool goes =
        (sixes == "moved" && plane.marked) || (sixes == "all" && !finished) || sixes == "every";
    if (goes) send_home(plane);
  }
}

// ---- A turn, 3 and 4: one move under way -------------------------------------------------------

struct Journey {
  Position position;
  Piece piece;
  string text;
  int captures = 0;   // enemy planes sent home so far
  bool lost = false;  // the piece itself was sent home
};

int place(const Journey& journey) {
  return own_fleet(journey.position)[journey.piece.front()].step;
}

bool enemy_stack_on_ring(const Position& position, int step) {
  for (const auto& [seat, fleet] : position.fleets) {
    if (seat == position.turn) continue;
    for (const Piece& piece : pieces(fleet)) {
      const bool here = same_ring_square(position.turn, step, seat, fleet[piece.front()].step);
      if (here && is_stack(piece)) return true;
    }
  }
  return false;
}

bool enemy_stack_on_crossing(const Position& position) {
  const auto enemy = position.fleets.find(opposite(position.turn));
  if (enemy == position.fleets.end()) return false;
  for (const Piece& piece : pieces(enemy->second)) {
    if (enemy->second[piece.front()].step == kCrossing && is_stack(piece)) return true;
  }
  return false;
}

// Where a roll takes a piece that is on the pad or beyond, if it may go there. Whatever is in the
// way is met when the piece still has to go on from its square.
optional<int> walk(const Rules& rules, const Position& position, int from) {
  int at = from;
  int direction = 1;
  for (int left = position.roll; left > 0; --left) {
    const bool forward = direction == 1;
    if (forward && at == kCentre) {
      if (rules.at("finish") == "exact") return std::nullopt;
      if (rules.at("finish") == "over") return kCentre;
      if (rules.at("finish") == "bounce") direction = -1;
    }
    if (forward && enemy_stack_on_ring(position, at)) {
      if (rules.at("wall") == "barred") return std::nullopt;
      if (rules.at("wall") == "bounce") direction = -1;
    }
    at += direction;
    if (at < 1) return std::nullopt;
  }
  return at;
}

// The piece stands on `step`: enemies there go home; under `stackhit` the piece itself may.
void stand(const Rules& rules, Journey& journey, int step) {
  const int mover = journey.position.turn;
  const bool hits_stack = enemy_stack_on_ring(journey.position, step);
  const bool stacks_stay = rules.at("stackhit") == "hitter";

  for (auto& [seat, fleet] : journey.position.fleets) {
    if (seat == mover) continue;
    for (const Piece& piece : pieces(fleet)) {
      if (!same_ring_square(mover, step, seat, fleet[piece.front()].step)) continue;
      if (is_stack(piece) && stacks_stay) continue;
      for (const std::size_t i : piece) {
        send_home(fleet[i]);
        ++journey.captures;
      }
    }
  }

  journey.lost = hits_stack && rules.at("stackhit") != "stack";
  for (const std::size_t i : journey.piece) {
    Plane& plane = own_fleet(journey.position)[i];
    if (journey.lost) {
      send_home(plane);
    } else {
      plane.step = step;
    }
  }
}

// Flying over the crossing: every enemy plane on the opposite seat's 53 goes home.
void cross(const Rules& rules, Journey& journey) {
  if (rules.at("crossing") == "off") return;
  const auto enemy = journey.position.fleets.find(opposite(journey.position.turn));
  if (enemy == journey.position.fleets.end()) return;
  for (Plane& plane : enemy->second) {
    if (plane.step != kCrossing) continue;
    send_home(plane);
    ++journey.captures;
  }
}

Journey jump(const Rules& rules, Journey journey) {
  const int to = place(journey) + 4;
  journey.text += "^" + write_step(to);
  stand(rules, journey, to);
  return journey;
}

Journey fly(const Rules& rules, Journey journey) {
  cross(rules, journey);
  journey.text += "~" + write_step(kFlightTo);
  stand(rules, journey, kFlightTo);
  return journey;
}

bool flight_open(const Rules& rules, const Position& position) {
  if (rules.at("flight") == "off") return false;
  const bool closed = rules.at("wall") != "free" && rules.at("crossing") == "on" &&
                      enemy_stack_on_crossing(position);
  return !closed;
}

// After a flight straight from the roll: stop at 30, jump on to 34, or either.
vector<Journey> after_straight_flight(const Rules& rules, const Journey& flown) {
  const string onward = rules.at("jump") == "on" ? rules.at("onward") : "off";
  vector<Journey> ways;
  if (flown.lost || onward != "must") ways.push_back(flown);
  if (!flown.lost && onward != "off") ways.push_back(jump(rules, flown));
  return ways;
}

// After a jump: it may have ended where a flight starts.
vector<Journey> after_jump(const Rules& rules, const Journey& jumped) {
  const bool flies = !jumped.lost && place(jumped) == kFlightFrom && rules.at("chain") == "on" &&
                     flight_open(rules, jumped.position);
  vector<Journey> ways;
  if (!flies || rules.at("flight") == "may") ways.push_back(jumped);
  if (flies) ways.push_back(fly(rules, jumped));
  return ways;
}

// After the roll took the piece to its square: flight or jump, or neither.
vector<Journey> after_roll(const Rules& rules, const Journey& rolled) {
  if (rolled.lost) return {rolled};
  const int at = place(rolled);
  const bool flies = at == kFlightFrom && flight_open(rules, rolled.position);
  const bool jumps = rules.at("jump") == "on" && own_colour(at) && at != kEntrance;

  vector<Journey> ways;
  if (flies) ways = after_straight_flight(rules, fly(rules, rolled));
  if (flies && rules.at("flight") == "must") return ways;
  if (!jumps) {
    ways.push_back(rolled);
    return ways;
  }
  for (const Journey& way : after_jump(rules, jump(rules, rolled))) ways.push_back(way);
  return ways;
}

// ---- A turn, 5: stack --------------------------------------------------------------------------

// Own planes on the square where the piece ended, itself not among them.
Piece planes_beside(const Journey& journey) {
  if (journey.lost || !stackable(place(journey))) return {};
  const Fleet& fleet = own_fleet(journey.position);
  Piece beside;
  for (std::size_t i = 0; i < fleet.size(); ++i) {
    const bool mover =
        std::find(journey.piece.begin(), journey.piece.end(), i) != journey.piece.end();
    if (!mover && fleet[i].step == place(journey)) beside.push_back(i);
  }
  return beside;
}

Journey join(Journey journey) {
  Fleet& fleet = own_fleet(journey.position);
  const int number = new_stack_number(fleet);
  for (const std::size_t i : planes_beside(journey)) fleet[i].stack = number;
  for (const std::size_t i : journey.piece) fleet[i].stack = number;
  journey.text += "+";
  return journey;
}

vector<Journey> stack_or_not(const Rules& rules, const Journey& ended) {
  const bool can = !planes_beside(ended).empty() && rules.at("stack") != "never";
  if (!can) return {ended};
  if (rules.at("stack") == "always") return {join(ended)};
  return {ended, join(ended)};
}

// ---- Marks, and 6: finish ----------------------------------------------------------------------

void mark_if_six(const Rules& rules, Journey& journey) {
  if (journey.lost || rules.at("sixes") != "moved" || journey.position.roll != 6) return;
  for (const std::size_t i : journey.piece) own_fleet(journey.position)[i].marked = true;
}

void finish_if_centre(const Rules& rules, Journey& journey) {
  for (const std::size_t i : journey.piece) {
    Plane& plane = own_fleet(journey.position)[i];
    if (plane.step != kCentre) continue;
    plane.stack = kAlone;
    if (rules.at("recall") == "off") plane.marked = false;
  }
}

// ---- A turn, 7: again or next; the end of the game ---------------------------------------------

void next_seat(Position& position) {
  clear_marks(position);
  position.sixes = 0;
  position.roll = 0;
  do {
    position.turn = (position.turn + 1) % kSeats;
  } while (!position.fleets.contains(position.turn) || all_home(own_fleet(position)));
}

void end_game(Position& position) {
  clear_marks(position);
  position.over = true;
  position.sixes = 0;
  position.roll = 0;
}

// The seat on turn has just brought its last plane home.
void finish_seat(const Rules& rules, Position& position) {
  position.order.push_back(position.turn);
  if (rules.at("end") == "first") {
    end_game(position);
    return;
  }
  vector<int> playing;
  for (const auto& [seat, fleet] : position.fleets) {
    if (!all_home(fleet)) playing.push_back(seat);
  }
  if (playing.size() == 1) {
    position.order.push_back(playing.front());
    end_game(position);
    return;
  }
  next_seat(position);
}

// The waiting roll has been used, passed or lost.
void again_or_next(const Rules& rules, Position& position, bool captured, bool brought_home) {
  if (all_home(own_fleet(position))) {
    finish_seat(rules, position);
    return;
  }
  const string& bonus = rules.at("bonus");
  const bool wins_bonus = (captured && (bonus == "capture" || bonus == "both")) ||
                          (brought_home && (bonus == "home" || bonus == "both"));
  if (position.roll == 6) {
    position.roll = 0;
    if (rules.at("sixes") != "none") ++position.sixes;
  } else if (wins_bonus) {
    position.roll = 0;
    position.sixes = 0;
    clear_marks(position);
  } else {
    next_seat(position);
  }
}

// ---- All moves ---------------------------------------------------------------------------------

// Everything one piece can do with the waiting roll, up to the end of its move.
vector<Journey> journeys(const Rules& rules, const Position& position, const Piece& piece) {
  Journey start;
  start.position = position;
  start.piece = piece;
  const Fleet& fleet = own_fleet(position);
  start.text = write_piece(fleet, piece) + "-";
  const int from = fleet[piece.front()].step;

  if (from == kCentre) return {};
  if (from == kHangar) {
    const bool takes_off = rules.at("takeoff").find(std::to_string(position.roll)) != string::npos;
    if (!takes_off) return {};
    stand(rules, start, kPad);
    start.text += write_step(kPad);
    return {start};
  }

  const optional<int> to = walk(rules, position, from);
  if (!to) return {};
  stand(rules, start, *to);
  start.text += write_step(*to);

  vector<Journey> ways;
  for (const Journey& ended : after_roll(rules, start)) {
    for (const Journey& way : stack_or_not(rules, ended)) ways.push_back(way);
  }
  return ways;
}

// Identical pieces write the same text and so make one move.
map<string, string> all_moves(const Rules& rules, const Position& position) {
  map<string, string> result;
  for (const Piece& piece : pieces(own_fleet(position))) {
    for (Journey way : journeys(rules, position, piece)) {
      mark_if_six(rules, way);
      finish_if_centre(rules, way);
      const bool brought_home = !way.lost && place(way) == kCentre;
      again_or_next(rules, way.position, way.captures > 0, brought_home);
      result[way.text] = write_position(way.position);
    }
  }
  if (rules.at("move") == "may" && !result.empty()) {
    Position passed = position;
    again_or_next(rules, passed, false, false);
    result["pass"] = write_position(passed);
  }
  return result;
}

}  // namespace

map<string, string> moves(const string& rules, const string& position) {
  const Position read = read_position(position);
  if (read.over || read.roll == 0) refuse("no roll is waiting in '" + position + "'");
  return all_moves(read_rules(rules), read);
}

// A turn, 1: roll.
string roll(const string& rules, const string& position, int pip) {
  const Rules options = read_rules(rules);
  Position read = read_position(position);
  if (read.over || read.roll != 0) refuse("no roll is due in '" + position + "'");
  if (pip < 1 || pip > 6) refuse("a roll of " + std::to_string(pip));

  if (is_third_six(options, read, pip)) {
    punish_third_six(options, read);
    next_seat(read);
    return write_position(read);
  }
  read.roll = pip;
  if (all_moves(options, read).empty()) again_or_next(options, read, false, false);
  return write_position(read);
}

}  // namespace aero::oracle
