#include "told.hpp"

#include <algorithm>
#include <utility>

#include "aero/arena/player.hpp"
#include "tables.hpp"

namespace aero::cli {
namespace {

constexpr std::string_view kNames[] = {"race+table", "race+hit+table", "champion+endgame"};

// A bot that is made from a table, and keeps it.
template <class Table, class Make>
std::shared_ptr<const Bot> told(Table table, Make make) {
  struct Kept {
    Table table;
    std::unique_ptr<const Bot> bot;
  };
  const auto kept = std::make_shared<Kept>(Kept{std::move(table), nullptr});
  kept->bot = make(std::as_const(kept->table));
  return {kept, kept->bot.get()};
}

TurnsHome turns_of(const RaceTable& table) {
  return [&table](const State& state, Seat seat) { return table.turns_to_begin(state, seat); };
}

// Null where it is another one.
std::shared_ptr<const Bot> bot_with_table(const Call& call, std::string_view name) {
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
  return nullptr;
}

// Where the bot that begins at `start` ends: at a comma, unless what follows is one more setting of
// the same bot, as in champion:plies=2,positions=5000.
std::size_t end_of_bot(std::string_view line, std::size_t start) {
  std::size_t end = line.find(',', start);
  while (end != std::string_view::npos) {
    const std::string_view next = line.substr(end + 1, line.find(',', end + 1) - end - 1);
    if (next.find('=') == std::string_view::npos || next.find(':') != std::string_view::npos) break;
    end = line.find(',', end + 1);
  }
  return std::min(end, line.size());
}

}  // namespace

std::vector<std::string_view> names_with_tables() {
  std::vector<std::string_view> names;
  for (const Bot* bot : bots()) names.push_back(bot->name());
  names.insert(names.end(), std::begin(kNames), std::end(kNames));
  return names;
}

std::vector<Typed> typed_bots(std::string_view line) {
  std::vector<Typed> bots;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = end_of_bot(line, start);
    bots.push_back({std::string(line.substr(start, end - start)), start + 1});
    start = end + 1;
  }
  return bots;
}

std::shared_ptr<const Bot> bot_of(const Call& call, std::string_view flag, const Typed& typed) {
  if (auto bot = bot_with_table(call, typed.text)) return bot;
  Result<std::shared_ptr<const Bot>> bot = arena::bot_of(typed.text, kNames);
  if (bot) return *std::move(bot);
  Errors errors = std::move(bot).errors();
  for (Error& error : errors) error.column += static_cast<int>(typed.column) - 1;
  throw BadInput{std::move(errors), std::string(flag), call.text(flag)};
}

}  // namespace aero::cli
