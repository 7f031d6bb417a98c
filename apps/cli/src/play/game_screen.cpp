#include "play/game_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "aero/ai.hpp"

namespace aero::cli {
namespace {

using terminal::Key;
using terminal::KeyPress;

constexpr std::array<int, kPauseNames.size()> kPausesMs{0, 250, 700, 1600};

Pause next(Pause pause) {
  return static_cast<Pause>((static_cast<std::size_t>(pause) + 1) % kPauseNames.size());
}

std::string speed_notice(const Words& words, Speed speed) {
  const std::string name = words.speed(speed);
  return words.say("play.speed_is", {{"speed", std::string_view(name)}});
}

// Enter, the letter of quitting, or that of yes in any language.
bool agrees(const KeyPress& press) {
  if (press.key == Key::enter) return true;
  if (press.key != Key::character || press.ctrl || press.alt) return false;
  if (action_of(press) == Action::quit) return true;
  const bool is_capital = press.character >= U'A' && press.character <= U'Z';
  std::string letter;
  terminal::append(letter, is_capital ? press.character - U'A' + U'a' : press.character);
  return std::ranges::any_of(text::kLanguages, [&](text::Language language) {
    return text::say(language, "play.yes").find(letter) != std::string::npos;
  });
}

}  // namespace

Action action_of(const KeyPress& press) {
  if (press.ctrl || press.alt) return Action::none;
  switch (press.key) {
    case Key::enter: return Action::play;
    case Key::up:
    case Key::left: return Action::previous;
    case Key::down:
    case Key::right:
    case Key::tab: return Action::next;
    case Key::f1: return Action::help;
    case Key::escape: return Action::quit;
    case Key::backspace: return Action::take_back;
    case Key::character: break;
    default: return Action::none;
  }
  if (press.character >= U'1' && press.character <= U'9') return Action::number;
  switch (press.character) {
    case U' ':
    case U'r':
    case U'R': return Action::roll;
    case U'l':
    case U'L': return Action::last_move;
    case U'b':
    case U'B': return Action::board;
    case U't':
    case U'T': return Action::threats;
    case U'm':
    case U'M': return Action::moves;
    case U'h':
    case U'H': return Action::hint;
    case U'u':
    case U'U': return Action::take_back;
    case U's':
    case U'S': return Action::save;
    case U'?':
    case U'？': return Action::help;
    case U'q':
    case U'Q': return Action::quit;
    case U'v':
    case U'V': return Action::speed;
    case U'p':
    case U'P': return Action::pause;
    case U'a':
    case U'A': return Action::only_moves;
    case U'n':
    case U'N': return Action::again;
    default: return Action::none;
  }
}

GameScreen::GameScreen(Session session, const Settings& settings)
    : session_(std::move(session)), settings_(settings), words_(settings.language) {
  const Frame frame = still_of(view_of(session_.state()));
  stage_.cut_to(frame);
  if (session_.game().plies().empty()) {
    stage_.run(film_of_start(frame, session_.match(), words_, settings_.speed));
    notice_ = words_.say("play.welcome");
  } else {
    notice_ = words_.say("play.resumed");
  }
  if (!stage_.is_moving()) arrive();
}

int GameScreen::wait_ms() const {
  if (popup_) return -1;
  if (stage_.is_moving()) return stage_.wait_ms();
  if (session_.is_bots_turn() || plays_by_itself()) {
    const int pause = kPausesMs[static_cast<std::size_t>(settings_.pause)];
    return session_.state().has_roll() ? pause / 2 : pause;
  }
  return -1;
}

void GameScreen::update(const terminal::Event& event) {
  if (const auto* press = std::get_if<KeyPress>(&event)) {
    popup_ ? press_in_popup(*press) : this->press(*press);
  } else if (const auto* click = std::get_if<terminal::MouseClick>(&event)) {
    this->click(*click);
  } else if (const auto* resize = std::get_if<terminal::Resize>(&event)) {
    size_ = resize->size;
  } else if (std::holds_alternative<terminal::Timeout>(event)) {
    pass_time();
  } else {
    end_ = End::quit;  // the terminal is gone; every ply is kept already
  }
}

void GameScreen::pass_time() {
  if (popup_) return;
  if (stage_.is_moving()) {
    stage_.advance();
    if (!stage_.is_moving()) arrive();
  } else if (session_.is_bots_turn()) {
    const Frame before = stage_.now();
    show(before, session_.play_bot());
  } else if (plays_by_itself()) {
    play(0);
  }
}

bool GameScreen::is_to_roll() const {
  return !stage_.is_moving() && !session_.is_over() && !session_.is_bots_turn() &&
         !session_.state().has_roll();
}
bool GameScreen::is_to_choose() const { return !moves_.empty(); }
bool GameScreen::plays_by_itself() const {
  return settings_.plays_only_moves && moves_.size() == 1;
}

void GameScreen::press(const KeyPress& press) {
  // A key ends the film at once, and then does what it always does.
  const bool was_moving = stage_.is_moving();
  if (was_moving) {
    stage_.finish();
    arrive();
  }
  const Action action = action_of(press);
  if (action != Action::number) return act(action, was_moving);
  const int choice = static_cast<int>(press.character - U'1');
  if (choice >= moves_.size()) return;
  if (choice == chosen_ && !was_moving && moves_.size() > 1) return play(choice);
  chosen_ = choice;
}

void GameScreen::act(Action action, bool was_moving) {
  switch (action) {
    case Action::none:
    case Action::number: break;
    case Action::roll:
      if (is_to_roll()) roll();
      break;
    case Action::play:
      // Choices that nobody has seen yet are not played by a key that was meant to hurry.
      if (is_to_choose() && (!was_moving || moves_.size() == 1)) {
        play(chosen_);
      } else if (is_to_roll() && !was_moving) {
        roll();
      }
      break;
    case Action::next:
      if (is_to_choose()) chosen_ = (chosen_ + 1) % moves_.size();
      break;
    case Action::previous:
      if (is_to_choose()) chosen_ = (chosen_ + moves_.size() - 1) % moves_.size();
      break;
    case Action::last_move: show_last_move(); break;
    case Action::board: open("play.title.board", words_.say(board(session_.state()))); break;
    case Action::threats:
      if (!session_.is_over()) {
        open("play.title.threats",
             words_.threats(session_.rules(), session_.state(), advised_seat(session_.match())));
      }
      break;
    case Action::moves:
      open("play.title.moves", session_.state().has_roll()
                                   ? words_.choices(session_.rules(), session_.state())
                                   : std::vector{words_.say(request(session_.state()))});
      break;
    case Action::hint: give_hint(); break;
    case Action::take_back: take_back(); break;
    case Action::save: save(); break;
    case Action::help: {
      std::vector<std::string> lines = words_.help();
      for (std::string& line : words_.rules(session_.rules())) lines.push_back(std::move(line));
      open("play.title.help", std::move(lines));
      break;
    }
    case Action::quit: ask_to_quit(); break;
    case Action::speed:
      settings_.speed = turned(settings_.speed);
      notice_ = speed_notice(words_, settings_.speed);
      break;
    case Action::pause:
      settings_.pause = next(settings_.pause);
      notice_ = words_.say(fmt::format("{}{}", "play.pause.",
                                       kPauseNames[static_cast<std::size_t>(settings_.pause)]));
      break;
    case Action::only_moves:
      settings_.plays_only_moves = !settings_.plays_only_moves;
      notice_ =
          words_.say(settings_.plays_only_moves ? "play.only_moves.on" : "play.only_moves.off");
      break;
    case Action::again:
      if (session_.is_over()) end_ = End::again;
      break;
  }
}

void GameScreen::press_in_popup(const KeyPress& press) {
  if (asks_to_quit_) {
    asks_to_quit_ = false;
    popup_.reset();
    if (agrees(press)) end_ = End::quit;
    return;
  }
  switch (press.key) {
    case Key::up: return scroll(-1);
    case Key::down: return scroll(1);
    case Key::page_up: return scroll(-10);
    case Key::page_down: return scroll(10);
    default: popup_.reset();
  }
  // At the end of a game its keys work at once.
  if (!session_.is_over()) return;
  const Action action = action_of(press);
  if (action == Action::again || action == Action::quit) act(action, false);
}

void GameScreen::scroll(int by) {
  popup_->first_line = std::clamp(popup_->first_line + by, 0, last_scroll(*popup_, size_));
}

void GameScreen::click(const terminal::MouseClick& click) {
  const int turn = click.button == terminal::MouseButton::wheel_up     ? -1
                   : click.button == terminal::MouseButton::wheel_down ? 1
                                                                       : 0;
  if (turn != 0) {
    if (popup_) {
      scroll(turn);
    } else {
      act(turn > 0 ? Action::next : Action::previous, false);
    }
    return;
  }
  if (click.button != terminal::MouseButton::left) return;
  if (popup_) {
    popup_.reset();
    asks_to_quit_ = false;
    return;
  }
  if (stage_.is_moving()) {
    stage_.finish();
    return arrive();
  }
  const Layout layout = layout_of(size_);
  if (is_to_roll()) return roll();
  if (const auto choice = layout.choice_at(click.x, click.y, moves_.size(), chosen_)) {
    return play(*choice);
  }
  if (const auto spot = layout.board.spot_at(click.x, click.y)) click_board(*spot);
}

// A target that is one choice's alone plays it; everything else goes through its choices.
void GameScreen::click_board(Spot spot) {
  const View& view = stage_.now().view;
  const Seat seat = session_.state().turn();
  std::vector<int> ending;
  std::vector<int> starting;
  for (int i = 0; i < moves_.size(); ++i) {
    if (moves_[i].is_pass()) continue;
    if (spot_of(seat, moves_[i].last()) == spot) ending.push_back(i);
    const bool is_in_hangar = moves_[i].piece.step == kHangar;
    for (int plane = 0; is_in_hangar && plane < view.fleet(seat).count(kHangar); ++plane) {
      if (hangar_spot(seat, plane) == spot) starting.push_back(i);
    }
    if (!is_in_hangar && spot_of(seat, moves_[i].piece.step) == spot) starting.push_back(i);
  }
  if (ending.size() == 1 && starting.empty()) return play(ending.front());
  const std::vector<int>& found = ending.empty() ? starting : ending;
  if (found.empty()) return;
  const auto next = std::ranges::upper_bound(found, chosen_);
  chosen_ = next == found.end() ? found.front() : *next;
}

void GameScreen::roll() {
  const Frame before = stage_.now();
  notice_.clear();
  show(before, session_.roll());
}

void GameScreen::play(int choice) {
  const Frame before = stage_.now();
  const Move move = moves_[choice];
  notice_.clear();
  show(before, session_.choose(move));
}

void GameScreen::show(const Frame& before, const EventList& events) {
  moves_ = {};
  choices_.clear();
  const bool is_roll_only = events.size() == 1 && events[0].kind == Event::Kind::rolled;
  if (!is_roll_only) {
    before_last_ = before;
    last_events_ = events;
  }
  stage_.run(film(before, events, words_, settings_.speed));
  if (!stage_.is_moving()) arrive();
}

void GameScreen::arrive() {
  for (LogLine& line : log_of(session_.game(), words_, logged_plies_)) {
    log_.push_back(std::move(line));
  }
  logged_plies_ = session_.game().plies().size();
  moves_ = {};
  choices_.clear();
  chosen_ = 0;
  if (!session_.save_failure().empty()) {
    notice_ = save_failed(session_.save_failure());
  }
  if (session_.is_over()) return show_result();
  if (session_.is_bots_turn() || !session_.state().has_roll()) return;
  moves_ = legal_moves(session_.rules(), session_.state());
  for (const Move& move : moves_) {
    choices_.push_back(words_.move(session_.rules(), session_.state(), move));
  }
}

void GameScreen::jump_to_state() {
  stage_.cut_to(still_of(view_of(session_.state())));
  log_.clear();
  logged_plies_ = 0;
  last_events_.clear();
  arrive();
}

void GameScreen::show_last_move() {
  if (last_events_.size() == 0) {
    notice_ = words_.say("play.no_last_move");
    return;
  }
  const Frame end = stage_.now();
  moves_ = {};
  choices_.clear();
  const Speed speed = settings_.speed == Speed::off ? Speed::normal : settings_.speed;
  std::vector<Frame> frames = film(before_last_, last_events_, words_, speed);
  frames.push_back(end);
  stage_.run(std::move(frames));
}

void GameScreen::give_hint() {
  if (!is_to_choose()) {
    notice_ = words_.say(request(session_.state()));
    return;
  }
  const Move best = session_.hint();
  for (int i = 0; i < moves_.size(); ++i) {
    if (moves_[i] == best) chosen_ = i;
  }
  notice_ = words_.hint(chosen_ + 1, session_.chance_of(best));
}

void GameScreen::take_back() {
  if (!session_.take_back()) {
    notice_ = words_.say("play.nothing_to_take_back");
    return;
  }
  notice_ = words_.say("play.taken_back");
  jump_to_state();
}

void GameScreen::save() {
  if (!session_.file()) {
    notice_ = words_.say("play.no_file");
    return;
  }
  const std::string& failure = session_.save();
  const std::string file = session_.file()->string();
  notice_ = failure.empty() ? words_.say("play.saved", {{"file", std::string_view(file)}})
                            : save_failed(failure);
}

std::string GameScreen::fate() const {
  if (!session_.file()) return words_.say("play.quit_lost");
  if (!session_.save_failure().empty()) return save_failed(session_.save_failure());
  const std::string file = session_.file()->string();
  return words_.say("play.quit_kept", {{"file", std::string_view(file)}});
}

std::string GameScreen::save_failed(std::string_view reason) const {
  return words_.say("play.save_failed", {{"reason", reason}});
}

void GameScreen::ask_to_quit() {
  if (session_.is_over()) {
    end_ = End::quit;
    return;
  }
  asks_to_quit_ = true;
  popup_ = Popup{words_.say("play.title.quit"), {fate()}, words_.say("play.quit_keys")};
}

void GameScreen::show_result() {
  std::vector<std::string> lines = words_.result(session_.state());
  lines.emplace_back();
  for (std::string& line : words_.dice_table(session_.game())) lines.push_back(std::move(line));
  popup_ = Popup{words_.say("play.over"), std::move(lines), words_.say("play.over_keys")};
}

void GameScreen::open(std::string_view title, std::vector<std::string> lines) {
  popup_ = Popup{words_.say(title), std::move(lines), words_.say("play.popup_keys")};
}

std::string GameScreen::title() const {
  const View& view = stage_.now().view;
  if (!view.turn) return words_.say("play.over");
  const Seat seat = *view.turn;
  std::string turn = words_.say(seat_turn(seat));
  const Player& player = *session_.match().player(seat);
  if (!player.name.empty()) {
    turn = words_.say("play.named",
                      {{"seat", std::string_view(turn)}, {"name", std::string_view(player.name)}});
  }
  if (stage_.is_moving()) return turn;
  if (player.is_bot()) return words_.say("play.bot_thinks", {{"turn", std::string_view(turn)}});
  if (!session_.state().has_roll()) {
    return words_.say("play.do_roll", {{"turn", std::string_view(turn)}});
  }
  return words_.say("play.do_choose", {{"turn", std::string_view(turn)},
                                       {"roll", std::int64_t{view.roll}},
                                       {"choices", std::int64_t{moves_.size()}}});
}

std::vector<KeyHint> GameScreen::keys() const {
  std::vector<KeyHint> keys;
  const auto add = [&](std::string key, std::string_view does) {
    keys.push_back({std::move(key), words_.say(does)});
  };
  if (session_.is_over()) {
    add("N", "play.key.again");
  } else if (is_to_choose()) {
    add("1–9 ↑↓", "play.key.choose");
    add("Enter", "play.key.play");
  } else {
    add(words_.say("play.key.space"), is_to_roll() ? "play.key.roll" : "play.key.go_on");
  }
  add("U", "play.key.take_back");
  if (!session_.is_over()) {
    add("H", "play.key.hint");
    add("T", "play.key.threats");
    add("M", "play.key.moves");
  }
  add("B", "play.key.board");
  add("L", "play.key.last_move");
  add("V", "play.key.speed");
  add("S", "play.key.save");
  add("?", "play.key.help");
  add("Q", "play.key.quit");
  return keys;
}

void GameScreen::add_choices(Scene& scene) const {
  if (!is_to_choose()) return;
  const Seat seat = session_.state().turn();
  for (int i = 0; i < moves_.size(); ++i) {
    const Move& move = moves_[i];
    if (move.is_pass()) continue;
    scene.movable.push_back({seat, move.piece});
    const Spot spot = spot_of(seat, move.last());
    const auto same = std::ranges::find(scene.targets, spot, &Target::spot);
    if (same == scene.targets.end()) {
      scene.targets.push_back({spot, i + 1, i == chosen_});
    } else if (i == chosen_) {
      *same = {spot, i + 1, true};
    }
  }
  const Move& chosen = moves_[chosen_];
  if (!chosen.is_pass()) scene.selected = OwnPiece{seat, chosen.piece};
}

Content GameScreen::content() const {
  const Frame& frame = stage_.now();
  Content content;
  content.title = title();
  content.seat = frame.view.turn;
  content.scene = {.view = frame.view, .flyer = frame.flyer, .trace = frame.trace};
  add_choices(content.scene);
  content.die = frame.die;
  content.happening = frame.words;
  content.seats = seat_lines(frame, session_.match(), words_);
  content.log = log_;
  content.notice = notice_;
  content.choices = choices_;
  content.chosen = chosen_;
  content.keys = keys();
  content.popup = popup_;
  content.too_small = words_.say("play.too_small");
  return content;
}

terminal::Canvas GameScreen::draw(terminal::Size size) const {
  return cli::draw(content(), size, Paint(settings_.depth));
}

}  // namespace aero::cli
