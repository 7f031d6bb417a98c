// The store as its header promises it, on a disk that works.

#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>

#include "folder.hpp"

namespace aero::storage {
namespace {

namespace fs = std::filesystem;
using enum Outcome;
using Outcomes = std::vector<Outcome>;
using Texts = std::vector<std::string>;

// Another program's look into the file.
void run_sql(const fs::path& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_free(message);
  EXPECT_EQ(sqlite3_close(handle), SQLITE_OK);
}

mode_t mode_of(const fs::path& path) {
  struct stat status{};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 0777;
}

// ---- logs ----

TEST_F(StorageTest, KeepsLogsOfManyTables) {
  {
    Store store(folder_);
    Append first = entry("A", 1, "a1", 5);
    first.secret = "secret of A";
    EXPECT_EQ(commit(store, {first, entry("B", 1, "b1", 6), entry("A", 2, "a2", 7)}),
              (Outcomes{committed, committed, committed}));
    EXPECT_EQ(commit(store, {entry("B", 2, "b2", 8)}), Outcomes{committed});
    EXPECT_EQ(store.trouble(), "");
  }
  Store store(folder_);
  const std::optional<Table> table = store.load("A");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->code, "A");
  EXPECT_EQ(table->secret, "secret of A");
  EXPECT_FALSE(table->is_over);
  EXPECT_EQ(table->log, (std::vector<Entry>{{1, 5, "a1"}, {2, 7, "a2"}}));
  EXPECT_EQ(log_of(store, "B"), (Texts{"b1", "b2"}));
  EXPECT_EQ(store.load("C"), std::nullopt);
}

TEST_F(StorageTest, RefusesWhatIsNotTheNextEntryAndLetsTheOthersIn) {
  Store store(folder_);
  EXPECT_EQ(
      commit(store, {entry("A", 2), entry("A", 1), entry("A", 1, "again"), entry("A", 3),
                     entry("B", 0), entry("B", -1), entry("A", 2), entry("B", 1)}),
      (Outcomes{refused, committed, refused, refused, refused, refused, committed, committed}));
  EXPECT_EQ(store.trouble(), "");
  EXPECT_EQ(commit(store, {entry("A", 2, "again"), entry("A", 4), entry("A", 3)}),
            (Outcomes{refused, refused, committed}));
  EXPECT_EQ(log_of(store, "A"), (Texts{"A 1", "A 2", "A 3"}));
  EXPECT_EQ(log_of(store, "B"), (Texts{"B 1"}));
}

TEST_F(StorageTest, GoesOnAfterOpeningAgain) {
  for (std::int64_t seq = 1; seq <= 5; ++seq) {
    Store store(folder_);
    EXPECT_EQ(commit(store, {entry("A", seq + 1), entry("A", seq)}),
              (Outcomes{refused, committed}));
  }
  EXPECT_EQ(log_of(*std::make_unique<Store>(folder_), "A"),
            (Texts{"A 1", "A 2", "A 3", "A 4", "A 5"}));
}

// Whether the last entries stand in the file's tables, or have to be found at opening.
TEST_F(StorageTest, KnowsTheLastEntriesHoweverTheyWereKept) {
  for (const int index_after : {1, 3, 1000}) {
    const fs::path folder = folder_ / std::to_string(index_after);
    std::int64_t seq = 0;
    for (int opening = 0; opening < 3; ++opening) {
      // Two at once, of which the first is stopped as if killed: it does not tidy up.
      Store first(folder, {.skips_lock = true, .index_after = index_after});
      for (int i = 0; i < 7; ++i) {
        ++seq;
        EXPECT_EQ(commit(first, {entry("A", seq), entry("B" + std::to_string(seq), 1)}),
                  (Outcomes{committed, committed}));
        first.tend();
      }
      Store second(folder, {.skips_lock = true, .index_after = index_after});
      EXPECT_EQ(log_of(second, "A").size(), static_cast<std::size_t>(seq));
      ++seq;
      EXPECT_EQ(commit(second, {entry("A", seq + 1), entry("A", seq)}),
                (Outcomes{refused, committed}));
    }
    Store store(folder);
    EXPECT_EQ(log_of(store, "A").size(), 24U);
    EXPECT_EQ(store.running().size(), 22U);
  }
}

TEST_F(StorageTest, GivesTextsBackAsTheyWere) {
  using namespace std::string_literals;
  const Texts hostile = {"nul \0 inside\0"s,        "\xff\xc0\x80 no UTF-8 \xed\xa0\x80",
                         std::string(1 << 20, 'x'), "'; DROP TABLE entries; --",
                         "飞行棋 \u202e ş",         "\xEF\xBB\xBFmark"};
  {
    Store store(folder_);
    std::int64_t seq = 0;
    for (const std::string& text : hostile) {
      Append append = entry("A", ++seq, text);
      append.joined = {text};
      EXPECT_EQ(commit(store, {append}), Outcomes{committed});
      Append table = entry("T" + text, 1, text);
      table.secret = text;
      EXPECT_EQ(commit(store, {table}), Outcomes{committed});
      store.put(text, {text, text, text});
    }
    Append empty = entry("A", ++seq);
    empty.entry.text.clear();
    EXPECT_EQ(commit(store, {empty}), Outcomes{committed});
  }
  Store store(folder_);
  Texts expected = hostile;
  expected.emplace_back();
  EXPECT_EQ(log_of(store, "A"), expected);
  for (const std::string& text : hostile) {
    EXPECT_EQ(log_of(store, "T" + text), Texts{text});
    EXPECT_EQ(store.load("T" + text)->secret, text);
    EXPECT_EQ(store.tables_of(text, 9).size(), 1U);
    EXPECT_EQ(store.get(text, text), (Item{text, text, text}));
  }
}

// ---- finding ----

TEST_F(StorageTest, KnowsWhichGamesAreNotOver) {
  Store store(folder_);
  Append end = entry("B", 2);
  end.ends = true;
  commit(store, {entry("C", 1), entry("B", 1), entry("A", 1), end});
  EXPECT_EQ(store.running(), (Texts{"A", "C"}));
  EXPECT_TRUE(store.load("B")->is_over);
  EXPECT_EQ(commit(store, {entry("B", 3, "thanks")}), Outcomes{committed});
  EXPECT_EQ(store.running(), (Texts{"A", "C"}));
}

TEST_F(StorageTest, KnowsTheTablesOfAPersonLatestFirst) {
  std::int64_t now = 1000;
  Store store(folder_, {.unix_s = [&] { return now; }});
  const auto join = [&](const std::string& table, std::int64_t seq, Texts people) {
    Append append = entry(table, seq);
    append.joined = std::move(people);
    EXPECT_EQ(commit(store, {append}), Outcomes{committed});
  };
  join("A", 1, {"ann", "bob"});
  join("B", 1, {"ann"});  // within the same second
  now = 2000;
  join("C", 1, {"bob", "ann", "ann"});
  join("A", 2, {"ann"});  // is there already
  Append end = entry("B", 2);
  end.ends = true;
  commit(store, {end});
  EXPECT_EQ(store.tables_of("ann", 9),
            (std::vector<Membership>{{"C", false, 2000}, {"B", true, 1000}, {"A", false, 1000}}));
  EXPECT_EQ(store.tables_of("ann", 1), (std::vector<Membership>{{"C", false, 2000}}));
  EXPECT_EQ(store.tables_of("bob", 9),
            (std::vector<Membership>{{"C", false, 2000}, {"A", false, 1000}}));
  EXPECT_TRUE(store.tables_of("eve", 9).empty());

  Append refused_one = entry("A", 9);
  refused_one.joined = {"eve"};
  EXPECT_EQ(commit(store, {refused_one}), Outcomes{refused});
  EXPECT_TRUE(store.tables_of("eve", 9).empty());
}

// ---- the clock ----

TEST_F(StorageTest, GoesOnFromTheLastHeartbeatOrEntry) {
  EXPECT_EQ(Store(folder_).clock_ms(), 0);
  {
    Store store(folder_);
    store.heartbeat(5000);
    store.heartbeat(4000);  // does not go back
  }
  {
    Store store(folder_);
    EXPECT_EQ(store.clock_ms(), 5000);
    EXPECT_EQ(store.commit({}, 6000), Outcomes{});
  }
  {
    Store store(folder_);
    EXPECT_EQ(store.clock_ms(), 6000);
    commit(store, {entry("A", 1, "a", 6700)});
    const Store after_a_kill(folder_, {.skips_lock = true});
    EXPECT_EQ(after_a_kill.clock_ms(), 6700);
  }
  EXPECT_EQ(Store(folder_).clock_ms(), 6700);
}

// ---- items ----

TEST_F(StorageTest, KeepsItemsOfPeople) {
  {
    Store store(folder_);
    store.put("token", {"k2", "ann", "play"});
    store.put("token", {"k1", "ann", "read"});
    store.put("token", {"k3", "bob", "read"});
    store.put("push", {"k1", "bob", "there"});
    store.put("token", {"k1", "ann", "all"});
    store.put("token", {"gone", "ann", "x"});
    store.remove("token", "gone");
    store.remove("token", "never there");
  }
  Store store(folder_);
  EXPECT_EQ(store.get("token", "k1"), (Item{"k1", "ann", "all"}));
  EXPECT_EQ(store.get("push", "k1"), (Item{"k1", "bob", "there"}));
  EXPECT_EQ(store.get("token", "gone"), std::nullopt);
  EXPECT_EQ(store.items_of("token", "ann"),
            (std::vector<Item>{{"k1", "ann", "all"}, {"k2", "ann", "play"}}));
  EXPECT_TRUE(store.items_of("push", "ann").empty());
}

TEST_F(StorageTest, CommitsChangesWithTheEntries) {
  Store store(folder_);
  const std::vector<Append> appends = {entry("A", 1), entry("B", 2)};
  const auto put = [](const std::string& key, const std::string& person, int most = 0) {
    return Change{.kind = "token", .put = Item{key, person, "new"}, .most = most};
  };
  EXPECT_EQ(store.commit(appends, std::nullopt, std::vector{put("k1", "ann"), put("k2", "bob")}),
            (Outcomes{committed, refused, committed, committed}));
  EXPECT_EQ(store.get("token", "k1"), (Item{"k1", "ann", "new"}));
  // So many and no more; what is in the place of another is none more.
  EXPECT_EQ(
      store.commit({}, std::nullopt,
                   std::vector{put("k3", "ann", 2), put("k4", "ann", 2), put("k3", "ann", 2)}),
      (Outcomes{committed, refused, committed}));
  EXPECT_EQ(store.items_of("token", "ann").size(), 2U);
  EXPECT_EQ(store.commit({}, std::nullopt,
                         std::vector{Change{.kind = "token", .remove = "k1"},
                                     Change{.kind = "token", .replace = "bob"}}),
            (Outcomes{committed, committed}));
  EXPECT_EQ(store.items_of("token", "ann"), (std::vector<Item>{{"k3", "ann", "new"}}));
  EXPECT_TRUE(store.items_of("token", "bob").empty());
  Change replaced = put("k5", "ann");
  replaced.replace = "ann";
  EXPECT_EQ(store.commit({}, std::nullopt, std::vector{replaced}), Outcomes{committed});
  EXPECT_EQ(store.items_of("token", "ann"), (std::vector<Item>{{"k5", "ann", "new"}}));
}

TEST_F(StorageTest, OfAPersonsItemsThoseOfTheGreatestValuesStay) {
  Store store(folder_);
  store.put("push", {"other", "bob", "0"});
  const auto put = [](const std::string& key, const std::string& value) {
    return Change{.kind = "push", .put = Item{key, "ann", value}, .keep = 2};
  };
  // All in one group, where none of them has been read before the next one comes.
  EXPECT_EQ(store.commit({}, std::nullopt,
                         std::vector{put("c", "1"), put("b", "3"), put("a", "2"), put("d", "4")}),
            (Outcomes{committed, committed, committed, committed}));
  const std::vector<Item> kept{{"a", "ann", "2"}, {"b", "ann", "3"}, {"d", "ann", "4"}};
  EXPECT_EQ(store.items_of("push", "ann"), kept);
  // The same again takes its own place, however little it is worth.
  EXPECT_EQ(store.commit({}, std::nullopt, std::vector{put("b", "0")}), Outcomes{committed});
  EXPECT_EQ(store.items_of("push", "ann"),
            (std::vector<Item>{{"a", "ann", "2"}, {"b", "ann", "0"}, {"d", "ann", "4"}}));
  EXPECT_EQ(store.items_of("push", "bob").size(), 1U);
}

// ---- retention ----

TEST_F(StorageTest, ForgetsWhatIsOld) {
  std::int64_t now = 0;
  const Options options{.unix_s = [&] { return now; }};
  Store store(folder_, options);
  const auto make = [&](const std::string& table, std::int64_t at, bool ends) {
    now = at;
    Append first = entry(table, 1);
    first.joined = {"ann"};
    Append second = entry(table, 2);
    second.ends = ends;
    EXPECT_EQ(commit(store, {first, second}), (Outcomes{committed, committed}));
  };
  make("over 100", 100, true);
  make("running 100", 100, false);
  make("over 200", 200, true);
  make("running 200", 200, false);
  make("touched", 100, false);
  now = 300;
  commit(store, {entry("touched", 3)});

  EXPECT_EQ(store.forget(100, 100, 9), 0);
  EXPECT_EQ(store.forget(200, 0, 9), 1);
  EXPECT_EQ(log_of(store, "over 100"), Texts{});
  EXPECT_EQ(log_of(store, "running 100").size(), 2U);
  EXPECT_EQ(store.forget(250, 250, 3), 2);  // of two entries each
  EXPECT_EQ(store.forget(250, 250, 3), 1);
  EXPECT_EQ(store.forget(250, 250, 3), 0);
  EXPECT_EQ(store.running(), Texts{"touched"});
  EXPECT_EQ(log_of(store, "touched").size(), 3U);
  EXPECT_EQ(store.tables_of("ann", 9).size(), 1U);

  // Nothing of them comes back, and a code may be used again.
  EXPECT_EQ(commit(store, {entry("over 100", 3), entry("running 200", 1), entry("touched", 4)}),
            (Outcomes{refused, committed, committed}));
  Store again(folder_, {.skips_lock = true});
  EXPECT_EQ(again.running(), (Texts{"running 200", "touched"}));
  EXPECT_EQ(log_of(again, "running 200"), Texts{"running 200 1"});
  EXPECT_EQ(log_of(again, "touched").size(), 4U);
}

// However much there is to forget, each time it is little; and what was touched meanwhile stays.
TEST_F(StorageTest, ForgetsInSmallPieces) {
  std::int64_t now = 100;
  Store store(folder_, {.unix_s = [&] { return now; }});
  std::vector<Append> appends;
  for (int table = 0; table < 150; ++table) {
    for (int seq = 1; seq <= 10; ++seq) appends.push_back(entry("T" + std::to_string(table), seq));
  }
  commit(store, appends);
  now = 300;
  commit(store, {entry("T77", 11)});
  std::vector<int> pieces;
  while (const int count = store.forget(200, 200, 95)) {
    pieces.push_back(count);
    now += 1;
    commit(store, {entry("busy", static_cast<std::int64_t>(pieces.size()))});
  }
  EXPECT_EQ(pieces, (std::vector<int>{10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9}));
  EXPECT_EQ(store.running(), (Texts{"T77", "busy"}));
  EXPECT_EQ(log_of(store, "T77").size(), 11U);
  EXPECT_EQ(log_of(store, "busy").size(), 15U);
}

TEST_F(StorageTest, DoesNotUseTheNumbersOfForgottenEntriesAgain) {
  std::int64_t now = 0;
  {
    Store store(folder_, {.unix_s = [&] { return now; }});
    commit(store, {entry("A", 1), entry("B", 1)});
    EXPECT_EQ(store.forget(1, 1, 9), 2);
  }
  Store store(folder_);
  EXPECT_EQ(commit(store, {entry("C", 1)}), Outcomes{committed});
  Store other(folder_, {.skips_lock = true});
  EXPECT_EQ(log_of(other, "C"), Texts{"C 1"});
}

// ---- owners ----

TEST_F(StorageTest, IsForItsOwnerAlone) {
  const fs::path folder = folder_ / "deep" / "data";
  Store store(folder);
  commit(store, {entry("A", 1)});
  EXPECT_EQ(mode_of(folder_ / "deep"), 0700U);
  EXPECT_EQ(mode_of(folder), 0700U);
  for (const auto& file : fs::directory_iterator(folder)) {
    EXPECT_EQ(mode_of(file.path()), 0600U) << file.path();
  }
}

TEST_F(StorageTest, BelongsToOneServerAtATime) {
  std::optional<Store> store(folder_);
  EXPECT_EQ(trouble_of([&] { const Store second(folder_); }), Trouble::in_use);
  EXPECT_EQ(commit(*store, {entry("A", 1)}), Outcomes{committed});
  store.reset();
  EXPECT_EQ(trouble_of([&] { const Store second(folder_); }), std::nullopt);
}

TEST_F(StorageTest, RefusesAnOwnerWhoWasReplaced) {
  Store stale(folder_, {.skips_lock = true});
  EXPECT_EQ(commit(stale, {entry("A", 1)}), Outcomes{committed});
  Store owner(folder_, {.skips_lock = true});
  EXPECT_TRUE(stale.is_owner());
  EXPECT_EQ(commit(stale, {entry("A", 2, "stale"), entry("B", 1)}), (Outcomes{refused, refused}));
  EXPECT_FALSE(stale.is_owner());
  EXPECT_NE(stale.trouble(), "");
  EXPECT_EQ(commit(owner, {entry("A", 2)}), Outcomes{committed});
  EXPECT_EQ(commit(stale, {entry("A", 3, "stale")}), Outcomes{refused});
  EXPECT_EQ(trouble_of([&] { stale.heartbeat(1); }), Trouble::taken_over);
  EXPECT_EQ(trouble_of([&] { stale.put("k", {}); }), Trouble::taken_over);
  EXPECT_EQ(trouble_of([&] { stale.remove("k", ""); }), Trouble::taken_over);
  EXPECT_EQ(trouble_of([&] { stale.forget(9, 9, 9); }), Trouble::taken_over);
  stale.tend();
  EXPECT_EQ(log_of(owner, "A"), (Texts{"A 1", "A 2"}));
  EXPECT_EQ(log_of(stale, "A"), (Texts{"A 1", "A 2"}));
  EXPECT_TRUE(owner.is_owner());
  EXPECT_EQ(owner.clock_ms(), 0);
}

// ---- readers ----

TEST_F(StorageTest, ShowsAReaderAllThatIsCommitted) {
  EXPECT_EQ(trouble_of([&] { const Store reader(folder_, {.is_reader = true}); }),
            Trouble::no_store);
  EXPECT_FALSE(fs::exists(folder_ / "aeroplane.db"));
  Store store(folder_, {.index_after = 5});
  Store reader(folder_, {.is_reader = true});
  for (std::int64_t seq = 1; seq <= 20; ++seq) {
    commit(store, {entry("A", seq), entry("B" + std::to_string(seq), 1)});
    if (seq % 3 == 0) store.tend();
    EXPECT_EQ(log_of(reader, "A"), log_of(store, "A"));
    EXPECT_EQ(reader.running(), store.running());
    const std::string old = "B" + std::to_string(1 + seq / 2);
    EXPECT_EQ(log_of(reader, old), Texts{old + " 1"});
  }
  EXPECT_EQ(commit(reader, {entry("A", 21)}), Outcomes{refused});
  EXPECT_EQ(trouble_of([&] { reader.heartbeat(1); }), Trouble::denied);
  EXPECT_FALSE(reader.is_owner());

  store.forget(INT64_MAX, INT64_MAX, 99);
  EXPECT_EQ(log_of(reader, "A"), Texts{});
  commit(store, {entry("A", 1, "anew")});
  EXPECT_EQ(log_of(reader, "A"), Texts{"anew"});
}

// ---- versions ----

// A file of version 1 with two tables, as that version wrote it.
constexpr const char* kVersion1 = R"(
  PRAGMA application_id = 1095062095;
  PRAGMA user_version = 1;
  CREATE TABLE server (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL,
    clock_ms INTEGER NOT NULL,
    heads_upto INTEGER NOT NULL
  ) STRICT;
  INSERT INTO server VALUES (1, 7, 5000, 2);
  CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    head INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    touched_unix_s INTEGER NOT NULL
  ) STRICT;
  INSERT INTO tables VALUES (1, 'A', 'sa', 2, 0, 100);
  INSERT INTO tables VALUES (2, 'B', 'sb', 0, 0, 100);
  CREATE INDEX tables_running ON tables (code) WHERE is_over = 0;
  CREATE INDEX tables_by_age ON tables (touched_unix_s);
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    before INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  INSERT INTO entries VALUES (1, 1, 1, 0, 10, 377771565754249313, 'a1');
  INSERT INTO entries VALUES (2, 1, 2, 1, 20, 2902608163026027116, 'a2');
  INSERT INTO entries VALUES (3, 2, 1, 0, 30, -2385026831765521587, 'b1');
  CREATE TABLE members (
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    joined_unix_s INTEGER NOT NULL,
    UNIQUE (person, table_id)
  ) STRICT;
  INSERT INTO members VALUES (1, 'ann', 1, 50);
  CREATE INDEX members_by_table ON members (table_id);
)";

