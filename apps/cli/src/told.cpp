#include "told.hpp"

#include <memory>
#include <utility>

#include "tables.hpp"

namespace aero::cli {
namespace {

constexpr std::string_view kNames[] = {"race+table", "race+hit+table", "champion+endgame"};

// A bot that is made from a table, which outlives everybody who enters.
template <class Table, class Make>
arena::Contestant told(Table table, Make make) {
  struct Kept {
    Table table;
    std::unique_ptr<const Bot> bot;
  };
  const auto kept = std::make_shared<Kept>(Kept{std::move(table), nullptr});
  kept->bot = make(std::as_const(kept->table));
  arena::Contestant contestant = arena::contestant(*kept->bot);
  contestant.enter = [kept, enter = contestant.enter](const Rules& rules) { return enter(rules); };
  return contestant;
}

TurnsHome turns_of(const RaceTable& table) {
  return [&table](const State& state, Seat seat) { return table.turns_to_begin(state, seat); };
}

}  // namespace

std::span<const std::string_view> names_with_tables() { return kNames; }

std::optional<arena::Contestant> contestant_with_table(const Call& call, std::string_view name) {
  const Rules rules = call.rules();
  if (name == kNames[0]) {
    return told(kept_race(call, rules),
                [](const RaceTable& table) { return race_with(turns_of(table)); });
  }
  if (name == kNames[1]) {
    return told(kept_race(call, rules),
                [](const RaceTable& table) { return race_and_hit_with(turns_of(table)); });
  }
  if (name == kNames[2])
    return told(kept_endgames(call, rules, SeatSet(call.seats())), champion_with);
  return std::nullopt;
}

}  // namespace aero::cli
