#include "fold.hpp"

#include <algorithm>
#include <bit>

#include "aero/ai.hpp"
#include "aero/mix.hpp"
#include "aero/notation.hpp"

namespace aero::tables {
namespace {

constexpr int kMostSeconds = 30 * 24 * 3600;

std::optional<fair::Link> parse_tip(const std::string& text) { return fair::parse_link(text); }

}  // namespace

// ---- commands ----

std::uint64_t Commands::key(const Person& person, std::string_view id) {
  std::uint64_t key = id.size();
  for (std::size_t i = 0; i < 8; ++i) key = key << 8 ^ person[i];
  for (const char c : id) key = mix(key ^ static_cast<unsigned char>(c));
  return key;
}

void Commands::add(const Person& person, std::string_view id, std::int64_t seq) {
  if (id.empty()) return;
  keys_.push_back(key(person, id));
  seqs_.push_back(static_cast<std::int32_t>(seq));
}

std::optional<std::int64_t> Commands::find(const Person& person, std::string_view id) const {
  const auto found = std::ranges::find(keys_, key(person, id));
  if (found == keys_.end()) return std::nullopt;
  return seqs_[static_cast<std::size_t>(found - keys_.begin())];
}

// ---- settings ----

Result<protocol::TableSettings> check_settings(const protocol::TableSettings& settings) {
  const auto rules = parse_rules(settings.rules);
  if (!rules) return rules.errors();
  protocol::TableSettings checked = settings;
  checked.rules = to_text(*rules);
  std::ranges::sort(checked.chairs, {}, &protocol::Chair::seat);
  const auto twice = std::ranges::adjacent_find(checked.chairs, {}, &protocol::Chair::seat);
  const bool has_person =
      std::ranges::any_of(checked.chairs, [](const auto& chair) { return chair.bot.empty(); });
  if (checked.chairs.size() < 2 || twice != checked.chairs.end() || !has_person) {
    return Error{"tables.bad_chairs", {}};
  }
  for (const auto& chair : checked.chairs) {
    if (!chair.bot.empty() && !find_bot(chair.bot)) {
      return Error{"tables.no_such_bot", {{"bot", chair.bot}}};
    }
  }
  if (checked.seconds < 0 || checked.seconds > kMostSeconds) {
    return Error{"tables.bad_seconds", {{"most", std::to_string(kMostSeconds)}}};
  }
  return checked;
}

// ---- what is known ----

Fold::Fold(std::string code, const fair::Link& secret)
    : code_(std::move(code)), secret_(secret), chains_(code_) {}

bool Fold::is_persons(Seat seat, const Person& person) const {
  return chair(seat) && chair(seat)->person == person;
}

bool Fold::sits(const Person& person) const {
  return std::ranges::any_of(kAllSeats, [&](Seat seat) { return is_persons(seat, person); });
}

bool Fold::has_free_chair() const {
  return std::ranges::any_of(
      chairs_, [](const auto& chair) { return chair && chair->bot.empty() && !chair->person; });
}

bool Fold::is_played_by_bot(Seat seat) const {
  return chair(seat) && (!chair(seat)->bot.empty() || chair(seat)->is_bot_playing);
}

std::optional<Seat> Fold::roller() const {
  if (phase_ == protocol::Phase::starting) return starting_->next();
  if (phase_ == protocol::Phase::playing && !state_.has_roll()) return state_.turn();
  return std::nullopt;
}

fair::Chain Fold::make_chain(int number) const {
  return fair::Chain(derive("chain " + std::to_string(number)));
}

fair::Link Fold::next_server_tip() const { return make_chain(server_chains_ + 1).tip(); }

std::string Fold::hash_text() const {
  std::string text(16, '0');
  std::uint64_t value = hash(state_);
  for (std::size_t i = text.size(); i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

// Of the seat's chain the last link that was told, or its tip; empty where it gives no links.
std::string Fold::last_link(Seat seat) const {
  if (has_link(seat)) return fair::to_text(chains_.last(fair::holder(seat)));
  const bool is_to_come = phase_ == protocol::Phase::waiting && chair(seat)->tip;
  return is_to_come ? fair::to_text(*chair(seat)->tip) : "";
}

int Fold::extras(const Person& person) const {
  const auto found = std::ranges::find(extras_, person, &std::pair<Person, int>::first);
  return found == extras_.end() ? 0 : found->second;
}

void Fold::note(const Person& person, std::string_view id) {
  if (id.empty()) return;
  commands_.add(person, id, seq_);
  const auto found = std::ranges::find(extras_, person, &std::pair<Person, int>::first);
  if (found == extras_.end()) {
    extras_.emplace_back(person, 1);
  } else {
    ++found->second;
  }
}

Chair* Fold::person_chair(Seat seat) {
  auto& chair = chairs_[at(seat)];
  return chair && chair->person ? &*chair : nullptr;
}

// ---- entries ----

std::optional<protocol::Event> Fold::add(const LogEntry& entry) {
  if (entry.seq != seq_ + 1 || entry.at_ms < last_ms_) return std::nullopt;
  const auto parsed = log::parse(entry.text);
  if (!parsed || std::holds_alternative<log::Opened>(*parsed) != (entry.seq == 1)) {
    return std::nullopt;
  }
  seq_ = entry.seq;
  last_ms_ = entry.at_ms;
  auto event = std::visit([&](const auto& one) { return take(one); }, *parsed);
  if (event) {
    std::visit(
        [&](auto& one) {
          one.seq = entry.seq;
          one.at_ms = entry.at_ms;
        },
        *event);
    if (auto* rolled = std::get_if<protocol::Rolled>(&*event);
        rolled && phase_ == protocol::Phase::starting) {
      starting_events_.push_back(*rolled);
    }
  }
  return event;
}

Fold::Event Fold::take(const log::Opened& entry) {
  const auto by = fair::parse_link(entry.by);
  auto settings = check_settings(entry.settings);
  const auto rules = parse_rules(entry.settings.rules);
  if (!by || !settings) return std::nullopt;
  settings_ = *std::move(settings);
  rules_ = *rules;
  for (const auto& [seat, bot] : settings_.chairs) chairs_[at(seat)].emplace().bot = bot;
  opened_by_ = *by;
  opened_id_ = entry.id;
  before_ = entry.before;
  gathers_ = entry.gathers;
  note(*by, entry.id);
  server_chain_ = make_chain(++server_chains_);
  chains_.commit(fair::Holder::server, server_chain_->tip());
  return protocol::Opened{.settings = settings_, .server_tip = fair::to_text(server_chain_->tip())};
}

Fold::Event Fold::take(const log::Sat& entry) {
  if (phase_ != protocol::Phase::waiting) return std::nullopt;
  protocol::Sat event;
  for (const auto& sitter : entry.sitters) {
    auto& chair = chairs_[at(sitter.seat)];
    const auto person = fair::parse_link(sitter.person);
    const auto tip = parse_tip(sitter.tip);
    if (!chair || !chair->bot.empty() || chair->person || !person) return std::nullopt;
    if (!tip && !sitter.tip.empty()) return std::nullopt;
    chair->person = person;
    chair->name = sitter.name;
    chair->tip = tip;
    event.sitters.push_back({sitter.seat, sitter.name, sitter.tip});
  }
  if (const auto by = fair::parse_link(entry.by)) note(*by, entry.id);
  return event;
}

Fold::Event Fold::take(const log::Stood& entry) {
  Chair* const chair = person_chair(entry.seat);
  if (phase_ != protocol::Phase::waiting || !chair) return std::nullopt;
  note(*chair->person, entry.id);
  *chair = Chair{};
  return protocol::Stood{.seat = entry.seat};
}

Fold::Event Fold::take(const log::Started& entry) {
  if (phase_ != protocol::Phase::waiting || !find_bot(entry.bot)) return std::nullopt;
  SeatSet seats;
  for (const Seat seat : kAllSeats) {
    auto& chair = chairs_[at(seat)];
    if (!chair) continue;
    seats.insert(seat);
    if (chair->bot.empty() && !chair->person) chair->bot = entry.bot;
    if (chair->tip) chains_.commit(fair::holder(seat), *chair->tip);
  }
  if (const auto by = fair::parse_link(entry.by)) note(*by, entry.id);
  starting_.emplace(seats);
  phase_ = protocol::Phase::starting;
  since_ms_ = last_ms_;
  return protocol::Started{};
}

// The starting rolls have told who begins.
void Fold::begin(Seat first, protocol::Rolled& event) {
  SeatSet seats;
  for (const Seat seat : kAllSeats) {
    if (chair(seat)) seats.insert(seat);
  }
  start_ = state_ = start(rules_, seats, first);
  phase_ = protocol::Phase::playing;
  starting_events_ = {};
  event.record = to_text(record());
  event.hash = hash_text();
}

Fold::Event Fold::take(const log::Rolled& entry) {
  const auto number = chains_.next_link(fair::Holder::server);
  if (roller() != entry.seat || !number) return std::nullopt;
  protocol::Rolled event;
  event.seat = entry.seat;
  event.by = entry.by;
  event.number = chains_.next_number();
  fair::SeatLinks links;
  for (const auto& [seat, text] : entry.links) {
    const auto link = fair::parse_link(text);
    if (!link || !is_next_link(seat, *link)) return std::nullopt;
    links[at(seat)] = link;
  }
  if (const Chair* chair = this->chair(entry.seat); chair->person) {
    commands_.add(*chair->person, entry.id, seq_);
  }
  const fair::Link server = server_chain_->link(*number);
  last_throw_ = chains_.roll(entry.seat, server, links);
  const Pip pip = last_throw_->pip;
  event.pip = pip.value();
  event.server_link = fair::to_text(server);
  event.links = entry.links;
  since_ms_ = last_ms_;
  if (phase_ == protocol::Phase::starting) {
    event.is_starting = true;
    starting_->add(pip);
    if (const auto first = starting_->winner()) begin(*first, event);
    return event;
  }
  if (apply(rules_, state_, pip) != Refusal::none) return std::nullopt;
  inputs_.emplace_back(pip);
  event.ply = ++ply_;
  event.hash = hash_text();
  return event;
}

Fold::Event Fold::take(const log::Chosen& entry) {
  const auto move = parse_move(entry.move);
  if (phase_ != protocol::Phase::playing || state_.turn() != entry.seat || !move) {
    return std::nullopt;
  }
  if (apply(rules_, state_, *move) != Refusal::none) return std::nullopt;
  inputs_.emplace_back(*move);
  since_ms_ = last_ms_;
  if (state_.is_over()) phase_ = protocol::Phase::over;
  if (const Chair* chair = this->chair(entry.seat); chair->person) {
    commands_.add(*chair->person, entry.id, seq_);
  }
  return protocol::Chosen{
      .seat = entry.seat, .by = entry.by, .move = entry.move, .ply = ++ply_, .hash = hash_text()};
}

Fold::Event Fold::take(const log::BotTook& entry) {
  Chair* const chair = person_chair(entry.seat);
  if (!chair || chair->is_bot_playing) return std::nullopt;
  chair->is_bot_playing = true;
  note(*chair->person, entry.id);
  return protocol::BotTook{.seat = entry.seat, .reason = entry.reason};
}

Fold::Event Fold::take(const log::Returned& entry) {
  Chair* const chair = person_chair(entry.seat);
  if (!chair || !chair->is_bot_playing) return std::nullopt;
  chair->is_bot_playing = false;
  note(*chair->person, entry.id);
  return protocol::Returned{.seat = entry.seat};
}

Fold::Event Fold::take(const log::Committed& entry) {
  const auto tip = parse_tip(entry.tip);
  if (!tip) return std::nullopt;
  if (entry.seat) {
    Chair* const chair = person_chair(*entry.seat);
    if (!chair) return std::nullopt;
    note(*chair->person, entry.id);
    chair->tip = tip;
    // Before the start the chair may still change hands.
    if (phase_ != protocol::Phase::waiting) chains_.commit(fair::holder(*entry.seat), *tip);
  } else {
    auto chain = make_chain(server_chains_ + 1);
    if (!needs_server_chain() || chain.tip() != *tip) return std::nullopt;
    ++server_chains_;
    server_chain_ = chain;
    chains_.commit(fair::Holder::server, *tip);
  }
  return protocol::Committed{.seat = entry.seat, .tip = entry.tip};
}

Fold::Event Fold::take(const log::Rematched& entry) {
  const auto by = fair::parse_link(entry.by);
  if (phase_ != protocol::Phase::over || !next_table_.empty() || !by) return std::nullopt;
  note(*by, entry.id);
  next_table_ = entry.table;
  rematched_seq_ = seq_;
  return protocol::Rematched{.table = entry.table};
}

// ---- as others want it ----

Record Fold::record() const {
  Record record{rules_, start_, {{"Dice", "chains " + code_}}, {}};
  for (const Seat seat : kAllSeats) {
    const Chair* const one = chair(seat);
    if (!one) continue;
    if (!one->name.empty()) record.tags.push_back({"Seat " + to_text(seat), one->name});
    if (!one->bot.empty()) record.tags.push_back({"Bot " + to_text(seat), one->bot});
  }
  for (const auto& one : starting_->throws()) record.entries.emplace_back(StartingRoll{one.pip});
  for (const Input& input : inputs_) {
    std::visit([&](const auto& one) { record.entries.emplace_back(one); }, input);
  }
  return record;
}

protocol::TableState Fold::table_state() const {
  protocol::TableState state;
  state.code = code_;
  state.settings = settings_;
  state.phase = phase_;
  for (const Seat seat : kAllSeats) {
    const Chair* const one = chair(seat);
    if (!one) continue;
    protocol::SeatState seat_state;
    seat_state.seat = seat;
    seat_state.name = one->name;
    seat_state.bot = one->bot;
    seat_state.is_bot_playing = one->is_bot_playing;
    if (const std::string last = last_link(seat); !last.empty()) {
      seat_state.tip = fair::to_text(*one->tip);
      state.last_links.push_back({seat, last});
    }
    state.seats.push_back(std::move(seat_state));
  }
  state.seq = seq_;
  state.ply = ply_;
  state.number = chains_.next_number();
  state.server_link = fair::to_text(chains_.last(fair::Holder::server));
  state.starting = starting_events_;
  state.since_ms = since_ms_;
  if (phase_ == protocol::Phase::playing || phase_ == protocol::Phase::over) {
    state.record = to_text(record());
    state.hash = hash_text();
  }
  state.next_table = next_table_;
  return state;
}

// ---- a whole log ----

Folded::Folded(std::string_view table, const Log& log) {
  const auto secret = fair::parse_link(log.secret);
  if (!secret) return;
  auto fold = std::make_unique<Fold>(std::string(table), *secret);
  std::vector<protocol::Event> events;
  events.reserve(log.entries.size());
  for (const LogEntry& entry : log.entries) {
    auto event = fold->add(entry);
    if (!event) return;
    events.push_back(*std::move(event));
  }
  inside_ = std::make_shared<Inside>(std::move(fold), std::move(events));
}

}  // namespace aero::tables