TEST_F(StorageTest, BringsAnOlderFileUpToDate) {
  run_sql(folder_ / "aeroplane.db", kVersion1);
  EXPECT_EQ(trouble_of([&] { const Store reader(folder_, {.is_reader = true}); }), Trouble::older);
  Store store(folder_);
  EXPECT_EQ(store.clock_ms(), 5000);
  EXPECT_EQ(log_of(store, "A"), (Texts{"a1", "a2"}));
  EXPECT_EQ(store.load("B")->secret, "sb");
  EXPECT_EQ(log_of(store, "B"), Texts{"b1"});
  EXPECT_EQ(store.tables_of("ann", 9), (std::vector<Membership>{{"A", false, 50}}));
  store.put("token", {"k", "ann", "new"});
  EXPECT_EQ(store.get("token", "k"), (Item{"k", "ann", "new"}));
  EXPECT_EQ(commit(store, {entry("A", 3), entry("B", 2)}), (Outcomes{committed, committed}));
}

TEST_F(StorageTest, RefusesAFileOfTheFutureAndLeavesItAlone) {
  {
    const Store store(folder_);
  }
  run_sql(folder_ / "aeroplane.db", "PRAGMA user_version = 3");
  for (const bool is_reader : {false, true}) {
    EXPECT_EQ(trouble_of([&] { const Store store(folder_, {.is_reader = is_reader}); }),
              Trouble::newer);
  }
  try {
    const Store store(folder_);
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), (folder_ / "aeroplane.db").string() +
                                ": schema 3, and this program knows those up to 2");
  }
}

