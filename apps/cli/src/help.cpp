#include "help.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "layout.hpp"
#include "parse.hpp"

namespace aero::cli {
namespace {

std::string section(text::Language language, std::string_view key,
                    const std::vector<Term>& entries) {
  if (entries.empty()) return {};
  return fmt::format("\n{}\n{}", text::say(language, key), table(entries));
}

std::vector<Term> entries_of(text::Language language, const Syntax& syntax, bool are_flags) {
  std::vector<Term> entries;
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
    result += paragraph(text::say(language, example.about), 2);
    result += fmt::format("    {}\n", example.line);
  }
  return result;
}

}  // namespace

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
  std::vector<Term> commands;
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
