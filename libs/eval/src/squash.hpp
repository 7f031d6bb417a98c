#pragma once
// From sums to chances, in integers: e to the power of minus x from two short tables.

#include <array>
#include <cstdint>

namespace aero {

// Both tables are made by the compiler; a series in doubles, rounded once, is the same everywhere.
constexpr double exp_minus(double x) {
  double term = 1;
  double sum = 1;
  const double part = -x / 64;
  for (int n = 1; n < 20; ++n) {
    term *= part / n;
    sum += term;
  }
  for (int i = 0; i < 6; ++i) sum *= sum;
  return sum;
}

template <int Size>
constexpr std::array<std::uint32_t, Size> exp_table(double step, double one) {
  std::array<std::uint32_t, Size> table{};
  for (int i = 0; i < Size; ++i) {
    const double exact = exp_minus(step * i) * one;
    const auto down = static_cast<std::uint32_t>(exact);
    table[static_cast<std::size_t>(i)] = exact - down < 0.5 ? down : down + 1;
  }
  return table;
}

inline constexpr auto kExpCoarse = exp_table<128>(1.0 / 8, 1 << 24);
inline constexpr auto kExpFine = exp_table<128>(1.0 / 1024, 1 << 24);

// e to the power of -x/1024, in parts of 2^24; x is 0 or more.
constexpr std::uint32_t exp_minus_1024th(std::uint32_t x) {
  if (x >= 128 * 128) return 0;
  return static_cast<std::uint32_t>(std::uint64_t{kExpCoarse[x / 128]} * kExpFine[x % 128] >> 24);
}

}  // namespace aero