TEST_F(StorageTest, RefusesWhatIsNoStore) {
  std::ofstream(folder_ / "aeroplane.db") << std::string(5000, '?');
  EXPECT_EQ(trouble_of([&] { const Store store(folder_); }), Trouble::no_database);
  fs::remove(folder_ / "aeroplane.db");
  run_sql(folder_ / "aeroplane.db", "CREATE TABLE somebody_elses (x)");
  EXPECT_EQ(trouble_of([&] { const Store store(folder_); }), Trouble::no_database);
  run_sql(folder_ / "aeroplane.db", "SELECT x FROM somebody_elses");
  std::ofstream(folder_ / "file") << "no folder";
  EXPECT_EQ(trouble_of([&] { const Store store(folder_ / "file"); }), Trouble::other);
}

// ---- what cannot be read ----

class Broken : public StorageTest {
 protected:
  // Tables A, B and C with three entries each, in turn: entry 3 * (seq - 1) + 1, 2, 3.
  void fill(int index_after) {
    Store store(folder_, {.skips_lock = true, .index_after = index_after});
    for (std::int64_t seq = 1; seq <= 3; ++seq) {
      commit(store, {entry("A", seq), entry("B", seq), entry("C", seq)});
      store.tend();
    }
    // As after a kill: what is not told yet stays so.
    fs::create_directory(folder_ / "killed");
    for (const char* name : {"aeroplane.db", "aeroplane.db-wal"}) {
      fs::copy_file(folder_ / name, folder_ / "killed" / name);
    }
  }
  void harm(const std::string& sql) const { run_sql(folder_ / "killed" / "aeroplane.db", sql); }

