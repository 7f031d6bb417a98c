#include "aero/crew.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace aero {
namespace {

TEST(Crew, DoesEachNumberOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    Crew crew(threads);
    for (const int count : {0, 1, 2, 7, 100}) {
      for (const int part : {1, 3, 200}) {
        std::vector<int> done(static_cast<std::size_t>(count));
        crew.share(count, part, [&](int begin, int end) {
          EXPECT_LE(end - begin, std::max(part, threads == 1 ? count : part));
          for (int i = begin; i < end; ++i) ++done[static_cast<std::size_t>(i)];
        });
        EXPECT_EQ(done, std::vector<int>(static_cast<std::size_t>(count), 1));
      }
    }
  }
}

TEST(Crew, SharesOneAfterAnother) {
  Crew crew(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<int> done(5);
    crew.share_each(5, [&](int i) { done[static_cast<std::size_t>(i)] += round; });
    ASSERT_EQ(done, std::vector<int>(5, round));
  }
}

// A part that waits for another one ends only if somebody else does that.
TEST(Crew, WorksSideBySide) {
  Crew crew(2);
  std::atomic<int> begun = 0;
  crew.share_each(2, [&](int) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
  });
  EXPECT_EQ(begun, 2);
}

}  // namespace
}  // namespace aero
