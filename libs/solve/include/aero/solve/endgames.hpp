#pragma once
// Tables for the ends of longer games.

#include <array>
#include <vector>

#include "aero/endgame/endgames.hpp"
#include "aero/solve/table.hpp"

namespace aero {

// Planes left to a side at most where an end is known.
inline constexpr int kEndgamePlanes = 2;

// A table that ends of games need: rules and seats for ExactTable.
struct Duel {
  Rules rules;
  std::array<Seat, 2> seats;
};

// The tables for all ends that a game of these seats can come to: none, one or two.
std::vector<Duel> duels(const Rules& rules, SeatSet seats);

// The ends that these tables solve; tables that are of no such duel are left out. May be shared by
// threads.
Endgames solved_endgames(const Rules& rules, std::vector<ExactTable> tables);

}  // namespace aero
