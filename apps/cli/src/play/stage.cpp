#include "play/stage.hpp"

namespace aero::cli {

void Stage::cut_to(Frame frame) {
  film_.clear();
  now_ = std::move(frame);
  now_.duration_ms = 0;
}

void Stage::run(std::vector<Frame> frames) {
  for (Frame& frame : frames) film_.push_back(std::move(frame));
  advance();
}

void Stage::advance() {
  do {
    if (film_.empty()) return;
    now_ = std::move(film_.front());
    film_.pop_front();
  } while (now_.duration_ms == 0);
}

void Stage::finish() {
  if (!film_.empty()) cut_to(std::move(film_.back()));
}

std::vector<SeatLine> seat_lines(const Frame& frame, const Match& match, const Words& words) {
  const View& view = frame.view;
  std::vector<SeatLine> lines;
  for (const Seat seat : kAllSeats) {
    const auto& player = match.player(seat);
    if (!player) continue;
    const bool flies = frame.flyer && frame.flyer->seat == seat;
    const Fleet& fleet = flies ? frame.flyer->fleet : view.fleet(seat);
    int place = 0;
    for (int i = 0; i < view.order.size(); ++i) {
      if (view.order[i] == seat) place = i + 1;
    }
    lines.push_back({seat, player->name.empty() ? words.seat(seat) : player->name,
                     player->is_bot() ? words.level(*player) : std::string(), progress_of(fleet),
                     fleet.count(kCentre), fleet.size(), place, view.turn == seat});
  }
  return lines;
}

std::vector<LogLine> log_of(const Game& game, const Words& words, std::size_t first) {
  std::vector<LogLine> log;
  for (std::size_t i = first; i < game.plies().size(); ++i) {
    const Ply& ply = game.plies()[i];
    std::string what;
    int roll = 0;
    if (const Move* move = std::get_if<Move>(&ply.input)) {
      roll = ply.before.roll()->value();
      what = words.move(game.rules(), ply.before, *move);
    } else {
      State after = ply.before;
      EventList events;
      roll = std::get<Pip>(ply.input).value();
      apply(game.rules(), after, std::get<Pip>(ply.input), events);
      if (ply.fate == Ply::Fate::waiting) continue;  // told with its move
      what = words.events(view_of(ply.before), events);
    }
    log.push_back({ply.seat, words.say("play.log", {{"roll", std::int64_t{roll}},
                                                    {"what", std::string_view(what)}})});
  }
  return log;
}

}  // namespace aero::cli
