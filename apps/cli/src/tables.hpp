#pragma once
// Tables of exact values, for commands that need them: from the user's cache folder, or made while
// a bar shows how far that is.

#include <array>
#include <filesystem>
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

// A table and what became of it.
struct KeptTable {
  ExactTable table;  // the bounds hold in any case
  bool is_finished;  // false where a signal ended it before
  bool is_stored;    // false where the folder did not take it, which was told
};
// Loads it, or solves it as closely as bounds can be brought, near enough, while a bar shows how
// far that is, and keeps it in the folder; an empty path is none. SIGINT or SIGTERM end it after
// what is done was kept, and the program at once when it is told so twice.
KeptTable keep_table(const Call& call, const Rules& rules, std::array<Seat, 2> seats,
                     const std::filesystem::path& folder);

// The same where only a finished one is of use, kept where `--keep` says or else in the user's
// cache folder. Throws Stopped.
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
