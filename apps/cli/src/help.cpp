#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "aero/terminal.hpp"
#include "commands.hpp"
#include "parse.hpp"

namespace aero::cli {
namespace {

constexpr int kWidth = 80;        // columns of the whole
constexpr int kIndent = 2;        // before every entry
constexpr int kMostHeading = 22;  // a longer heading stands on a line of its own

std::string section(text::Language language, std::string_view key,
                    const std::vector<Entry>& entries) {
  if (entries.empty()) return {};
  return fmt::format("\n{}\n{}", text::say(language, key), table(entries));
}

std::vector<Entry> entries_of(text::Language language, const Syntax& syntax, bool are_flags) {
  std::vector<Entry> entries;
  for (const Argument& argument : syntax.arguments) {
    if (argument.is_flag() != are_flags) continue;
    entries.push_back({heading(argument), explanation(language, argument)});
  }
  return entries;
}

std::string examples_of(text::Language language, const Syntax& syntax) {
  if (syntax.examples.empty()) return {};
  std::string result = fmt::format("\n{}\n", text::say(language, "cli.help.examples"));
  for (const Example& example : syntax.examples) {
    for (const std::string& line :
         terminal::wrap(text::say(language, example.about), kWidth - kIndent)) {
      result += fmt::format("  {}\n", line);
    }
    result += fmt::format("    {}\n", example.line);
  }
  return result;
}

}  // namespace

std::string table(const std::vector<Entry>& entries, int least_heading) {
  int column = kIndent + least_heading + (least_heading > 0 ? 2 : 0);
  for (const Entry& entry : entries) {
    const int width = terminal::width_of(entry.heading);
    if (width <= kMostHeading) column = std::max(column, kIndent + width + 2);
  }
  std::string result;
  for (const Entry& entry : entries) {
    std::string line = std::string(kIndent, ' ') + entry.heading;
    if (terminal::width_of(line) + 2 > column) {
      result += line + "\n";
      line.clear();
    }
    for (const std::string& text : terminal::wrap(entry.text, kWidth - column)) {
      line.append(static_cast<std::size_t>(column - terminal::width_of(line)), ' ');
      result += line + text + "\n";
      line.clear();
    }
  }
  return result;
}

std::string paragraph(std::string_view text) {
  std::string result;
  for (const std::string& line : terminal::wrap(text, kWidth)) result += line + "\n";
  return result;
}

std::string heading(const Argument& argument) {
  const std::string_view prefix = argument.name == "--help" ? "-h, " : "";
  const std::string_view space = argument.value.empty() ? "" : " ";
  return fmt::format("{}{}{}{}", prefix, argument.name, space, argument.value);
}

std::string explanation(text::Language language, const Argument& argument) {
  std::string text = text::say(language, argument.about);
  if (argument.choices.empty()) return text;
  const std::string choices = fmt::format("{}", fmt::join(argument.choices, ", "));
  return text::say(language, "cli.help.choices",
                   {{"about", std::string_view(text)}, {"choices", std::string_view(choices)}});
}

std::string usage(text::Language language, const Command& command) {
  std::string line = fmt::format("{} [{}]", command.name, text::say(language, "cli.help.flags"));
  for (const Argument& argument : command.set_up().arguments) {
    if (argument.is_flag()) continue;
    const std::string name = std::string(argument.name) + (argument.is_list ? "…" : "");
    line += argument.is_optional ? fmt::format(" [{}]", name) : " " + name;
  }
  return line;
}

std::string help(text::Language language) {
  const Syntax syntax = program_syntax();
  std::vector<Entry> commands;
  for (const Command* command : kCommands) {
    commands.push_back({std::string(command->name), text::say(language, command->about)});
  }
  return paragraph(text::say(language, "cli.about")) +
         fmt::format("\n{}\n  aeroplane {} …\n", text::say(language, "cli.help.usage"),
                     text::say(language, "cli.help.command")) +
         section(language, "cli.help.commands", commands) +
         section(language, "cli.help.options", entries_of(language, syntax, true)) + "\n" +
         paragraph(text::say(language, "cli.help.more"));
}

std::string help(text::Language language, const Command& command) {
  const Syntax syntax = syntax_of(command);
  return paragraph(text::say(language, command.about)) +
         fmt::format("\n{}\n  aeroplane {}\n", text::say(language, "cli.help.usage"),
                     usage(language, command)) +
         section(language, "cli.help.arguments", entries_of(language, syntax, false)) +
         section(language, "cli.help.options", entries_of(language, syntax, true)) +
         examples_of(language, syntax);
}

}  // namespace aero::cli
