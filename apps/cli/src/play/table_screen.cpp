#include "play/table_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

#include "aero/ai.hpp"
#include "aero/notation.hpp"
#include "play/view.hpp"

namespace aero::cli {
namespace {

using terminal::Canvas;
using terminal::Key;
using terminal::Size;

constexpr std::size_t kMostNameBytes = 40;
constexpr std::size_t kMostSeedDigits = 19;
constexpr int kFirstRow = 2;
constexpr int kNameColumn = 2;
constexpr int kValueColumn = 22;        // of the table
constexpr int kOptionValueColumn = 34;  // of the options, whose names are longer
constexpr int kRowsBelow = 5;           // for the explanation and the keys
constexpr int kLeastColumns = 56;
constexpr int kLeastColumnsWithBoard = 78;

Seat seat_at(int place) { return kAllSeats[static_cast<std::size_t>(place)]; }
const Option& option_at(int place) { return options()[static_cast<std::size_t>(place)]; }

// The catalogue's key for the value that an option has.
std::string value_key(const Rules& rules, int option) {
  const Option& which = option_at(option);
  const auto value = static_cast<std::size_t>(which.get(rules));
  return fmt::format("{}{}.{}", "rules.", which.key, which.values[value]);
}

// Precondition: there is something to turn through, `count` of it.
int turned(int value, int by, int count) {
  assert(count > 0);
  return (value + by + count) % count;
}

void remove_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

TableScreen::TableScreen(const Plan& plan, const Settings& settings, std::optional<int> kept_round)
    : plan_(plan),
      settings_(settings),
      words_(settings.language),
      kept_round_(kept_round),
      seed_(plan.seed ? std::to_string(*plan.seed) : "") {}

std::vector<TableScreen::Line> TableScreen::lines() const {
  using Kind = Line::Kind;
  std::vector<Line> lines;
  if (shows_options_) {
    for (int i = 0; i < static_cast<int>(options().size()); ++i) lines.push_back({Kind::option, i});
    return lines;
  }
  if (kept_round_) lines.push_back({Kind::resume});
  for (const Seat seat : kAllSeats) lines.push_back({Kind::seat, index(seat)});
  for (const Kind kind :
       {Kind::preset, Kind::options, Kind::first, Kind::seed, Kind::speed, Kind::language}) {
    lines.push_back({kind});
  }
  return lines;
}

std::string TableScreen::name(Line line) const {
  switch (line.kind) {
    case Line::Kind::resume: return words_.say("play.set.resume");
    case Line::Kind::seat: return words_.seat(seat_at(line.index));
    case Line::Kind::preset: return words_.say("play.set.rules");
    case Line::Kind::options: return words_.say("play.set.options");
    case Line::Kind::first: return words_.say("play.set.first");
    case Line::Kind::seed: return words_.say("play.set.seed");
    case Line::Kind::speed: return words_.say("play.set.speed");
    case Line::Kind::language: return words_.say("play.set.language");
    case Line::Kind::option:
      return words_.say(fmt::format("{}{}", "rules.", option_at(line.index).key));
  }
  return {};
}

std::string TableScreen::value(Line line) const {
  switch (line.kind) {
    case Line::Kind::resume:
      return words_.say("play.set.kept", {{"round", std::int64_t{kept_round_.value_or(0)}}});
    case Line::Kind::seat: {
      const auto& player = plan_.player(seat_at(line.index));
      if (!player) return words_.say("play.nobody");
      if (player->name.empty()) return words_.player(*player);
      const std::string who = words_.player(*player);
      return words_.say("play.named", {{"seat", std::string_view(who)},
                                       {"name", std::string_view(player->name)}});
    }
    case Line::Kind::preset: return words_.rules_name(plan_.rules);
    case Line::Kind::options: return words_.say("play.set.options.open");
    case Line::Kind::first:
      return plan_.first ? words_.seat(*plan_.first) : words_.say("play.set.first.roll");
    case Line::Kind::seed: return seed_.empty() ? words_.say("play.set.seed.new") : seed_;
    case Line::Kind::speed: return words_.speed(settings_.speed);
    case Line::Kind::language: return words_.say("language.name");
    case Line::Kind::option: return words_.say(value_key(plan_.rules, line.index));
  }
  return {};
}

std::string TableScreen::about(Line line) const {
  switch (line.kind) {
    case Line::Kind::resume: return words_.say("play.set.resume.about");
    case Line::Kind::seat: return words_.say("play.set.seat");
    case Line::Kind::preset:
      for (const Preset& preset : presets()) {
        if (preset.rules == plan_.rules) {
          return words_.say(fmt::format("{}{}.about", "preset.", preset.name));
        }
      }
      return words_.say("play.set.rules.own");
    case Line::Kind::options: return words_.say("play.set.options.about");
    case Line::Kind::first: return words_.say("play.set.first.about");
    case Line::Kind::seed: return words_.say("play.set.seed.about");
    case Line::Kind::speed: return words_.say("play.set.speed.about");
    case Line::Kind::language: return words_.say("play.set.language.about");
    case Line::Kind::option: return words_.say(value_key(plan_.rules, line.index) + ".about");
  }
  return {};
}

bool TableScreen::can_turn(Line line) {
  return line.kind != Line::Kind::resume && line.kind != Line::Kind::seed;
}

void TableScreen::turn(Line line, int by) {
  switch (line.kind) {
    case Line::Kind::resume:
    case Line::Kind::seed: break;
    case Line::Kind::seat: turn_seat(seat_at(line.index), by); break;
    case Line::Kind::preset: turn_preset(by); break;
    case Line::Kind::options:
      shows_options_ = true;
      chosen_ = 0;
      break;
    case Line::Kind::first: turn_first(by); break;
    case Line::Kind::speed: settings_.speed = turned(settings_.speed, by); break;
    case Line::Kind::language: turn_language(by); break;
    case Line::Kind::option: {
      const Option& option = option_at(line.index);
      option.set(plan_.rules,
                 turned(option.get(plan_.rules), by, static_cast<int>(option.values.size())));
      break;
    }
  }
}

std::string* TableScreen::text(Line line) {
  if (line.kind == Line::Kind::seed) return &seed_;
  if (line.kind != Line::Kind::seat) return nullptr;
  auto& player = plan_.player(seat_at(line.index));
  return player ? &player->name : nullptr;
}

// Person, the bots from weakest to strongest, nobody.
void TableScreen::turn_seat(Seat seat, int by) {
  const int count = static_cast<int>(bots().size()) + 2;
  std::optional<Player>& player = plan_.player(seat);
  int place = player ? 0 : count - 1;
  for (std::size_t i = 0; player && i < bots().size(); ++i) {
    if (bots()[i]->name() == player->bot) place = static_cast<int>(i) + 1;
  }
  place = turned(place, by, count);
  if (place == count - 1) {
    player.reset();
  } else {
    const std::string name = player ? player->name : "";
    const auto bot = static_cast<std::size_t>(place - 1);
    player = Player{name, place == 0 ? "" : std::string(bots()[bot]->name())};
  }
  if (plan_.first && !plan_.player(*plan_.first)) plan_.first.reset();
}

void TableScreen::turn_preset(int by) {
  const int count = static_cast<int>(presets().size());
  int place = by > 0 ? count - 1 : 0;  // from rules of one's own to the first or last preset
  for (int i = 0; i < count; ++i) {
    if (presets()[static_cast<std::size_t>(i)].rules == plan_.rules) place = i;
  }
  plan_.rules = presets()[static_cast<std::size_t>(turned(place, by, count))].rules;
}

// The starting rolls, then the seats in play.
void TableScreen::turn_first(int by) {
  int place = plan_.first ? index(*plan_.first) + 1 : 0;
  do {
    place = turned(place, by, kSeats + 1);
  } while (place > 0 && !plan_.player(seat_at(place - 1)));
  plan_.first = place > 0 ? std::optional(seat_at(place - 1)) : std::nullopt;
}

void TableScreen::turn_language(int by) {
  const int count = static_cast<int>(std::size(text::kLanguages));
  const int place = static_cast<int>(settings_.language) % count;
  settings_.language = text::kLanguages[turned(place, by, count)];
  words_ = Words(settings_.language);
}

void TableScreen::start() {
  int taken = 0;
  for (const Seat seat : kAllSeats) taken += plan_.player(seat) ? 1 : 0;
  if (taken < 2) {
    notice_ = words_.say("play.set.too_few");
    return;
  }
  plan_.seed.reset();
  if (!seed_.empty()) {
    std::uint64_t seed = 0;
    std::from_chars(seed_.data(), seed_.data() + seed_.size(), seed);
    plan_.seed = seed;
  }
  end_ = End::play;
}

void TableScreen::update(const terminal::Event& event) {
  if (const auto* press = std::get_if<terminal::KeyPress>(&event)) {
    this->press(*press);
  } else if (const auto* click = std::get_if<terminal::MouseClick>(&event)) {
    this->click(*click);
  } else if (const auto* resize = std::get_if<terminal::Resize>(&event)) {
    size_ = resize->size;
  } else if (std::holds_alternative<terminal::Closed>(event)) {
    end_ = End::quit;
  }
}

void TableScreen::click(const terminal::MouseClick& click) {
  const int all = static_cast<int>(lines().size());
  const int row = click.y - kFirstRow;
  const int line = first_shown(chosen_, all, rows_for_lines(size_)) + row;
  if (click.button != terminal::MouseButton::left || row < 0 || line >= all) return;
  if (line == chosen_) {
    turn(chosen_line(), 1);
  } else {
    chosen_ = line;
  }
}

void TableScreen::press(const terminal::KeyPress& press) {
  notice_.clear();
  const int all = static_cast<int>(lines().size());
  switch (press.key) {
    case Key::up: chosen_ = turned(chosen_, -1, all); break;
    case Key::down:
    case Key::tab: chosen_ = turned(chosen_, 1, all); break;
    case Key::left: turn(chosen_line(), -1); break;
    case Key::right: turn(chosen_line(), 1); break;
    case Key::enter: enter(); break;
    case Key::escape: leave(); break;
    default: type(press);
  }
}

void TableScreen::enter() {
  if (shows_options_) return leave();
  if (chosen_line().kind == Line::Kind::resume) {
    end_ = End::resume;
  } else {
    start();
  }
}

void TableScreen::leave() {
  if (!shows_options_) {
    end_ = End::quit;
    return;
  }
  shows_options_ = false;
  chosen_ = 0;
}

void TableScreen::type(const terminal::KeyPress& press) {
  if (press.ctrl || press.alt) return;
  const Line line = chosen_line();
  std::string* text = this->text(line);
  if (text == nullptr) {
    if (press.character == U' ') turn(line, 1);
    if (press.character == U'q' || press.character == U'Q') leave();
    return;
  }
  if (press.key == Key::backspace) remove_last(*text);
  if (press.key != Key::character) return;
  const bool is_seed = text == &seed_;
  const bool is_digit = press.character >= U'0' && press.character <= U'9';
  const bool has_room = text->size() < (is_seed ? kMostSeedDigits : kMostNameBytes);
  const bool is_wanted = is_seed ? is_digit : press.character != U' ' || !text->empty();
  if (has_room && is_wanted) terminal::append(*text, press.character);
}

int TableScreen::rows_for_lines(Size size) const { return size.rows - kFirstRow - kRowsBelow; }

void TableScreen::draw_line(Canvas& canvas, Line line, int y, int columns, bool is_chosen) const {
  const Paint paint(settings_.depth);
  const int value_column = shows_options_ ? kOptionValueColumn : kValueColumn;
  int x = kNameColumn;
  canvas.put(0, y, is_chosen ? "▸" : " ", paint.strong());
  if (line.kind == Line::Kind::seat) {
    const Seat seat = seat_at(line.index);
    x = canvas.put(x, y, fmt::format(" {} {} ", glyph(seat), letter(seat)), paint.badge(seat)) + 1;
  }
  canvas.put(x, y, terminal::fit(name(line), std::max(value_column - x - 1, 2)),
             is_chosen ? paint.strong() : Style{});
  std::string value = this->value(line);
  if (is_chosen && can_turn(line)) value = fmt::format("‹ {} ›", value);
  const int room = columns - value_column;
  if (terminal::width_of(value) > room) value = terminal::fit(value, room);
  canvas.put(value_column, y, value, is_chosen ? paint.chosen() : Style{});
}

Canvas TableScreen::draw(Size size) const {
  Canvas canvas(size);
  const Paint paint(settings_.depth);
  if (size.columns < kLeastColumns || size.rows < kLeastRows) {
    draw_words(canvas, {0, 0, size.columns, size.rows}, words_.say("play.too_small"),
               paint.strong());
    return canvas;
  }
  canvas.fill({0, 0, size.columns, 1}, paint.chosen());
  canvas.put(kNameColumn, 0, words_.say(shows_options_ ? "play.set.options" : "play.set.title"),
             paint.chosen());

  const bool has_board = !shows_options_ && size.columns >= kLeastColumnsWithBoard;
  const int columns = has_board ? size.columns - 2 * kGrid - 2 : size.columns;
  const std::vector<Line> lines = this->lines();
  const int all = static_cast<int>(lines.size());
  const int first = first_shown(chosen_, all, rows_for_lines(size));
  for (int i = first; i < std::min(all, first + rows_for_lines(size)); ++i) {
    draw_line(canvas, lines[static_cast<std::size_t>(i)], kFirstRow + i - first, columns,
              i == chosen_);
  }
  if (has_board) {
    Scene scene;
    for (const Seat seat : kAllSeats) {
      if (plan_.player(seat)) scene.view.fleet(seat).add({kHangar, plan_.rules.planes, 0});
    }
    draw_board(canvas, {.x = size.columns - 2 * kGrid, .y = kFirstRow, .columns = 2, .rows = 1},
               paint, scene);
  }

  const bool has_notice = !notice_.empty();
  draw_words(canvas, {kNameColumn, size.rows - 4, size.columns - 4, 2},
             has_notice ? notice_ : about(chosen_line()),
             has_notice ? paint.strong() : paint.faint());
  const bool resumes = chosen_line().kind == Line::Kind::resume;
  draw_keys(canvas, {kNameColumn, size.rows - 2, size.columns - 4, 2},
            {{"Enter", words_.say(shows_options_ ? "play.key.done"
                                  : resumes      ? "play.key.resume"
                                                 : "play.key.start")},
             {"↑↓", words_.say("play.key.line")},
             {"←→", words_.say("play.key.change")},
             {"Esc", words_.say(shows_options_ ? "play.key.done" : "play.key.quit")}},
            paint);
  return canvas;
}

}  // namespace aero::cli
