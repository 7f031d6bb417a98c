#include <algorithm>
#include <chrono>
#include <functional>

#include "files.hpp"
#include "heads.hpp"
#include "schema.hpp"

namespace aero::storage {
namespace {

namespace fs = std::filesystem;

// Larger than all that is read again and again: the way to the end of the entries, and the tables.
constexpr const char* kCache = "PRAGMA cache_size = -32000";  // KiB
constexpr int kMostForgotten = 100;                           // tables in one transaction
constexpr const char* kLargestWal = "PRAGMA journal_size_limit = 67108864";

std::int64_t system_unix_s() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Database open(const fs::path& folder, const Options& options) {
  const fs::path file = folder / kFileName;
  std::error_code error;
  if (!options.is_reader) {
    make_file(file);
    drop_foreign_wal(file);
  } else if (!fs::exists(file, error)) {
    throw Error(Trouble::no_store, file.string() + ": there is no store");
  }
  return {file, options.is_reader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, options.vfs};
}

void set_up_owner(Database& database) {
  version_of(database);  // nothing is changed in a file that is not ours
  if (database.text("PRAGMA journal_mode = WAL") != "wal") {
    throw Error(Trouble::other, database.file().string() + ": this disk cannot hold a WAL");
  }
  for (const char* setting : {"PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON",
                              "PRAGMA wal_autocheckpoint = 0", kLargestWal, kCache}) {
    database.run(setting);
  }
  bring_up_to_date(database);
}

void set_up_reader(Database& database) {
  if (version_of(database) < newest_version()) {
    throw Error(Trouble::older, database.file().string() + ": an older version, start a server");
  }
  database.run(kCache);
}

}  // namespace

class Store::Implementation {
 public:
  Implementation(const fs::path& folder, Options options);
  ~Implementation();

  std::vector<Outcome> commit(std::span<const Append> appends, std::optional<std::int64_t> clock_ms,
                              std::span<const Change> changes);
  void tend();
  std::optional<Table> load(std::string_view code);
  std::vector<std::string> running();
  std::vector<Membership> tables_of(std::string_view person, int most);
  void put(std::string_view kind, const Item& item);
  std::optional<Item> get(std::string_view kind, std::string_view key);
  std::vector<Item> items_of(std::string_view kind, std::string_view person);
  void remove(std::string_view kind, std::string_view key);
  int forget(std::int64_t over_before_unix_s, std::int64_t running_before_unix_s, int most_entries);
  void heartbeat(std::int64_t clock_ms);

  std::string trouble;
  bool is_owner = false;
  std::int64_t clock_ms = 0;  // at opening

 private:
  struct Statements {
    explicit Statements(const Database& database);
    Statement epoch, take_over, beat;
    Statement add_table, add_entry, add_member, end_table;
    Statement table, running, tables_of;
    Statement put, get, items_of, remove;
    Statement old_tables, before, delete_entry, delete_table;
  };

  // In a transaction that only an owner may have, and with heads that can be relied on.
  template <class Work>
  void write(Work work);
  void require_ownership();
  [[noreturn]] void fail_as_taken_over() const;
  void recover();
  std::vector<Outcome> commit_alone(std::span<const Append> appends,
                                    std::span<const Change> changes);
  Outcome change(const Change& change);
  Outcome append(const Append& append, std::int64_t now_unix_s);
  void join(const Head& head, const Append& append, std::int64_t now_unix_s);
  std::vector<Entry> log_of(const Head& head, std::string_view code);
  void save_heads();
  void checkpoint();
  struct OldTable {
    std::int64_t id;
    std::string code;
    std::int64_t head;
  };
  std::vector<OldTable> find_old(std::int64_t over_before_unix_s,
                                 std::int64_t running_before_unix_s);
  int delete_log(std::int64_t head, std::int64_t table_id);
  std::int64_t now() const { return options_.unix_s ? options_.unix_s() : system_unix_s(); }

