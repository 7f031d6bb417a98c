// aeroplane man: the manual page, in roff.

#include <fmt/format.h>

#include "aero/version.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "help.hpp"
#include "parse.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {.arguments = {}, .examples = {{"cli.man.example", "aeroplane man | man -l -"}}};
}

// Text as roff reads it. `is_code`: what is to be typed, where a hyphen is a minus.
std::string roff(std::string_view text, bool is_code = false) {
  std::string result;
  if (text.starts_with('.') || text.starts_with('\'')) result += "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += is_code ? "\\-" : "-"; break;
      case '\'': result += is_code ? "\\(aq" : "'"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += c;
    }
  }
  return result;
}

std::string bold(std::string_view code) { return fmt::format("\\fB{}\\fR", roff(code, true)); }

std::string arguments_of(text::Language language, const Syntax& syntax) {
  std::string page;
  for (const Argument& argument : syntax.arguments) {
    page += fmt::format(".TP\n{}\n{}\n", bold(heading(argument)),
                        roff(explanation(language, argument)));
  }
  return page;
}

std::string examples_of(text::Language language, const Syntax& syntax) {
  std::string page;
  for (const Example& example : syntax.examples) {
    page += fmt::format(".PP\n{}\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n",
                        roff(text::say(language, example.about)), roff(example.line, true));
  }
  return page;
}

std::string section(text::Language language, std::string_view key) {
  return fmt::format(".SH {}\n", text::say(language, key));
}

std::string page(text::Language language) {
  std::string page = fmt::format(".TH AEROPLANE 1 \"\" \"aeroplane {}\"\n", kVersion);
  page += section(language, "cli.man.name");
  page += fmt::format("aeroplane \\- {}\n", roff(text::say(language, "cli.man.purpose")));
  page += section(language, "cli.man.synopsis");
  page += fmt::format("{} {} \\&...\n", bold("aeroplane"),
                      roff(text::say(language, "cli.help.command")));
  page += section(language, "cli.man.description") + roff(text::say(language, "cli.about")) + "\n";
  page += ".PP\n" + roff(text::say(language, "cli.man.streams")) + "\n";
  page += section(language, "cli.man.options") + arguments_of(language, program_syntax());
  page += section(language, "cli.man.commands");
  for (const Command* command : kCommands) {
    const Syntax syntax = command->set_up();
    page += fmt::format(".SS {}\n{}\n", roff(usage(language, *command), true),
                        roff(text::say(language, command->about)));
    page += arguments_of(language, syntax) + examples_of(language, syntax);
  }
  page += section(language, "cli.man.exit");
  constexpr std::string_view kExits[] = {"cli.man.exit_0", "cli.man.exit_1", "cli.man.exit_2"};
  for (std::size_t code = 0; code < std::size(kExits); ++code) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", code, roff(text::say(language, kExits[code])));
  }
  page += section(language, "cli.man.environment");
  page +=
      fmt::format(".TP\n{}, {}, {}, {}\n{}\n", bold("LC_ALL"), bold("LC_MESSAGES"), bold("LANG"),
                  bold("LANGUAGE"), roff(text::say(language, "cli.man.language")));
  page += fmt::format(".TP\n{}\n{}\n", bold("NO_COLOR"),
                      roff(text::say(language, "cli.man.no_colour")));
  return page;
}

Exit run(const Call& call) {
  print(page(call.language()));
  return Exit::done;
}

}  // namespace

const Command kMan{"man", "cli.man.about", set_up, run};

}  // namespace aero::cli
