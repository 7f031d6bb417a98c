#include "console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "aero/terminal.hpp"

namespace aero::cli {
namespace {

constexpr int kQuoteWidth = 76;          // columns of a quoted line; more of it is left out
constexpr int kMaxQuoted = 200;          // columns of somebody's words within a sentence
constexpr std::size_t kMostErrors = 10;  // that are said about one text

// Is the byte not the first one of a UTF-8 character.
bool is_inside(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

std::string_view line_of(std::string_view text, int line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

// Bytes before the column, which may lie one past the end of the line.
std::string_view before(std::string_view line, int column) {
  return line.substr(0, static_cast<std::size_t>(std::max(column - 1, 0)));
}

// Columns are counted in bytes by readers, in characters by people.
int column_for_people(std::string_view line, int column) {
  const std::string text = terminal::printable(before(line, column));
  return 1 + static_cast<int>(text.size() -
                              static_cast<std::size_t>(std::ranges::count_if(text, is_inside)));
}

// At most so many bytes off one end of a text, no character cut in two. Without this, a long line
// would be measured as a whole, and again and again.
std::string_view last_bytes(std::string_view text, std::size_t count) {
  if (text.size() <= count) return text;
  text.remove_prefix(text.size() - count);
  while (!text.empty() && is_inside(text[0])) text.remove_prefix(1);
  return text;
}
std::string_view first_bytes(std::string_view text, std::size_t count) {
  if (text.size() <= count) return text;
  while (count > 0 && is_inside(text[count])) --count;
  return text.substr(0, count);
}

// The line, and below it a caret under the column.
std::string quote(std::string_view line, int column) {
  constexpr std::size_t kEnough =
      std::size_t{16} * kQuoteWidth;  // bytes, marks on letters included
  const std::string_view head = before(line, column);
  const std::string_view tail = line.substr(head.size());
  const std::string_view end_of_head = last_bytes(head, kEnough);
  const std::string_view start_of_tail = first_bytes(tail, kEnough);
  const std::string shown_head = terminal::printable(end_of_head);
  std::string_view start = shown_head;
  std::string rest = terminal::printable(start_of_tail);
  std::string_view dots_before = end_of_head.size() < head.size() ? "…" : "";
  std::string_view dots_after = start_of_tail.size() < tail.size() ? "…" : "";
  while (terminal::width_of(start) > kQuoteWidth / 2) {
    start = last_bytes(start, start.size() - 1);
    dots_before = "…";
  }
  if (terminal::width_of(rest) > kQuoteWidth / 2) {
    rest = std::string(terminal::clip(rest, kQuoteWidth / 2));
    dots_after = "…";
  }
  const int indent = terminal::width_of(dots_before) + terminal::width_of(start);
  return fmt::format("  {}{}{}{}\n  {:{}}^\n", dots_before, start, rest, dots_after, "", indent);
}

std::string in_red(std::string_view text) {
  return talks_in_colour() ? fmt::format("\033[1;31m{}\033[m", text) : std::string(text);
}

// Numbers go into a message as numbers, so that its plurals work; anything that would not come
// out as it went in stays text.
text::Argument argument_of(std::string_view name, const std::string& value) {
  std::int64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  const bool is_number = error == std::errc() && stop == end && std::to_string(number) == value;
  if (is_number) return {name, number};
  return {name, std::string_view(value)};
}

// What somebody wrote, fit to be part of a sentence.
std::string quotable(const std::string& value) {
  const std::string text = terminal::printable(value.substr(0, std::size_t{4} * kMaxQuoted));
  const std::string_view start = terminal::clip(text, kMaxQuoted);
  const bool is_whole = start.size() == text.size();
  return std::string(start) + (is_whole ? "" : "…");
}

// "record.aero:3:14: …", or for a text that is one line "POSITION, column 5: …".
std::string sentence_with_place(text::Language language, const Error& error,
                                const BadInput& input) {
  std::string message = sentence(language, error);
  const std::string source = terminal::printable(input.source);
  const std::string_view line = line_of(input.text, error.line);
  const int column = column_for_people(line, error.column);
  if (source.empty()) return message;
  if (input.text.find('\n') != std::string::npos) {
    return fmt::format("{}:{}:{}: {}", source, error.line, column, message);
  }
  return text::say(language, "cli.place",
                   {{"source", std::string_view(source)},
                    {"column", std::int64_t{column}},
                    {"message", std::string_view(message)}});
}

std::span<const Error> first_of(const BadInput& input) {
  return std::span(input.errors).first(std::min(input.errors.size(), kMostErrors));
}

// Says how many errors are not said; empty where all are.
std::string rest_of(text::Language language, const BadInput& input) {
  if (input.errors.size() <= kMostErrors) return {};
  const auto rest = static_cast<std::int64_t>(input.errors.size() - kMostErrors);
  return text::say(language, "cli.more_errors", {{"n", rest}});
}

}  // namespace

void print(std::string_view data) {
  if (std::fwrite(data.data(), 1, data.size(), stdout) != data.size()) throw WriteFailed{errno};
}

void print_line(std::string_view line) {
  print(line);
  print("\n");
}

void print_json(const Json& json) {
  print_line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void flush() {
  if (std::fflush(stdout) != 0) throw WriteFailed{errno};
}

void talk(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(text::Language language, const BadInput& input) {
  for (const Error& error : first_of(input)) {
    const std::string message = sentence_with_place(language, error, input);
    talk(fmt::format("{} {}\n", in_red("aeroplane:"), message));
    if (!input.text.empty()) talk(quote(line_of(input.text, error.line), error.column));
  }
  if (const std::string rest = rest_of(language, input); !rest.empty()) {
    talk(fmt::format("{} {}\n", in_red("aeroplane:"), rest));
  }
}

std::string sentence(text::Language language, const Error& error) {
  std::vector<std::string> values;
  values.reserve(error.arguments.size());
  for (const auto& argument : error.arguments) values.push_back(quotable(argument.second));
  std::vector<text::Argument> arguments;
  arguments.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    arguments.push_back(argument_of(error.arguments[i].first, values[i]));
  }
  return text::say(language, error.code, arguments);
}

std::string summary(text::Language language, const BadInput& input) {
  std::string text;
  for (const Error& error : first_of(input)) {
    text += (text.empty() ? "" : " ") + sentence_with_place(language, error, input);
  }
  const std::string rest = rest_of(language, input);
  return rest.empty() ? text : text + " " + rest;
}

bool talks_to_terminal() { return isatty(STDERR_FILENO) != 0; }

bool talks_in_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return talks_to_terminal() && (no_colour == nullptr || *no_colour == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

}  // namespace aero::cli
