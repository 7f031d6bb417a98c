// Commits in groups, in a thread of its own.

#include <algorithm>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include "faulty_disk.hpp"
#include "folder.hpp"

namespace aero::storage {
namespace {

using namespace std::chrono_literals;
using enum Outcome;
using Group = std::vector<std::pair<Writer::Ticket, Outcome>>;

// What the writer said, and a way to wait for it.
class Answers {
 public:
  Writer::Done done() {
    return [this](Group group) {
      const std::scoped_lock lock(mutex_);
      for (const auto& one : group) all_.push_back(one);
      groups_.push_back(std::move(group));
      changed_.notify_all();
    };
  }
  Group wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return all_.size() >= count; });
    return all_;
  }
  std::vector<Group> groups() {
    const std::scoped_lock lock(mutex_);
    return groups_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Group all_;
  std::vector<Group> groups_;
};

// Holds the writer's thread up until it is let go.
class Gate {
 public:
  explicit Gate(Writer& writer) {
    std::promise<void> entered;
    EXPECT_TRUE(writer.call([&entered, until = let_go_.get_future().share()](Store&) {
      entered.set_value();
      until.wait();
    }));
    entered.get_future().wait();
  }
  void open() { let_go_.set_value(); }

 private:
  std::promise<void> let_go_;
};

TEST_F(StorageTest, WriterAnswersInOrder) {
  Answers answers;
  Store store(folder_);
  {
    Writer writer(store, answers.done());
    for (std::uint64_t ticket = 1; ticket <= 300; ++ticket) {
      const auto seq = static_cast<std::int64_t>((ticket + 2) / 3);
      EXPECT_TRUE(writer.append(ticket, entry("T" + std::to_string(ticket % 3), seq)));
    }
    EXPECT_TRUE(writer.append(301, entry("T0", 7)));
    const Group all = answers.wait_for(301);
    for (std::uint64_t ticket = 1; ticket <= 301; ++ticket) {
      EXPECT_EQ(all[ticket - 1].first, ticket);
      EXPECT_EQ(all[ticket - 1].second, ticket == 301 ? refused : committed);
    }
    EXPECT_EQ(writer.trouble(), "");
  }
  for (const char* code : {"T0", "T1", "T2"}) EXPECT_EQ(log_of(store, code).size(), 100U);
}

TEST_F(StorageTest, WriterTakesAllThatWaitsAsOneGroup) {
  Answers answers;
  Store store(folder_);
  Writer writer(store, answers.done(), {.most_waiting = 7, .most_in_group = 5});
  Gate gate(writer);
  for (std::uint64_t ticket = 1; ticket <= 7; ++ticket) {
    EXPECT_TRUE(writer.append(ticket, entry("A", static_cast<std::int64_t>(ticket))));
  }
  EXPECT_FALSE(writer.append(8, entry("A", 8)));  // full
  gate.open();
  EXPECT_EQ(answers.wait_for(7).size(), 7U);
  const std::vector<Group> groups = answers.groups();
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].size(), 5U);
  EXPECT_EQ(groups[1], (Group{{6, committed}, {7, committed}}));
  EXPECT_TRUE(writer.append(8, entry("A", 8)));  // there is room again
  EXPECT_EQ(answers.wait_for(8).back(), (Group::value_type{8, committed}));
}

// A group of appends and changes has one commit: the first sync that fails fails them all.
TEST_F(StorageTest, WriterTakesChangesIntoTheGroup) {
  FaultyDisk disk("faulty");
  Answers answers;
  Store store(folder_, {.vfs = disk.name()});
  std::vector<Outcome> told;
  {
    Writer writer(store, answers.done(), {.most_waiting = 50});
    EXPECT_TRUE(writer.append(1, entry("A", 1)));
    answers.wait_for(1);
    Gate gate(writer);
    EXPECT_TRUE(writer.append(2, entry("A", 2)));
    for (int i = 0; i < 50; ++i) {
      EXPECT_TRUE(writer.change(
          {.kind = "token", .put = Item{"k" + std::to_string(i), "ann", "new"}, .most = 20},
          [&](Outcome outcome) { told.push_back(outcome); }));
    }
    EXPECT_FALSE(writer.change({.kind = "token", .remove = "k1"}, [](Outcome) {}));  // full
    disk.fail_at(1, Fault::error);
    gate.open();
    EXPECT_EQ(answers.wait_for(2).back(), (Group::value_type{2, unknown}));
    EXPECT_EQ(told.size(), 50U);
    EXPECT_EQ(std::ranges::count(told, unknown), 20);
    EXPECT_EQ(std::ranges::count(told, refused), 30);
    Gate again(writer);
    disk.heal();
    told.clear();
    for (int i = 0; i < 30; ++i) {
      EXPECT_TRUE(writer.change(
          {.kind = "token", .put = Item{"k" + std::to_string(i), "ann", "new"}, .most = 20},
          [&](Outcome outcome) { told.push_back(outcome); }));
    }
    again.open();
  }
  EXPECT_EQ(std::ranges::count(told, committed), 20);
  EXPECT_EQ(store.items_of("token", "ann").size(), 20U);
}

