// aeroplane rules: presets and options in words, or one rule set explained.

#include <fmt/format.h>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "layout.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {{.name = "ACTION", .about = "cli.rules.action", .choices = {"explain"}},
                    {.name = "RULES", .about = "cli.rules.rules", .choices = rules_flag().choices},
                    json_flag()},
      .examples = {{"cli.rules.example", "aeroplane rules"},
                   {"cli.rules.example_explain", "aeroplane rules explain chinese,finish=exact"}},
  };
}

// What the catalogue says about one value of an option.
struct Meaning {
  std::string_view key;
  std::string_view value;
  std::string title;
  std::string about;
};

std::string say_of(const Call& call, std::string_view prefix, std::string_view rest,
                   std::string_view suffix = "") {
  return call.say(fmt::format("{}{}{}", prefix, rest, suffix));
}

Meaning meaning(const Call& call, const Option& option, int value) {
  const std::string_view text = option.values[static_cast<std::size_t>(value)];
  const std::string item = fmt::format("{}.{}", option.key, text);
  return {option.key, text, say_of(call, "rules.", item), say_of(call, "rules.", item, ".about")};
}

std::string titled(const Call& call, std::string_view title, std::string_view about) {
  return call.say("cli.rules.titled", {{"title", title}, {"about", about}});
}

Json json_of_all(const Call& call) {
  Json all{{"presets", Json::array()}, {"options", Json::array()}};
  for (const Preset& preset : presets()) {
    all["presets"].push_back({{"name", preset.name},
                              {"rules", to_text(preset.rules)},
                              {"title", say_of(call, "preset.", preset.name)},
                              {"about", say_of(call, "preset.", preset.name, ".about")}});
  }
  for (const Option& option : options()) {
    Json values = Json::array();
    for (std::size_t i = 0; i < option.values.size(); ++i) {
      const Meaning what = meaning(call, option, static_cast<int>(i));
      values.push_back({{"value", what.value}, {"title", what.title}, {"about", what.about}});
    }
    all["options"].push_back({{"key", option.key},
                              {"title", say_of(call, "rules.", option.key)},
                              {"about", say_of(call, "rules.", option.key, ".about")},
                              {"values", values}});
  }
  return all;
}

void print_all(const Call& call) {
  std::vector<Term> rows;
  for (const Preset& preset : presets()) {
    const std::string title = say_of(call, "preset.", preset.name);
    rows.push_back({std::string(preset.name),
                    titled(call, title, say_of(call, "preset.", preset.name, ".about"))});
    rows.push_back({"", to_text(preset.rules)});
  }
  print(call.say("cli.rules.presets") + "\n" + table(rows));
  print("\n" + call.say("cli.rules.options") + "\n");
  for (const Option& option : options()) {
    rows = {{std::string(option.key), titled(call, say_of(call, "rules.", option.key),
                                             say_of(call, "rules.", option.key, ".about"))}};
    for (std::size_t i = 0; i < option.values.size(); ++i) {
      const Meaning what = meaning(call, option, static_cast<int>(i));
      rows.push_back({fmt::format("  {}", what.value), titled(call, what.title, what.about)});
    }
    print("\n" + table(rows, 12));
  }
}

std::vector<Meaning> differences(const Call& call, const Rules& rules) {
  std::vector<Meaning> list;
  for (const Option& option : options()) {
    if (option.get(rules) != 0) list.push_back(meaning(call, option, option.get(rules)));
  }
  return list;
}

void explain(const Call& call, const Rules& rules) {
  const std::vector<Meaning> differing = differences(call, rules);
  if (call.wants_json()) {
    Json json{{"rules", to_text(rules)}, {"differs", Json::array()}};
    for (const Meaning& what : differing) {
      json["differs"].push_back(
          {{"key", what.key}, {"value", what.value}, {"title", what.title}, {"about", what.about}});
    }
    print_json(json);
    return;
  }
  print_line(to_text(rules));
  if (differing.empty()) {
    print(paragraph(say_of(call, "preset.", "standard", ".about")));
    return;
  }
  std::vector<Term> rows;
  for (const Meaning& what : differing) {
    const std::string title = say_of(call, "rules.", what.key);
    rows.push_back({fmt::format("{}={}", what.key, what.value), titled(call, title, what.about)});
  }
  print("\n" + paragraph(call.say("cli.rules.differs")) + table(rows));
}

Exit run(const Call& call) {
  if (!call.has("ACTION")) {
    if (call.wants_json()) {
      print_json(json_of_all(call));
    } else {
      print_all(call);
    }
    return Exit::done;
  }
  call.choice("ACTION", {"explain"});
  const std::string& line = call.text("RULES");
  explain(call, require(parse_rules(line), "RULES", line));
  return Exit::done;
}

}  // namespace

const Command kRules{"rules", "cli.rules.about", set_up, run};

}  // namespace aero::cli
