#pragma once
// SQLite's C interface with owners: a connection, a prepared statement, one use of it, a
// transaction. Whatever fails throws Error.

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "aero/storage.hpp"

namespace aero::storage {

// Of a result of SQLite's.
Trouble trouble_of(int code);

class Database {
 public:
  // `flags` are SQLITE_OPEN_…
  Database(const std::filesystem::path& file, int flags, const std::string& vfs);

  void run(const std::string& sql);
  std::int64_t number(const std::string& sql);  // the first column of the first row; 0 without one
  std::string text(const std::string& sql);     // the same as text

  [[noreturn]] void fail(int code) const;
  void require(int code) const {
    if (code != SQLITE_OK) fail(code);
  }
  sqlite3* handle() const { return handle_.get(); }
  const std::filesystem::path& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

 private:
  friend class Query;
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

// One use of a statement. Texts that are bound have to outlive it.
class Query {
 public:
  template <class... Values>
  explicit Query(Statement& statement, const Values&... values)
      : database_(statement.database_), handle_(statement.handle_.get()) {
    int index = 0;  // NOLINT(misc-const-correctness): sometimes there is nothing to bind
    (bind(++index, values), ...);
  }
  ~Query() { sqlite3_reset(handle_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // Whether there is a row, or another one.
  bool next();
  void run() { next(); }

  // Of the row. Columns count from 0; a text is good until next().
  std::int64_t number(int column) const { return sqlite3_column_int64(handle_, column); }
  std::string_view text(int column) const;
  bool is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }

 private:
  void bind(int index, std::int64_t value);
  void bind(int index, int value) { bind(index, std::int64_t{value}); }
  void bind(int index, bool value) { bind(index, std::int64_t{value}); }
  void bind(int index, std::string_view value);

  const Database* database_;
  sqlite3_stmt* handle_;
};

// Undone at its end, unless it was committed.
class Transaction {
 public:
  enum class Kind : std::uint8_t { reading, writing };
  Transaction(Database& database, Kind kind) : database_(database) {
    database_.run(kind == Kind::writing ? "BEGIN IMMEDIATE" : "BEGIN");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() { database_.run("COMMIT"); }

 private:
  Database& database_;
};

}  // namespace aero::storage
