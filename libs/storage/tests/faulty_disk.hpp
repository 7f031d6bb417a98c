#pragma once
// A disk for SQLite that fails when it is told to, and forgets at a loss of power what was not
// synced. It keeps the files where they are, and knows of each what would be left of it.

#include <sqlite3.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace aero::storage {

enum class Fault {
  error,           // the operation fails and does nothing
  half,            // a write does half of it and fails; a sync fails and loses what it was for
  full,            // a write does half of it, and there is no room for the rest
  error_for_good,  // and so does whatever comes after
  full_for_good,
  power,  // a write does half of it, and nothing is heard of the disk any more
};

// What a loss of power leaves of the writes that were not synced.
enum class Left { nothing, everything, first_ones, some };

class FaultyDisk {
 public:
  explicit FaultyDisk(std::string name);  // of the VFS
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  const std::string& name() const { return name_; }

  // The n-th write, sync, truncation or deletion from now on, counted from 1, meets the fault.
  void fail_at(int n, Fault fault);
  bool has_failed() const { return has_failed_; }
  void heal();  // no fault any more

  // The power goes: the files become what the loss leaves of them. All connections are closed by
  // then, without a word to this disk.
  void lose_power(Left left, std::mt19937& random);
  // What was done is forgotten: the files are as they are.
  void forget();

 private:
  friend struct FaultyFile;
  struct Change {
    sqlite3_int64 offset;  // or the new size
    std::string bytes;
    bool is_truncation;
  };
  struct Kept {
    std::string durable;
    std::vector<Change> pending;
  };
  enum class Verdict { go_on, fail, fail_half_way };

  Verdict next_operation(bool writes);
  int failure(int code) const;
  static void apply(const Change& change, std::string& contents);

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out);
  static int remove(sqlite3_vfs* vfs, const char* path, int syncs);

  std::string name_;
  sqlite3_vfs* real_;
  sqlite3_vfs vfs_{};
  std::map<std::string, Kept> files_;
  int countdown_ = 0;
  Fault fault_ = Fault::error;
  bool has_failed_ = false;
  bool is_dead_ = false;
};

}  // namespace aero::storage