  // B, and nothing else, is out of order.
  void expect_quarantine(Store& store) {
    EXPECT_EQ(trouble_of([&] { store.load("B"); }), Trouble::corrupt);
    EXPECT_EQ(log_of(store, "A"), (Texts{"A 1", "A 2", "A 3"}));
    EXPECT_EQ(log_of(store, "C"), (Texts{"C 1", "C 2", "C 3"}));
    EXPECT_EQ(commit(store, {entry("A", 4), entry("C", 4), entry("D", 1)}),
              (Outcomes{committed, committed, committed}));
    EXPECT_EQ(store.running(), (Texts{"A", "B", "C", "D"}));
    EXPECT_EQ(trouble_of([&] { store.load("B"); }), Trouble::corrupt);
  }
};

TEST_F(Broken, EntriesAreNoticedAndConcernTheirTableAlone) {
  const Texts harms = {
      "UPDATE entries SET text = 'B 9' WHERE id = 5",  "UPDATE entries SET at_ms = 9 WHERE id = 5",
      "UPDATE entries SET seq = 3 WHERE id = 5",       "UPDATE entries SET before = 1 WHERE id = 5",
      "UPDATE entries SET table_id = 1 WHERE id = 5",  "DELETE FROM entries WHERE id = 5",
      "UPDATE entries SET checksum = 0 WHERE id = 5",  "DELETE FROM entries WHERE id = 2",
      "UPDATE entries SET text = 'B 9' WHERE id = 2",  "UPDATE entries SET before = 5 WHERE id = 5",
      "UPDATE entries SET table_id = 77 WHERE id = 2",
  };
  for (const std::string& harm_done : harms) {
    SCOPED_TRACE(harm_done);
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    fill(1);
    harm(harm_done);
    Store store(folder_ / "killed");
    expect_quarantine(store);
  }
}

