#pragma once
// Tables as files in a folder: made once, checked whenever they are read.

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

// The numbers, `count` of them; none where no such file is, or it is not as it was written.
std::optional<std::vector<double>> read_table(const std::filesystem::path& folder,
                                              const Label& label, std::size_t count);
// Makes the folder where it is missing. Returns whether the table could be written.
bool write_table(const std::filesystem::path& folder, const Label& label,
                 std::span<const double> numbers);

}  // namespace aero::solve