TEST_F(StorageTest, WriterDoesJobsAfterTheAppendsBeforeThem) {
  Answers answers;
  Store store(folder_);
  Writer writer(store, answers.done(), {.most_waiting = 4, .most_in_group = 2});
  Gate gate(writer);
  std::promise<std::size_t> seen;
  for (std::uint64_t ticket = 1; ticket <= 3; ++ticket) {
    EXPECT_TRUE(writer.append(ticket, entry("A", static_cast<std::int64_t>(ticket))));
  }
  EXPECT_TRUE(writer.call([&](Store& mine) { seen.set_value(log_of(mine, "A").size()); }));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(writer.call([](Store&) {}));
  EXPECT_FALSE(writer.call([](Store&) {}));  // full
  gate.open();
  EXPECT_GE(seen.get_future().get(), 3U);
}

TEST_F(StorageTest, WriterCommitsAndDoesWhatWaitsAtItsEnd) {
  Answers answers;
  Store store(folder_);
  bool is_done = false;
  {
    Writer writer(store, answers.done(), {.most_in_group = 10, .pace = 1h});
    for (std::uint64_t ticket = 1; ticket <= 95; ++ticket) {
      EXPECT_TRUE(writer.append(ticket, entry("A", static_cast<std::int64_t>(ticket))));
    }
    EXPECT_TRUE(writer.call([&](Store&) { is_done = true; }));
  }
  EXPECT_TRUE(is_done);
  EXPECT_EQ(answers.wait_for(95).size(), 95U);
  EXPECT_EQ(log_of(store, "A").size(), 95U);
}

TEST_F(StorageTest, WriterStoresTheClock) {
  Store store(folder_);
  std::promise<void> beaten;
  int beats = 0;
  {
    const Writer writer(store, [](const Group&) {},
                        {.clock_ms =
                             [&] {
                               if (++beats == 3) beaten.set_value();
                               return std::int64_t{1000} * beats;
                             },
                         .heartbeat = 1ms});
    beaten.get_future().wait();
  }
  const Store other(folder_, {.skips_lock = true});
  EXPECT_EQ(other.clock_ms(), 1000 * beats);
}

TEST_F(StorageTest, WriterServesManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kEach = 200;
  Answers answers;
  Store store(folder_, {.checkpoint_pages = 20, .index_after = 50});
  {
    Writer writer(store, answers.done(), {.pace = 0us});
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&writer, i] {
        for (int seq = 1; seq <= kEach; ++seq) {
          EXPECT_TRUE(writer.append(static_cast<std::uint64_t>(i * kEach + seq),
                                    entry("T" + std::to_string(i), seq)));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  std::map<std::uint64_t, Outcome> all;
  for (const auto& [ticket, outcome] : answers.wait_for(kThreads * kEach)) all[ticket] = outcome;
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kThreads * kEach));
  for (const auto& [ticket, outcome] : all) EXPECT_EQ(outcome, committed) << ticket;
}

TEST_F(StorageTest, WriterSaysWhatIsWrongAndGoesOn) {
  FaultyDisk disk("faulty");
  Answers answers;
  Store store(folder_, {.vfs = disk.name()});
  Writer writer(store, answers.done());
  EXPECT_TRUE(writer.append(1, entry("A", 1)));
  EXPECT_EQ(answers.wait_for(1), (Group{{1, committed}}));
  Gate gate(writer);
  disk.fail_at(1, Fault::full_for_good);
  EXPECT_TRUE(writer.append(2, entry("A", 2)));
  EXPECT_TRUE(writer.append(3, entry("A", 4)));
  gate.open();
  EXPECT_EQ(answers.wait_for(3), (Group{{1, committed}, {2, unknown}, {3, refused}}));
  EXPECT_NE(writer.trouble().find("full"), std::string::npos) << writer.trouble();
  Gate again(writer);
  disk.heal();
  EXPECT_TRUE(writer.append(4, entry("A", 2, "once more")));
  again.open();
  EXPECT_EQ(answers.wait_for(4).back(), (Group::value_type{4, committed}));
  std::promise<std::vector<std::string>> log;
  EXPECT_TRUE(writer.call([&](Store& mine) { log.set_value(log_of(mine, "A")); }));
  EXPECT_EQ(log.get_future().get(), (std::vector<std::string>{"A 1", "once more"}));
  EXPECT_EQ(writer.trouble(), "");
}

}  // namespace
}  // namespace aero::storage