  Options options_;
  std::optional<FolderLock> lock_;
  std::optional<Database> database_;
  std::optional<Statements> run_;
  std::optional<Heads> heads_;
  std::int64_t epoch_ = 0;
  bool is_stale_ = false;  // a write failed: what the heads say may never have happened
  int wal_pages_ = 0;
  int copied_pages_ = 0;  // of those
};

Store::Implementation::Statements::Statements(const Database& on)
    : epoch(on, "SELECT epoch FROM server"),
      take_over(on, "UPDATE server SET epoch = epoch + 1"),
      beat(on, "UPDATE server SET clock_ms = max(clock_ms, ?1)"),
      add_table(on,
                "INSERT INTO tables (code, secret, head, is_over, touched_unix_s) "
                "VALUES (?1, ?2, 0, 0, ?3) RETURNING id"),
      add_entry(on,
                "INSERT INTO entries (id, table_id, seq, before, at_ms, checksum, text) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
      add_member(on,
                 "INSERT OR IGNORE INTO members (person, table_id, joined_unix_s) "
                 "VALUES (?1, ?2, ?3)"),
      end_table(on, "UPDATE tables SET is_over = 1 WHERE id = ?1"),
      table(on, "SELECT secret, is_over FROM tables WHERE code = ?1"),
      running(on, "SELECT code FROM tables WHERE is_over = 0 ORDER BY code"),
      tables_of(on,
                "SELECT t.code, t.is_over, m.joined_unix_s "
                "FROM members m JOIN tables t ON t.id = m.table_id WHERE m.person = ?1 "
                "ORDER BY m.joined_unix_s DESC, m.id DESC LIMIT ?2"),
      put(on,
          "INSERT INTO items (kind, key, person, value) VALUES (?1, ?2, ?3, ?4) "
          "ON CONFLICT DO UPDATE SET person = excluded.person, value = excluded.value"),
      get(on, "SELECT key, person, value FROM items WHERE kind = ?1 AND key = ?2"),
      items_of(on,
               "SELECT key, person, value FROM items WHERE kind = ?1 AND person = ?2 "
               "ORDER BY key"),
      remove(on, "DELETE FROM items WHERE kind = ?1 AND key = ?2"),
      old_tables(on,
                 "SELECT id, code, head FROM tables WHERE touched_unix_s < max(?1, ?2) "
                 "AND touched_unix_s < iif(is_over, ?1, ?2) ORDER BY touched_unix_s LIMIT ?3"),
      before(on, "SELECT before FROM entries WHERE id = ?1 AND table_id = ?2"),
      delete_entry(on, "DELETE FROM entries WHERE id = ?1"),
      delete_table(on, "DELETE FROM tables WHERE id = ?1") {}

// ---- opening and closing ----

Store::Implementation::Implementation(const fs::path& folder, Options options)
    : options_(std::move(options)) {
  if (!options_.is_reader) {
    make_folder(folder);
    if (!options_.skips_lock) lock_.emplace(folder);
  }
  database_.emplace(open(folder, options_));
  if (options_.is_reader) {
    set_up_reader(*database_);
  } else {
    set_up_owner(*database_);
  }
  run_.emplace(*database_);
  heads_.emplace(*database_);

  const auto kind = options_.is_reader ? Transaction::Kind::reading : Transaction::Kind::writing;
  Transaction transaction(*database_, kind);
  if (!options_.is_reader) Query(run_->take_over).run();
  heads_->catch_up(now());
  transaction.commit();
  epoch_ = heads_->epoch();
  clock_ms = heads_->clock_ms();
  is_owner = !options_.is_reader;
  // Instead of SQLite's own checkpoints, which would make a commit wait.
  sqlite3_wal_hook(
      database_->handle(),
      [](void* self, sqlite3*, const char*, int pages) {
        static_cast<Implementation*>(self)->wal_pages_ = pages;
        return SQLITE_OK;
      },
      this);
}

Store::Implementation::~Implementation() {
  if (!is_owner) return;
  try {
    save_heads();  // so that the next owner need not read what came last
  } catch (const Error& error) {
    trouble = error.what();  // then it reads it
  }
}

// ---- writing ----

template <class Work>
void Store::Implementation::write(Work work) {
  if (options_.is_reader) throw Error(Trouble::denied, "a reader does not write");
  if (!is_owner) fail_as_taken_over();
  if (is_stale_) recover();
  is_stale_ = true;  // until it is known to have gone well
  Transaction transaction(*database_, Transaction::Kind::writing);
  require_ownership();
  work(transaction);
  is_stale_ = false;
}

void Store::Implementation::require_ownership() {
  Query epoch(run_->epoch);
  if (epoch.next() && epoch.number(0) == epoch_) return;
  is_owner = false;
  fail_as_taken_over();
}

void Store::Implementation::fail_as_taken_over() const {
  throw Error(Trouble::taken_over,
              database_->file().string() + ": another server has taken the store over");
}

void Store::Implementation::recover() {
  const Transaction transaction(*database_, Transaction::Kind::reading);
  heads_->clear();
  heads_->catch_up(now());
  is_stale_ = false;
}

std::vector<Outcome> Store::Implementation::commit(std::span<const Append> appends,
                                                   std::optional<std::int64_t> beat_ms,
                                                   std::span<const Change> changes) {
  trouble.clear();
  std::vector<Outcome> outcomes;
  bool is_decided = false;
  try {
    write([&](Transaction& transaction) {
      const std::int64_t now_unix_s = now();
      for (const Append& one : appends) outcomes.push_back(append(one, now_unix_s));
      for (const Change& one : changes) outcomes.push_back(change(one));
      if (beat_ms) Query(run_->beat, *beat_ms).run();
      is_decided = true;
      transaction.commit();
    });
    return outcomes;
  } catch (const Error& error) {
    trouble = error.what();
    if (!is_decided && error.trouble() == Trouble::corrupt && appends.size() + changes.size() > 1) {
      return commit_alone(appends, changes);
    }
  }
  // A commit that fails may still have reached the disk.
  if (is_decided) {
    std::ranges::replace(outcomes, Outcome::committed, Outcome::unknown);
    return outcomes;
  }
  return std::vector<Outcome>(appends.size() + changes.size(), Outcome::refused);
}

// One of them met something that cannot be read, and the others are not to suffer for it.
std::vector<Outcome> Store::Implementation::commit_alone(std::span<const Append> appends,
                                                         std::span<const Change> changes) {
  std::vector<Outcome> outcomes;
  std::string what;
  const auto note = [&](const std::vector<Outcome>& outcome) {
    outcomes.push_back(outcome.front());
    if (!trouble.empty()) what = trouble;
  };
  for (const Append& one : appends) note(commit({&one, 1}, std::nullopt, {}));
  for (const Change& one : changes) note(commit({}, std::nullopt, {&one, 1}));
  trouble = what;
  return outcomes;
}

Outcome Store::Implementation::append(const Append& append, std::int64_t now_unix_s) {
  Head* head = heads_->find(append.table);
  const std::int64_t last_seq = head != nullptr ? head->last_seq : 0;
  if (append.entry.seq != last_seq + 1 || (head != nullptr && head->is_broken())) {
    return Outcome::refused;
  }
  if (head == nullptr) {
    Query added(run_->add_table, append.table, append.secret, now_unix_s);
    added.next();
    head = &heads_->add(append.table, added.number(0));
  }
  const Row row{heads_->last_id() + 1, head->table_id,     append.entry.seq,
                head->last_id,         append.entry.at_ms, append.entry.text};
  Query(run_->add_entry, row.id, row.table_id, row.seq, row.before, row.at_ms, checksum(row),
        row.text)
      .run();
  heads_->advance(*head, row, now_unix_s);
  join(*head, append, now_unix_s);
  return Outcome::committed;
}

void Store::Implementation::join(const Head& head, const Append& append, std::int64_t now_unix_s) {
  for (const std::string& person : append.joined) {
    Query(run_->add_member, person, head.table_id, now_unix_s).run();
  }
  if (append.ends) Query(run_->end_table, head.table_id).run();
}

void Store::Implementation::heartbeat(std::int64_t beat_ms) {
  write([&](Transaction& transaction) {
    Query(run_->beat, beat_ms).run();
    transaction.commit();
  });
}

// ---- between commits ----

void Store::Implementation::tend() {
  if (!is_owner) return;
  try {
    if (heads_->unsaved() >= options_.index_after) save_heads();
    if (wal_pages_ < copied_pages_) copied_pages_ = 0;  // it began anew
    if (wal_pages_ - copied_pages_ >= options_.checkpoint_pages) checkpoint();
  } catch (const Error& error) {
    trouble = error.what();
  }
}

void Store::Implementation::save_heads() {
  write([&](Transaction& transaction) {
    heads_->save();
    transaction.commit();
    heads_->mark_saved();
  });
}

void Store::Implementation::checkpoint() {
  int pages = 0;
  database_->require(sqlite3_wal_checkpoint_v2(database_->handle(), nullptr,
                                               SQLITE_CHECKPOINT_PASSIVE, &pages, &copied_pages_));
}

// ---- reading ----

std::optional<Table> Store::Implementation::load(std::string_view code) {
  // Both, so that a reader finds the table, its head and its log as they were at one time.
  const Transaction transaction(*database_, Transaction::Kind::reading);
  if (is_stale_) heads_->clear();
  if (is_stale_ || !is_owner) heads_->catch_up(now());
  is_stale_ = false;
  Query table(run_->table, code);
  if (!table.next()) {
    heads_->drop(code);
    return std::nullopt;
  }
  const Head* head = heads_->find(code);
  return Table{.code = std::string(code),
               .secret = std::string(table.text(0)),
               .is_over = table.number(1) != 0,
               .log = log_of(*head, code)};
}

// From the last entry to the first, each of which has to be the one that the next one names.
std::vector<Entry> Store::Implementation::log_of(const Head& head, std::string_view code) {
  std::vector<Entry> log;
  std::int64_t id = head.last_id;
  std::int64_t seq = head.last_seq;
  bool is_sound = seq > 0;
  for (; is_sound && seq > 0; --seq) {
    Row row{};
    Entry entry;
    is_sound = heads_->read(id, row, entry.text) && row.table_id == head.table_id && row.seq == seq;
    entry.seq = seq;
    entry.at_ms = row.at_ms;
    id = row.before;
    log.push_back(std::move(entry));
  }
  if (!is_sound || id != 0) {
    throw Error(Trouble::corrupt, "table " + std::string(code) + ": its log cannot be read from " +
                                      "entry " + std::to_string(seq + 1) + " on");
  }
  std::ranges::reverse(log);
  return log;
}

std::vector<std::string> Store::Implementation::running() {
  std::vector<std::string> codes;
  Query running(run_->running);
  while (running.next()) codes.emplace_back(running.text(0));
  return codes;
}

std::vector<Membership> Store::Implementation::tables_of(std::string_view person, int most) {
  std::vector<Membership> tables;
  Query rows(run_->tables_of, person, most);
  while (rows.next()) {
    tables.push_back({std::string(rows.text(0)), rows.number(1) != 0, rows.number(2)});
  }
  return tables;
}

// ---- items ----

namespace {

Item item_of(const Query& query) {
  return {std::string(query.text(0)), std::string(query.text(1)), std::string(query.text(2))};
}

}  // namespace

Outcome Store::Implementation::change(const Change& change) {
  const auto is_others = [&](const Item& one) { return !change.put || one.key != change.put->key; };
  if ((change.most > 0 || change.keep > 0) && change.put) {
    std::vector<Item> others = items_of(change.kind, change.put->person);
    std::erase_if(others, std::not_fn(is_others));
    if (change.most > 0 && std::ssize(others) >= change.most) return Outcome::refused;
    if (change.keep > 0 && std::ssize(others) > change.keep) {
      std::ranges::sort(others, std::greater(), &Item::value);
      for (const Item& one : std::span(others).subspan(static_cast<std::size_t>(change.keep))) {
        Query(run_->remove, change.kind, one.key).run();
      }
    }
  }
  if (!change.replace.empty()) {
    for (const Item& one : items_of(change.kind, change.replace)) {
      if (is_others(one)) Query(run_->remove, change.kind, one.key).run();
    }
  }
  if (!change.remove.empty()) Query(run_->remove, change.kind, change.remove).run();
  if (const auto& item = change.put) {
    Query(run_->put, change.kind, item->key, item->person, item->value).run();
  }
  return Outcome::committed;
}

void Store::Implementation::put(std::string_view kind, const Item& item) {
  write([&](Transaction& transaction) {
    Query(run_->put, kind, item.key, item.person, item.value).run();
    transaction.commit();
  });
}

std::optional<Item> Store::Implementation::get(std::string_view kind, std::string_view key) {
  Query rows(run_->get, kind, key);
  if (!rows.next()) return std::nullopt;
  return item_of(rows);
}

std::vector<Item> Store::Implementation::items_of(std::string_view kind, std::string_view person) {
  std::vector<Item> items;
  Query rows(run_->items_of, kind, person);
  while (rows.next()) items.push_back(item_of(rows));
  return items;
}

void Store::Implementation::remove(std::string_view kind, std::string_view key) {
  write([&](Transaction& transaction) {
    Query(run_->remove, kind, key).run();
    transaction.commit();
  });
}

// ---- retention ----

int Store::Implementation::forget(std::int64_t over_before_unix_s,
                                  std::int64_t running_before_unix_s, int most_entries) {
  int count = 0;
  for (bool is_known = false; !is_known;) {
    write([&](Transaction& transaction) {
      const std::vector<OldTable> old = find_old(over_before_unix_s, running_before_unix_s);
      is_known = std::ranges::all_of(old, [&](const OldTable& table) {
        const Head* head = heads_->find(table.code);
        return head == nullptr || head->is_saved;
      });
      if (!is_known) return transaction.commit();
      for (int entries = 0; const OldTable& table : old) {
        if (entries >= most_entries) break;
        entries += delete_log(table.head, table.id);
        Query(run_->delete_table, table.id).run();
        ++count;
      }
      transaction.commit();
      for (int i = 0; i < count; ++i) heads_->drop(old[static_cast<std::size_t>(i)].code);
    });
    // The file has to know first when these were touched.
    if (!is_known) save_heads();
  }
  return count;
}

std::vector<Store::Implementation::OldTable> Store::Implementation::find_old(
    std::int64_t over_before_unix_s, std::int64_t running_before_unix_s) {
  std::vector<OldTable> tables;
  Query old(run_->old_tables, over_before_unix_s, running_before_unix_s, kMostForgotten);
  while (old.next()) tables.push_back({old.number(0), std::string(old.text(1)), old.number(2)});
  return tables;
}

// Returns how many entries it were. What cannot be read of a broken log stays behind, and nothing
// names it any more.
int Store::Implementation::delete_log(std::int64_t head, std::int64_t table_id) {
  int count = 0;
  for (std::int64_t id = head; id > 0; ++count) {
    const std::int64_t last = id;
    {
      Query before(run_->before, last, table_id);
      id = before.next() ? before.number(0) : 0;
    }
    Query(run_->delete_entry, last).run();
  }
  return count;
}

// ---- the door ----

Store::Store(const fs::path& folder, Options options)
    : implementation_(std::make_unique<Implementation>(folder, std::move(options))) {}
Store::~Store() = default;

std::vector<Outcome> Store::commit(std::span<const Append> appends,
                                   std::optional<std::int64_t> clock_ms,
                                   std::span<const Change> changes) {
  return implementation_->commit(appends, clock_ms, changes);
}
const std::string& Store::trouble() const { return implementation_->trouble; }
bool Store::is_owner() const { return implementation_->is_owner; }
void Store::tend() { implementation_->tend(); }
std::optional<Table> Store::load(std::string_view code) { return implementation_->load(code); }
std::vector<std::string> Store::running() { return implementation_->running(); }
std::vector<Membership> Store::tables_of(std::string_view person, int most) {
  return implementation_->tables_of(person, most);
}
std::int64_t Store::clock_ms() const { return implementation_->clock_ms; }
void Store::heartbeat(std::int64_t clock_ms) { implementation_->heartbeat(clock_ms); }
void Store::put(std::string_view kind, const Item& item) { implementation_->put(kind, item); }
std::optional<Item> Store::get(std::string_view kind, std::string_view key) {
  return implementation_->get(kind, key);
}
std::vector<Item> Store::items_of(std::string_view kind, std::string_view person) {
  return implementation_->items_of(kind, person);
}
void Store::remove(std::string_view kind, std::string_view key) {
  implementation_->remove(kind, key);
}
int Store::forget(std::int64_t over_before_unix_s, std::int64_t running_before_unix_s,
                  int most_entries) {
  return implementation_->forget(over_before_unix_s, running_before_unix_s, most_entries);
}

}  // namespace aero::storage
