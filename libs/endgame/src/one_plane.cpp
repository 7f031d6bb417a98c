#include "aero/endgame/one_plane.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "aero/setup.hpp"

namespace aero {
namespace {

constexpr double kStandstill = 1e-12;
constexpr int kPlaces = kCentre - kHangar;  // of a plane that is on its way
constexpr std::size_t kTurns = std::size_t{2} * kPlaces * kPlaces;

// What stands in a script, each node before what follows from it: the mean of the six rolls; the
// best of so many moves; the mover's being home; or the beginning of another turn, by its number,
// the mover's own or the other seat's.
enum class Node : std::int32_t { rolls, moves, home, own_turn, other_turn };
constexpr std::int32_t kNodes = 5;

std::int32_t code(Node node, std::size_t number = 0) {
  return static_cast<std::int32_t>(number) * kNodes + static_cast<std::int32_t>(node);
}

std::size_t place_of(const Fleet& fleet) {
  const int place = (*fleet.begin()).step - kHangar;
  return static_cast<std::size_t>(place);
}

// The beginning of a turn; none where the planes cannot stand so.
std::optional<State> turn_at(const Rules& rules, std::array<Seat, 2> seats, int own, int other) {
  Setup setup;
  const auto put = [&](Seat seat, int place) {
    Setup::Side& side = setup.sides[at(seat)];
    side.is_in_play = true;
    side.add({(kHangar + place).value(), 1, 0});
  };
  put(seats[0], own);
  put(seats[1], other);
  setup.turn = seats[0];
  return check(rules, setup).state;
}

bool begins_turn(const State& state) { return !state.has_roll() && state.sixes() == 0; }

}  // namespace

OnePlane::OnePlane(const Rules& duel, Seat second)
    : rules_(duel), seats_{Seat::R, second}, values_(kTurns, 0.5) {
  solve();
}

// Every turn is written down once, those near the end first, so that a sweep over all of them
// carries values from the end of the game to its beginning.
void OnePlane::solve() {
  std::vector<std::size_t> turns;
  Script script;
  for (int progress = 2 * (kPlaces - 1); progress >= 0; --progress) {
    for (int own = std::max(progress - kPlaces + 1, 0); own < std::min(progress + 1, kPlaces);
         ++own) {
      for (const auto& seats : {seats_, std::array{seats_[1], seats_[0]}}) {
        const std::optional<State> turn = turn_at(rules_, seats, own, progress - own);
        if (!turn) continue;
        turns.push_back(number_of(*turn));
        write_rolls(*turn, seats[0], script);
      }
    }
  }
  for (double moved = 1; moved > kStandstill;) {
    moved = 0;
    const std::int32_t* at = script.data();
    for (const std::size_t turn : turns) {
      const double value = read(at);
      moved = std::max(moved, std::abs(value - values_[turn]));
      values_[turn] = value;
    }
  }
}

double OnePlane::chance(const State& duel) const {
  if (begins_turn(duel)) return values_[number_of(duel)];
  Script script;
  write(duel, duel.turn(), script);
  const std::int32_t* at = script.data();
  return read(at);
}

std::size_t OnePlane::number_of(const State& turn) const {
  const std::size_t who = turn.turn() == seats_[0] ? 0 : 1;
  return (who * kPlaces + place_of(turn.fleet(seats_[who]))) * kPlaces +
         place_of(turn.fleet(seats_[1 - who]));
}

void OnePlane::write(const State& state, Seat mover, Script& script) const {
  if (state.is_over()) return script.push_back(code(Node::home));
  if (state.has_roll()) {
    const MoveList legal = legal_moves(rules_, state);
    script.push_back(code(Node::moves, static_cast<std::size_t>(legal.size())));
    for (const Move& move : legal) {
      State after = state;
      apply(rules_, after, move);
      write(after, mover, script);
    }
  } else if (begins_turn(state)) {
    const Node node = state.turn() == mover ? Node::own_turn : Node::other_turn;
    script.push_back(code(node, number_of(state)));
  } else {
    write_rolls(state, mover, script);
  }
}

void OnePlane::write_rolls(const State& state, Seat mover, Script& script) const {
  script.push_back(code(Node::rolls));
  for (const Pip roll : kPips) {
    State after = state;
    apply(rules_, after, roll);
    write(after, mover, script);
  }
}

double OnePlane::read(const std::int32_t*& at) const {
  const std::int32_t number = *at / kNodes;
  const auto node = static_cast<Node>(*at++ % kNodes);
  double sum = 0;
  double best = 0;
  switch (node) {
    case Node::rolls:
      for (std::size_t i = 0; i < kPips.size(); ++i) sum += read(at);
      return sum / kPips.size();
    case Node::moves:
      for (std::int32_t i = 0; i < number; ++i) best = std::max(best, read(at));
      return best;
    case Node::home: return 1;
    case Node::own_turn: return values_[static_cast<std::size_t>(number)];
    case Node::other_turn: return 1 - values_[static_cast<std::size_t>(number)];
  }
  return 0;
}

Endgames one_plane_endgames(const Rules& rules) {
  struct Table {
    std::once_flag asked;
    std::optional<OnePlane> solved;
  };
  using Tables = std::array<Table, 2>;
  return {rules, 1, [rules, tables = std::make_shared<Tables>()](const State& duel) {
            const bool is_faced = duel.is_in_play(Seat::B);
            Table& table = (*tables)[is_faced ? 0 : 1];
            std::call_once(table.asked, [&] {
              table.solved.emplace(*duel_rules(rules, 1), is_faced ? Seat::B : Seat::Y);
            });
            return std::optional(table.solved->chance(duel));
          }};
}

}  // namespace aero
