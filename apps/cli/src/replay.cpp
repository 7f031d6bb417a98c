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

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// An entry of the record, played.
struct Scene {
  int round = 0;             // 0 for starting rolls
  std::optional<Seat> seat;  // whose input it is; none for what is no input
  Json entry;                // {"roll": 4}, {"move": "h-p"}, {"takeback": 1}, …
  std::vector<std::string> sentences;
  std::string position;  // after it
};

// What the game makes of the entries one by one; they are known to be legal.
class Narrator {
 public:
  Narrator(text::Language language, const Record& record)
      : language_(language), game_(record.rules, record.start) {}

  Scene play(const Entry& entry) {
    Scene scene;
    scene.round = std::holds_alternative<StartingRoll>(entry) ? 0 : game_.round();
    const bool is_input = std::holds_alternative<Pip>(entry) || std::holds_alternative<Move>(entry);
    if (is_input) scene.seat = game_.state().turn();
    if (std::holds_alternative<StartingRoll>(entry)) scene.seat = game_.starting_seat();
    EventList events;
    game_.add(entry, events);
    std::visit(Overloaded{
                   [&](const StartingRoll& roll) { tell(scene, roll); },
                   [&](const Pip& roll) { scene.entry = {{"roll", roll.value()}}; },
                   [&](const Move& move) { scene.entry = {{"move", to_text(move)}}; },
                   [&](const TakeBack& back) { tell(scene, back); },
                   [&](const Note& note) { tell(scene, note); },
                   [&](const Comment& comment) { tell(scene, comment); },
               },
               entry);
    for (const Event& event : events) scene.sentences.push_back(narrate(language_, event));
    scene.position = to_text(game_.state());
    return scene;
  }

 private:
  void tell(Scene& scene, const StartingRoll& roll) {
    scene.entry = {{"starting_roll", roll.pip.value()}};
    const std::string seat = name_of(language_, *scene.seat);
    scene.sentences.push_back(
        text::say(language_, "cli.replay.starting_roll",
                  {{"seat", std::string_view(seat)}, {"value", std::int64_t{roll.pip.value()}}}));
  }
  void tell(Scene& scene, const TakeBack& back) {
    scene.entry = {{"takeback", back.plies}};
    scene.sentences.push_back(
        text::say(language_, "cli.replay.takeback", {{"n", std::int64_t{back.plies}}}));
  }
  void tell(Scene& scene, const Note& note) {
    scene.entry = {{"note", note.word}, {"text", note.text}};
    const std::string text = note.word + (note.text.empty() ? "" : " ") + note.text;
    say_text(scene, "cli.replay.note", text);
  }
  void tell(Scene& scene, const Comment& comment) {
    scene.entry = {{"comment", comment.text}};
    say_text(scene, "cli.replay.comment", comment.text);
  }
  void say_text(Scene& scene, std::string_view key, const std::string& text) {
    const std::string shown = terminal::printable(text);
    scene.sentences.push_back(text::say(language_, key, {{"text", std::string_view(shown)}}));
  }

  text::Language language_;
  Game game_;
};

std::vector<Scene> scenes_of(text::Language language, const Record& record) {
  Narrator narrator(language, record);
  std::vector<Scene> scenes;
  scenes.reserve(record.entries.size());
  for (const Entry& entry : record.entries) scenes.push_back(narrator.play(entry));
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
  const Record record = require(parse_either(name, text), name, text + "\n");
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
