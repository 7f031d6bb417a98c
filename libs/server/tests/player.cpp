#include "player.hpp"

#include <atomic>
#include <cstdio>

#include "aero/game.hpp"
#include "aero/notation.hpp"

namespace aero::server {
namespace {

std::string in_hex(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

}  // namespace

std::string token_of(int number) {
  std::string token = "person" + std::to_string(number) + "-";
  token.resize(42, 'x');
  return token + 'A';  // the last of 43 holds four bits alone
}

protocol::TableSettings table_for(const std::string& rules, const std::string& people,
                                  const std::string& bots, int seconds) {
  protocol::TableSettings settings;
  settings.rules = rules;
  settings.seconds = seconds;
  for (const char letter : std::string("RYBG")) {
    const bool is_bot = bots.find(letter) != std::string::npos;
    if (!is_bot && people.find(letter) == std::string::npos) continue;
    settings.chairs.push_back({.seat = *parse_seat(std::string_view(&letter, 1)),
                               .bot = is_bot ? std::string("greedy") : std::string()});
  }
  return settings;
}

Player::Player(std::uint16_t port, std::string token) : token_(std::move(token)) {
  socket_.emplace(port);
  if (socket_->open() != 101) fault_ = "no WebSocket";
}

std::optional<protocol::Welcome> Player::hello(const std::string& table) {
  table_ = table;
  say(protocol::Hello{.protocol = protocol::kVersion,
                      .token = token_,
                      .table = table,
                      .last_seq = game_ ? std::optional(seq_) : std::nullopt});
  return hear_of<protocol::Welcome>();
}

std::optional<protocol::Welcome> Player::come_back(std::uint16_t port) {
  socket_.emplace(port);
  if (socket_->open() != 101) return std::nullopt;
  acted_ply_ = -1;  // what was said last may not have been heard
  return hello(table_);
}

std::string Player::open(const protocol::TableSettings& settings) {
  const std::string id = new_id();
  say(protocol::Open{.id = id, .settings = settings});
  const auto done = hear_of<protocol::Done>();
  return done && done->id == id ? done->table : "";
}

bool Player::sit(const std::string& seats, const std::string& name) {
  protocol::Sit sit{.id = new_id(), .sitters = {}};
  for (const char letter : seats) {
    sit.sitters.push_back({.seat = *parse_seat(std::string_view(&letter, 1)),
                           .name = name + letter,
                           .tip = std::string()});
  }
  seats_ = seats;
  say(sit);
  const auto done = hear_of<protocol::Done>();
  return done && done->id == sit.id;
}

bool Player::play(int most_plies) {
  act();
  while (!is_over() && plies() < most_plies && fault_.empty()) {
    if (!hear()) return false;
    act();
  }
  return fault_.empty();
}

std::optional<protocol::ServerMessage> Player::hear() {
  const auto text = socket_->receive();
  if (!text) return std::nullopt;
  const Result<protocol::ServerMessage> message = protocol::parse_server(*text);
  if (!message) {
    fault_ = "no message: " + *text;
    return std::nullopt;
  }
  take(*message);
  return *message;
}

void Player::take(const protocol::ServerMessage& message) {
  if (const auto* events = std::get_if<protocol::Events>(&message)) {
    for (const protocol::Event& event : events->events) take(event);
  } else if (const auto* welcome = std::get_if<protocol::Welcome>(&message)) {
    if (!welcome->table) return;
    seq_ = welcome->table->seq;
    ply_ = welcome->table->ply;
    if (!welcome->table->record.empty()) take_record(welcome->table->record);
  }
}

void Player::take(const protocol::Event& event) {
  const std::int64_t seq = std::visit([](const auto& one) { return one.seq; }, event);
  if (seq != seq_ + 1) fault_ = "event " + std::to_string(seq) + " after " + std::to_string(seq_);
  seq_ = seq;
  if (const auto* rolled = std::get_if<protocol::Rolled>(&event)) {
    ply_ = rolled->ply;
    if (rolled->record) return take_record(*rolled->record);
    if (!rolled->is_starting) take(*Pip::from(rolled->pip), rolled->hash);
  } else if (const auto* chosen = std::get_if<protocol::Chosen>(&event)) {
    ply_ = chosen->ply;
    take(*parse_move(chosen->move), chosen->hash);
  }
}

void Player::take_record(const std::string& text) {
  const Result<Record> record = parse_record(text);
  if (!record) {
    fault_ = "no record: " + text;
    return;
  }
  game_.emplace(record->rules, record->start);
  for (const Entry& entry : record->entries) game_->add(entry);
}

void Player::take(const Entry& entry, const std::string& hash) {
  if (!game_) {
    fault_ = "a game without a record";
    return;
  }
  if (game_->add(entry)) fault_ = "against the rules";
  if (!hash.empty() && hash != in_hex(aero::hash(game_->state())))
    fault_ = "another position: " + hash;
}

void Player::act() {
  if (!game_ || is_over() || acted_ply_ == ply_ || !plays(game_->state().turn())) return;
  acted_ply_ = ply_;
  const State& state = game_->state();
  if (!state.has_roll()) {
    return say(
        protocol::Roll{.id = new_id(), .seat = state.turn(), .ply = ply_, .link = std::nullopt});
  }
  const MoveList moves = legal_moves(game_->rules(), state);
  say(protocol::Choose{
      .id = new_id(), .seat = state.turn(), .ply = ply_, .move = to_text(*moves.begin())});
}

std::string Player::new_id() {
  static std::atomic<int> others = 0;
  if (ids_ == 0) ids_ = ++others * 10'000;
  return "id" + std::to_string(++ids_);
}

bool Player::plays(Seat seat) const { return seats_.find(letter(seat)) != std::string::npos; }

}  // namespace aero::server
