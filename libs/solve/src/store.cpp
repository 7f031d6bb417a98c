#include "store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>

#include "aero/mix.hpp"

namespace aero::solve {
namespace {

// Stands for the layout of the file, and for the order of its numbers: another one with any change.
constexpr std::string_view kMagic = "aeroplane table 2\n";

std::string heading_of(const Label& label) {
  return std::string(kMagic) + std::string(label.kind) + ' ' + label.about + '\n';
}

std::filesystem::path path_of(const std::filesystem::path& folder, const Label& label) {
  std::uint64_t name = 0;
  for (const char letter : heading_of(label)) name = mix(name ^ static_cast<unsigned char>(letter));
  std::string digits(16, '0');
  for (char& digit : digits) {
    digit = "0123456789abcdef"[name & 15];
    name >>= 4;
  }
  return folder / (std::string(label.kind) + '-' + digits);
}

constexpr std::size_t kWord = sizeof(std::uint64_t);

template <class Parts>
std::uint64_t checksum(const Parts& parts) {
  std::uint64_t sum = parts.size();
  for (const std::span<const std::byte> part : parts) {
    sum = mix(sum ^ part.size());
    for (std::size_t i = 0; i < part.size(); i += kWord) {
      std::uint64_t word = 0;
      std::memcpy(&word, part.data() + i, std::min(kWord, part.size() - i));
      sum = mix(sum ^ word);
    }
  }
  return sum;
}

void write(std::ostream& out, std::span<const std::byte> bytes) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): streams want char
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

// Waits until the disk has a file, or what a folder says of its files.
bool sync(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_done = ::fsync(file) == 0;
  ::close(file);
  return is_done;
}

// Tables are written under their name and the number of the process. Those of processes that were
// killed meanwhile would stay for ever.
void remove_abandoned_parts(const std::filesystem::path& path) {
  const std::string begin = path.filename().string() + '.';
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin)) continue;
    const pid_t writer = std::atoi(name.c_str() + begin.size());
    if (writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH) {
      std::filesystem::remove(entry.path(), error);
    }
  }
}

bool read(std::istream& in, std::span<std::byte> bytes) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): streams want char
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return in.good();
}

}  // namespace

bool read_table(const std::filesystem::path& folder, const Label& label,
                const std::vector<std::span<std::byte>>& parts) {
  std::ifstream file(path_of(folder, label), std::ios::binary);
  const std::string heading = heading_of(label);  // in full, as a name may stand for others too
  std::string found(heading.size(), '\0');
  if (!file.read(found.data(), static_cast<std::streamsize>(found.size())) || found != heading) {
    return false;
  }
  std::uint64_t sum = 0;
  if (!read(file, bytes_of(sum))) return false;
  for (const std::span<std::byte> part : parts) {
    if (!read(file, part)) return false;
  }
  return sum == checksum(parts);
}

bool write_table(const std::filesystem::path& folder, const Label& label,
                 const std::vector<std::span<const std::byte>>& parts) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return false;
  const std::filesystem::path path = path_of(folder, label);
  // Written beside it and put in its place at once, so that nobody reads half a table.
  const std::filesystem::path part = path.string() + '.' + std::to_string(::getpid());
  remove_abandoned_parts(path);
  bool is_written = false;
  {
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    std::uint64_t sum = checksum(parts);
    file << heading_of(label);
    write(file, bytes_of(sum));
    for (const std::span<const std::byte> bytes : parts) write(file, bytes);
    is_written = file.flush().good();
  }
  is_written = is_written && sync(part);  // before it takes the place of an older one
  if (is_written) std::filesystem::rename(part, path, error);
  if (is_written && !error) {
    sync(folder);  // not all file systems can; the table is there all the same
    return true;
  }
  std::filesystem::remove(part, error);
  return false;
}

}  // namespace aero::solve
