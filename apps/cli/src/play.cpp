// aeroplane play: the game in the terminal, for people.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "aero/ai.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"
#include "play/plain.hpp"
#include "play/replay_screen.hpp"
#include "play/table_screen.hpp"

namespace aero::cli {
namespace {

using std::filesystem::path;

Syntax set_up() {
  return {
      .arguments =
          {{.name = "FILE", .about = "cli.play.file", .is_file = true},
           seats_flag(),
           {.name = "--people", .about = "cli.play.people", .value = "SEATS"},
           {.name = "--bots",
            .about = "cli.play.bots",
            .value = "NAME[,NAME…]",
            .choices = bots_flag().choices},
           rules_flag(),
           {.name = "--first", .about = "cli.play.first", .value = "SEAT"},
           {.name = "--seed", .about = "cli.play.seed", .value = "N"},
           {.name = "--speed",
            .about = "cli.play.speed",
            .value = "SPEED",
            .choices = {"off", "fast", "normal", "slow"}},
           {.name = "--pause",
            .about = "cli.play.pause",
            .value = "PAUSE",
            .choices = {"off", "short", "normal", "long"}},
           {.name = "--save", .about = "cli.play.save", .value = "FILE", .is_file = true},
           {.name = "--resume", .about = "cli.play.resume"},
           {.name = "--replay", .about = "cli.play.replay", .value = "RECORD", .is_file = true},
           {.name = "--plain", .about = "cli.play.plain"}},
      .examples = {{"cli.play.example", "aeroplane play"},
                   {"cli.play.example_table",
                    "aeroplane play --seats RB --people RB --rules quick"},
                   {"cli.play.example_resume", "aeroplane play --resume"},
                   {"cli.play.example_plain", "aeroplane play --plain --people none --seed 1"}},
  };
}

const char* environment(const char* name) { return std::getenv(name); }

// ---- what the flags ask for ----

template <class Enum>
Enum choice_of(const Call& call, std::string_view flag,
               std::initializer_list<std::string_view> names, Enum otherwise) {
  if (!call.has(flag)) return otherwise;
  const std::string& name = call.choice(flag, names);
  return static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

Settings settings_of(const Call& call) {
  Settings settings;
  settings.language = call.language();
  settings.depth = terminal::depth_of_environment(environment);
  settings.speed = choice_of(call, "--speed", {"off", "fast", "normal", "slow"}, Speed::normal);
  const Pause pause = settings.speed == Speed::off    ? Pause::off
                      : settings.speed == Speed::fast ? Pause::brief
                                                      : Pause::normal;
  settings.pause = choice_of(call, "--pause", {"off", "short", "normal", "long"}, pause);
  return settings;
}

BadInput bad_choice(std::string_view name, const std::string& text, const std::string& choices) {
  return BadInput::about("cli.bad_choice",
                         {{"name", std::string(name)}, {"text", text}, {"choices", choices}});
}

std::string letters_of(const std::vector<Seat>& seats) {
  std::string letters;
  for (const Seat seat : seats) letters.append(letters.empty() ? "" : ", ").push_back(letter(seat));
  return letters;
}

// One of the seats, by its letter.
Seat seat_of(std::string_view flag, char text, const std::vector<Seat>& seats) {
  for (const Seat seat : seats) {
    if (letter(seat) == text) return seat;
  }
  throw bad_choice(flag, std::string(1, text), letters_of(seats));
}

// The seats of persons: "none", or letters; without the flag R, or the first seat.
std::vector<Seat> people_of(const Call& call, const std::vector<Seat>& seats) {
  if (!call.has("--people")) {
    const bool has_red = std::find(seats.begin(), seats.end(), Seat::R) != seats.end();
    return {has_red ? Seat::R : seats.front()};
  }
  const std::string& letters = call.text("--people");
  std::vector<Seat> people;
  if (letters == "none") return people;
  for (const char text : letters) people.push_back(seat_of("--people", text, seats));
  return people;
}

std::vector<std::string> bots_of(const Call& call) {
  std::vector<std::string> names;
  std::string known;
  for (const Bot* bot : bots()) known.append(known.empty() ? "" : ", ").append(bot->name());
  std::string list = call.text("--bots") + ",";
  while (!list.empty()) {
    const std::string name = list.substr(0, list.find(','));
    list.erase(0, name.size() + 1);
    if (find_bot(name) == nullptr) throw bad_choice("--bots", name, known);
    names.push_back(name);
  }
  return names;
}

// One name for all bots, or one for each of them, or one for each seat.
std::string bot_of(const std::vector<std::string>& names, const std::vector<Seat>& seats,
                   const std::vector<Seat>& bots, std::size_t seat, std::size_t bot) {
  if (names.size() == 1) return names.front();
  if (names.size() == bots.size()) return names[bot];
  if (names.size() == seats.size()) return names[seat];
  throw BadInput::about("cli.play.bots_mismatch", {{"names", std::to_string(names.size())},
                                                   {"bots", std::to_string(bots.size())}});
}

Plan plan_of(const Call& call) {
  Plan plan = default_plan();
  plan.rules = call.rules();
  if (call.has("--seed")) plan.seed = call.number("--seed", 0, UINT64_MAX);
  const std::vector<Seat> seats = call.seats();
  if (call.has("--first")) {
    const std::string& first = call.text("--first");
    if (first.size() != 1) throw bad_choice("--first", first, letters_of(seats));
    plan.first = seat_of("--first", first[0], seats);
  }
  const std::vector<Seat> people = people_of(call, seats);
  std::vector<Seat> bots;
  for (const Seat seat : seats) {
    if (std::find(people.begin(), people.end(), seat) == people.end()) bots.push_back(seat);
  }
  const std::vector<std::string> names =
      call.has("--bots") ? bots_of(call) : std::vector<std::string>{};
  for (const Seat seat : kAllSeats) {
    std::optional<Player>& player = plan.players[static_cast<std::size_t>(index(seat))];
    const auto in_seats = std::find(seats.begin(), seats.end(), seat);
    const auto in_bots = std::find(bots.begin(), bots.end(), seat);
    if (in_seats == seats.end()) {
      player.reset();
    } else if (in_bots == bots.end()) {
      player = Player{};
    } else if (!names.empty()) {
      player =
          Player{"", bot_of(names, seats, bots, static_cast<std::size_t>(in_seats - seats.begin()),
                            static_cast<std::size_t>(in_bots - bots.begin()))};
    } else if (!player->is_bot()) {
      player->bot = "greedy";
    }
  }
  return plan;
}

bool asks_for_a_table(const Call& call) {
  for (const std::string_view flag :
       {"--seats", "--people", "--bots", "--rules", "--first", "--seed"}) {
    if (call.has(flag)) return true;
  }
  return false;
}

// ---- files ----

Record read_record(const std::string& name) {
  const std::string text = read_file(name);
  return require(parse_either(name, text), name, text);
}

Match match_of(const std::string& name) {
  return require(Match::resume(read_record(name)), name, "");
}

std::optional<path> save_file_of(const Call& call) {
  if (call.has("--save")) return path(call.text("--save"));
  return default_save_file();
}

// The game that the file keeps, if there is one and it is not over.
std::optional<Session> unfinished_game(const std::optional<path>& file) {
  const auto text = file ? contents_of(*file) : std::nullopt;
  if (!text) return std::nullopt;
  auto record = parse_record(*text);
  if (!record) return std::nullopt;
  auto session = Session::resume(*std::move(record), file);
  if (!session || session->is_over()) return std::nullopt;
  return *std::move(session);
}

// A new game takes the place of the kept one, which stays beside it.
Session begin(const Plan& plan, const std::optional<path>& file) {
  if (unfinished_game(file)) {
    path previous = *file;
    previous += ".previous";
    std::error_code error;
    std::filesystem::rename(*file, previous, error);
  }
  return require(Session::begin(plan, file), "", "");
}

// What --resume asks for: FILE, else the file where games are kept.
Session resume(const Call& call) {
  const std::optional<path> kept = save_file_of(call);
  if (!call.has("FILE") && !call.has("--save") && (!kept || !std::filesystem::exists(*kept))) {
    throw BadInput::about("cli.play.nothing_kept");
  }
  const std::string name = call.has("FILE") ? call.text("FILE") : kept->string();
  const std::optional<path> file = call.has("--save") ? kept : path(name);
  return require(Session::resume(read_record(name), file), name, "");
}

// ---- on the screen ----

// Shows the screen's frames and hands it what happens, until `is_done`.
template <class Game, class IsDone>
void run_screen(terminal::Screen& screen, Game& game, IsDone is_done) {
  game.update(terminal::Resize{screen.size()});
  while (!is_done(game)) {
    screen.show(game.draw(screen.size()));
    game.update(screen.wait(game.wait_ms()));
  }
}

std::string tell_unfinished(const std::optional<path>& file, text::Language language) {
  const auto session = unfinished_game(file);
  if (!session) return {};
  return text::say(language, "play.set.kept", {{"turn", std::int64_t{session->game().round()}}});
}

void play_on_screen(const Call& call, std::optional<Session> session) {
  Settings settings = settings_of(call);
  const std::optional<path> file = save_file_of(call);
  terminal::Screen screen(settings.depth);
  Plan plan = plan_of(call);
  while (true) {
    if (!session) {
      TableScreen table(plan, settings,
                        [&](text::Language language) { return tell_unfinished(file, language); });
      run_screen(screen, table,
                 [](const TableScreen& it) { return it.end() != TableScreen::End::none; });
      if (table.end() == TableScreen::End::quit) return;
      settings = table.settings();
      plan = table.plan();
      if (table.end() == TableScreen::End::resume) session = unfinished_game(file);
      if (!session) session = begin(plan, file);
    }
    GameScreen game(*std::move(session), settings);
    session.reset();
    screen.set_title(text::say(settings.language, "play.window_title"));
    run_screen(screen, game,
               [](const GameScreen& it) { return it.end() != GameScreen::End::none; });
    settings = game.settings();
    if (game.end() == GameScreen::End::quit) return;
    session = begin(game.session().plan(), game.session().file());
  }
}

void replay_on_screen(const Call& call, const Match& match) {
  const Settings settings = settings_of(call);
  terminal::Screen screen(settings.depth);
  ReplayScreen replay(match, settings);
  run_screen(screen, replay, [](const ReplayScreen& it) { return it.is_done(); });
}

Exit run(const Call& call) {
  const bool is_plain = call.has("--plain") || !terminal::Screen::is_available(environment);
  const Words words(call.language());
  if (call.has("FILE") && !call.has("--resume")) {
    throw BadInput::about("cli.argument_extra", {{"text", call.text("FILE")}});
  }
  if (call.has("--replay")) {
    const Match match = match_of(call.text("--replay"));
    is_plain ? tell_record(match.record(), words) : replay_on_screen(call, match);
    return Exit::done;
  }
  settings_of(call);  // refuses what cannot be used before anything begins
  const Plan plan = plan_of(call);
  const std::optional<path> file = save_file_of(call);
  std::optional<Session> session;
  if (call.has("--resume")) session = resume(call);
  if (!is_plain) {
    if (!session && asks_for_a_table(call)) session = begin(plan, file);
    play_on_screen(call, std::move(session));
    return Exit::done;
  }
  if (!session) {
    const bool has_people = std::any_of(plan.players.begin(), plan.players.end(),
                                        [](const auto& it) { return it && !it->is_bot(); });
    // A game that nobody plays is not worth keeping unless somebody asks for it.
    session = begin(plan, has_people || call.has("--save") ? file : std::nullopt);
  }
  play_plain(*session, words, stdin);
  return Exit::done;
}

}  // namespace

const Command kPlay{"play", "cli.play.about", set_up, run};

}  // namespace aero::cli
