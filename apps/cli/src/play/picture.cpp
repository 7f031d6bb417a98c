#include "play/picture.hpp"

namespace aero::cli {
namespace {

void clear_marks(Picture& picture) {
  for (Fleet& fleet : picture.fleets) fleet.clear_marks();
}

void send_home(Fleet& fleet, int planes) {
  fleet.add({kHangar, static_cast<std::uint8_t>(planes), 0});
}

}  // namespace

Picture picture_of(const State& state) {
  Picture picture;
  for (const Seat seat : kAllSeats) picture.fleet(seat) = state.fleet(seat);
  if (!state.is_over()) picture.turn = state.turn();
  picture.sixes = state.sixes();
  picture.roll = state.has_roll() ? state.roll()->value() : 0;
  picture.order = state.order();
  return picture;
}

void fold(Picture& picture, const Event& event) {
  Fleet& fleet = picture.fleet(event.seat);
  switch (event.kind) {
    case Event::Kind::rolled: picture.roll = event.value; break;
    case Event::Kind::no_move:
    case Event::Kind::passed:
    case Event::Kind::third_six: break;
    case Event::Kind::took_off:
    case Event::Kind::walked:
    case Event::Kind::jumped:
    case Event::Kind::flew:
      fleet.remove(event.before);
      fleet.add(event.after);
      break;
    case Event::Kind::captured:
    case Event::Kind::struck:
      fleet.remove(event.before);
      send_home(fleet, event.before.size);
      break;
    case Event::Kind::recalled:
      fleet.remove(event.before);
      fleet.add(event.after);
      send_home(fleet, event.before.size - event.after.size);
      break;
    case Event::Kind::stacked: fleet.join(event.after.step); break;
    case Event::Kind::placed: picture.order.append(event.seat); break;
    case Event::Kind::next:
      picture.turn = event.seat;
      picture.sixes = 0;
      picture.roll = 0;
      clear_marks(picture);
      break;
    case Event::Kind::again:
      picture.sixes = event.value;
      picture.roll = 0;
      if (event.value == 0) clear_marks(picture);
      break;
    case Event::Kind::over:
      picture.turn = std::nullopt;
      picture.sixes = 0;
      picture.roll = 0;
      clear_marks(picture);
      break;
  }
}

}  // namespace aero::cli
