// aeroplane play: the game in the terminal, for people.

#include <algorithm>
#include <cstdlib>

#include "aero/ai.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"
#include "play/plain.hpp"
#include "play/replay_screen.hpp"
#include "play/table_screen.hpp"
#include "replace.hpp"

namespace aero::cli {
namespace {

using std::filesystem::path;

std::vector<std::string_view> list(const auto& names) { return {names.begin(), names.end()}; }

Syntax set_up() {
  return {
      .arguments =
          {{.name = "FILE", .about = "cli.play.file", .is_file = true},
           {.name = "--seats", .about = "cli.play.seats", .value = "RYBG"},
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
            .choices = list(kSpeedNames)},
           {.name = "--pause",
            .about = "cli.play.pause",
            .value = "PAUSE",
            .choices = list(kPauseNames)},
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

// ---- what the flags ask for ----

template <class Enum>
Enum choice_of(const Call& call, std::string_view flag, const std::vector<std::string_view>& names,
               Enum otherwise) {
  if (!call.has(flag)) return otherwise;
  return static_cast<Enum>(std::ranges::find(names, call.choice(flag, names)) - names.begin());
}

Settings settings_of(const Call& call) {
  Settings settings;
  settings.language = call.language();
  settings.depth = terminal::depth_of_environment(std::getenv);
  settings.speed = choice_of(call, "--speed", list(kSpeedNames), Speed::normal);
  const Pause pause = settings.speed == Speed::off    ? Pause::off
                      : settings.speed == Speed::fast ? Pause::brief
                                                      : Pause::normal;
  settings.pause = choice_of(call, "--pause", list(kPauseNames), pause);
  return settings;
}

bool contains(const std::vector<Seat>& seats, Seat seat) {
  return std::ranges::find(seats, seat) != seats.end();
}

// One of the seats, by its letter.
Seat seat_of(std::string_view flag, std::string_view text, const std::vector<Seat>& seats) {
  for (const Seat seat : seats) {
    if (to_text(seat) == text) return seat;
  }
  std::string letters;
  for (const Seat seat : seats) letters.append(letters.empty() ? "" : ", ").push_back(letter(seat));
  throw BadInput::about(
      "cli.bad_choice",
      {{"name", std::string(flag)}, {"text", std::string(text)}, {"choices", letters}});
}

// The seats of persons: "none", or letters; without the flag R, or the first seat.
std::vector<Seat> people_of(const Call& call, const std::vector<Seat>& seats) {
  if (!call.has("--people")) return {contains(seats, Seat::R) ? Seat::R : seats.front()};
  const std::string& letters = call.text("--people");
  std::vector<Seat> people;
  if (letters == "none") return people;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    people.push_back(seat_of("--people", std::string_view(letters).substr(i, 1), seats));
  }
  return people;
}

// --bots: one name for all bots, or one for each of them, or one for each seat.
void name_bots(const Call& call, const std::vector<Seat>& seats, Plan& plan) {
  const std::vector<const Bot*> names = call.named_bots();
  std::vector<Seat> bots;
  for (const Seat seat : seats) {
    if (plan.player(seat)->is_bot()) bots.push_back(seat);
  }
  const std::vector<Seat>& named = names.size() == seats.size() ? seats : bots;
  if (names.size() != 1 && names.size() != named.size()) {
    throw BadInput::about("cli.play.bots_mismatch", {{"names", std::to_string(names.size())},
                                                     {"bots", std::to_string(bots.size())}});
  }
  for (std::size_t i = 0; i < named.size(); ++i) {
    Player& player = *plan.player(named[i]);
    if (player.is_bot()) player.bot = names[names.size() == 1 ? 0 : i]->name();
  }
}

Plan plan_of(const Call& call) {
  Plan plan = default_plan();
  plan.rules = call.rules();
  if (call.has("--seed")) plan.seed = call.number("--seed", 0, UINT64_MAX);
  const std::vector<Seat> seats = call.seats();
  if (call.has("--first")) plan.first = seat_of("--first", call.text("--first"), seats);
  const std::vector<Seat> people = people_of(call, seats);
  for (const Seat seat : kAllSeats) {
    std::optional<Player>& player = plan.player(seat);
    if (!contains(seats, seat)) {
      player.reset();
    } else if (contains(people, seat)) {
      player = Player{};
    } else if (!player->is_bot()) {
      player->bot = kUsualBot;
    }
  }
  if (call.has("--bots")) name_bots(call, seats, plan);
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
  return require(parse_file(name, text), name, text);
}

Match match_of(const std::string& name) {
  return require(Match::resume(read_record(name)), name, "");
}

std::optional<path> save_file_of(const Call& call) {
  if (call.has("--save")) return path(call.text("--save"));
  return default_save_file();
}

// The game that the file keeps, if there is one that can be played on or was played to its end.
std::optional<Session> kept_game(const std::optional<path>& file) {
  const auto text = file ? contents_of(*file) : std::nullopt;
  if (!text) return std::nullopt;
  auto record = parse_file(file->string(), *text);
  if (!record) return std::nullopt;
  auto session = Session::resume(*std::move(record), file);
  if (!session) return std::nullopt;
  return *std::move(session);
}

std::optional<Session> unfinished_game(const std::optional<path>& file) {
  std::optional<Session> kept = kept_game(file);
  return kept && !kept->is_over() ? std::move(kept) : std::nullopt;
}

// Makes room for another game: whatever is in the file stays beside it, unless it is a game that is
// over.
void put_aside(const path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return;
  const std::optional<Session> kept = kept_game(file);
  if (kept && kept->is_over()) return;
  path previous = file;
  previous += ".previous";
  std::filesystem::rename(file, previous, error);
  if (error) {
    throw BadInput::about("cli.play.not_put_aside",
                          {{"file", file.string()}, {"reason", error.message()}});
  }
}

// Starts a new game, which the file keeps from now on.
Session begin(const Plan& plan, const std::optional<path>& file) {
  if (file) put_aside(*file);
  return require(Session::begin(plan, file), "", "");
}

// What --resume asks for: FILE, else the file where games are kept. It is kept in --save, else
// where it came from.
Session resume(const Call& call) {
  const std::optional<path> kept = save_file_of(call);
  if (!call.has("FILE") && !call.has("--save") && (!kept || !std::filesystem::exists(*kept))) {
    throw BadInput::about("cli.play.nothing_kept");
  }
  const std::string name = call.has("FILE") ? call.text("FILE") : kept->string();
  std::optional<path> file = call.has("--save") ? kept : path(name);
  if (file == path("-")) file.reset();
  Session session = require(Session::resume(read_record(name), file), name, "");
  if (file && *file != name) put_aside(*file);
  return session;
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

// What the person chooses to play; nothing where that is to quit.
std::optional<Session> choose_game(terminal::Screen& screen, const Plan& plan, Settings& settings,
                                   const std::optional<path>& file) {
  std::optional<Session> kept = unfinished_game(file);
  TableScreen table(plan, settings, kept ? std::optional(kept->game().round()) : std::nullopt);
  run_screen(screen, table,
             [](const TableScreen& it) { return it.end() != TableScreen::End::none; });
  settings = table.settings();
  switch (table.end()) {
    case TableScreen::End::resume: return kept;
    case TableScreen::End::play: return begin(table.plan(), file);
    default: return std::nullopt;
  }
}

// Plays one game. Another one at the same table, where the person wants it.
std::optional<Session> play_game(terminal::Screen& screen, Session session, Settings& settings) {
  GameScreen game(std::move(session), settings);
  screen.set_title(text::say(settings.language, "play.window_title"));
  run_screen(screen, game, [](const GameScreen& it) { return it.end() != GameScreen::End::none; });
  settings = game.settings();
  if (game.end() == GameScreen::End::quit) return std::nullopt;
  return begin(game.session().plan(), game.session().file());
}

void play_on_screen(const Plan& plan, Settings settings, const std::optional<path>& file,
                    std::optional<Session> session) {
  terminal::Screen screen(settings.depth);
  if (!session) session = choose_game(screen, plan, settings, file);
  while (session) session = play_game(screen, *std::move(session), settings);
}

void replay_on_screen(const Match& match, const Settings& settings) {
  terminal::Screen screen(settings.depth);
  ReplayScreen replay(match, settings);
  run_screen(screen, replay, [](const ReplayScreen& it) { return it.is_done(); });
}

// ---- the command ----

Exit run(const Call& call) {
  const bool is_plain = call.has("--plain") || !terminal::Screen::is_available(std::getenv);
  const Words words(call.language());
  const Settings settings = settings_of(call);
  if (call.has("FILE") && !call.has("--resume")) {
    throw BadInput::about("cli.argument_extra", {{"text", call.text("FILE")}});
  }
  if (call.has("--replay")) {
    const Match match = match_of(call.text("--replay"));
    is_plain ? tell_record(match.record(), words) : replay_on_screen(match, settings);
    return Exit::done;
  }
  const Plan plan = plan_of(call);
  const std::optional<path> file = save_file_of(call);
  std::optional<Session> session;
  if (call.has("--resume")) session = resume(call);
  if (!is_plain) {
    if (!session && asks_for_a_table(call)) session = begin(plan, file);
    play_on_screen(plan, settings, file, std::move(session));
    return Exit::done;
  }
  if (!session) {
    const bool has_people = std::ranges::any_of(
        plan.players, [](const auto& player) { return player && !player->is_bot(); });
    // A game that nobody plays is not worth keeping unless somebody asks for it.
    session = begin(plan, has_people || call.has("--save") ? file : std::nullopt);
  }
  play_plain(*session, words, stdin);
  return Exit::done;
}

}  // namespace

const Command kPlay{"play", "cli.play.about", set_up, run};

}  // namespace aero::cli
