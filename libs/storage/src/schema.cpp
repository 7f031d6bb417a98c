#include "schema.hpp"

namespace aero::storage {
namespace {

// In the header of every file of ours: "AERO".
constexpr std::int64_t kApplication = 0x4145524F;

// A step never changes once it has been released; what is to be different is a step more.
constexpr const char* kSteps[] = {
    // 1: the logs. Entries of all tables stand one behind the other as they came, each naming the
    // one before it of its own table: so a group of appends dirties the last page, and not a page a
    // table. `head` is the last entry of a table, as far as entries up to server.heads_upto go;
    // younger ones are few, and are read at opening.
    R"(
    CREATE TABLE server (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch INTEGER NOT NULL,       -- counts the owners
      clock_ms INTEGER NOT NULL,
      heads_upto INTEGER NOT NULL
    ) STRICT;
    INSERT INTO server VALUES (1, 0, 0, 0);
    CREATE TABLE tables (
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice
      code TEXT NOT NULL UNIQUE,
      secret TEXT NOT NULL,
      head INTEGER NOT NULL,        -- 0: not known yet; -1: cannot be read
      is_over INTEGER NOT NULL,
      touched_unix_s INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tables_running ON tables (code) WHERE is_over = 0;
    CREATE INDEX tables_by_age ON tables (touched_unix_s);
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      table_id INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      before INTEGER NOT NULL,      -- the id of entry seq - 1; 0 for the first
      at_ms INTEGER NOT NULL,
      checksum INTEGER NOT NULL,    -- of all the others but id
      text TEXT NOT NULL
    ) STRICT;
    CREATE TABLE members (
      id INTEGER PRIMARY KEY,
      person TEXT NOT NULL,
      table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
      joined_unix_s INTEGER NOT NULL,
      UNIQUE (person, table_id)
    ) STRICT;
    CREATE INDEX members_by_table ON members (table_id);
    )",
    // 2: what belongs to people.
    R"(
    CREATE TABLE items (
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      person TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX items_by_person ON items (person, kind);
    )",
};

}  // namespace

int newest_version() { return static_cast<int>(std::size(kSteps)); }

int version_of(Database& database) {
  const std::int64_t version = database.number("PRAGMA user_version");
  const bool is_ours = database.number("PRAGMA application_id") == kApplication;
  if (!is_ours && (version != 0 || database.number("SELECT count(*) FROM sqlite_schema") != 0)) {
    throw Error(Trouble::no_database, database.file().string() + ": another program's database");
  }
  if (version < 0 || version > newest_version()) {
    throw Error(Trouble::newer, database.file().string() + ": schema " + std::to_string(version) +
                                    ", and this program knows those up to " +
                                    std::to_string(newest_version()));
  }
  return static_cast<int>(version);
}

void bring_up_to_date(Database& database) {
  for (int version = version_of(database); version < newest_version(); ++version) {
    Transaction step(database, Transaction::Kind::writing);
    database.run(kSteps[version]);
    database.run("PRAGMA application_id = " + std::to_string(kApplication));
    database.run("PRAGMA user_version = " + std::to_string(version + 1));
    step.commit();
  }
}

}  // namespace aero::storage
