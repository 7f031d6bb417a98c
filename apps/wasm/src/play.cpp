// Games as they are played.

#include <charconv>

#include "aero/ai.hpp"
#include "aero/eval.hpp"
#include "chronicle.hpp"
#include "input.hpp"
#include "scene.hpp"

namespace aero::door {
namespace {

Error placeless(Error error) {
  error.line = error.column = 0;
  return error;
}
Errors placeless(Errors errors) {
  for (Error& error : errors) error = placeless(std::move(error));
  return errors;
}

std::optional<Error> check_bot(std::string_view bot) {
  if (bot.empty() || find_bot(bot) != nullptr) return std::nullopt;
  std::string choices;
  for (const Bot* each : bots()) choices.append(choices.empty() ? "" : ", ").append(each->name());
  return Error{"door.unknown_bot", {{"choices", choices}, {"text", std::string(bot)}}, 0, 0};
}

std::optional<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || stop != end) return std::nullopt;
  return seed;
}

Result<Table> table_of(const Plan& plan) {
  const auto rules = parse_rules(plan.rules);
  if (!rules) return rules.errors();
  const auto seed = parse_seed(plan.seed);
  if (!seed) {
    return Error{"door.member",
                 {{"expected", "\"0\" … \"18446744073709551615\""}, {"member", "seed"}},
                 0,
                 0};
  }
  Table table{*rules, {}, DiceKey{*seed, 0}, plan.first, {}};
  for (const Player& player : plan.players) {
    auto& place = table.players[at(player.seat)];
    if (place) return Error{"position.seat_twice", {{"seat", to_text(player.seat)}}, 0, 0};
    if (auto error = check_bot(player.bot)) return *error;
    place = aero::Player{player.name, player.bot};
  }
  return table;
}

// The scene at the end of the game on the desk, whose record has changed.
Scene changed_scene(Desk& desk, const Match& match) {
  Scene scene = scene_of(match);
  desk.rename(scene.record);
  return scene;
}

// The game of a record, to be gone on with: one that has its own dice.
Result<Match*> open_to_play(Desk& desk, std::string_view record) {
  auto match = desk.open(record);
  if (match && !(*match)->has_dice()) return Error{"match.no_dice", {}, 0, 0};
  return match;
}

// The game of a record in which a roll waits.
Result<Match*> open_to_choose(Desk& desk, std::string_view record) {
  auto match = desk.open(record);
  if (!match) return match;
  const State& state = (*match)->state();
  if (state.is_over()) return Error{"record.game_over", {}, 0, 0};
  if (!state.has_roll()) return Error{"play.roll_first", {}, 0, 0};
  return match;
}

}  // namespace

Result<Match*> Desk::open(std::string_view text) {
  if (match_ && text == record_) return &*match_;
  Result<Record> record = parse_either(text);
  if (!record) return record.errors();
  Result<Match> match = Match::resume(*std::move(record));
  if (!match) return placeless(match.errors());
  match_.emplace(*std::move(match));
  record_ = text;
  return &*match_;
}

Result<Match*> Desk::begin(const Table& table, std::vector<aero::Tag> tags) {
  Result<Match> match = Match::begin(table, std::move(tags));
  if (!match) return placeless(match.errors());
  match_.emplace(*std::move(match));
  record_.clear();
  return &*match_;
}

const Endgames* Desk::endgames(const Rules& rules) {
  // A module that is never given a net has no use for them, and so none of their code.
  if (standard_net() == nullptr) return nullptr;
  if (!endgames_ || endgames_->rules() != rules) endgames_.emplace(one_plane_endgames(rules));
  return &*endgames_;
}

Result<Scene> begin(Desk& desk, const Plan& plan) {
  const auto table = table_of(plan);
  if (!table) return table.errors();
  std::vector<aero::Tag> tags;
  tags.reserve(plan.tags.size());
  for (const Tag& tag : plan.tags) tags.push_back({tag.name, tag.value});
  const auto match = desk.begin(*table, std::move(tags));
  if (!match) return match.errors();
  return changed_scene(desk, **match);
}

Result<Scene> resume(Desk& desk, const RecordRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  return changed_scene(desk, **match);
}

Result<Scene> roll(Desk& desk, const RollRequest& request) {
  const auto match = open_to_play(desk, request.record);
  if (!match) return match.errors();
  const auto events = (*match)->accept(request.seat, request.ply, aero::RollRequest{});
  if (!events) return placeless(events.errors());
  return changed_scene(desk, **match);
}

