#include <algorithm>

#include "aero/terminal.hpp"
#include "utf8.hpp"

namespace aero::terminal {
namespace {

// A character as a canvas draws it, with all that combines with it.
struct Cluster {
  std::string_view text;
  char32_t base;
  int width;
};

int drawn_width(char32_t character) { return is_control(character) ? 1 : width_of(character); }

Cluster take_cluster(std::string_view& text) {
  const auto whole = text;
  const char32_t base = take(text);
  for (auto rest = text; !rest.empty(); text = rest) {
    if (drawn_width(take(rest)) != 0) {
      break;
    }
  }
  return {whole.substr(0, whole.size() - text.size()), base, drawn_width(base)};
}

// Ends a line, or changes the direction of what follows.
bool turns(char32_t character) {
  return (character >= 0x2028 && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

constexpr std::u32string_view kClosing = U"，。、；：！？）》」』】”’…,.;:!?)";
constexpr std::u32string_view kOpening = U"（《「『【“‘(";

// May a line end between these two?
bool can_break(const Cluster& left, const Cluster& right) {
  return (left.width == 2 || right.width == 2) && right.base != U' ' &&
         kClosing.find(right.base) == kClosing.npos && kOpening.find(left.base) == kOpening.npos;
}

std::string_view without_spaces_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Moves one line out of a text without '\n'.
std::string_view take_line(std::string_view& text, int columns) {
  std::size_t end = 0;         // of what fits
  std::size_t last_break = 0;  // the best end within it
  int width = 0;
  std::optional<Cluster> left;
  for (auto rest = text; !rest.empty();) {
    const auto cluster = take_cluster(rest);
    const bool is_space = cluster.text == " ";
    if (left && (is_space || left->base == U' ' || can_break(*left, cluster))) {
      last_break = end;
    }
    if (width + cluster.width > columns && !is_space) {
      const auto line = text.substr(0, last_break > 0 ? last_break : end);
      text.remove_prefix(line.size());
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      return without_spaces_at_end(line);
    }
    width += cluster.width;
    end += cluster.text.size();
    left = cluster;
  }
  const auto line = text;
  text = {};
  return without_spaces_at_end(line);
}

}  // namespace

int width_of(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    width += drawn_width(take(text));
  }
  return width;
}

std::string_view clip(std::string_view text, int columns) {
  std::size_t end = 0;
  for (auto rest = text; !rest.empty();) {
    const auto cluster = take_cluster(rest);
    columns -= cluster.width;
    if (columns < 0) {
      break;
    }
    end += cluster.text.size();
  }
  return text.substr(0, end);
}

std::string fit(std::string_view text, int columns) {
  columns = std::max(columns, 0);
  const bool is_cut = width_of(text) > columns && columns > 0;
  std::string result(clip(text, is_cut ? columns - 1 : columns));
  if (is_cut) {
    result += "…";
  }
  return result.append(static_cast<std::size_t>(columns - width_of(result)), ' ');
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  columns = std::max(columns, 2);
  std::vector<std::string> lines;
  for (bool is_last = false; !is_last;) {
    const auto end = text.find('\n');
    is_last = end == text.npos;
    auto paragraph = text.substr(0, end);
    do {
      lines.emplace_back(take_line(paragraph, columns));
    } while (!paragraph.empty());
    text.remove_prefix(is_last ? text.size() : end + 1);
  }
  return lines;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const char32_t character = take(text);
    append(result, is_control(character) || turns(character) ? kReplacement : character);
  }
  return result;
}

}  // namespace aero::terminal
