#include "aero/solve/endgames.hpp"

#include <memory>
#include <utility>

namespace aero {

std::vector<Duel> duels(const Rules& rules, SeatSet seats) {
  const std::optional<Rules> duel = duel_rules(rules, kEndgamePlanes);
  const bool ends_before = rules.end == End::first && seats.size() > 2;
  if (!duel || ends_before) return {};
  bool are_opposite = false;
  bool are_neighbours = false;
  for (const Seat seat : kAllSeats) {
    if (!seats.contains(seat)) continue;
    are_opposite |= seats.contains(opposite(seat));
    are_neighbours |= seats.contains(clockwise(seat));
  }
  std::vector<Duel> list;
  if (are_opposite) list.push_back({*duel, {Seat::R, Seat::B}});
  if (are_neighbours) list.push_back({*duel, {Seat::R, Seat::Y}});
  return list;
}

Endgames solved_endgames(const Rules& rules, std::vector<ExactTable> tables) {
  const std::optional<Rules> wanted = duel_rules(rules, kEndgamePlanes);
  std::erase_if(tables, [&](const ExactTable& table) { return table.rules() != wanted; });
  const auto shared = std::make_shared<const std::vector<ExactTable>>(std::move(tables));
  return {rules, kEndgamePlanes, [shared](const State& duel) -> std::optional<double> {
            for (const ExactTable& table : *shared) {
              if (duel.seats() != SeatSet(table.seats())) continue;
              return table.value(duel, duel.turn()).middle();
            }
            return std::nullopt;
          }};
}

}  // namespace aero
