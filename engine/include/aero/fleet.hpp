#pragma once
// The planes of one seat, in the one canonical order, so that equal fleets are equal bits.

#include <cassert>
#include <cstdint>

#include "aero/board.hpp"

namespace aero {

// One plane, or a stack that moves as one. As large as a register, or compilers keep it in memory.
struct alignas(4) Piece {
  Step step;
  std::uint8_t size;   // planes: 1 … 4
  std::uint8_t marks;  // of these, planes at risk of a third six: 0 … size
  friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

// In the hangar, on the pad and in the centre every plane is a piece of its own.
constexpr bool can_stack_on(Step step) { return step > kPad && step < kCentre; }

// Up to four planes, ordered as the position line orders them: by step; on one step larger stacks
// first, then fewer marks first; within a stack unmarked planes first. One byte a plane in a
// 32-bit word, the first plane lowest: (step + 1) << 2 | linked << 1 | marked, where `linked` says
// that the plane belongs to the same piece as the one before it. Unused bytes are 0xFC.
class Fleet {
 public:
  constexpr Fleet() = default;  // no planes: the seat is not in play

  constexpr bool empty() const { return word_ == kNoPlanes; }
  constexpr std::uint32_t bits() const { return word_; }

  // Planes in all, 0 … 4.
  constexpr int size() const { return kMaxPlanes - count_bytes(places_equal(kNoPlace)); }
  // Planes standing on a step.
  constexpr int count(Step step) const { return count_bytes(places_equal(place(step))); }
  constexpr bool has(Step step) const { return places_equal(place(step)) != 0; }
  // Is there a stack on the step.
  constexpr bool has_stack(Step step) const {
    const std::uint32_t wanted = spread(place(step) << 1 | 1u);
    return zero_bytes((word_ >> 1 & spread(0x7F)) ^ wanted) != 0;
  }
  // Is every plane in the centre, and so the one that is furthest back. False for an empty fleet.
  constexpr bool is_home() const { return place_at(0) == place(kCentre); }

  // Adds a piece beside what is there already; where planes cannot stack, each by itself.
  // Precondition: there is room.
  constexpr void add(Piece piece) {
    if (can_stack_on(piece.step)) {
      if (piece.size > 0) insert(piece);
      return;
    }
    for (int plane = 0; plane < piece.size; ++plane) {
      insert({piece.step, 1, static_cast<std::uint8_t>(plane < piece.marks)});
    }
  }
  // Removes a piece. Precondition: the fleet has it.
  constexpr void remove(Piece piece) { erase(slot_of(piece), piece.size); }
  // Does the fleet have this very piece; no for any piece that cannot be.
  constexpr bool contains(Piece piece) const {
    return piece.step <= kCentre && slot_of(piece) < kMaxPlanes;
  }
  // Makes one stack of all planes on a step, 1 … 55.
  constexpr void join(Step step) {
    Piece stack{step, 0, 0};
    while (has(step)) {
      const Piece piece = piece_at(first_from(place(step)));
      stack.size = static_cast<std::uint8_t>(stack.size + piece.size);
      stack.marks = static_cast<std::uint8_t>(stack.marks + piece.marks);
      remove(piece);
    }
    add(stack);
  }
  constexpr void clear_marks() { word_ &= ~spread(kMarked); }
  constexpr bool has_marks() const { return (word_ & spread(kMarked)) != 0; }

  // The pieces in canonical order.
  struct End {};
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest), piece_(first_piece(rest)) {}
    constexpr Piece operator*() const { return piece_; }
    constexpr Iterator& operator++() { return *this = Iterator(rest_ >> 8 * piece_.size); }
    constexpr bool operator==(End) const { return static_cast<std::uint32_t>(rest_) == kNoPlanes; }

   private:
    std::uint64_t rest_;
    Piece piece_;
  };
  constexpr Iterator begin() const { return Iterator(from_slot(0)); }
  constexpr End end() const { return {}; }

  friend constexpr bool operator==(const Fleet&, const Fleet&) = default;

 private:
  static constexpr std::uint32_t kNoPlace = 63;  // of an unused byte
  static constexpr std::uint32_t kNoPlanes = 0xFCFCFCFC;
  static constexpr std::uint32_t kLinked = 2;
  static constexpr std::uint32_t kMarked = 1;

