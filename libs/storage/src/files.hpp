#pragma once
// The folder of a store: made, locked, written through to the disk.

#include <filesystem>

#include "aero/storage.hpp"

namespace aero::storage {

inline constexpr const char* kFileName = "aeroplane.db";

[[noreturn]] void fail_with_errno(const std::filesystem::path& path);  // throws Error

// A file descriptor that closes itself.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// For their owner alone, where they are not there yet. Throws.
void make_folder(const std::filesystem::path& folder);
void make_file(const std::filesystem::path& file);

// Removes the WAL beside a copy that was put into place: it belongs to the file that was there
// before, and SQLite would take it for this one's. Throws.
void drop_foreign_wal(const std::filesystem::path& file);

// What was written of the file, or of the names in the folder, is on the disk. Throws.
void sync(const std::filesystem::path& path);

// Held by the process that owns the folder; the system lets go of it however that ends.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);  // throws, Trouble::in_use

 private:
  File file_;
};

}  // namespace aero::storage
