#include "replace.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace aero::cli {
namespace {

namespace fs = std::filesystem;

class File {
 public:
  File(const fs::path& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool is_open() const { return number_ >= 0; }
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(number_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  bool give_mode_of(const fs::path& other) const {
    struct stat found{};
    return ::stat(other.c_str(), &found) != 0 || ::fchmod(number_, found.st_mode & 07777) == 0;
  }
  // Waits until the disk has it.
  bool sync() const { return ::fsync(number_) == 0; }

 private:
  int number_;
};

// What a chain of links leads to, whether it is there or not.
fs::path followed(fs::path file) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(file, error); ++links) {
    file = file.parent_path() / fs::read_symlink(file, error);
  }
  return file;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// Writes a new file and gives it the name of another, if it is to be kept; errno, or 0.
int write_beside(const fs::path& file, std::string_view contents, bool is_kept) {
  std::error_code error;
  const fs::file_status there = fs::status(file, error);
  if (fs::is_directory(there)) return EISDIR;
  if (fs::exists(there) && !fs::is_regular_file(there)) return ENOTSUP;
  const fs::path fresh = file.string() + '.' + std::to_string(::getpid()) + ".new";
  const File output(fresh, O_WRONLY | O_CREAT | O_EXCL);
  if (!output.is_open()) return errno;
  // On the disk before it takes the old one's place: else a crash might leave an empty file.
  const bool is_done = output.give_mode_of(file) && output.write(contents) && output.sync() &&
                       is_kept && std::rename(fresh.c_str(), file.c_str()) == 0;
  const int failure = is_done || !is_kept ? 0 : errno;
  if (!is_done) ::unlink(fresh.c_str());
  return failure;
}

std::string reason_of(int failure) { return failure == 0 ? "" : std::strerror(failure); }

}  // namespace

std::optional<std::string> contents_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(stream), {}};
}

bool is_device(const fs::path& file) {
  std::error_code error;
  const fs::file_status there = fs::status(file, error);
  return fs::exists(there) && !fs::is_regular_file(there) && !fs::is_directory(there);
}

std::string replace_file(const fs::path& name, std::string_view contents) {
  const fs::path file = followed(name);
  const int failure = write_beside(file, contents, true);
  if (failure != 0) return reason_of(failure);
  // The new name too, where the file system can; what the name leads to is whole in any case.
  const File names(folder_of(file), O_RDONLY | O_DIRECTORY);
  if (names.is_open()) names.sync();
  return {};
}

std::string why_not_replaced(const fs::path& name) {
  return reason_of(write_beside(followed(name), {}, false));
}

}  // namespace aero::cli
