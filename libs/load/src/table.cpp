#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "aero/mix.hpp"
#include "aero/notation.hpp"

namespace aero::load {
namespace {

constexpr std::size_t kMessagesKept = 16;

std::int64_t seq_of(const protocol::Event& event) {
  return std::visit([](const auto& one) { return one.seq; }, event);
}

// The same for the same event, and hardly ever for another one.
std::uint64_t mark_of(const protocol::Event& event) {
  std::uint64_t mark = mix(event.index() + 1);
  const auto add = [&](std::uint64_t value) { mark = mix(mark ^ value); };
  const auto add_text = [&](std::string_view text) {
    for (const char c : text) add(static_cast<std::uint8_t>(c));
  };
  if (const auto* rolled = std::get_if<protocol::Rolled>(&event)) {
    add(static_cast<std::uint64_t>(rolled->number));
    add(static_cast<std::uint64_t>(rolled->pip));
    add_text(rolled->hash);
  } else if (const auto* chosen = std::get_if<protocol::Chosen>(&event)) {
    add_text(chosen->move);
    add_text(chosen->hash);
  }
  add(static_cast<std::uint64_t>(seq_of(event)));
  return mark;
}

}  // namespace

Error Table::fault(std::string_view code, std::int64_t seq) const {
  return {code, {{"table", seen_.code}, {"seq", std::to_string(seq)}}};
}

std::optional<Seat> Table::roller() const {
  if (phase_ == protocol::Phase::starting) return starting_->next();
  if (phase_ == protocol::Phase::playing && !state_.has_roll()) return state_.turn();
  return std::nullopt;
}

Result<std::int64_t> Table::take(std::int64_t seen, std::string_view text) {
  for (const Message& one : messages_) {
    if (one.first == seen + 1 && one.text == text) return one.last;
  }
  const auto message = protocol::parse_server(text);
  const auto* events = message ? std::get_if<protocol::Events>(&*message) : nullptr;
  if (events == nullptr) return fault("load.fault.message", seen);
  const auto now = take(seen, *events);
  if (now) {
    if (messages_.size() == kMessagesKept) messages_.pop_front();
    messages_.push_back({seen + 1, *now, std::string(text)});
  }
  return now;
}

Result<std::int64_t> Table::take(std::int64_t seen, const protocol::Events& events) {
  for (const protocol::Event& event : events.events) {
    const std::int64_t seq = seq_of(event);
    if (seq != seen + 1) return fault("load.fault.order", seq);
    if (seq <= seq_) {
      if (events_[static_cast<std::size_t>(seq - 1)] != mark_of(event)) {
        return fault("load.fault.history", seq);
      }
    } else {
      if (auto error = play(event)) return *std::move(error);
      seq_ = seq;
      events_.push_back(mark_of(event));
    }
    seen = seq;
  }
  return seen;
}

std::optional<Error> Table::play(const protocol::Event& event) {
  return std::visit([&](const auto& one) { return play(one); }, event);
}

std::optional<Error> Table::play(const protocol::Opened& event) {
  const auto tip = fair::parse_link(event.server_tip);
  if (!tip) return fault("load.fault.chain", event.seq);
  server_ = *tip;
  for (const auto& chair : event.settings.chairs) seats_.insert(chair.seat);
  return std::nullopt;
}

std::optional<Error> Table::play(const protocol::Sat& event) {
  for (const auto& sitter : event.sitters) {
    const auto tip = fair::parse_link(sitter.tip);
    if (!tip || tip != last_[at(sitter.seat)]) return fault("load.fault.chain", event.seq);
  }
  return std::nullopt;
}

std::optional<Error> Table::play(const protocol::Started&) {
  phase_ = protocol::Phase::starting;
  starting_.emplace(seats_);
  return std::nullopt;
}

std::optional<Error> Table::check_dice(const protocol::Rolled& event) {
  const auto server = fair::parse_link(event.server_link);
  if (!server || fair::hash(*server) != server_) return fault("load.fault.chain", event.seq);
  server_ = *server;
  fair::SeatLinks links;
  for (const auto& [seat, text] : event.links) {
    const auto link = fair::parse_link(text);
    if (!link || !last_[at(seat)] || fair::hash(*link) != last_[at(seat)]) {
      return fault("load.fault.chain", event.seq);
    }
    links[at(seat)] = last_[at(seat)] = link;
    ++told_[at(seat)];
  }
  for (const Seat seat : kAllSeats) {
    if (seats_.contains(seat) && !links[at(seat)]) ++without_[at(seat)];
  }
  const Pip pip = fair::roll(*server, seen_.code, event.number, event.seat, links);
  if (pip.value() != event.pip) return fault("load.fault.die", event.seq);
  return std::nullopt;
}

std::optional<Error> Table::play(const protocol::Rolled& event) {
  if (event.number != next_roll_ || roller() != event.seat) {
    return fault("load.fault.order", event.seq);
  }
  if (auto error = check_dice(event)) return error;
  ++next_roll_;
  const Pip pip = *Pip::from(event.pip);  // that of the links, so it is one
  if (event.is_starting) {
    starting_->add(pip);
    if (!starting_->winner()) return std::nullopt;
    const auto record = parse_record(event.record.value_or(""));
    if (!record) return fault("load.fault.record", event.seq);
    rules_ = record->rules;
    state_ = record->start;
    phase_ = protocol::Phase::playing;
    if (state_.turn() != *starting_->winner()) return fault("load.fault.record", event.seq);
    return std::nullopt;
  }
  if (apply(rules_, state_, pip) != Refusal::none) return fault("load.fault.rules", event.seq);
  return check_position(event.seq, event.ply, event.hash);
}

std::optional<Error> Table::play(const protocol::Chosen& event) {
  const auto move = parse_move(event.move);
  if (phase_ != protocol::Phase::playing || !move || state_.turn() != event.seat ||
      apply(rules_, state_, *move) != Refusal::none) {
    return fault("load.fault.rules", event.seq);
  }
  return check_position(event.seq, event.ply, event.hash);
}

std::optional<Error> Table::check_position(std::int64_t seq, int ply, const std::string& text) {
  ++ply_;
  std::uint64_t told = 0;
  const char* const end = text.data() + text.size();
  const bool is_read = std::from_chars(text.data(), end, told, 16).ptr == end;
  if (!is_read || text.size() != 16 || told != hash(state_) || ply != ply_) {
    return fault("load.fault.position", seq);
  }
  seen_.positions.push_back(told);
  if (state_.is_over()) {
    phase_ = protocol::Phase::over;
    seen_.is_over = true;
  }
  return std::nullopt;
}

std::optional<Error> Table::play(const protocol::Committed& event) {
  const auto tip = fair::parse_link(event.tip);
  if (!tip) return fault("load.fault.chain", event.seq);
  if (event.seat) {
    last_[at(*event.seat)] = tip;
    told_[at(*event.seat)] = 0;
  } else {
    server_ = *tip;
  }
  return std::nullopt;
}

}  // namespace aero::load
