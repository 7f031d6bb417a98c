#include "aero/match.hpp"

#include "aero/notation.hpp"
#include "dice_key.hpp"

namespace aero {
namespace {

constexpr std::string_view kDice = "Dice";
constexpr std::uint64_t kBotStream = 0xB07;  // apart from the streams of the dice

std::string seat_tag(Seat seat) { return "Seat " + to_text(seat); }
std::string bot_tag(Seat seat) { return "Bot " + to_text(seat); }

std::uint64_t roll_number(const Game& game, Seat seat) {
  return static_cast<std::uint64_t>(game.rolls(seat));
}

// Each seat rolls the table's dice until it is known who begins.
std::vector<Pip> roll_for_start(SeatSet seats, const GameDice& dice) {
  std::vector<Pip> pips;
  std::array<std::uint64_t, kSeats> rolls{};
  StartingRolls starting(seats);
  while (!starting.winner()) {
    const Seat seat = starting.next();
    pips.push_back(dice.roll(seat, rolls[at(seat)]++));
    starting.add(pips.back());
  }
  return pips;
}

// Who begins after these rolls; none where they do not tell.
std::optional<Seat> starter(SeatSet seats, const std::vector<Pip>& pips) {
  StartingRolls starting(seats);
  for (const Pip pip : pips) {
    if (starting.winner()) return std::nullopt;
    starting.add(pip);
  }
  return starting.winner();
}

}  // namespace

bool counts_as_ply(const Entry& entry) {
  return std::holds_alternative<Pip>(entry) || std::holds_alternative<Move>(entry) ||
         std::holds_alternative<TakeBack>(entry);
}

Result<Match> Match::begin(const Table& table, std::vector<Tag> tags) {
  Record record;
  record.rules = table.rules;
  record.tags = std::move(tags);
  SeatSet seats;
  for (const Seat seat : kAllSeats) {
    const auto& player = table.players[at(seat)];
    if (!player) continue;
    seats.insert(seat);
    if (!player->name.empty()) record.tags.push_back({seat_tag(seat), player->name});
    if (player->is_bot()) record.tags.push_back({bot_tag(seat), player->bot});
  }
  if (seats.size() < 2) {
    return Error{"match.too_few_players", {{"players", std::to_string(seats.size())}}};
  }
  if (table.dice) record.tags.push_back({std::string(kDice), to_text(*table.dice)});

  std::optional<Seat> first = table.first;
  if (!first) {
    const std::vector<Pip> pips =
        table.dice ? roll_for_start(seats, GameDice(table.dice->seed, table.dice->game))
                   : table.starting_rolls;
    for (const Pip pip : pips) record.entries.emplace_back(StartingRoll{pip});
    first = starter(seats, pips);
    if (!first) return Error{"match.no_starter", {}};
  }
  if (!seats.contains(*first)) {
    return Error{"match.first_not_seated", {{"seat", to_text(*first)}}};
  }
  record.start = start(table.rules, seats, *first);
  return resume(std::move(record));
}

Result<Match> Match::resume(Record record) {
  const auto replayed = replay(record);
  if (!replayed) return replayed.errors();
  const auto tag = find_tag(record, kDice);
  const bool names_dice = tag && is_dice_key(*tag);
  const auto key = names_dice ? parse_dice_key(*tag) : std::nullopt;
  if (names_dice && !key) {
    return Error{"match.bad_dice", {{"text", std::string(*tag)}}, 0};
  }
  Match match(std::move(record), replayed->game);
  if (key) match.dice_.emplace(key->seed, key->game);
  if (auto error = match.check_dice()) return *error;
  return match;
}

Match::Match(Record record, Game game) : record_(std::move(record)), game_(std::move(game)) {
  for (const Seat seat : kAllSeats) {
    if (!game_.state().is_in_play(seat)) continue;
    Player player;
    if (const auto name = find_tag(record_, seat_tag(seat))) player.name = *name;
    if (const auto bot = find_tag(record_, bot_tag(seat))) player.bot = *bot;
    players_[at(seat)] = std::move(player);
  }
  for (const Entry& entry : record_.entries) ply_ += counts_as_ply(entry) ? 1 : 0;
}

// Are the rolls of the record those that its dice threw.
std::optional<Error> Match::check_dice() const {
  if (!dice_) return std::nullopt;
  Game game(record_.rules, record_.start);
  int line = 0;
  for (const Entry& entry : record_.entries) {
    ++line;
    const auto* starting_roll = std::get_if<StartingRoll>(&entry);
    const auto* roll = starting_roll ? &starting_roll->pip : std::get_if<Pip>(&entry);
    if (roll) {
      const Seat seat = starting_roll ? *game.starting_seat() : game.state().turn();
      const Pip expected = dice_->roll(seat, roll_number(game, seat));
      if (*roll != expected) {
        return Error{"match.dice_differ",
                     {{"seat", to_text(seat)},
                      {"roll", std::to_string(roll->value())},
                      {"expected", std::to_string(expected.value())}},
                     line};
      }
    }
    game.add(entry);
  }
  return std::nullopt;
}

Random Match::decision_stream() const {
  const auto dice = find_tag(record_, kDice);
  std::uint64_t key = 0;
  for (const char c : dice.value_or("")) {
    key = Random(key).fork(static_cast<unsigned char>(c)).at(0);
  }
  return Random(key).fork(kBotStream).fork(game_.plies().size());
}

Result<EventList> Match::take(const Entry& entry) {
  EventList events;
  if (auto error = game_.add(entry, events)) return *error;
  record_.entries.push_back(entry);
  ply_ += counts_as_ply(entry) ? 1 : 0;
  return events;
}

Result<EventList> Match::accept(Seat seat, int ply, const Request& request) {
  if (ply != ply_) {
    return Error{"match.stale", {{"ply", std::to_string(ply)}, {"expected", std::to_string(ply_)}}};
  }
  if (state().is_over()) return Error{"record.game_over", {}};
  if (seat != state().turn()) {
    return Error{"match.not_on_turn",
                 {{"seat", to_text(seat)}, {"expected", to_text(state().turn())}}};
  }
  if (const Pip* pip = std::get_if<Pip>(&request)) return roll(*pip);
  if (const Move* move = std::get_if<Move>(&request)) return choose(*move);
  return roll();
}

Result<EventList> Match::roll() {
  if (state().is_over()) return Error{"record.game_over", {}};
  if (!dice_) return Error{"match.no_dice", {}};
  return take(dice_->roll(state().turn(), roll_number(game_, state().turn())));
}

Result<EventList> Match::roll(Pip roll) {
  if (dice_) return Error{"match.own_dice", {}};
  return take(roll);
}

Result<EventList> Match::choose(const Move& move) { return take(move); }

// 0 where there is none.
int Match::plies_to_last_choice() const {
  const auto& plies = game_.plies();
  for (std::size_t i = plies.size(); i-- > 0;) {
    const Ply& ply = plies[i];
    const bool is_choice =
        std::holds_alternative<Move>(ply.input) && legal_moves(rules(), ply.before).size() > 1;
    if (is_choice && !player(ply.seat)->is_bot()) return static_cast<int>(plies.size() - i);
  }
  return 0;
}

Result<int> Match::take_back() {
  const int plies = plies_to_last_choice();
  if (plies == 0) return Error{"match.nothing_to_take_back", {}};
  const auto taken = take(TakeBack{plies});
  if (!taken) return taken.errors();
  return plies;
}

std::optional<Error> Match::add(const Note& note) {
  const auto taken = take(note);
  return taken ? std::nullopt : std::optional(taken.errors().front());
}

std::optional<Error> Match::add(const Comment& comment) {
  const auto taken = take(comment);
  return taken ? std::nullopt : std::optional(taken.errors().front());
}

}  // namespace aero
