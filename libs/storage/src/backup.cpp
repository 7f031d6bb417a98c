#include <fcntl.h>
#include <stdio.h>  // NOLINT(modernize-deprecated-headers): renameat2 is no C++
#include <unistd.h>

#include <cerrno>

#include "files.hpp"
#include "sqlite.hpp"

namespace aero::storage {
namespace {

namespace fs = std::filesystem;

// The copy while it is made; what is left of one that failed is removed.
class Unfinished {
 public:
  explicit Unfinished(fs::path file) : file_(std::move(file)) {
    fs::remove(file_);  // of a copy that was killed
    make_file(file_);
  }
  ~Unfinished() {
    std::error_code error;
    for (const char* ending : {"", "-journal", "-wal", "-shm"}) {
      fs::remove(file_.string() + ending, error);
    }
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const fs::path& file() const { return file_; }

 private:
  fs::path file_;
};

struct Finish {
  void operator()(sqlite3_backup* backup) const { sqlite3_backup_finish(backup); }
};

// All pages in one step: it holds one view of the source, and writers go on meanwhile.
void copy(const Database& from, const Database& to) {
  const std::unique_ptr<sqlite3_backup, Finish> backup(
      sqlite3_backup_init(to.handle(), "main", from.handle(), "main"));
  if (!backup) to.fail(sqlite3_errcode(to.handle()));
  const int code = sqlite3_backup_step(backup.get(), -1);
  if (code == SQLITE_DONE) return;
  throw Error(trouble_of(code),
              from.file().string() + " → " + to.file().string() + ": " + sqlite3_errstr(code));
}

void check(Database& copy, const fs::path& source) {
  const std::string found = copy.text("PRAGMA quick_check(1)");
  if (found != "ok") throw Error(Trouble::corrupt, source.string() + ": " + found);
}

void require_absence(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return;
  errno = EEXIST;
  fail_with_errno(file);
}

// Without overwriting, also what came there in the meantime.
void give_name(const fs::path& from, const fs::path& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS) fail_with_errno(to);
  require_absence(to);  // a file system that knows nothing of it
  if (rename(from.c_str(), to.c_str()) != 0) fail_with_errno(to);
}

}  // namespace

void backup(const fs::path& folder, const fs::path& file, const std::string& vfs) {
  const fs::path source = folder / kFileName;
  std::error_code error;
  if (!fs::exists(source, error)) {
    throw Error(Trouble::no_store, source.string() + ": there is no store");
  }
  require_absence(file);
  const Unfinished unfinished(file.string() + ".part");
  {
    const Database from(source, SQLITE_OPEN_READONLY, vfs);
    Database to(unfinished.file(), SQLITE_OPEN_READWRITE, {});
    copy(from, to);
    to.run("PRAGMA journal_mode = DELETE");  // one file, complete in itself
    check(to, source);
  }
  sync(unfinished.file());
  give_name(unfinished.file(), file);
  sync(fs::absolute(file).parent_path());
}

}  // namespace aero::storage
