#include "aero/mix.hpp"
#include "aero/state.hpp"

namespace aero {
std::uint64_t hash(const State& state) {
  const auto fleets = [&](Seat low, Seat high) {
    return state.fleet(low).bits() | std::uint64_t{state.fleet(high).bits()} << 32;
  };
  std::uint64_t rest = state.is_over() ? kSeats : static_cast<std::uint64_t>(index(state.turn()));
  rest |= static_cast<std::uint64_t>(state.sixes()) << 8;
  rest |= static_cast<std::uint64_t>(state.has_roll() ? state.roll()->value() : 0) << 16;
  rest |= static_cast<std::uint64_t>(state.order().size()) << 24;
  for (int place = 0; place < state.order().size(); ++place) {
    rest |= static_cast<std::uint64_t>(index(state.order()[place])) << (32 + 8 * place);
  }
  return mix(mix(mix(fleets(Seat::R, Seat::Y)) ^ fleets(Seat::B, Seat::G)) ^ rest);
}

}  // namespace aero
