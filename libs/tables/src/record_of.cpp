#include "aero/notation.hpp"
#include "aero/tables.hpp"
#include "fold.hpp"

namespace aero::tables {
namespace {

// The entries of the record that one event of the table brings.
class Recorder {
 public:
  Recorder(const Fold& fold, std::vector<Entry>& entries) : fold_(fold), entries_(entries) {}

  void add(const protocol::Rolled& event) {
    const auto& made = fold_.last_throw();
    entries_.insert(entries_.end(), made.before.begin(), made.before.end());
    if (event.is_starting) {
      entries_.emplace_back(StartingRoll{made.pip});
    } else {
      entries_.emplace_back(made.pip);
    }
    entries_.emplace_back(made.proof);
    add_bot(event.seat, event.by);
  }
  void add(const protocol::Chosen& event) {
    entries_.emplace_back(*parse_move(event.move));
    add_bot(event.seat, event.by);
  }
  void add(const protocol::BotTook& event) {
    if (event.reason == protocol::Reason::left) return;
    entries_.emplace_back(Note{"timeout", to_text(event.seat)});
  }
  void add(const auto&) {}

 private:
  // A bot that sits there itself is told by a tag.
  void add_bot(Seat seat, protocol::Hand by) {
    if (by == protocol::Hand::person || !fold_.chair(seat)->person) return;
    entries_.emplace_back(Note{"bot", to_text(seat)});
  }

  const Fold& fold_;
  std::vector<Entry>& entries_;
};

}  // namespace

Result<Record> record_of(std::string_view table, const Log& log) {
  const Error damaged{"tables.damaged", {}};
  const auto secret = fair::parse_link(log.secret);
  if (!secret) return damaged;
  Fold fold(std::string(table), *secret);
  std::vector<Entry> entries;
  Recorder recorder(fold, entries);
  for (const LogEntry& entry : log.entries) {
    const auto event = fold.add(entry);
    if (!event) return damaged;
    std::visit([&](const auto& one) { recorder.add(one); }, *event);
  }
  if (fold.phase() == protocol::Phase::waiting || fold.phase() == protocol::Phase::starting) {
    return Error{"tables.not_begun", {}};
  }
  Record record = fold.record();
  record.entries = std::move(entries);
  // They name the dice too.
  const auto chain_tags = fold.chain_tags();
  record.tags.erase(record.tags.begin());
  record.tags.insert(record.tags.begin(), chain_tags.begin(), chain_tags.end());
  return record;
}

Result<protocol::TableState> state_of(std::string_view table, const Log& log,
                                      std::string_view person) {
  const Error damaged{"tables.damaged", {}};
  const auto secret = fair::parse_link(log.secret);
  const auto who = fair::parse_link(person);
  if (!secret || log.entries.empty()) return damaged;
  Fold fold(std::string(table), *secret);
  for (const LogEntry& entry : log.entries) {
    if (!fold.add(entry)) return damaged;
  }
  protocol::TableState state = fold.table_state();
  for (protocol::SeatState& seat : state.seats) {
    seat.is_yours = who && fold.is_persons(seat.seat, *who);
  }
  return state;
}

}  // namespace aero::tables
