#pragma once
// Tables of exact values, for commands that need them: from the user's cache folder, or made while
// a bar shows how far that is.

#include <array>
#include <span>
#include <vector>

#include "aero/solve/endgames.hpp"
#include "aero/solve/race.hpp"
#include "call.hpp"
#include "progress.hpp"

namespace aero::cli {

// Is solving these a matter of hours and gigabytes.
bool is_large(const Rules& rules);

// Throws BadInput where the game cannot be solved: too many planes, or more memory than there is.
void expect_solvable(const Rules& rules, std::array<Seat, 2> seats);

// As close as bounds can be brought under these rules, near enough. Percent of solving that is done
// are shown by `progress`, of 100. Both live as long as the options.
SolveOptions shown_by(const Call& call, Progress& progress, int threads, const Rules& rules);

// Each is kept for the next time, where `--keep` says or else in the user's cache folder.
ExactTable kept_table(const Call& call, const Rules& rules, std::array<Seat, 2> seats);

// All ends that a game of these seats can come to.
Endgames kept_endgames(const Call& call, const Rules& rules, SeatSet seats);
// Under each of these rules; a table that several of them need is there once.
std::vector<Endgames> kept_endgames(const Call& call, std::span<const Rules> list, SeatSet seats);

// Those that an analysis knows: with two planes a side where `--endgame` asks for it, else with
// one.
Endgames known_endgames(const Call& call, const Rules& rules, SeatSet seats);

RaceTable kept_race(const Call& call, const Rules& rules);

}  // namespace aero::cli
