// The store behind threads of its own: what waits there has bounds and an order.

#include "keeper.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

#include "folder.hpp"

namespace aero::server {
namespace {

using namespace std::chrono_literals;

// Hands over what the keeper says, one after the other.
class Inbox {
 public:
  Keeper::Post post() {
    return [this](std::function<void()> action) {
      const std::lock_guard lock(mutex_);
      actions_.push_back(std::move(action));
      changed_.notify_one();
    };
  }
  // False where nothing comes for a while.
  bool run_next() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, 10s, [this] { return !actions_.empty(); })) return false;
    const auto action = std::move(actions_.front());
    actions_.pop_front();
    lock.unlock();
    action();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> actions_;
};

constexpr auto kAsItIs = [](const Keeper::Found& found) { return found; };

class KeeperTest : public testing::Test {
 protected:
  void open() {
    keeper_.emplace(folder_ / "data", inbox_.post(), [](const auto&) {});
  }
  // Tables of ten entries, nobody's for a long time.
  void fill(int tables) {
    storage::Store store(folder_ / "data", {.unix_s = [] { return std::int64_t{1000}; }});
    for (int table = 0; table < tables; ++table) {
      std::vector<storage::Append> log;
      for (int seq = 1; seq <= 10; ++seq) {
        log.push_back(
            {.table = "T" + std::to_string(table),
             .entry = {.seq = seq,
                       .at_ms = 0,
                       .text = "T" + std::to_string(table) + " entry " + std::to_string(seq)}});
      }
      store.commit(log);
    }
  }

  TestFolder folder_;
  Inbox inbox_;
  std::optional<Keeper> keeper_;
};

TEST_F(KeeperTest, ReadsBeyondTheBoundAreRefusedAndTablesComeFirst) {
  fill(1);
  open();
  std::promise<void> entered;
  std::promise<void> let_go;
  keeper_->fold<int>(
      "T0",
      [&](const Keeper::Found& found) {
        entered.set_value();
        let_go.get_future().wait();
        return static_cast<int>(found.log->entries.size());
      },
      [](std::optional<int> count) { EXPECT_EQ(count, 10); });
  entered.get_future().wait();
  std::vector<std::string> order;
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    keeper_->get("token", "none", [&](const Keeper::Looked& found) {
      refused += found ? 0 : 1;
      if (found) order.emplace_back("other");
    });
  }
  keeper_->load<Keeper::Found>("T0", kAsItIs, [&](const std::optional<Keeper::Found>& found) {
    ASSERT_TRUE(found && found->log);
    EXPECT_EQ(found->log->entries.size(), 10u);
    order.emplace_back("table");
  });
  for (int i = 0; i < 1000 - 256; ++i) ASSERT_TRUE(inbox_.run_next());
  EXPECT_EQ(refused, 1000 - 256);
  let_go.set_value();
  for (int i = 0; i < 1 + 256 + 1; ++i) ASSERT_TRUE(inbox_.run_next());
  ASSERT_EQ(order.size(), 257u);
  EXPECT_EQ(order.front(), "table");
}

TEST_F(KeeperTest, ForgetsAllThatIsOldHoweverMuchItIs) {
  fill(450);
  open();
  keeper_->forget(1, 1);
  std::size_t left = 450;
  for (int i = 0; i < 1000 && left > 0; ++i) {
    keeper_->running([&](const std::vector<std::string>& codes) { left = codes.size(); });
    ASSERT_TRUE(inbox_.run_next());
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(left, 0u);
}

TEST_F(KeeperTest, AStopNeedNotForgetAll) {
  fill(450);
  open();
  keeper_->forget(1, 1);
  keeper_.reset();
  const storage::Store store(folder_ / "data");
}

TEST_F(KeeperTest, OnlyABrokenLogIsDamaged) {
  fill(2);
  const auto file = folder_ / "data" / "aeroplane.db";
  std::ifstream in(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  const std::size_t at = bytes.find("T1 entry 5");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 2, "X1");
  std::ofstream(file, std::ios::binary) << bytes;
  open();
  for (const bool is_broken : {false, true}) {
    keeper_->load<Keeper::Found>(is_broken ? "T1" : "T0", kAsItIs,
                                 [=](const std::optional<Keeper::Found>& found) {
                                   ASSERT_TRUE(found);
                                   EXPECT_EQ(found->is_damaged, is_broken);
                                   EXPECT_EQ(found->log.has_value(), !is_broken);
                                 });
    ASSERT_TRUE(inbox_.run_next());
  }
  keeper_->load<Keeper::Found>("none", kAsItIs, [](const std::optional<Keeper::Found>& found) {
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->log);
    EXPECT_FALSE(found->is_damaged);
  });
  ASSERT_TRUE(inbox_.run_next());
}

TEST_F(KeeperTest, PutsSoManyItemsAndNoMore) {
  open();
  std::vector<bool> done;
  for (int i = 0; i < 5; ++i) {
    keeper_->put(
        "token", {.key = "k" + std::to_string(i), .person = "ann", .value = "v"},
        [&](bool is_done) { done.push_back(is_done); }, 3);
  }
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(inbox_.run_next());
  EXPECT_EQ(done, (std::vector<bool>{true, true, true, false, false}));
  keeper_->replace("token", "ann", storage::Item{.key = "new", .person = "ann", .value = "v"},
                   [](bool is_done) { EXPECT_TRUE(is_done); });
  ASSERT_TRUE(inbox_.run_next());
  keeper_->items_of("token", "ann", [](const std::optional<std::vector<storage::Item>>& items) {
    ASSERT_TRUE(items);
    ASSERT_EQ(items->size(), 1u);
    EXPECT_EQ(items->front().key, "new");
  });
  ASSERT_TRUE(inbox_.run_next());
}

}  // namespace
}  // namespace aero::server
