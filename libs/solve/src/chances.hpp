#pragma once
// The bounds that a sweep works on, as numbers of one kind or another side by side.

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "aero/solve/table.hpp"

namespace aero::solve {

// Bounds of the chance of whoever owns the row. Numbers are chances, or sums of up to six.
template <class N>
struct Pair {
  N lower, upper;
};

// Pairs side by side, lower and upper bounds apart.
template <class N>
struct Rows {
  N* lower;
  N* upper;
};

// As 64-bit floating point: 16 bytes a position.
class Doubles {
 public:
  using Number = double;
  static constexpr double kOne = 1;

  // By number of the position; what is meant by that is up to the caller.
  explicit Doubles(std::size_t count) : pairs_(count) {}

  Pair<double> at(std::size_t position) const { return pairs_[position]; }
  void set(std::size_t position, Pair<double> pair) { pairs_[position] = pair; }

  // Raises `count` pairs to those that stand from `begin` on.
  void raise(std::size_t begin, std::size_t count, Rows<double> best) const {
    for (std::size_t i = 0; i < count; ++i) {
      best.lower[i] = std::max(best.lower[i], pairs_[begin + i].lower);
      best.upper[i] = std::max(best.upper[i], pairs_[begin + i].upper);
    }
  }
  // The same to a sixth of their sum with `six`.
  void raise_with(std::size_t begin, std::size_t count, Rows<double> six, Rows<double> best) const {
    for (std::size_t i = 0; i < count; ++i) {
      best.lower[i] = std::max(best.lower[i], (pairs_[begin + i].lower + six.lower[i]) / 6);
      best.upper[i] = std::max(best.upper[i], (pairs_[begin + i].upper + six.upper[i]) / 6);
    }
  }

  static Pair<double> sixth(Pair<double> sum) { return {sum.lower / 6, sum.upper / 6}; }
  static Bounds bounds_of(Pair<double> pair) { return {pair.lower, pair.upper}; }
  static Pair<double> pair_of(Bounds bounds) { return {bounds.lower, bounds.upper}; }

  std::vector<std::span<std::byte>> bytes() { return {std::as_writable_bytes(std::span(pairs_))}; }

 private:
  std::vector<Pair<double>> pairs_;
};

// In 6 bytes a position: the lower bound in parts of 2^-29, and how far above it the upper one is,
// in 11 bits and an exponent. Bounds are rounded outwards, so that the upper one may come to lie a
// little above 1.
class Packed {
 public:
  using Number = std::uint32_t;
  static constexpr std::uint32_t kOne = std::uint32_t{1} << 29;  // six fit into a number
  static constexpr double kFinest = 1.0 / kOne;  // what rounding adds to a bound at most
  static constexpr unsigned kDigits = 11;

  explicit Packed(std::size_t count) : lower_(count), gap_(count) {}

  Pair<std::uint32_t> at(std::size_t position) const {
    const std::uint32_t lower = lower_[position];
    return {lower, lower + wide(gap_[position])};
  }
  void set(std::size_t position, Pair<std::uint32_t> pair) {
    lower_[position] = pair.lower;
    gap_[position] = narrow(pair.upper - pair.lower);
  }

  // As of Doubles, with what the machine has for many numbers at once.
  void raise(std::size_t begin, std::size_t count, Rows<std::uint32_t> best) const;
  void raise_with(std::size_t begin, std::size_t count, Rows<std::uint32_t> six,
                  Rows<std::uint32_t> best) const;

  static Pair<std::uint32_t> sixth(Pair<std::uint32_t> sum) {
    return {sum.lower / 6, (sum.upper + 5) / 6};
  }
  static Bounds bounds_of(Pair<std::uint32_t> pair) {
    return {pair.lower * kFinest, pair.upper * kFinest};
  }
  static Pair<std::uint32_t> pair_of(Bounds bounds) {
    // What doubles get wrong themselves is far less than this.
    constexpr double kError = 1e-6;
    return {
        static_cast<std::uint32_t>(std::max(bounds.lower * kOne - kError, 0.0)),
        static_cast<std::uint32_t>(std::ceil(std::min(bounds.upper * kOne + kError, 1.0 * kOne)))};
  }

  std::vector<std::span<std::byte>> bytes() { return {lower_.bytes(), gap_.bytes()}; }

  // How far apart the bounds are, as a number.
  static std::uint32_t wide(std::uint16_t gap) {
    return (gap & ((1u << kDigits) - 1)) << (gap >> kDigits);
  }

 private:
  static std::uint16_t narrow(std::uint32_t gap) {
    const auto digits = static_cast<unsigned>(std::bit_width(gap));
    unsigned shift = digits > kDigits ? digits - kDigits : 0;
    std::uint32_t up = (gap + (1u << shift) - 1) >> shift;
    if (up >> kDigits != 0) {  // one more digit than there is room for: the next power of two
      up >>= 1;
      ++shift;
    }
    return static_cast<std::uint16_t>(shift << kDigits | up);
  }

  // Large pages, where there are any: most of the time goes into finding numbers far apart.
  template <class T>
  class Numbers {
   public:
    explicit Numbers(std::size_t count) : size_(count) {
      void* memory = std::aligned_alloc(kPage, (count * sizeof(T) + kPage - 1) / kPage * kPage);
      if (memory == nullptr) throw std::bad_alloc();
      ::madvise(memory, count * sizeof(T), MADV_HUGEPAGE);
      numbers_.reset(static_cast<T*>(memory));
    }
    T& operator[](std::size_t i) { return numbers_[i]; }
    const T& operator[](std::size_t i) const { return numbers_[i]; }
    std::span<std::byte> bytes() {
      return std::as_writable_bytes(std::span(numbers_.get(), size_));
    }

   private:
    static constexpr std::size_t kPage = std::size_t{1} << 21;
    struct Free {
      void operator()(T* memory) const { std::free(memory); }
    };
    std::size_t size_;
    std::unique_ptr<T[], Free> numbers_;
  };

  Numbers<std::uint32_t> lower_;
  Numbers<std::uint16_t> gap_;
};

}  // namespace aero::solve
