#include "check.hpp"

#include <algorithm>

#include "aero/storage.hpp"
#include "aero/tables.hpp"

namespace aero::load {
namespace {

constexpr std::size_t kMostVerified = 200;  // tables

std::optional<storage::Table> load(storage::Store& store, const std::string& code) {
  try {
    return store.load(code);
  } catch (const storage::Error& error) {
    if (error.trouble() == storage::Trouble::corrupt) return std::nullopt;
    throw;
  }
}

tables::Log log_of(const storage::Table& table) {
  tables::Log log{.secret = table.secret, .entries = {}};
  for (const storage::Entry& entry : table.log) {
    log.entries.push_back({entry.seq, entry.at_ms, entry.text});
  }
  return log;
}

class Checker {
 public:
  explicit Checker(Report& report) : report_(report) {}
  const Checked& checked() const { return checked_; }

  void check(const Seen& seen, const storage::Table& table, bool verifies) {
    ++checked_.tables;
    checked_.entries += static_cast<std::int64_t>(table.log.size());
    for (const auto& [seq, id] : seen.acknowledged) find_command(seen, table, seq, id);
    if (seen.positions.empty()) return;
    const auto record = tables::record_of(seen.code, log_of(table));
    if (!record) return add_fault(report_, "load.fault.log", seen.code, 0);
    find_positions(seen, *record);
    if (!verifies) return;
    const auto dice = fair::verify(*record);
    if (!dice) return add_fault(report_, "load.fault.die", seen.code, 0);
    checked_.verified += dice->rolls;
  }

 private:
  void find_command(const Seen& seen, const storage::Table& table, std::int64_t seq,
                    const std::string& id) {
    const bool is_there =
        seq >= 1 && seq <= static_cast<std::int64_t>(table.log.size()) &&
        table.log[static_cast<std::size_t>(seq - 1)].text.find('"' + id + '"') != std::string::npos;
    if (!is_there) return add_fault(report_, "load.fault.acknowledged", seen.code, seq);
    ++checked_.acknowledged;
  }

  void find_positions(const Seen& seen, const Record& record) {
    const auto replayed = replay(record);
    if (!replayed) return add_fault(report_, "load.fault.log", seen.code, 0);
    const Game& game = replayed->game;
    for (std::size_t i = 0; i < seen.positions.size(); ++i) {
      const bool is_last = i + 1 >= game.plies().size();
      const bool is_there =
          i < game.plies().size() &&
          hash(is_last ? game.state() : game.plies()[i + 1].before) == seen.positions[i];
      if (!is_there) {
        return add_fault(report_, "load.fault.position", seen.code, static_cast<std::int64_t>(i));
      }
      ++checked_.plies;
    }
    if (game.state().is_over()) ++checked_.finished;
    if (seen.is_over != game.state().is_over() && seen.is_over) {
      add_fault(report_, "load.fault.position", seen.code, 0);
    }
  }

  Report& report_;
  Checked checked_;
};

}  // namespace

void add_fault(Report& report, std::string_view code, const std::string& table, std::int64_t seq) {
  ++report.fault_count;
  if (report.faults.size() < kMostFaults) {
    report.faults.push_back({code, {{"table", table}, {"seq", std::to_string(seq)}}});
  }
}

Checked check(const std::filesystem::path& data, std::span<const Seen> seen, Report& report) {
  try {
    storage::Store store(data, {.is_reader = true});
    Checker checker(report);
    const std::size_t stride = std::max<std::size_t>(1, seen.size() / kMostVerified);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const auto table = load(store, seen[i].code);
      if (table) {
        checker.check(seen[i], *table, i % stride == 0);
      } else {
        add_fault(report, "load.fault.log", seen[i].code, 0);
      }
    }
    return checker.checked();
  } catch (const storage::Error& error) {
    throw CannotRun(Trouble::no_store, error.what());
  }
}

void check_prefix(const std::filesystem::path& torn, const std::filesystem::path& whole,
                  std::span<const Seen> seen, Report& report) {
  try {
    storage::Store torn_store(torn, {.is_reader = true});
    storage::Store whole_store(whole, {.is_reader = true});
    for (const Seen& one : seen) {
      const auto all = load(whole_store, one.code);
      const auto some = torn_store.load(one.code);
      if (!some) continue;  // torn off before its first entry
      const bool is_prefix = all && some->log.size() <= all->log.size() &&
                             std::equal(some->log.begin(), some->log.end(), all->log.begin());
      if (!is_prefix) add_fault(report, "load.fault.torn", one.code, 0);
    }
  } catch (const storage::Error& error) {
    throw CannotRun(Trouble::no_store, error.what());
  }
}

}  // namespace aero::load