Result<Scene> choose(Desk& desk, const ChooseRequest& request) {
  const auto match = open_to_play(desk, request.record);
  if (!match) return match.errors();
  const auto move = parse_move(request.move);
  if (!move) return move.errors();
  const auto events = (*match)->accept(request.seat, request.ply, *move);
  if (!events) return placeless(events.errors());
  return changed_scene(desk, **match);
}

Result<Scene> take_back(Desk& desk, const RecordRequest& request) {
  const auto match = open_to_play(desk, request.record);
  if (!match) return match.errors();
  const auto plies = (*match)->take_back();
  if (!plies) return placeless(plies.errors());
  return changed_scene(desk, **match);
}

Result<Scene> follow(Desk& desk, const FollowRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  const auto input = parse_input(request.input);
  if (!input) return input.errors();
  const Pip* roll = std::get_if<Pip>(&*input);
  const auto events = roll ? (*match)->roll(*roll) : (*match)->choose(std::get<Move>(*input));
  if (!events) return placeless(events.errors());
  return changed_scene(desk, **match);
}

Result<Scene> at(Desk& desk, const EntryRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  const int entries = entries_of(**match);
  if (request.entry > entries) {
    return Error{"door.no_entry",
                 {{"entries", std::to_string(entries)}, {"entry", std::to_string(request.entry)}},
                 0,
                 0};
  }
  return scene_of(**match, request.entry);
}

Result<std::vector<Entry>> history(Desk& desk, const RecordRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  const Record& record = (*match)->record();
  Game game(record.rules, record.start);
  std::vector<Entry> entries;
  std::vector<std::size_t> in_force;  // rolls and moves, by their place in `entries`
  for (const aero::Entry& entry : record.entries) {
    if (const auto* take_back = std::get_if<TakeBack>(&entry)) {
      for (int plies = take_back->plies; plies > 0; --plies) {
        entries[in_force.back()].in_force = false;
        in_force.pop_back();
      }
    }
    entries.push_back(take(game, entry, static_cast<int>(entries.size()) + 1).told);
    const EntryKind kind = entries.back().kind;
    if (kind == EntryKind::roll || kind == EntryKind::move) in_force.push_back(entries.size() - 1);
  }
  return entries;
}

Result<std::vector<StartingRoll>> starting_rolls(Desk& desk, const RecordRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  std::vector<StartingRoll> rolls;
  for (const auto& [seat, pip] : (*match)->game().starting_throws()) {
    rolls.push_back({seat, pip.value(), tell_start(seat, pip)});
  }
  return rolls;
}

Result<Advice> bot_move(Desk& desk, const RecordRequest& request) {
  const auto match = open_to_choose(desk, request.record);
  if (!match) return match.errors();
  const State& state = (*match)->state();
  const std::string& name = (*match)->player(state.turn())->bot;
  if (name.empty()) return Error{"door.no_bot", {{"seat", to_text(state.turn())}}, 0, 0};
  if (auto error = check_bot(name)) return *error;
  const Bot& bot = *find_bot(name);
  if (bot.needs_net() && standard_net() == nullptr) return Error{"door.no_net", {}, 0, 0};
  const Rules& rules = (*match)->rules();
  const Move move = move_of(bot, desk.endgames(rules), rules, state, (*match)->decision_stream());
  return Advice{to_text(move), {}};
}

Result<Advice> hint(Desk& desk, const RecordRequest& request) {
  const auto match = open_to_choose(desk, request.record);
  if (!match) return match.errors();
  const Rules& rules = (*match)->rules();
  const State& state = (*match)->state();
  const Endgames* endgames = desk.endgames(rules);
  const Move move = aero::hint(rules, state, endgames);
  Advice advice{to_text(move), {}};
  if (const Net* net = standard_net()) {
    advice.chance = 100 * worth_of(*net, rules, state, move, Analysis::kUsualPlies, endgames);
  }
  return advice;
}

Result<std::vector<Message>> board(Desk& desk, const RecordRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  return aero::board((*match)->state());
}

Result<std::vector<Message>> threats(Desk& desk, const RecordRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  const State& state = (*match)->state();
  if (state.is_over()) return std::vector<Message>{aero::request(state)};
  std::vector<Message> messages;
  for (const Threat& threat : aero::threats((*match)->rules(), state, advised_seat(**match))) {
    messages.push_back(tell(threat));
  }
  if (messages.empty()) messages.push_back({"play.no_threats", {}});
  return messages;
}

Result<Twin> to_json(Desk& desk, const RecordRequest& request) {
  const auto match = desk.open(request.record);
  if (!match) return match.errors();
  return Twin{aero::to_json((*match)->record())};
}

}  // namespace aero::door
