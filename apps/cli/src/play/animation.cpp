#include "play/animation.hpp"

#include <algorithm>
#include <utility>

namespace aero::cli {
namespace {

using Kind = Event::Kind;

constexpr int kTumbles = 6;  // faces that a rolling die shows
constexpr int kTumbleMs = 70;
constexpr int kSettleMs = 450;
constexpr int kWalkMs = 130;
constexpr int kFlyMs = 70;
constexpr int kMostSpotsHome = 6;  // that a plane is seen on, on its way to the hangar
constexpr int kGlanceMs = 250;
constexpr int kReadMs = 1300;  // long enough to read a sentence
constexpr int kReadTwiceMs = 2200;

int scaled(int ms, Speed speed) {
  switch (speed) {
    case Speed::off: return 0;
    case Speed::fast: return ms * 2 / 5;
    case Speed::normal: return ms;
    case Speed::slow: return ms * 2;
  }
  return ms;
}

// A few spots of a line, the last one always among them.
std::vector<Spot> thinned(const std::vector<Spot>& spots) {
  const std::size_t all = spots.size();
  const std::size_t step = (all + kMostSpotsHome - 1) / kMostSpotsHome;
  std::vector<Spot> few;
  for (std::size_t i = (all - 1) % step; i < all; i += step) few.push_back(spots[i]);
  return few;
}

class Film {
 public:
  Film(Frame now, const Words& words, Speed speed)
      : now_(std::move(now)), words_(words), speed_(speed) {}

  void add(const Event& event) {
    const std::string sentence = words_.sentence(event);
    if (!sentence.empty()) now_.words = sentence;
    switch (event.kind) {
      case Kind::rolled: roll(event.value); break;
      case Kind::took_off:
        begin_trace(event.seat);
        fly(event, event.before,
            line(spot_of(now_.view, {event.seat, event.before}),
                 spot_of(event.seat, event.after.step)));
        break;
      case Kind::walked:
        if (!is_moving_) begin_trace(event.seat);
        walk(event);
        break;
      case Kind::jumped:
      case Kind::flew:
        fly(event, event.before,
            line(spot_of(event.seat, event.before.step), spot_of(event.seat, event.after.step)));
        break;
      case Kind::captured:
      case Kind::struck: send_home(event, event.before.size); break;
      case Kind::recalled: send_home(event, event.before.size - event.after.size); break;
      default: fold(now_.view, event);
    }
    hold(pause_after(event.kind));
  }

  void roll(int face) {
    for (int i = 0; i < kTumbles; ++i) {
      now_.die = (face + 4 * i + now_.die) % 6 + 1;
      hold(kTumbleMs);
    }
    now_.die = face;
    now_.view.roll = face;
  }

  void say(const std::string& words) { now_.words = words; }

  void hold(int ms) {
    if (ms == 0 || speed_ == Speed::off) return;
    now_.duration_ms = scaled(ms, speed_);
    frames_.push_back(now_);
  }

  std::vector<Frame> finish() {
    now_.duration_ms = 0;
    frames_.push_back(now_);
    return std::move(frames_);
  }

 private:
  static int pause_after(Kind kind) {
    switch (kind) {
      case Kind::rolled: return kSettleMs;
      case Kind::no_move:
      case Kind::passed: return kReadMs;
      case Kind::third_six:
      case Kind::placed: return kReadTwiceMs;
      case Kind::captured:
      case Kind::struck:
      case Kind::stacked: return kReadMs / 2;
      case Kind::took_off:
      case Kind::walked:
      case Kind::jumped:
      case Kind::flew: return kGlanceMs;
      default: return 0;
    }
  }

  void begin_trace(Seat seat) {
    now_.trace = {seat, {}};
    is_moving_ = true;
  }

  // The piece leaves the view, is seen on each of the spots, and the event is folded.
  void fly(const Event& event, Piece piece, const std::vector<Spot>& spots, int ms = kFlyMs) {
    now_.trace.spots.push_back(spots.front());
    lift(event, piece, piece.size);
    for (std::size_t i = 1; i < spots.size(); ++i) {
      now_.flyer->spot = spots[i];
      hold(ms);
    }
    land(event);
    if (event.kind == Kind::flew) {
      now_.trace.spots.insert(now_.trace.spots.end(), spots.begin() + 1, spots.end() - 1);
    }
  }

  void walk(const Event& event) {
    const int turn = event.via.value();
    const int end = event.after.step.value();
    std::vector<Spot> spots;
    for (int step = event.before.step.value(); step <= turn; ++step) {
      spots.push_back(spot_of(event.seat, Step(step)));
    }
    for (int step = turn - 1; step >= end; --step) spots.push_back(spot_of(event.seat, Step(step)));
    fly(event, event.before, spots, kWalkMs);
    now_.trace.spots.insert(now_.trace.spots.end(), spots.begin() + 1, spots.end() - 1);
  }

  void send_home(const Event& event, int planes) {
    const int free = std::min(now_.view.fleet(event.seat).count(kHangar), kMaxPlanes - 1);
    const Spot from = event.before.step == kHangar ? hangar_spot(event.seat, free)
                                                   : spot_of(event.seat, event.before.step);
    lift(event, event.before, planes);
    if (event.after.size > 0) now_.view.fleet(event.seat).add(event.after);
    for (const Spot spot : thinned(line(from, hangar_spot(event.seat, free)))) {
      now_.flyer->spot = spot;
      hold(kFlyMs);
    }
    land(event);
  }

  void lift(const Event& event, Piece piece, int planes) {
    standing_ = now_.view;
    now_.flyer = Flyer{event.seat, planes, {}, now_.view.fleet(event.seat)};
    now_.view.fleet(event.seat).remove(piece);
  }
  void land(const Event& event) {
    now_.view = standing_;
    now_.flyer.reset();
    fold(now_.view, event);
  }

  Frame now_;
  const Words& words_;
  Speed speed_;
  View standing_;           // before the event in hand
  bool is_moving_ = false;  // a piece has moved in this film
  std::vector<Frame> frames_;
};

}  // namespace

Frame still_of(const View& view) {
  Frame frame;
  frame.view = view;
  frame.die = view.roll;
  return frame;
}

std::vector<Frame> film(const Frame& now, const EventList& events, const Words& words,
                        Speed speed) {
  Film film(now, words, speed);
  for (const Event& event : events) film.add(event);
  return film.finish();
}

std::vector<Frame> film_of_start(const Frame& now, const Match& match, const Words& words,
                                 Speed speed) {
  Film film(now, words, speed);
  const std::vector<std::string> sentences = words.starting(match);
  const auto throws = match.game().starting_throws();
  for (std::size_t i = 0; i < throws.size(); ++i) {
    film.say(sentences[i]);
    film.roll(throws[i].pip.value());
    film.hold(kSettleMs * 2);
  }
  if (!sentences.empty()) {
    film.say(sentences.back());
    film.hold(kReadMs);
  }
  std::vector<Frame> frames = film.finish();
  frames.back().view = now.view;
  frames.back().die = 0;
  return frames;
}

}  // namespace aero::cli
