#pragma once
// The three one-line texts that everything reads and writes: rules, position, move. ASCII, the same
// in every language. Grammar: notation.md and rules.md, "Options". Readers report all errors at
// once, up to kMaxErrors; `column` is the byte in the text, from 1.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "aero/game.hpp"
#include "aero/result.hpp"
#include "aero/setup.hpp"

namespace aero {

// One line of the table of options. Values are told by their place in `values`; 0 is the default.
struct Option {
  std::string_view key;
  std::span<const std::string_view> values;
  int (*get)(const Rules&);
  void (*set)(Rules&, int value);
};
std::span<const Option> options();

// A rule set made of one value an option, each chosen by `choose(number of values)`.
template <class Choose>
Rules choose_rules(Choose choose) {
  Rules rules;
  for (const Option& option : options()) {
    option.set(rules, static_cast<int>(choose(static_cast<int>(option.values.size()))));
  }
  return rules;
}

struct Preset {
  std::string_view name;
  Rules rules;
};
std::span<const Preset> presets();

// The canonical line: what differs from `standard`, in the order of options(); else "standard".
std::string to_text(const Rules& rules);
Result<Rules> parse_rules(std::string_view text);

// The canonical position line.
std::string to_text(const State& state);
Result<State> parse_position(const Rules& rules, std::string_view text);

std::string to_text(const Piece& piece);
std::string to_text(const Move& move);
// Reads what a move text says; whether the move is legal is for `apply` to tell.
Result<Move> parse_move(std::string_view text);

// An event in words, such as "R walked 52 54 via c" or "Y captured 16x2", and the word alone; these
// are only written. docs/formats/scenario.md, "Events".
std::string to_text(const Event& event);
std::string_view to_text(Event::Kind kind);

// The letter of a seat.
std::string to_text(Seat seat);
std::optional<Seat> parse_seat(std::string_view text);

// Two to four different seat letters, such as "RB" or "GRY", in the order given.
Result<std::vector<Seat>> parse_seats(std::string_view text);

}  // namespace aero
