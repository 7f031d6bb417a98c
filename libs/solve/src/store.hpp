#pragma once
// Tables as files in a folder: made once, checked whenever they are read. In the order of bytes of
// the machine that wrote them.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aero::solve {

// What tells a table from all others: what it is, and under which rules; and the version of what
// makes it.
struct Label {
  std::string_view kind;  // a word that begins the name of the file
  std::string about;      // one line
};

// The content of such a file, part by part, as it was written. Returns whether it was; otherwise
// the parts hold nothing of use.
bool read_table(const std::filesystem::path& folder, const Label& label,
                const std::vector<std::span<std::byte>>& parts);
// Makes the folder where it is missing. Returns whether the table could be written.
bool write_table(const std::filesystem::path& folder, const Label& label,
                 const std::vector<std::span<const std::byte>>& parts);

// A number as such a part.
template <class T>
std::span<std::byte> bytes_of(T& number) {
  return std::as_writable_bytes(std::span(&number, 1));
}

}  // namespace aero::solve
