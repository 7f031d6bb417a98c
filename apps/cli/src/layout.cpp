#include "layout.hpp"

#include <algorithm>

#include "aero/terminal.hpp"

namespace aero::cli {
namespace {

constexpr int kIndent = 2;        // before every line of a table
constexpr int kGap = 2;           // between columns
constexpr int kMostHeading = 22;  // a longer heading does not widen the first column

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

void trim_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

}  // namespace

std::string paragraph(std::string_view text, int indent) {
  std::string result;
  for (const std::string& line : terminal::wrap(text, kWidth - indent)) {
    result += spaces(indent) + line + "\n";
  }
  return result;
}

std::string table(const std::vector<Term>& entries, int least_heading) {
  int column = kIndent + least_heading + kGap;
  for (const Term& entry : entries) {
    const int width = terminal::width_of(entry.term);
    if (width <= kMostHeading) column = std::max(column, kIndent + width + kGap);
  }
  std::string result;
  for (const Term& entry : entries) {
    std::string line = spaces(kIndent) + entry.term;
    if (terminal::width_of(line) + kGap > column) {
      result += line + "\n";
      line.clear();
    }
    for (const std::string& text : terminal::wrap(entry.text, kWidth - column)) {
      const std::string gap = spaces(column - terminal::width_of(line));
      result.append(line).append(gap).append(text).append("\n");
      line.clear();
    }
  }
  return result;
}

std::string grid(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<int> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], terminal::width_of(row[i]));
    }
  }
  std::string result;
  for (const auto& row : rows) {
    std::string line = spaces(kIndent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding = spaces(widths[i] - terminal::width_of(row[i]));
      line += i < left ? row[i] + padding : padding + row[i];
      line += spaces(kGap);
    }
    trim_end(line);
    result += line + "\n";
  }
  return result;
}

}  // namespace aero::cli
