#pragma once
// Text in columns, for a width of 80.

#include <string>
#include <string_view>
#include <vector>

namespace aero::cli {

inline constexpr int kWidth = 80;

// Wrapped, and ended.
std::string paragraph(std::string_view text, int indent = 0);

// Two columns, the second one wrapped; the first is at least as wide as asked for, and a longer
// heading stands on a line of its own.
struct Term {
  std::string term;
  std::string text;
};
std::string table(const std::vector<Term>& entries, int least_heading = 0);

// Rows of equally many cells, aligned; the first `left` columns to the left, the others to the
// right. Not wrapped.
std::string grid(const std::vector<std::vector<std::string>>& rows, std::size_t left = 1);

}  // namespace aero::cli
