#pragma once
// The board: seats, dice faces, and the two coordinates of a plane. Source: rules.md, "The board".

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

namespace aero {

inline constexpr int kSeats = 4;       // seats around the board
inline constexpr int kMaxPlanes = 4;   // planes a side at most
inline constexpr int kRingSize = 52;   // squares of the ring
inline constexpr int kQuarter = 13;    // ring squares from one seat's start to the next one's
inline constexpr int kJumpLength = 4;  // an own-colour square is this far from the next one

// A place at the table, clockwise. The letters serve every language; colours are a skin.
enum class Seat : std::uint8_t { R, Y, B, G };

inline constexpr std::array kAllSeats{Seat::R, Seat::Y, Seat::B, Seat::G};

constexpr int index(Seat seat) { return static_cast<int>(seat); }
constexpr std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }  // in an array
constexpr char letter(Seat seat) { return "RYBG"[index(seat)]; }

// The seat `quarters` places clockwise from `seat`; `quarters` is 0 or more.
constexpr Seat clockwise(Seat seat, int quarters = 1) {
  return static_cast<Seat>((index(seat) + quarters) % kSeats);
}
constexpr Seat opposite(Seat seat) { return clockwise(seat, 2); }

// Some of the seats, such as those that play.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  constexpr SeatSet(std::initializer_list<Seat> seats) : SeatSet(std::span(seats)) {}
  constexpr explicit SeatSet(std::span<const Seat> seats) {
    for (const Seat seat : seats) insert(seat);
  }
  constexpr bool contains(Seat seat) const { return (bits_ >> index(seat) & 1) != 0; }
  constexpr void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | 1 << index(seat)); }
  constexpr int size() const { return __builtin_popcount(bits_); }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  std::uint8_t bits_ = 0;  // bit 0 is R … bit 3 is G
};

// What a die shows: 1 … 6, nothing else. `Pip(7)` does not compile; numbers from outside go
// through `from`.
class Pip {
 public:
  consteval explicit Pip(int value) : Pip(value, Unchecked{}) {
    if (value < 1 || value > 6) a_pip_is_1_to_6();
  }
  static constexpr std::optional<Pip> from(int value) {
    if (value < 1 || value > 6) return std::nullopt;
    return Pip(value, Unchecked{});
  }
  constexpr int value() const { return value_; }
  friend constexpr bool operator==(Pip, Pip) = default;

 private:
  struct Unchecked {};
  static void a_pip_is_1_to_6();  // not constexpr: calling it is the compiler's error message
  constexpr Pip(int value, Unchecked) : value_(static_cast<std::uint8_t>(value)) {}
  std::uint8_t value_;
};

inline constexpr Pip kSix{6};
inline constexpr std::array kPips{Pip(1), Pip(2), Pip(3), Pip(4), Pip(5), Pip(6)};

// Progress along a seat's own route, the canonical coordinate of a plane:
// -1 hangar · 0 pad · 1 … 50 ring · 51 … 55 home column · 56 centre.
class Step {
 public:
  Step() = default;  // no value yet; trivial, so that lists of moves cost nothing to make
  constexpr explicit Step(int value) : value_(static_cast<std::int8_t>(value)) {}
  constexpr int value() const { return value_; }
  constexpr bool is_on_ring() const { return value_ >= 1 && value_ <= 50; }
  constexpr bool is_in_home_column() const { return value_ >= 51 && value_ <= 55; }
  friend constexpr auto operator<=>(Step, Step) = default;
  friend constexpr Step operator+(Step from, int squares) { return Step(from.value_ + squares); }
  friend constexpr int operator-(Step to, Step from) { return to.value_ - from.value_; }

 private:
  std::int8_t value_;
};

inline constexpr Step kHangar{-1};
inline constexpr Step kPad{0};
inline constexpr Step kFlightStart{18};
inline constexpr Step kFlightEnd{30};
inline constexpr Step kEntrance{50};
inline constexpr Step kCrossing{53};  // counted on the route of the seat whose column is crossed
inline constexpr Step kCentre{56};

// An own-colour square: 2, 6, 10, …, 46, 50 of the seat's own route.
constexpr bool is_own_colour(Step step) { return step.is_on_ring() && step.value() % 4 == 2; }

// A square of the ring, the same for every seat: 0 … 51, clockwise. Steps of two seats are
// compared through their squares only; there is no arithmetic between the two.
class Square {
 public:
  constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
  constexpr int index() const { return index_; }
  friend constexpr bool operator==(Square, Square) = default;

 private:
  std::uint8_t index_;
};

// Where a seat's step lies on the ring. Precondition: step.is_on_ring().
constexpr Square ring_square(Seat seat, Step step) {
  const int sum = kQuarter * index(seat) + step.value();
  return Square(sum < kRingSize ? sum : sum - kRingSize);
}

// The step at which a seat walks over a square; none for the two squares that it never reaches.
constexpr std::optional<Step> step_on(Seat seat, Square square) {
  const int difference = square.index() - kQuarter * index(seat);
  const Step step(difference > 0 ? difference : difference + kRingSize);
  if (!step.is_on_ring()) return std::nullopt;
  return step;
}

}  // namespace aero
