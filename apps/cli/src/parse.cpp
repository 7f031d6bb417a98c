#include "parse.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "arguments.hpp"
#include "commands.hpp"

namespace aero::cli {
namespace {

// Values are checked by the commands; the parser only sorts the words.
void declare(CLI::App& app, const Syntax& syntax) {
  app.set_help_flag();
  app.allow_extras();  // `parse` names them
  for (const Argument& argument : syntax.arguments) {
    std::string name(argument.name);
    if (name == "--help") name += ",-h";
    if (argument.is_flag() && argument.value.empty()) {
      app.add_flag(name)->disable_flag_override();
      continue;
    }
    CLI::Option* option = app.add_option(name);
    option->type_size(1);
    if (argument.is_list) {
      option->expected(1, CLI::detail::expected_max_vector_size);
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      option->allow_extra_args();
    }
    if (argument.is_flag()) option->expected(1)->take_last();
  }
}

void collect(const CLI::App& app, Call::Values& values) {
  for (const CLI::Option* option : app.get_options()) {
    if (!option->empty()) values[option->get_name()] = option->results();
  }
}

// What the parser says is about one word, which it names first.
BadInput of_mismatch(const CLI::ArgumentMismatch& error) {
  const std::string_view what = error.what();
  std::string name(what.substr(0, what.find_first_of(": ")));
  const bool has_value = what.find("flag override") != std::string_view::npos;
  if (!name.starts_with('-')) name.insert(0, "--");
  return BadInput::about(has_value ? "cli.value_unwanted" : "cli.value_missing", {{"name", name}});
}

std::string names_of_commands() {
  std::string names;
  for (const Command* command : kCommands) {
    names.append(names.empty() ? "" : ", ").append(command->name);
  }
  return names;
}

BadInput of_extra(const std::string& word, const Command* command) {
  if (word.size() > 1 && word[0] == '-') {
    return BadInput::about("cli.unknown_flag", {{"text", word}});
  }
  if (command == nullptr) {
    return BadInput::about("cli.unknown_command",
                           {{"text", word}, {"choices", names_of_commands()}});
  }
  return BadInput::about("cli.argument_extra", {{"text", word}});
}

}  // namespace

Syntax program_syntax() { return {{language_flag(), help_flag(), version_flag()}, {}}; }

Syntax syntax_of(const Command& command) {
  Syntax syntax = command.set_up();
  syntax.arguments.push_back(language_flag());
  syntax.arguments.push_back(help_flag());
  return syntax;
}

text::Language language_of(const std::vector<std::string>& words) {
  std::optional<text::Language> language;
  const std::string_view flag = "--lang";
  const auto end = std::ranges::find(words, "--");
  for (auto word = words.begin(); word != end; ++word) {
    if (*word == flag && word + 1 != end) language = text::parse_language(*(word + 1));
    if (word->starts_with(flag) && word->substr(flag.size()).starts_with('=')) {
      language = text::parse_language(word->substr(flag.size() + 1));
    }
  }
  return language
             ? *language
             : text::language_of_environment([](const char* name) { return std::getenv(name); });
}

std::pair<const Command*, Call> parse(text::Language language,
                                      const std::vector<std::string>& words) {
  if (std::ranges::find(words, "++") != words.end()) {
    throw BadInput::about("cli.argument_extra", {{"text", "++"}});  // else the parser skips it
  }
  CLI::App app;
  declare(app, program_syntax());
  app.require_subcommand(0, 1);
  for (const Command* command : kCommands) {
    declare(*app.add_subcommand(std::string(command->name)), syntax_of(*command));
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    throw of_mismatch(error);
  } catch (const CLI::Error&) {
    throw BadInput::about("cli.bad_call");
  }

  Call::Values values;
  collect(app, values);
  const Command* chosen = nullptr;
  for (const Command* command : kCommands) {
    const CLI::App* sub = app.get_subcommand(std::string(command->name));
    if (!sub->parsed()) continue;
    chosen = command;
    collect(*sub, values);
  }
  if (const auto extras = app.remaining(true); !extras.empty()) {
    const bool is_before = !app.remaining(false).empty();
    throw of_extra(extras.front(), is_before ? nullptr : chosen);
  }
  Call call(language, std::move(values));
  if (call.has("--lang")) call.choice("--lang", {"en", "tr", "zh"});
  return {chosen, std::move(call)};
}

}  // namespace aero::cli