  // All four bytes at once. `spread` repeats a byte; a set of bytes is told by their top bits.
  static constexpr std::uint32_t spread(std::uint32_t byte) { return byte * 0x01010101u; }
  static constexpr int count_bytes(std::uint32_t set) {
    return static_cast<int>((set >> 7) * 0x01010101u >> 24);
  }
  static constexpr std::uint64_t low_bytes(int count) {
    return (std::uint64_t{1} << 8 * count) - 1;
  }
  // The set of zero bytes. Precondition: no byte has its own top bit set.
  static constexpr std::uint32_t zero_bytes(std::uint32_t word) {
    return ~(word + spread(0x7F)) & spread(0x80);
  }

  static constexpr std::uint32_t place(Step step) {
    return static_cast<std::uint32_t>(step.value() + 1);
  }
  constexpr std::uint32_t places() const { return word_ >> 2 & spread(0x3F); }
  constexpr std::uint32_t places_equal(std::uint32_t place) const {
    return zero_bytes(places() ^ spread(place));
  }

  // The planes from a slot on, in the lower half, with unused bytes behind them.
  constexpr std::uint64_t from_slot(int slot) const {
    return (word_ | std::uint64_t{kNoPlanes} << 32) >> 8 * slot;
  }
  constexpr std::uint32_t place_at(int slot) const {
    return static_cast<std::uint32_t>(from_slot(slot) >> 2 & 0x3F);
  }
  constexpr Piece piece_at(int slot) const { return first_piece(from_slot(slot)); }
  // The piece that begins in the lowest byte; nothing of use where that is unused.
  static constexpr Piece first_piece(std::uint64_t planes) {
    Piece piece{Step(static_cast<int>(planes >> 2 & 0x3F) - 1), 1,
                static_cast<std::uint8_t>(planes & kMarked)};
    for (planes >>= 8; (planes & kLinked) != 0; planes >>= 8) {
      piece.size = static_cast<std::uint8_t>(piece.size + 1);
      piece.marks = static_cast<std::uint8_t>(piece.marks + (planes & kMarked));
    }
    return piece;
  }

  // The first slot whose place is at least this one; kMaxPlanes when all are below.
  constexpr int first_from(std::uint32_t place) const {
    const std::uint32_t from = (places() + spread(0x80 - place)) & spread(0x80);
    return __builtin_ctzll(from | std::uint64_t{1} << 8 * kMaxPlanes) / 8;
  }
  // The slot of the first plane of such a piece; kMaxPlanes when there is none. Precondition: the
  // step is one of the board.
  constexpr int slot_of(Piece piece) const {
    int slot = first_from(place(piece.step));
    for (;;) {
      const Piece other = piece_at(slot);
      if (other == piece) return slot;
      if (other.step != piece.step) return kMaxPlanes;
      slot += other.size;
    }
  }

  // Precondition: the pieces stand on one step.
  static constexpr bool goes_before(Piece piece, Piece other) {
    if (piece.size != other.size) return piece.size > other.size;
    return piece.marks < other.marks;
  }
  constexpr void insert(Piece piece) {
    assert(size() + piece.size <= kMaxPlanes);
    int slot = first_from(place(piece.step));
    while (place_at(slot) == place(piece.step)) {
      const Piece other = piece_at(slot);
      if (goes_before(piece, other)) break;
      slot += other.size;
    }
    const std::uint64_t linked = spread(kLinked) << 8;
    const std::uint64_t marked = std::uint64_t{spread(kMarked)} << 8 * (piece.size - piece.marks);
    const std::uint64_t planes =
        (spread(place(piece.step) << 2) | linked | marked) & low_bytes(piece.size);
    const std::uint64_t word = word_;
    word_ = static_cast<std::uint32_t>((word & low_bytes(slot)) | planes << 8 * slot |
                                       (word & ~low_bytes(slot)) << 8 * piece.size);
  }
  constexpr void erase(int slot, int size) {
    const std::uint64_t word = word_ | std::uint64_t{kNoPlanes} << 32;
    word_ = static_cast<std::uint32_t>((word & low_bytes(slot)) |
                                       (word >> 8 * size & ~low_bytes(slot)));
  }

  std::uint32_t word_ = kNoPlanes;
};

static_assert(sizeof(Fleet) == 4);

}  // namespace aero
