// aeroplane completion: the script that lets a shell complete what is being typed.

#include <fmt/format.h>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "parse.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {{.name = "SHELL",
                     .about = "cli.completion.shell",
                     .choices = {"bash", "zsh"},
                     .is_optional = false}},
      .examples = {{"cli.completion.example_bash", "source <(aeroplane completion bash)"},
                   {"cli.completion.example_zsh",
                    "aeroplane completion zsh > \"${fpath[1]}/_aeroplane\""}},
  };
}

std::string words_of(const std::vector<std::string_view>& choices) {
  return fmt::format("{}", fmt::join(choices, " "));
}

std::string names_of_flags(const Syntax& syntax) {
  std::string names;
  for (const Argument& argument : syntax.arguments) {
    if (!argument.is_flag()) continue;
    names += (names.empty() ? "" : " ") + std::string(argument.name);
  }
  return names;
}

std::string names_of_commands() {
  std::string names;
  for (const Command* command : kCommands) {
    names += (names.empty() ? "" : " ") + std::string(command->name);
  }
  return names;
}

// ---- bash ----

// What may stand where no value of a flag is due: the command's flags, and what its arguments
// offer.
std::string bash_words(const Syntax& syntax) {
  std::string words = names_of_flags(syntax);
  for (const Argument& argument : syntax.arguments) {
    if (!argument.is_flag() && !argument.choices.empty()) words += " " + words_of(argument.choices);
  }
  return words;
}

// The branches of `case $command:$previous` for the flags that take a value.
std::string bash_values(std::string_view command, const Syntax& syntax) {
  std::string branches;
  for (const Argument& argument : syntax.arguments) {
    if (argument.value.empty()) continue;
    branches += fmt::format("    {}:{}) words='{}' ;;\n", command, argument.name,
                            words_of(argument.choices));
  }
  return branches;
}

bool takes_file(const Syntax& syntax) {
  for (const Argument& argument : syntax.arguments) {
    if (argument.is_file) return true;
  }
  return false;
}

std::string bash_script() {
  std::string alternatives;
  std::string branches = bash_values("", program_syntax());
  for (const Command* command : kCommands) {
    alternatives += (alternatives.empty() ? "" : "|") + std::string(command->name);
    branches += bash_values(command->name, syntax_of(*command));
  }
  branches += fmt::format("    :*) words='{} {}' ;;\n", names_of_commands(),
                          names_of_flags(program_syntax()));
  for (const Command* command : kCommands) {
    const Syntax syntax = syntax_of(*command);
    const std::string_view files = takes_file(syntax) ? " files=yes" : "";
    branches +=
        fmt::format("    {}:*) words='{}'{} ;;\n", command->name, bash_words(syntax), files);
  }
  return fmt::format(R"(_aeroplane() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command='' words='' files='' word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD - 1}}"; do
    case $word in
    {}) command=$word && break ;;
    esac
  done
  case $command:$previous in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ $files ]]; then
    compopt -o filenames
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
  fi
}}
complete -F _aeroplane aeroplane
)",
                     alternatives, branches);
}

// ---- zsh ----

// Text for the inside of '…' in a specification of _arguments or _describe.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

// Up to the end of the first sentence: a line of a menu.
std::string first_sentence(std::string_view text) {
  const std::size_t end = std::min(text.find(". "), text.find("。"));
  return std::string(text.substr(0, end));
}

// ":what it is:what it can be", as _arguments wants it after a flag or a place.
std::string zsh_value(std::string_view name, const Argument& argument) {
  const std::string action = argument.is_file           ? "_files"
                             : argument.choices.empty() ? " "
                                                        : "(" + words_of(argument.choices) + ")";
  return fmt::format(":{}:{}", zsh_text(name), action);
}

std::string zsh_argument(text::Language language, const Argument& argument) {
  const std::string about = zsh_text(first_sentence(text::say(language, argument.about)));
  if (argument.name == "--help") return fmt::format("'(-h --help)'{{-h,--help}}'[{}]'", about);
  if (!argument.is_flag()) {
    return fmt::format("'{}{}'", argument.is_list ? "*" : "", zsh_value(argument.name, argument));
  }
  const std::string value = argument.value.empty() ? "" : zsh_value(argument.value, argument);
  return fmt::format("'{}[{}]{}'", argument.name, about, value);
}

std::string zsh_arguments(text::Language language, const Syntax& syntax, std::string_view indent) {
  std::string lines;
  for (const Argument& argument : syntax.arguments) {
    lines += fmt::format(" \\\n{}{}", indent, zsh_argument(language, argument));
  }
  return lines;
}

std::string zsh_script(text::Language language) {
  std::string descriptions;
  std::string branches;
  for (const Command* command : kCommands) {
    const std::string about = first_sentence(text::say(language, command->about));
    descriptions += fmt::format("        '{}:{}'\n", command->name, zsh_text(about));
    branches += fmt::format("        {}) _arguments{} ;;\n", command->name,
                            zsh_arguments(language, syntax_of(*command), "          "));
  }
  return fmt::format(R"(#compdef aeroplane
_aeroplane() {{
  local context state state_descr line
  typeset -A opt_args
  _arguments -C{} \
    '1: :->command' \
    '*:: :->argument'
  case $state in
    command)
      local -a commands=(
{}      )
      _describe -t commands '{}' commands ;;
    argument)
      case $words[1] in
{}      esac ;;
  esac
}}
if [[ $funcstack[1] == _aeroplane ]]; then
  _aeroplane "$@"
else
  compdef _aeroplane aeroplane
fi
)",
                     zsh_arguments(language, program_syntax(), "    "), descriptions,
                     zsh_text(text::say(language, "cli.help.command")), branches);
}

Exit run(const Call& call) {
  const std::string& shell = call.choice("SHELL", {"bash", "zsh"});
  print(shell == "bash" ? bash_script() : zsh_script(call.language()));
  return Exit::done;
}

}  // namespace

const Command kCompletion{"completion", "cli.completion.about", set_up, run};

}  // namespace aero::cli
