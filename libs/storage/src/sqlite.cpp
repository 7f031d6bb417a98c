#include "sqlite.hpp"

namespace aero::storage {
namespace {

constexpr int kPatienceMs = 10'000;  // for a lock that another connection has

}  // namespace

Trouble trouble_of(int code) {
  switch (code & 0xff) {  // without what extends it
    case SQLITE_NOTADB: return Trouble::no_database;
    case SQLITE_FULL: return Trouble::full;
    case SQLITE_CORRUPT: return Trouble::corrupt;
    case SQLITE_PERM:
    case SQLITE_READONLY: return Trouble::denied;
    case SQLITE_BUSY: return Trouble::in_use;
    default: return Trouble::other;
  }
}

Database::Database(const std::filesystem::path& file, int flags, const std::string& vfs)
    : file_(file) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX,
                                   vfs.empty() ? nullptr : vfs.c_str());
  handle_.reset(handle);  // there also where it failed, to say why
  require(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kPatienceMs);
}

void Database::fail(int code) const {
  std::string what = file_.string() + ": ";
  what += handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  throw Error(trouble_of(code), what);
}

void Database::run(const std::string& sql) {
  require(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::number(const std::string& sql) {
  Statement statement(*this, sql);
  Query query(statement);
  return query.next() ? query.number(0) : 0;
}

std::string Database::text(const std::string& sql) {
  Statement statement(*this, sql);
  Query query(statement);
  return query.next() ? std::string(query.text(0)) : "";
}

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* handle = nullptr;
  database.require(sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr));
  handle_.reset(handle);
}

bool Query::next() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_->fail(code);
  return false;
}

std::string_view Query::text(int column) const {
  // The pointer first: asking for it is what may change the number of bytes.
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

void Query::bind(int index, std::int64_t value) {
  database_->require(sqlite3_bind_int64(handle_, index, value));
}

void Query::bind(int index, std::string_view value) {
  // Without an address SQLite would take it for NULL.
  const char* bytes = value.empty() ? "" : value.data();
  database_->require(
      sqlite3_bind_text64(handle_, index, bytes, value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

Transaction::~Transaction() {
  // Some errors have ended it already.
  if (sqlite3_get_autocommit(database_.handle()) == 0) {
    sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

}  // namespace aero::storage
