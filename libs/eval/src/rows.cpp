#include "aero/eval/rows.hpp"

#include "aero/game.hpp"
#include "aero/setup.hpp"

namespace aero {
namespace {

constexpr std::uint64_t kRing = (std::uint64_t{1} << kRingSize) - 1;

constexpr std::uint64_t crossing_of(Seat seat) {
  return std::uint64_t{1} << (kRingSize + index(seat));
}

std::uint64_t square_of(Seat seat, Step step) {
  return step.is_on_ring() ? std::uint64_t{1} << ring_square(seat, step).index() : 0;
}

// The squares of R's table, turned clockwise to another seat's.
std::uint64_t turned(std::uint64_t squares, Seat seat) {
  const std::uint64_t ring = squares & kRing;
  const int by = kQuarter * index(seat);
  std::uint64_t result = (ring << by | ring >> (kRingSize - by)) & kRing;
  for (const Seat crossed : kAllSeats) {
    if ((squares & crossing_of(crossed)) != 0) {
      result |= crossing_of(clockwise(crossed, index(seat)));
    }
  }
  return result;
}

// A lone plane of R on a step, to roll, and nobody in its way.
State lone_plane(const Rules& rules, Step step) {
  Setup setup;
  setup.sides[0].is_in_play = setup.sides[2].is_in_play = true;
  setup.sides[0].add({step.value(), 1, 0});
  setup.sides[2].add({kHangar.value(), 1, 0});
  setup.turn = Seat::R;
  return *check(rules, setup).state;
}

std::uint64_t squares_of(const Rules& rules, const Move& move) {
  std::uint64_t squares = square_of(Seat::R, move.rolled);
  Step from = move.rolled;
  for (const Step hop : move.hops) {
    if (hop == kNoStep) break;
    squares |= square_of(Seat::R, hop);
    if (is_flight(from, hop) && rules.crossing) squares |= crossing_of(Seat::B);
    from = hop;
  }
  return squares;
}

// A plane as a fleet's word has it, without its mark: its place, step + 1, and whether it belongs
// to the piece before it.
struct Plane {
  std::uint32_t byte;
  bool is_none() const { return byte == 0xFC; }
  std::uint32_t place() const { return byte >> 2; }
  Step step() const { return Step(static_cast<int>(place()) - 1); }
  bool is_marked() const { return (byte & 1) != 0; }
  std::uint32_t code() const { return byte >> 1; }  // place and link
};

// Rows within a seat's by Plane::code and how many planes of the fleet stand on the step before it.
constexpr auto kRowOfPlane = [] {
  std::array<std::array<std::uint16_t, kMaxPlanes>, 128> rows{};
  for (int code = 0; code < 2 * 58; ++code) {
    const Step step(code / 2 - 1);
    const bool is_linked = code % 2 != 0;
    for (int before = 0; before < kMaxPlanes; ++before) {
      int row = 0;
      if (step == kHangar) {
        row = kRowsHangar + before;
      } else if (step == kPad) {
        row = kRowsPad + before;
      } else if (step == kCentre) {
        row = kRowsCentre + before;
      } else {
        const int beside = before > 0 ? 1 : 0;
        row = kRowsSteps + 5 * (step.value() - 1) + (is_linked ? 1 + before : beside);
      }
      rows[static_cast<std::size_t>(code)][static_cast<std::size_t>(before)] =
          static_cast<std::uint16_t>(row);
    }
  }
  return rows;
}();

// What a fleet reaches with each of its pieces and with all of them, and where it can be hit.
struct Contact {
  std::array<std::uint64_t, kMaxPlanes> pieces;  // set up to `count`
  int count = 0;
  std::uint64_t all = 0;
  std::uint64_t targets = 0;
};

// Where enemies may hit the fleet when stacks are safe.
std::uint64_t lone_targets(const Reach& reach, Fleet fleet, Seat seat) {
  std::uint64_t targets = 0;
  for (const Piece piece : fleet) {
    if (piece.size == 1 || piece.step == kCrossing) targets |= reach.target(seat, piece.step);
  }
  return targets;
}

Contact push_planes(const Reach& reach, Fleet fleet, Seat seat, int distance, RowList& rows) {
  Contact contact;
  std::uint32_t last = 64;  // no place
  std::size_t before = 0;
  std::uint32_t word = fleet.bits();
  for (int slot = 0; slot < kMaxPlanes; ++slot, word >>= 8) {
    const Plane plane{word & 0xFF};
    if (plane.is_none()) break;
    before = plane.place() == last ? before + 1 : 0;
    last = plane.place();
    rows.push(kRowsOfSeat * distance + kRowOfPlane[plane.code()][before]);
    if (plane.is_marked()) rows.push(kRowsMarks + plane.step().value());
    if (before > 0) continue;
    const std::uint64_t squares = reach.from(seat, plane.step());
    contact.pieces[static_cast<std::size_t>(contact.count++)] = squares;
    contact.all |= squares;
    contact.targets |= reach.target(seat, plane.step());
  }
  if (!reach.hits_stacks()) contact.targets = lone_targets(reach, fleet, seat);
  return contact;
}

void push_hits(std::uint64_t hits, Seat victim, int distance, int hitter, RowList& rows) {
  const int first = kRowsHits + 51 * (3 * distance + hitter - 1);
  for (; hits != 0; hits &= hits - 1) {
    const int bit = __builtin_ctzll(hits);
    if (bit >= kRingSize) {
      rows.push(first + 50);
    } else {
      const int step = bit - kQuarter * index(victim);
      rows.push(first + (step > 0 ? step : step + kRingSize) - 1);
    }
  }
}

}  // namespace

Reach::Reach(const Rules& rules) : hits_stacks_(rules.stackhit != StackHit::hitter) {
  Rules alone = rules;
  alone.planes = 1;
  for (int step = kPad.value(); step <= kEntrance.value(); ++step) {
    std::uint64_t squares = 0;
    for (const Pip roll : kPips) {
      State state = lone_plane(alone, Step(step));
      apply(alone, state, roll);
      for (const Move& move : legal_moves(alone, state)) {
        if (!move.is_pass()) squares |= squares_of(alone, move);
      }
    }
    for (const Seat seat : kAllSeats) {
      squares_[at(seat)][place_of(Step(step))] = turned(squares, seat);
    }
  }
  for (const Seat seat : kAllSeats) {
    for (int step = 1; step <= kEntrance.value(); ++step) {
      targets_[at(seat)][place_of(Step(step))] = square_of(seat, Step(step));
    }
    targets_[at(seat)][place_of(kCrossing)] = crossing_of(seat);
  }
}

RowList rows_of(const Rules& rules) {
  RowList rows;
  int row = kRowsRules;
  // The row of a value, 0 being standard, of an option that has `values` of them.
  const auto add = [&](int value, int values) {
    if (value > 0) rows.push(row + value - 1);
    row += values - 1;
  };
  add(kMaxPlanes - rules.planes, 4);
  add(static_cast<int>(rules.takeoff), 4);
  add(static_cast<int>(rules.sixes), 5);
  add(static_cast<int>(!rules.recall), 2);
  add(static_cast<int>(!rules.jump), 2);
  add(static_cast<int>(rules.flight), 3);
  add(static_cast<int>(!rules.chain), 2);
  add(static_cast<int>(rules.onward), 3);
  add(static_cast<int>(!rules.crossing), 2);
  add(static_cast<int>(rules.stack), 3);
  add(static_cast<int>(rules.stackhit), 3);
  add(static_cast<int>(rules.wall), 3);
  add(static_cast<int>(rules.finish), 3);
  add(static_cast<int>(rules.bonus), 4);
  add(static_cast<int>(rules.move), 2);
  return rows;
}

RowList rows_of(const Reach& reach, const State& state) {
  RowList rows;
  const Seat mover = state.turn();
  std::array<Contact, kSeats> contacts;  // by distance
  for (int distance = 0; distance < kSeats; ++distance) {
    const Seat seat = clockwise(mover, distance);
    const Fleet fleet = state.fleet(seat);
    if (fleet.empty() || fleet.is_home()) {
      rows.push(kRowsAbsent + distance - 1);
      continue;
    }
    contacts[static_cast<std::size_t>(distance)] = push_planes(reach, fleet, seat, distance, rows);
  }
  for (int distance = 0; distance < kSeats; ++distance) {
    const Contact& contact = contacts[static_cast<std::size_t>(distance)];
    for (int ahead = 1; ahead < kSeats; ++ahead) {
      const int other = (distance + ahead) % kSeats;
      const std::uint64_t targets = contacts[static_cast<std::size_t>(other)].targets;
      if ((contact.all & targets) == 0) continue;
      for (int i = 0; i < contact.count; ++i) {
        push_hits(contact.pieces[static_cast<std::size_t>(i)] & targets, clockwise(mover, other),
                  other, kSeats - ahead, rows);
      }
    }
  }
  if (state.sixes() > 0) rows.push(kRowsSixes + state.sixes() - 1);
  return rows;
}

}  // namespace aero