// The last entries, which are read at opening, tell when an entry is not what it was.
TEST_F(Broken, LastEntriesAreNoticedAtOpeningAndStayKnown) {
  for (const char* harm_done :
       {"UPDATE entries SET text = 'B 9' WHERE id = 8", "UPDATE entries SET seq = 4 WHERE id = 8",
        "UPDATE entries SET before = 1 WHERE id = 8",
        "UPDATE entries SET table_id = 77 WHERE id = 8",
        "UPDATE entries SET checksum = 0 WHERE id = 5"}) {
    SCOPED_TRACE(harm_done);
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    fill(1000);
    harm(harm_done);
    {
      Store store(folder_ / "killed");
      expect_quarantine(store);
      EXPECT_EQ(commit(store, {entry("B", 3), entry("B", 4), entry("B", 1)}),
                (Outcomes{refused, refused, refused}));
    }
    Store store(folder_ / "killed");
    EXPECT_EQ(trouble_of([&] { store.load("B"); }), Trouble::corrupt);
    EXPECT_EQ(commit(store, {entry("B", 3), entry("B", 4), entry("A", 5)}),
              (Outcomes{refused, refused, committed}));
    EXPECT_EQ(store.forget(INT64_MAX, INT64_MAX, 999), 4);
  }
}

// A page of the disk that holds something else, which SQLite itself cannot read.
TEST_F(Broken, PagesConcernTheTablesThatAreOnThem) {
  {
    Store store(folder_);
    for (std::int64_t seq = 1; seq <= 40; ++seq) {
      commit(store, {entry("A", seq, std::string(1000, 'a'))});
    }
    for (std::int64_t seq = 1; seq <= 40; ++seq) {
      commit(store, {entry("B", seq, std::string(1000, 'b'))});
    }
  }
  // A leaf in the middle of the log of A.
  std::fstream file(folder_ / "aeroplane.db", std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes(fs::file_size(folder_ / "aeroplane.db"), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::vector<std::size_t> pages;
  for (std::size_t page = 0; page < bytes.size(); page += 4096) {
    if (bytes[page] == 0x0d && bytes.compare(page + 4096 - 500, 500, std::string(500, 'a')) == 0) {
      pages.push_back(page);
    }
  }
  ASSERT_GT(pages.size(), 4U);
  file.seekp(static_cast<std::streamoff>(pages[pages.size() / 2]));
  file << std::string(100, '\xff');
  file.close();

  Store store(folder_);
  EXPECT_EQ(trouble_of([&] { store.load("A"); }), Trouble::corrupt);
  EXPECT_EQ(log_of(store, "B").size(), 40U);
  EXPECT_EQ(commit(store, {entry("B", 41), entry("C", 1)}), (Outcomes{committed, committed}));
}

}  // namespace
}  // namespace aero::storage
