#include <algorithm>
#include <array>
#include <ranges>

#include "aero/notation.hpp"
#include "cursor.hpp"
#include "piece.hpp"

namespace aero {
namespace {

using Code = Fault::Code;

std::string fleet_text(const Fleet& fleet) {
  std::string text;
  for (auto at = fleet.begin(); at != fleet.end();) {
    const Piece piece = *at;
    int alike = 0;
    do ++alike, ++at;
    while (at != fleet.end() && *at == piece && !can_stack_on(piece.step));
    if (!text.empty()) text += ',';
    text += group_text(piece.step, alike * piece.size, alike * piece.marks);
  }
  return text;
}

// The catalogue key of a fault.
std::string_view key_of(Code code) {
  switch (code) {
    case Code::too_few_seats: return "position.too_few_seats";
    case Code::wrong_plane_count: return "position.wrong_plane_count";
    case Code::step_out_of_range: return "position.step_out_of_range";
    case Code::piece_empty: return "position.piece_empty";
    case Code::stack_not_allowed: return "position.stack_not_allowed";
    case Code::square_shared: return "position.square_shared";
    case Code::turn_missing: return "position.turn_missing";
    case Code::turn_after_end: return "position.turn_after_end";
    case Code::turn_absent: return "position.turn_absent";
    case Code::turn_finished: return "position.turn_finished";
    case Code::sixes_out_of_range: return "position.sixes_out_of_range";
    case Code::sixes_not_counted: return "position.sixes_not_counted";
    case Code::roll_out_of_range: return "position.roll_out_of_range";
    case Code::roll_after_end: return "position.roll_after_end";
    case Code::roll_without_move: return "position.roll_without_move";
    case Code::roll_third_six: return "position.roll_third_six";
    case Code::marks_not_used: return "position.marks_not_used";
    case Code::marks_in_hangar: return "position.marks_in_hangar";
    case Code::marks_in_centre: return "position.marks_in_centre";
    case Code::marks_off_turn: return "position.marks_off_turn";
    case Code::marks_without_six: return "position.marks_without_six";
    case Code::too_many_marks: return "position.too_many_marks";
    case Code::order_repeats: return "position.order_repeats";
    case Code::order_absent: return "position.order_absent";
    case Code::order_not_home: return "position.order_not_home";
    case Code::order_missing: return "position.order_missing";
    case Code::too_many_home: return "position.too_many_home";
  }
  return "";
}

// Which of the four fields after the fleets a fault is about; none for one about a fleet.
enum class Field { turn, sixes, roll, order, none };
constexpr int kFields = 4;

Field field_of(Code code) {
  switch (code) {
    case Code::turn_missing:
    case Code::turn_after_end:
    case Code::turn_absent:
    case Code::turn_finished: return Field::turn;
    case Code::sixes_out_of_range:
    case Code::sixes_not_counted: return Field::sixes;
    case Code::roll_out_of_range:
    case Code::roll_after_end:
    case Code::roll_without_move:
    case Code::roll_third_six: return Field::roll;
    case Code::order_repeats:
    case Code::order_absent:
    case Code::order_not_home:
    case Code::order_missing:
    case Code::too_many_home: return Field::order;
    default: return Field::none;
  }
}

// A fault that an unreadable part elsewhere in the line cannot have caused.
bool stands_by_itself(Code code) {
  switch (code) {
    case Code::wrong_plane_count:
    case Code::piece_empty:
    case Code::stack_not_allowed:
    case Code::marks_not_used:
    case Code::marks_in_hangar:
    case Code::marks_in_centre:
    case Code::too_many_marks:
    case Code::sixes_out_of_range:
    case Code::roll_out_of_range: return true;
    default: return false;
  }
}

class PositionReader {
 public:
  PositionReader(const Rules& rules, std::string_view text) : rules_(rules), whole_{text} {}

  Result<State> read() {
    std::optional<Part> fleets = take_fields();
    if (!fleets) return quote(whole_, "position.bad_line");
    while (fleets && !is_full()) read_fleet(take_part(fleets, ' '));
    read_turn(fields_[0]);
    setup_.sixes = read_number(fields_[1], "position.bad_sixes").value_or(0);
    if (fields_[2].text != "-") setup_.roll = read_number(fields_[2], "position.bad_roll");
    read_order(fields_[3]);

    const Checked checked = check(rules_, setup_);
    const bool was_readable = errors_.empty();
    for (const Fault& fault : checked.faults) {
      const bool is_sure = stands_by_itself(fault.code) && !is_damaged(fault);
      if (was_readable || is_sure) report(error_of(fault));
    }
    if (!errors_.empty()) return errors_;
    return *checked.state;
  }

