#include "faulty_disk.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace aero::storage {

// What SQLite has in its hands; the file of the real disk lies behind it.
struct FaultyFile : sqlite3_file {
  FaultyDisk* disk;
  FaultyDisk::Kept* kept;  // none for temporary files
  sqlite3_file* real;

  static FaultyFile& of(sqlite3_file* file) { return *static_cast<FaultyFile*>(file); }
  static sqlite3_file* real_of(sqlite3_file* file) { return of(file).real; }
  static const sqlite3_io_methods& methods_of(sqlite3_file* file) {
    return *real_of(file)->pMethods;
  }

  static int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset);
  static int truncate(sqlite3_file* file, sqlite3_int64 size);
  static int sync(sqlite3_file* file, int flags);
  static const sqlite3_io_methods kMethods;
};

int FaultyFile::write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  FaultyFile& self = of(file);
  const FaultyDisk::Verdict verdict = self.disk->next_operation(true);
  if (verdict == FaultyDisk::Verdict::fail) return self.disk->failure(SQLITE_IOERR_WRITE);
  const int done = verdict == FaultyDisk::Verdict::go_on ? size : size / 2;
  if (self.kept != nullptr) {
    self.kept->pending.push_back(
        {offset, {static_cast<const char*>(data), static_cast<std::size_t>(done)}, false});
  }
  const int code = self.real->pMethods->xWrite(self.real, data, done, offset);
  return verdict == FaultyDisk::Verdict::go_on ? code : self.disk->failure(SQLITE_IOERR_WRITE);
}

int FaultyFile::truncate(sqlite3_file* file, sqlite3_int64 size) {
  FaultyFile& self = of(file);
  if (self.disk->next_operation(false) != FaultyDisk::Verdict::go_on) {
    return self.disk->failure(SQLITE_IOERR_TRUNCATE);
  }
  if (self.kept != nullptr) self.kept->pending.push_back({size, "", true});
  return self.real->pMethods->xTruncate(self.real, size);
}

