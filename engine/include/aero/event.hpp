#pragma once
// What happens when an input is accepted, complete enough that a view which knows no rules can
// follow: folding the events over the old position gives the new one.

#include <array>
#include <cstddef>
#include <cstdint>

#include "aero/fleet.hpp"

namespace aero {

struct Event {
  enum class Kind : std::uint8_t {
    rolled,     // `seat` rolled `value`; the die waits to be used
    no_move,    // nothing can move: the roll is lost
    passed,     // `seat` chose not to move
    third_six,  // the roll is not used and the turn ends; `recalled` says what goes home
    took_off,   // `before` left the hangar and became `after`
    walked,     // by the roll; past `via` and back again where `via` is not after.step
    jumped,     // to the next own-colour square
    flew,       // over the shortcut
    captured,   // `seat`'s piece `before` goes to its hangar, every plane by itself
    struck,     // the same for the piece that moved: the stack it landed on stands
    recalled,   // of `seat`'s piece `before` only `after` is left (size 0: nothing), the rest goes
                // to the hangar
    stacked,    // all planes of `seat` on after.step are one stack now
    placed,     // `seat` takes place `value` of the finishing order, 1 … 4
    next,       // the turn passes to `seat`, which is to roll; all marks are gone
    again,      // `seat` rolls again, `value` sixes played in a row; at 0 all marks are gone
    over,       // the game is over; all marks are gone
  };

  Kind kind;
  Seat seat;
  std::uint8_t value;  // pip, place or count of sixes; 0 where the kind has none
  Step via;            // for `walked`: the farthest square
  Piece before;        // size 0 where the kind has no piece
  Piece after;

  friend constexpr bool operator==(const Event&, const Event&) = default;
};

// The most events that one input brings: a walk, two hops and a landing, every enemy plane on its
// own captured, and what closes a turn.
inline constexpr int kMaxEvents = 32;

class EventList {
 public:
  constexpr int size() const { return size_; }
  constexpr const Event& operator[](int i) const { return events_[static_cast<std::size_t>(i)]; }
  constexpr const Event* begin() const { return events_.data(); }
  constexpr const Event* end() const { return events_.data() + size_; }
  constexpr void clear() { size_ = 0; }
  constexpr void operator()(const Event& event) {
    events_[static_cast<std::size_t>(size_++)] = event;
  }

 private:
  std::array<Event, kMaxEvents> events_;  // set up to size_
  int size_ = 0;
};

// For search and simulation, which read the state alone.
struct Silent {
  constexpr void operator()(const Event&) const {}
};

}  // namespace aero
