#include "aero/lab/signature.hpp"

#include "aero/dice.hpp"
#include "aero/notation.hpp"

namespace aero {
namespace {

constexpr int kRuleSets = 240;
constexpr int kMaxPlies = 3000;

// A hash of a list of numbers: the dice generator's chain of keys.
class Digest {
 public:
  void add(std::uint64_t number) { chain_ = chain_.fork(number); }
  void add(const Move& move) {
    std::uint64_t word = packed(move.piece);
    for (const Step step : {move.rolled, move.hops[0], move.hops[1]}) word = word << 8 | byte(step);
    add(word << 8 | std::uint64_t{move.joins});
  }
  void add(const Event& event) {
    add(static_cast<std::uint64_t>(event.kind) << 24 |
        static_cast<std::uint64_t>(index(event.seat)) << 16 | std::uint64_t{event.value} << 8 |
        byte(event.via));
    add(packed(event.before) << 24 | packed(event.after));
  }
  std::uint64_t value() const { return chain_.at(0); }

 private:
  static std::uint64_t byte(Step step) { return static_cast<std::uint8_t>(step.value()); }
  static std::uint64_t packed(Piece piece) {
    return byte(piece.step) << 16 | std::uint64_t{piece.size} << 8 | piece.marks;
  }

  Random chain_{0};
};

Rules drawn_rules(Random random) {
  return choose_rules([&random, n = std::uint64_t{0}](int values) mutable {
    return random.below(static_cast<std::uint32_t>(values), n++);
  });
}

// Any `count` seats of the four.
SeatSet drawn_seats(int count, Random random) {
  SeatSet seats;
  for (std::uint64_t n = 0; seats.size() < count; ++n) {
    seats.insert(static_cast<Seat>(random.below(kSeats, n)));
  }
  return seats;
}

Seat drawn_first(SeatSet seats, Random random) {
  for (std::uint64_t n = 0;; ++n) {
    const Seat seat = static_cast<Seat>(random.below(kSeats, n));
    if (seats.contains(seat)) return seat;
  }
}

template <class Ply>
void play(const Rules& rules, State& state, const Ply& ply, Digest& digest) {
  EventList events;
  digest.add(static_cast<std::uint64_t>(apply(rules, state, ply, events)));
  for (const Event& event : events) digest.add(event);
}

void play_game(const Rules& rules, int seat_count, Random random, Digest& digest) {
  const SeatSet seats = drawn_seats(seat_count, random.fork(0));
  State state = start(rules, seats, drawn_first(seats, random.fork(1)));
  const Random choices = random.fork(2);
  for (std::uint64_t ply = 0; ply < kMaxPlies && !state.is_over(); ++ply) {
    digest.add(hash(state));
    if (!state.has_roll()) {
      play(rules, state, kPips[choices.below(6, ply)], digest);
      continue;
    }
    const MoveList moves = legal_moves(rules, state);
    for (const Move& move : moves) digest.add(move);
    const auto choice = choices.below(static_cast<std::uint32_t>(moves.size()), ply);
    play(rules, state, moves[static_cast<int>(choice)], digest);
  }
  digest.add(hash(state));
}

}  // namespace

std::uint64_t signature() {
  const Random random(0);
  Digest digest;
  std::uint64_t game = 0;
  const auto play_games = [&](const Rules& rules) {
    for (int seats = 2; seats <= kSeats; ++seats) {
      play_game(rules, seats, random.fork(game++), digest);
    }
  };
  for (const Preset& preset : presets()) play_games(preset.rules);
  for (std::uint64_t n = 0; n < kRuleSets; ++n) play_games(drawn_rules(random.fork(game).fork(n)));
  return digest.value();
}

}  // namespace aero