 private:
  struct Side {
    Part part;
    bool is_damaged = false;  // a piece of it could not be read
  };
  // Takes the fields off the end of the line and returns what is before them; none where there are
  // too few.
  std::optional<Part> take_fields() {
    Part rest = whole_;
    for (Part& field : std::views::reverse(fields_)) {
      const std::size_t space = rest.text.rfind(' ');
      if (space == std::string_view::npos) return std::nullopt;
      field = rest.drop(space + 1);
      rest = rest.take(space);
    }
    return rest;
  }

  bool is_full() const { return errors_.size() >= kMaxErrors; }
  // Errors stand in the order of the line.
  void report(Error error) {
    const auto at = std::ranges::upper_bound(errors_, error.column, {}, &Error::column);
    errors_.insert(at, std::move(error));
  }

  Side& side(Seat seat) { return sides_[at(seat)]; }

  void read_fleet(Part part) {
    const std::optional<Seat> seat = part.text.size() > 2 && part.text[1] == ':'
                                         ? parse_seat(part.text.substr(0, 1))
                                         : std::nullopt;
    if (!seat) {
      report(quote(part, "position.bad_fleet"));
      return;
    }
    Setup::Side& setup = setup_.sides[at(*seat)];
    if (setup.is_in_play) {
      report(error_at(part, "position.seat_twice", {{"seat", to_text(*seat)}}));
      return;
    }
    setup.is_in_play = true;
    side(*seat).part = part;
    std::optional<Part> pieces = part.drop(2);
    while (pieces && !is_full()) {
      const Part piece = take_part(pieces, ',');
      const std::optional<Setup::Item> item = parse_piece(piece.text);
      if (item) {
        setup.add(*item);
      } else {
        report(quote(piece, "notation.bad_piece"));
        side(*seat).is_damaged = true;
      }
    }
  }

  void read_turn(Part part) {
    if (part.text == "-") return;
    setup_.turn = parse_seat(part.text);
    if (!setup_.turn) report(quote(part, "position.bad_turn"));
  }

  std::optional<int> read_number(Part part, std::string_view code) {
    const std::optional<int> number = parse_number(part.text);
    if (!number) report(quote(part, code));
    return number;
  }

  void read_order(Part part) {
    if (part.text == "-") return;
    const bool fits = !part.text.empty() && part.text.size() <= setup_.order.size();
    for (const char character : part.text) {
      const std::optional<Seat> seat = parse_seat({&character, 1});
      if (!fits || !seat) {
        report(quote(part, "position.bad_order"));
        return;
      }
      setup_.order[static_cast<std::size_t>(setup_.order_count++)] = *seat;
    }
    if (!fits) report(quote(part, "position.bad_order"));
  }

  bool is_damaged(const Fault& fault) {
    return field_of(fault.code) == Field::none && side(fault.seat).is_damaged;
  }

  Error error_of(const Fault& fault) {
    const Field field = field_of(fault.code);
    Part part =
        field == Field::none ? side(fault.seat).part : fields_[static_cast<std::size_t>(field)];
    if (fault.code == Code::too_few_seats) part = whole_;
    return error_at(part, key_of(fault.code),
                    {{"seat", to_text(fault.seat)},
                     {"value", std::to_string(fault.value)},
                     {"planes", std::to_string(rules_.planes)}});
  }

  const Rules& rules_;
  Part whole_;
  Setup setup_;
  std::array<Side, kSeats> sides_{};
  std::array<Part, kFields> fields_{};
  Errors errors_;
};

}  // namespace

std::string to_text(const State& state) {
  std::string text;
  for (const Seat seat : kAllSeats) {
    if (!state.is_in_play(seat)) continue;
    text.append(1, letter(seat)).append(":").append(fleet_text(state.fleet(seat))).append(" ");
  }
  text += state.is_over() ? '-' : letter(state.turn());
  text.append(" ").append(std::to_string(state.sixes())).append(" ");
  text += state.has_roll() ? std::to_string(state.roll()->value()) : "-";
  text += ' ';
  for (int place = 0; place < state.order().size(); ++place) text += letter(state.order()[place]);
  if (state.order().size() == 0) text += '-';
  return text;
}

Result<State> parse_position(const Rules& rules, std::string_view text) {
  return PositionReader(rules, text).read();
}

std::string to_text(Seat seat) { return std::string(1, letter(seat)); }

std::optional<Seat> parse_seat(std::string_view text) {
  for (const Seat seat : kAllSeats) {
    if (text.size() == 1 && text[0] == letter(seat)) return seat;
  }
  return std::nullopt;
}

Result<std::vector<Seat>> parse_seats(std::string_view text) {
  std::vector<Seat> seats;
  bool is_good = text.size() >= 2 && text.size() <= kSeats;
  for (const char character : text) {
    const std::optional<Seat> seat = parse_seat({&character, 1});
    is_good = is_good && seat && std::ranges::find(seats, *seat) == seats.end();
    if (is_good) seats.push_back(*seat);
  }
  if (!is_good) return quote({text}, "notation.bad_seats");
  return seats;
}

}  // namespace aero
