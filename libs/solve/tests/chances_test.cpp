#include "chances.hpp"

#include <gtest/gtest.h>

namespace aero::solve {
namespace {

// What is near is kept as it is; what is far apart, in parts of a thousandth and outwards.
TEST(Packed, KeepsBoundsOrWidensThem) {
  Packed table(1);
  std::vector<std::uint32_t> gaps;
  for (std::uint32_t gap = 0; gap < 5000; ++gap) gaps.push_back(gap);
  for (std::uint32_t power = 4096; power <= 4 * Packed::kOne; power *= 2) {
    for (const std::uint32_t gap : {power - 1, power, power + 1, power / 4 * 5})
      gaps.push_back(gap);
    if (power == 4 * Packed::kOne) break;
  }
  gaps.push_back(5 * Packed::kOne);  // of a sum over five rolls
  for (const std::uint32_t gap : gaps) {
    const std::uint32_t lower = 5 * Packed::kOne - gap;
    table.set(0, {lower, lower + gap});
    const Pair<std::uint32_t> kept = table.at(0);
    ASSERT_EQ(kept.lower, lower);
    ASSERT_GE(kept.upper - kept.lower, gap);
    ASSERT_LE(kept.upper - kept.lower - gap, gap < 2048 ? 0 : gap / 1024) << gap;
  }
}

TEST(Packed, IsWhatItsKernelsRead) {
  constexpr std::size_t kCount = 37;
  Packed table(kCount);
  std::array<std::uint32_t, kCount> lower{};
  std::array<std::uint32_t, kCount> upper{};
  std::array<std::uint32_t, kCount> six_lower{};
  std::array<std::uint32_t, kCount> six_upper{};
  for (std::uint32_t i = 0; i < kCount; ++i) {
    table.set(i, {i * 7919, i * 7919 + (std::uint32_t{1} << i % 29)});
    lower[i] = 90'000;
    upper[i] = 150'000 + i;
    six_lower[i] = 1'000'000 + i;
    six_upper[i] = 3'000'000 + 5 * i;
  }
  auto best_lower = lower;
  auto best_upper = upper;
  table.raise(0, kCount, {best_lower.data(), best_upper.data()});
  for (std::uint32_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(best_lower[i], std::max(lower[i], table.at(i).lower));
    EXPECT_EQ(best_upper[i], std::max(upper[i], table.at(i).upper));
  }
  best_lower = lower;
  best_upper = upper;
  table.raise_with(0, kCount, {six_lower.data(), six_upper.data()},
                   {best_lower.data(), best_upper.data()});
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const Pair<std::uint32_t> kept = table.at(i);
    const auto sixth = Packed::sixth({kept.lower + six_lower[i], kept.upper + six_upper[i]});
    EXPECT_EQ(best_lower[i], std::max(lower[i], sixth.lower));
    EXPECT_EQ(best_upper[i], std::max(upper[i], sixth.upper));
  }
}

}  // namespace
}  // namespace aero::solve
