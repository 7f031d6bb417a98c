// aeroplane replay: what happened in a recorded game.

#include <fmt/format.h>

#include "aero/notation.hpp"
#include "aero/terminal.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"
#include "layout.hpp"
#include "narrate.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments = {{.name = "RECORD",
                     .about = "cli.argument.record",
                     .is_optional = false,
                     .is_file = true},
                    {.name = "--events", .about = "cli.replay.events"},
                    json_flag()},
      .examples = {{"cli.replay.example", "aeroplane replay game.aero"},
                   {"cli.replay.example_events", "aeroplane replay --events game.aero"}},
  };
}

// An entry of the record, played.
struct Scene {
  int round = 0;             // 0 for starting rolls
  std::optional<Seat> seat;  // whose input it is; none for what is no input
  Json entry;                // {"roll": 4}, {"move": "h-p"}, {"takeback": 1}, …
  std::vector<std::string> sentences;
  std::string position;  // after it
};

Json json_of(const Entry& entry) {
  return std::visit(
      Overloaded{
          [](const StartingRoll& roll) { return Json{{"starting_roll", roll.pip.value()}}; },
          [](const Pip& roll) { return Json{{"roll", roll.value()}}; },
          [](const Move& move) { return Json{{"move", to_text(move)}}; },
          [](const TakeBack& back) { return Json{{"takeback", back.plies}}; },
          [](const Note& note) { return Json{{"note", note.word}, {"text", note.text}}; },
          [](const Comment& comment) { return Json{{"comment", comment.text}}; },
      },
      entry);
}

// What the game makes of the entries one by one; they are known to be legal.
std::vector<Scene> scenes_of(text::Language language, const Record& record) {
  Game game(record.rules, record.start);
  std::vector<Scene> scenes;
  scenes.reserve(record.entries.size());
  for (const Entry& entry : record.entries) {
    Scene scene;
    scene.entry = json_of(entry);
    const bool is_start = std::holds_alternative<StartingRoll>(entry);
    const bool is_input = std::holds_alternative<Pip>(entry) || std::holds_alternative<Move>(entry);
    scene.round = is_start ? 0 : game.round();
    // What is said about a starting roll belongs to it.
    if (!is_start && !is_input && game.plies().empty() && game.starting()) scene.round = 0;
    if (is_start) scene.seat = game.starting_seat();
    if (is_input) scene.seat = game.state().turn();
    EventList events;
    scene.sentences = narrate(language, game, entry, events);
    scene.position = to_text(game.state());
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

Json json_of(const Record& record, const std::vector<Scene>& scenes) {
  Json json{{"rules", to_text(record.rules)}, {"start", to_text(record.start)}};
  json["tags"] = Json::array();
  for (const Tag& tag : record.tags) {
    json["tags"].push_back({{"name", tag.name}, {"value", tag.value}});
  }
  json["entries"] = Json::array();
  for (const Scene& scene : scenes) {
    Json entry{{"round", scene.round}};
    if (scene.seat) entry["seat"] = to_text(*scene.seat);
    entry.update(scene.entry);
    entry["position"] = scene.position;
    entry["events"] = scene.sentences;
    json["entries"].push_back(std::move(entry));
  }
  const Game game = replay(record)->game;
  json["position"] = to_text(game.state());
  json["result"] = result_text(game.state());
  return json;
}

// A line an input: round, seat, input and the position after it, with tabs between them.
void print_positions(const Record& record, const std::vector<Scene>& scenes) {
  print_line(fmt::format("-\t-\t-\t{}", to_text(record.start)));
  for (const Scene& scene : scenes) {
    const bool is_talk = scene.entry.contains("note") || scene.entry.contains("comment");
    if (is_talk) continue;
    const std::string seat = scene.seat ? to_text(*scene.seat) : "-";
    const auto entry = scene.entry.begin();
    std::string input = entry->is_string() ? entry->get<std::string>() : entry->dump();
    if (entry.key() == "takeback") input = fmt::format("<takeback {}>", input);
    print_line(fmt::format("{}\t{}\t{}\t{}", scene.round, seat, input, scene.position));
  }
}

void print_events(const Call& call, const Record& record, const std::vector<Scene>& scenes) {
  for (const Tag& tag : record.tags) {
    print_line(fmt::format("{}: {}", tag.name, terminal::printable(tag.value)));
  }
  const std::string start = to_text(record.start);
  print_line(call.say("cli.replay.start", {{"position", std::string_view(start)}}));
  int round = 0;
  for (const Scene& scene : scenes) {
    if (scene.round != round) {
      round = scene.round;
      print("\n" + call.say("cli.replay.round", {{"n", std::int64_t{round}}}) + "\n");
    }
    for (const std::string& sentence : scene.sentences) print(paragraph(sentence, 2));
  }
}

Exit run(const Call& call) {
  const std::string& name = call.text("RECORD");
  const std::string text = read_file(name);
  const Record record = require(parse_file(name, text), name, text + "\n");
  const std::vector<Scene> scenes = scenes_of(call.language(), record);
  if (call.wants_json()) {
    print_json(json_of(record, scenes));
  } else if (call.has("--events")) {
    print_events(call, record, scenes);
  } else {
    print_positions(record, scenes);
  }
  return Exit::done;
}

}  // namespace

const Command kReplay{"replay", "cli.replay.about", set_up, run};

}  // namespace aero::cli
