#pragma once
// The planes of one seat, in the one canonical order, so that equal fleets are equal bits.

#include <cassert>
#include <cstdint>

#include "aero/board.hpp"

namespace aero {

// One plane, or a stack that moves as one.
struct Piece {
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
  constexpr int size() const {
    int planes = 0;
    for (int slot = 0; slot < kMaxPlanes; ++slot) planes += byte(slot) != kNoPlane;
    return planes;
  }
  // Planes standing on a step.
  constexpr int count(Step step) const { return __builtin_popcount(places_equal(step)); }
  constexpr bool has(Step step) const { return places_equal(step) != 0; }
  // Is there a stack on the step.
  constexpr bool has_stack(Step step) const {
    const std::uint32_t wanted = spread(place(step) << 1 | 1u);
    return zero_bytes((word_ >> 1 & spread(0x7F)) ^ wanted) != 0;
  }
  // Is every plane in the centre. False for an empty fleet.
  constexpr bool is_home() const { return !empty() && count(kCentre) == size(); }

  // Adds a piece beside what is there already; where planes cannot stack, each by itself.
  // Precondition: there is room.
  constexpr void add(Piece piece) {
    while (piece.size > 1 && !can_stack_on(piece.step)) {
      const std::uint8_t mark = piece.marks > 0 ? 1 : 0;
      add({piece.step, 1, mark});
      piece.size = static_cast<std::uint8_t>(piece.size - 1);
      piece.marks = static_cast<std::uint8_t>(piece.marks - mark);
    }
    if (piece.size == 0) return;
    int slot = 0;
    while (slot < kMaxPlanes && byte(slot) != kNoPlane) {
      const Piece other = piece_at(slot);
      if (goes_before(piece, other)) break;
      slot += other.size;
    }
    insert(slot, piece);
  }
  // Removes a piece. Precondition: the fleet has it.
  constexpr void remove(Piece piece) {
    int slot = 0;
    while (piece_at(slot) != piece) slot += piece_at(slot).size;
    erase(slot, piece.size);
  }
  // Does the fleet have this very piece.
  constexpr bool contains(Piece piece) const {
    for (const Piece other : *this) {
      if (other == piece) return true;
    }
    return false;
  }
  // Makes one stack of all planes on a step, 1 … 55.
  constexpr void join(Step step) {
    Piece stack{step, 0, 0};
    while (has(step)) {
      const Piece piece = piece_at(slot_of(step));
      stack.size = static_cast<std::uint8_t>(stack.size + piece.size);
      stack.marks = static_cast<std::uint8_t>(stack.marks + piece.marks);
      remove(piece);
    }
    add(stack);
  }
  constexpr void clear_marks() { word_ &= ~kMarkBits; }
  constexpr bool has_marks() const { return (word_ & kMarkBits) != 0; }

  // The pieces in canonical order.
  class Iterator {
   public:
    constexpr Iterator(const Fleet& fleet, int slot) : fleet_(&fleet), slot_(slot) { load(); }
    constexpr Piece operator*() const { return piece_; }
    constexpr Iterator& operator++() {
      slot_ += piece_.size;
      load();
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return slot_ != other.slot_; }

   private:
    constexpr void load() {
      if (slot_ < kMaxPlanes && fleet_->byte(slot_) == kNoPlane) slot_ = kMaxPlanes;
      if (slot_ < kMaxPlanes) piece_ = fleet_->piece_at(slot_);
    }
    const Fleet* fleet_;
    int slot_;
    Piece piece_{kHangar, 0, 0};
  };
  constexpr Iterator begin() const { return {*this, 0}; }
  constexpr Iterator end() const { return {*this, kMaxPlanes}; }

  friend constexpr bool operator==(const Fleet&, const Fleet&) = default;

 private:
  static constexpr std::uint32_t kNoPlane = 0xFC;
  static constexpr std::uint32_t kNoPlanes = 0xFCFCFCFC;
  static constexpr std::uint32_t kMarkBits = 0x01010101;

  static constexpr std::uint32_t spread(std::uint32_t byte) { return byte * 0x01010101u; }
  static constexpr std::uint32_t place(Step step) {
    return static_cast<std::uint32_t>(step.value() + 1);
  }
  // The top bit of each zero byte. Precondition: no byte has its own top bit set.
  static constexpr std::uint32_t zero_bytes(std::uint32_t word) {
    return ~(word + spread(0x7F)) & spread(0x80);
  }
  constexpr std::uint32_t places_equal(Step step) const {
    return zero_bytes((word_ >> 2 & spread(0x3F)) ^ spread(place(step)));
  }
  constexpr std::uint32_t byte(int slot) const { return word_ >> 8 * slot & 0xFF; }
  constexpr int slot_of(Step step) const { return __builtin_ctz(places_equal(step)) / 8; }

  constexpr Piece piece_at(int slot) const {
    const std::uint32_t first = byte(slot);
    Piece piece{Step(static_cast<int>(first >> 2) - 1), 1, static_cast<std::uint8_t>(first & 1)};
    for (++slot; slot < kMaxPlanes && (byte(slot) & 2) != 0 && byte(slot) >> 2 == first >> 2;
         ++slot) {
      ++piece.size;
      piece.marks = static_cast<std::uint8_t>(piece.marks + (byte(slot) & 1));
    }
    return piece;
  }
  static constexpr bool goes_before(Piece piece, Piece other) {
    if (piece.step != other.step) return piece.step < other.step;
    if (piece.size != other.size) return piece.size > other.size;
    return piece.marks < other.marks;
  }
  constexpr void insert(int slot, Piece piece) {
    assert(byte(kMaxPlanes - piece.size) == kNoPlane);
    std::uint64_t planes = 0;
    for (int i = 0; i < piece.size; ++i) {
      const std::uint32_t linked = i > 0 ? 2 : 0;
      const std::uint32_t marked = i >= piece.size - piece.marks ? 1 : 0;
      planes |= std::uint64_t{place(piece.step) << 2 | linked | marked} << 8 * i;
    }
    const std::uint64_t low = (std::uint64_t{1} << 8 * slot) - 1;
    const std::uint64_t word = word_;
    word_ = static_cast<std::uint32_t>((word & low) | planes << 8 * slot |
                                       (word & ~low) << 8 * piece.size);
  }
  constexpr void erase(int slot, int size) {
    const std::uint64_t low = (std::uint64_t{1} << 8 * slot) - 1;
    const std::uint64_t word = word_ | std::uint64_t{kNoPlanes} << 32;
    word_ = static_cast<std::uint32_t>((word & low) | (word >> 8 * size & ~low));
  }

  std::uint32_t word_ = kNoPlanes;
};

static_assert(sizeof(Fleet) == 4);

}  // namespace aero
