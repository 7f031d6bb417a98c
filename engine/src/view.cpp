#include "aero/view.hpp"

namespace aero {

View view_of(const State& state) {
  View view;
  for (const Seat seat : kAllSeats) view.fleet(seat) = state.fleet(seat);
  if (!state.is_over()) view.turn = state.turn();
  view.sixes = state.sixes();
  view.roll = state.has_roll() ? state.roll()->value() : 0;
  view.order = state.order();
  return view;
}

void fold(View& view, const Event& event) {
  Fleet& fleet = view.fleet(event.seat);
  const auto send_home = [&](int planes) {
    fleet.add({kHangar, static_cast<std::uint8_t>(planes), 0});
  };
  const auto await_roll = [&](int sixes) {
    view.sixes = sixes;
    view.roll = 0;
    if (sixes > 0) return;
    for (Fleet& each : view.fleets) each.clear_marks();
  };
  switch (event.kind) {
    case Event::Kind::rolled: view.roll = event.value; break;
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
      send_home(event.before.size);
      break;
    case Event::Kind::recalled:
      fleet.remove(event.before);
      fleet.add(event.after);
      send_home(event.before.size - event.after.size);
      break;
    case Event::Kind::stacked: fleet.join(event.after.step); break;
    case Event::Kind::placed: view.order.append(event.seat); break;
    case Event::Kind::next:
      view.turn = event.seat;
      await_roll(0);
      break;
    case Event::Kind::again: await_roll(event.value); break;
    case Event::Kind::over:
      view.turn = std::nullopt;
      await_roll(0);
      break;
  }
}

}  // namespace aero