// The real file is not synced: nobody takes the power from the machine of the test.
int FaultyFile::sync(sqlite3_file* file, int /*flags*/) {
  FaultyFile& self = of(file);
  const FaultyDisk::Verdict verdict = self.disk->next_operation(false);
  if (verdict == FaultyDisk::Verdict::fail) return SQLITE_IOERR_FSYNC;
  if (self.kept != nullptr) {
    if (verdict == FaultyDisk::Verdict::go_on) {
      for (const auto& change : self.kept->pending) FaultyDisk::apply(change, self.kept->durable);
    }
    self.kept->pending.clear();
  }
  return verdict == FaultyDisk::Verdict::go_on ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

const sqlite3_io_methods FaultyFile::kMethods = {
    .iVersion = 2,  // with shared memory, without mapped files
    .xClose = [](sqlite3_file* file) { return methods_of(file).xClose(real_of(file)); },
    .xRead =
        [](sqlite3_file* file, void* data, int size, sqlite3_int64 offset) {
          return methods_of(file).xRead(real_of(file), data, size, offset);
        },
    .xWrite = write,
    .xTruncate = truncate,
    .xSync = sync,
    .xFileSize =
        [](sqlite3_file* file, sqlite3_int64* size) {
          return methods_of(file).xFileSize(real_of(file), size);
        },
    .xLock = [](sqlite3_file* file,
                int lock) { return methods_of(file).xLock(real_of(file), lock); },
    .xUnlock = [](sqlite3_file* file,
                  int lock) { return methods_of(file).xUnlock(real_of(file), lock); },
    .xCheckReservedLock =
        [](sqlite3_file* file, int* out) {
          return methods_of(file).xCheckReservedLock(real_of(file), out);
        },
    .xFileControl =
        [](sqlite3_file* file, int what, void* with) {
          return methods_of(file).xFileControl(real_of(file), what, with);
        },
    .xSectorSize = [](sqlite3_file* file) { return methods_of(file).xSectorSize(real_of(file)); },
    .xDeviceCharacteristics =
        [](sqlite3_file* file) { return methods_of(file).xDeviceCharacteristics(real_of(file)); },
    .xShmMap =
        [](sqlite3_file* file, int region, int size, int extends, void volatile** out) {
          return methods_of(file).xShmMap(real_of(file), region, size, extends, out);
        },
    .xShmLock =
        [](sqlite3_file* file, int offset, int count, int flags) {
          return methods_of(file).xShmLock(real_of(file), offset, count, flags);
        },
    .xShmBarrier = [](sqlite3_file* file) { methods_of(file).xShmBarrier(real_of(file)); },
    .xShmUnmap = [](sqlite3_file* file,
                    int deletes) { return methods_of(file).xShmUnmap(real_of(file), deletes); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

namespace {

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

FaultyDisk& disk_of(sqlite3_vfs* vfs) { return *static_cast<FaultyDisk*>(vfs->pAppData); }

}  // namespace

FaultyDisk::FaultyDisk(std::string name)
    : name_(std::move(name)), real_(sqlite3_vfs_find(nullptr)), vfs_(*real_) {
  vfs_.zName = name_.c_str();
  vfs_.pNext = nullptr;
  vfs_.szOsFile = static_cast<int>(sizeof(FaultyFile)) + real_->szOsFile;
  vfs_.pAppData = this;
  vfs_.xOpen = open;
  vfs_.xDelete = remove;
  // These two look into pAppData, or may do so.
  vfs_.xAccess = [](sqlite3_vfs* vfs, const char* path, int flags, int* out) {
    sqlite3_vfs* real = disk_of(vfs).real_;
    return real->xAccess(real, path, flags, out);
  };
  vfs_.xFullPathname = [](sqlite3_vfs* vfs, const char* path, int size, char* out) {
    sqlite3_vfs* real = disk_of(vfs).real_;
    return real->xFullPathname(real, path, size, out);
  };
  sqlite3_vfs_register(&vfs_, 0);
}

FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(&vfs_); }

void FaultyDisk::fail_at(int n, Fault fault) {
  countdown_ = n;
  fault_ = fault;
  has_failed_ = false;
  is_dead_ = false;
}

void FaultyDisk::heal() {
  countdown_ = 0;
  is_dead_ = false;
}

void FaultyDisk::forget() { files_.clear(); }

FaultyDisk::Verdict FaultyDisk::next_operation(bool writes) {
  const bool has_room = fault_ != Fault::full && fault_ != Fault::full_for_good;
  if (is_dead_) return has_room || writes ? Verdict::fail : Verdict::go_on;
  // Only writes need room.
  if (countdown_ == 0 || (!has_room && !writes) || --countdown_ > 0) return Verdict::go_on;
  has_failed_ = true;
  is_dead_ =
      fault_ == Fault::error_for_good || fault_ == Fault::full_for_good || fault_ == Fault::power;
  const bool is_whole = fault_ == Fault::error || fault_ == Fault::error_for_good ||
                        (fault_ == Fault::power && !writes);
  return is_whole ? Verdict::fail : Verdict::fail_half_way;
}

int FaultyDisk::failure(int code) const {
  return fault_ == Fault::full || fault_ == Fault::full_for_good ? SQLITE_FULL : code;
}

void FaultyDisk::apply(const Change& change, std::string& contents) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (change.is_truncation) {
    contents.resize(std::min(contents.size(), offset));
    return;
  }
  contents.resize(std::max(contents.size(), offset + change.bytes.size()));
  contents.replace(offset, change.bytes.size(), change.bytes);
}

void FaultyDisk::lose_power(Left left, std::mt19937& random) {
  for (auto& [path, kept] : files_) {
    std::vector<Change>& pending = kept.pending;
    const bool is_cut = left == Left::first_ones && !pending.empty();
    if (left == Left::nothing) pending.clear();
    if (is_cut) pending.resize(1 + random() % pending.size());
    for (std::size_t i = 0; i < pending.size(); ++i) {
      Change& change = pending[i];
      if (left == Left::some && random() % 2 == 0) continue;
      // Also the one that was being written; a disk writes whole sectors.
      const bool is_torn =
          (left == Left::some && random() % 4 == 0) || (is_cut && i + 1 == pending.size());
      if (is_torn) change.bytes.resize(random() % (change.bytes.size() + 1) / 512 * 512);
      if (is_torn && change.is_truncation) continue;
      apply(change, kept.durable);
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << kept.durable;
    if (path.ends_with("-wal")) {  // memory that was shared is gone in any case
      std::filesystem::remove(path.substr(0, path.size() - 4) + "-shm");
    }
  }
  files_.clear();
}

int FaultyDisk::open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out) {
  FaultyDisk& disk = disk_of(vfs);
  auto& self = *static_cast<FaultyFile*>(file);
  self.pMethods = nullptr;
  self.disk = &disk;
  self.kept = nullptr;
  self.real = reinterpret_cast<sqlite3_file*>(&self + 1);
  const int code = disk.real_->xOpen(disk.real_, path, self.real, flags, out);
  if (code != SQLITE_OK) return code;
  self.pMethods = &FaultyFile::kMethods;
  if (path != nullptr) {
    const auto [kept, is_new] = disk.files_.try_emplace(path);
    if (is_new) kept->second.durable = contents_of(path);
    self.kept = &kept->second;
  }
  return SQLITE_OK;
}

// What is deleted is gone: file systems keep the order of what happens to names.
int FaultyDisk::remove(sqlite3_vfs* vfs, const char* path, int syncs) {
  FaultyDisk& disk = disk_of(vfs);
  if (disk.next_operation(false) != Verdict::go_on) return SQLITE_IOERR_DELETE;
  disk.files_.erase(path);
  return disk.real_->xDelete(disk.real_, path, syncs);
}

}  // namespace aero::storage
