#include "play/replay_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "narrate.hpp"

namespace aero::cli {
namespace {

using terminal::Key;

constexpr int kPlayMs = 350;  // between two steps that play by themselves
constexpr int kMostDigits = 6;

}  // namespace

ReplayScreen::ReplayScreen(const Match& match, const Settings& settings)
    : match_(match), settings_(settings), words_(settings.language) {
  Game game(match.record().rules, match.record().start);
  for (const Entry& entry : match.record().entries) {
    Moment moment{view_of(game.state()), {}, game.round(), {}};
    const std::size_t plies = game.plies().size();
    const auto sentences = narrate(words_.language(), game, entry, moment.events);
    const bool is_take_back = std::holds_alternative<TakeBack>(entry);
    if (moment.events.size() == 0 && !is_take_back) continue;
    if (is_take_back) {
      const Seat seat = game.state().is_over() ? Seat::R : game.state().turn();
      moment.log.push_back({seat, sentences.front()});
    } else {
      moment.log = log_of(game, words_, plies);
    }
    moments_.push_back(std::move(moment));
  }
  end_ = view_of(game.state());
  stage_.cut_to(frame_at(0));
}

Frame ReplayScreen::frame_at(int position) const {
  Frame frame = still_of(position < length() ? moment(position).before : end_);
  if (position > 0) {
    const EventList& events = moment(position - 1).events;
    for (const Event& event : events) {
      if (event.kind == Event::Kind::rolled) frame.die = event.value;
      const std::string sentence = words_.sentence(event);
      if (!sentence.empty()) frame.words = sentence;
    }
  }
  return frame;
}

int ReplayScreen::wait_ms() const {
  if (stage_.is_moving()) return stage_.wait_ms();
  return is_playing_ ? (settings_.speed == Speed::off ? 0 : kPlayMs) : -1;
}

void ReplayScreen::go_to(int position) {
  position_ = std::clamp(position, 0, length());
  stage_.cut_to(frame_at(position_));
}

void ReplayScreen::step_forward() {
  if (position_ == length()) {
    is_playing_ = false;
    return;
  }
  const Moment& next = moment(position_);
  ++position_;
  if (next.events.size() == 0) return go_to(position_);
  stage_.run(film(stage_.now(), next.events, words_, settings_.speed));
}

void ReplayScreen::update(const terminal::Event& event) {
  if (const auto* press = std::get_if<terminal::KeyPress>(&event)) {
    this->press(*press);
  } else if (std::holds_alternative<terminal::MouseClick>(event)) {
    stage_.finish();
    step_forward();
  } else if (std::holds_alternative<terminal::Timeout>(event)) {
    stage_.is_moving() ? stage_.advance() : step_forward();
  } else if (std::holds_alternative<terminal::Closed>(event)) {
    is_done_ = true;
  }
}

void ReplayScreen::type_round(const terminal::KeyPress& press) {
  const bool is_digit = press.key == Key::character && press.character >= U'0' &&
                        press.character <= U'9' && typed_round_->size() < kMostDigits;
  if (is_digit) {
    *typed_round_ += static_cast<char>(press.character);
    return;
  }
  if (press.key == Key::backspace && !typed_round_->empty()) {
    typed_round_->pop_back();
    return;
  }
  int round = 0;
  const std::string text = *typed_round_;
  typed_round_.reset();
  std::from_chars(text.data(), text.data() + text.size(), round);
  if (press.key != Key::enter || round == 0) return;
  int position = 0;
  while (position < length() && moment(position).round < round) ++position;
  go_to(position);
}

void ReplayScreen::press(const terminal::KeyPress& press) {
  stage_.finish();
  if (typed_round_) return type_round(press);
  const bool was_playing = is_playing_;
  is_playing_ = false;
  switch (press.key) {
    case Key::right:
    case Key::down:
    case Key::enter: return step_forward();
    case Key::left:
    case Key::up: return go_to(position_ - 1);
    case Key::page_down: return go_to(position_ + 10);
    case Key::page_up: return go_to(position_ - 10);
    case Key::home: return go_to(0);
    case Key::end: return go_to(length());
    case Key::escape: is_done_ = true; return;
    case Key::character: break;
    default: return;
  }
  switch (press.character) {
    case U' ': is_playing_ = !was_playing && position_ < length(); break;
    case U'g':
    case U'G': typed_round_ = ""; break;
    case U'v':
    case U'V': settings_.speed = turned(settings_.speed); break;
    case U'q':
    case U'Q': is_done_ = true; break;
    default: break;
  }
}

Content ReplayScreen::content() const {
  const Frame& frame = stage_.now();
  Content content;
  const int round = position_ < length() ? moment(position_).round
                    : moments_.empty()   ? 0
                                         : moments_.back().round;
  content.title = words_.say("play.replay.title", {{"ply", std::int64_t{position_}},
                                                   {"plies", std::int64_t{length()}},
                                                   {"round", std::int64_t{round}}});
  content.seat = frame.view.turn;
  content.scene = {.view = frame.view, .flyer = frame.flyer, .trace = frame.trace};
  content.die = frame.die;
  content.happening = frame.words;
  content.seats = seat_lines(frame, match_, words_);
  // What the film shows is in the log once it is over.
  const int told = stage_.is_moving() ? position_ - 1 : position_;
  for (int i = 0; i < told; ++i) {
    for (const LogLine& line : moment(i).log) content.log.push_back(line);
  }
  content.notice = typed_round_ ? words_.say("play.replay.type_round",
                                             {{"text", std::string_view(*typed_round_)}})
                                : std::string();
  content.keys = {{"→", words_.say("play.key.forward")},
                  {"←", words_.say("play.key.back")},
                  {words_.say("play.key.space"), words_.say("play.key.run")},
                  {"G", words_.say("play.key.round")},
                  {"Home End", words_.say("play.key.ends")},
                  {"V", words_.say("play.key.speed")},
                  {"Q", words_.say("play.key.quit")}};
  content.too_small = words_.say("play.too_small");
  return content;
}

terminal::Canvas ReplayScreen::draw(terminal::Size size) const {
  return cli::draw(content(), size, Paint(settings_.depth));
}

}  // namespace aero::cli
