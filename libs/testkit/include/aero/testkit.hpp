#pragma once
// What tests and fuzz targets share: short ways to play from text, and the laws that hold at every
// ply of every game.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aero/game.hpp"
#include "aero/setup.hpp"
#include "aero/view.hpp"

namespace aero::testkit {

inline constexpr std::array kOpposite{Seat::R, Seat::B};
// Those whose values others have worked out.
inline constexpr const char* kYardstick =
    "takeoff=6,sixes=none,flight=must,finish=bounce,stack=never,end=first";

// The lines of a file, its path counted from the root of the repository, where tests run. A file
// that cannot be read ends the program with a message.
std::vector<std::string> lines_of_file(const std::string& path);

// From text; a text that cannot be read ends the program with the error's code.
Rules rules(std::string_view text);
State position(std::string_view rules, std::string_view position);

// The legal moves of a position, in order, separated by spaces.
std::string moves(std::string_view rules, std::string_view position);
// The position after a move or a roll; "refused" where the input is not accepted.
std::string after(std::string_view rules, std::string_view position, std::string_view move);
std::string after(std::string_view rules, std::string_view position, int roll);
// What happens, in one line: the events of a move or a roll, as to_text(event), joined by "; ".
std::string events(std::string_view rules, std::string_view position, std::string_view move);
std::string events(std::string_view rules, std::string_view position, int roll);

// The position after turning the whole table clockwise by one seat.
State turned(const Rules& rules, const State& state);

// Where a law gets its choices: a number of 0 … bound-1.
using Choose = std::function<int(int bound)>;

// Plays one game of random rules and seats, at most `plies` long, holding every ply to the laws.
// Returns the first broken one in words, with rules and position; nothing when all hold.
// `is_over` tells whether the game ended.
struct Verdict {
  std::string broken;
  bool is_over = false;
  int plies = 0;
};
Verdict play_by_the_laws(const Choose& choose, int plies);
// The same under given rules.
Verdict play_by_the_laws(const Rules& rules, const Choose& choose, int plies);
// The same from a given position.
Verdict play_by_the_laws(const Rules& rules, const State& first, const Choose& choose, int plies);

}  // namespace aero::testkit
