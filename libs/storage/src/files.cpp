#include "files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace aero::storage {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnersFile = 0600;
constexpr mode_t kOwnersFolder = 0700;

Trouble trouble_of_errno(int error) {
  switch (error) {
    case ENOENT: return Trouble::missing;
    case EEXIST: return Trouble::exists;
    case EACCES:
    case EPERM:
    case EROFS: return Trouble::denied;
    case ENOSPC:
    case EDQUOT: return Trouble::full;
    default: return Trouble::other;
  }
}

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

int open_lock(const fs::path& folder) {
  const fs::path file = folder / "aeroplane.lock";
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnersFile);
  if (descriptor < 0) fail_with_errno(file);
  return descriptor;
}

}  // namespace

void fail_with_errno(const fs::path& path) {
  const int error = errno;
  throw Error(trouble_of_errno(error),
              path.string() + ": " + std::generic_category().message(error));
}

File::~File() {
  if (descriptor_ >= 0) close(descriptor_);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return;
  const fs::path parent = parent_of(fs::absolute(folder).lexically_normal());
  if (parent != folder) make_folder(parent);
  if (mkdir(folder.c_str(), kOwnersFolder) != 0 && errno != EEXIST) fail_with_errno(folder);
  sync(parent);
}

void make_file(const fs::path& file) {
  const File made(open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnersFile));
  if (made.get() >= 0) {
    sync(parent_of(file));
  } else if (errno != EEXIST) {
    fail_with_errno(file);
  }
}

// A file that has had a server says in its header that it has a WAL, and a copy says that it has
// none: https://www.sqlite.org/fileformat2.html, byte 18.
void drop_foreign_wal(const fs::path& file) {
  constexpr off_t kWriteVersion = 18;
  constexpr char kWithoutWal = 1;
  const File header(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (header.get() < 0) fail_with_errno(file);
  char version = 0;
  if (pread(header.get(), &version, 1, kWriteVersion) != 1 || version != kWithoutWal) return;
  for (const char* ending : {"-wal", "-shm"}) {
    const std::string beside = file.string() + ending;
    if (unlink(beside.c_str()) != 0 && errno != ENOENT) fail_with_errno(beside);
  }
  sync(parent_of(file));
}

void sync(const fs::path& path) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || fsync(file.get()) != 0) fail_with_errno(path);
}

FolderLock::FolderLock(const fs::path& folder) : file_(open_lock(folder)) {
  if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) {
    throw Error(Trouble::in_use, folder.string() + ": another server is running on it");
  }
  fail_with_errno(folder);
}

}  // namespace aero::storage
