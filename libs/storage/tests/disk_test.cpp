// A disk that fails at the n-th operation, for every n, and a loss of power at every one of them:
// what was confirmed is there, what was refused is not, and nothing else is harmed.

#include <sqlite3.h>

#include <algorithm>
#include <memory>

#include "faulty_disk.hpp"
#include "folder.hpp"

namespace aero::storage {
namespace {

namespace fs = std::filesystem;

// What a server would know that has to be in the store.
using Texts = std::vector<std::string>;
struct Known {
  Texts log;                 // confirmed
  std::vector<Texts> next;   // what may follow it: tries of which it is not known
  bool is_lost = false;      // nobody could say what became of the last try
  bool may_be_gone = false;  // forgotten, or perhaps
};

// A server's day on a small disk, the same at every run up to the fault.
class Day {
 public:
  Day(const fs::path& folder, const FaultyDisk& disk) : folder_(folder), disk_(disk) {}

  // All of it, whatever fails.
  void live() {
    for (int morning = 0; morning < 2; ++morning) {
      store_.reset();
      if (trouble_of([&] { store_.emplace(folder_, options()); })) continue;
      for (int hour = 0; hour < 7; ++hour) work(hour);
      now_ += 1000;
      const bool forgets = morning == 1 && known_.contains("old");
      if (forgets && store_) {
        known_["old"].may_be_gone = true;
        trouble_of([&] { store_->forget(now_ - 500, now_ - 1500, 9); });
      }
    }
    store_.reset();
  }

  // The file, read by a disk that works, holds what it has to.
  void verify() {
    Store store(folder_);
    for (const auto& [code, known] : known_) {
      SCOPED_TRACE(code);
      std::vector<std::string> log = log_of(store, code);
      if (known.may_be_gone && log.empty()) continue;
      ASSERT_GE(log.size(), known.log.size());
      const auto end = log.begin() + static_cast<std::ptrdiff_t>(known.log.size());
      const Texts more(end, log.end());
      EXPECT_TRUE(more.empty() || std::ranges::count(known.next, more) == 1) << more[0];
      log.erase(end, log.end());
      EXPECT_EQ(log, known.log);
    }
    EXPECT_GE(store.clock_ms(), clock_ms_);
    const std::optional<Item> item = store.get("token", "key");
    const std::string value = item ? item->value : "";
    EXPECT_TRUE(std::ranges::count(items_, value) > 0) << value;
    // And it goes on.
    for (const auto& [code, known] : known_) {
      const auto seq = static_cast<std::int64_t>(log_of(store, code).size());
      EXPECT_EQ(commit(store, {entry(code, seq + 2), entry(code, seq + 1)}),
                (std::vector{Outcome::refused, Outcome::committed}));
    }
  }

 private:
  Options options() {
    return {.vfs = disk_.name(), .checkpoint_pages = 12, .index_after = 5, .unix_s = [this] {
              return now_;
            }};
  }

  void work(int hour) {
    std::vector<std::string> codes = {"A"};
    if (hour % 2 == 0) codes.emplace_back("B");
    if (hour == 1) codes.emplace_back(now_ == 0 ? "old" : "new");
    if (hour == 2) codes.emplace_back("A");  // twice in one group
    if (hour == 3) keep_item();
    append(codes);
    store_->tend();
  }

  void append(const std::vector<std::string>& codes) {
    std::vector<Append> appends;
    std::map<std::string, std::int64_t> last;
    for (const std::string& code : codes) {
      const std::int64_t seq = ++last.try_emplace(code, length_of(code)).first->second;
      ++tries_;
      // Some do not fit into a page.
      std::string text =
          code + std::to_string(tries_) + std::string(tries_ % 5 == 0 ? 6000 : 5, '.');
      Append one = entry(code, seq, text, tries_ * 10);
      one.joined = {"ann"};
      one.ends = code == "old";
      if (known_[code].is_lost) one.entry.seq = -1;  // its server would have given the table up
      appends.push_back(one);
    }
    const std::int64_t beat = tries_ * 10;
    const std::vector<Outcome> outcomes = store_->commit(appends, beat);
    std::map<std::string, Texts> unknown;
    for (std::size_t i = 0; i < appends.size(); ++i) {
      if (outcomes[i] == Outcome::committed) confirm(appends[i]);
      if (outcomes[i] == Outcome::unknown) {
        unknown[appends[i].table].push_back(appends[i].entry.text);
      }
    }
    for (auto& [code, texts] : unknown) known_[code].next.push_back(texts);
    if (std::ranges::count(outcomes, Outcome::committed) > 0) clock_ms_ = beat;
    for (const std::string& code : codes) {
      if (!known_[code].next.empty()) look_again(code);
    }
  }

  std::int64_t length_of(const std::string& code) {
    return static_cast<std::int64_t>(known_[code].log.size());
  }

  void confirm(const Append& append) {
    Known& known = known_[append.table];
    ASSERT_EQ(append.entry.seq, length_of(append.table) + 1);
    known.log.push_back(append.entry.text);
    known.next.clear();
  }

  // As a server does when it is told `unknown`: what the store says then has to last.
  void look_again(const std::string& code) {
    Known& known = known_[code];
    try {
      const std::vector<std::string> log = log_of(*store_, code);
      ASSERT_GE(log.size(), known.log.size());
      for (std::size_t i = known.log.size(); i < log.size(); ++i) known.log.push_back(log[i]);
    } catch (const Error&) {
      known.is_lost = true;
    }
  }

  void keep_item() {
    const std::string value = std::to_string(tries_);
    const bool is_there = !trouble_of([&] { store_->put("token", {"key", "ann", value}); });
    if (is_there) items_.clear();
    items_.push_back(value);
  }

  fs::path folder_;
  const FaultyDisk& disk_;
  std::optional<Store> store_;
  std::map<std::string, Known> known_;
  std::vector<std::string> items_ = {""};  // values that the item may have
  std::int64_t clock_ms_ = 0;
  std::int64_t now_ = 0;
  int tries_ = 0;
};

void expect_sound(const fs::path& file) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  const auto is_ok = [](void*, int, char** values, char**) {
    EXPECT_STREQ(values[0], "ok");
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(handle, "PRAGMA integrity_check", is_ok, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
}

class DiskTest : public StorageTest {
 protected:
  // One day for every n, until there is one on which nothing failed; how many that were.
  template <class After>
  int for_every_operation(Fault fault, After after) {
    FaultyDisk disk("faulty");
    int n = 0;
    do {
      ++n;
      SCOPED_TRACE("operation " + std::to_string(n));
      const fs::path folder = folder_ / std::to_string(n);
      fs::create_directory(folder);
      Day day(folder, disk);
      disk.fail_at(n, fault);
      day.live();
      disk.heal();
      after(disk, n);
      expect_sound(folder / "aeroplane.db");
      day.verify();
      disk.forget();
      fs::remove_all(folder);
    } while (disk.has_failed() && !HasFailure());
    return n - 1;
  }

  // The disk fails, the machine goes on.
  void fail_everywhere(Fault fault) {
    EXPECT_GT(for_every_operation(fault, [](FaultyDisk&, int) {}), 100);
  }

  // It fails, and some time later the power goes as well.
  void lose_power_everywhere(Fault fault, Left left) {
    const auto lose = [&](FaultyDisk& disk, int n) {
      std::mt19937 random(static_cast<unsigned>(n));
      disk.lose_power(left, random);
    };
    EXPECT_GT(for_every_operation(fault, lose), 100);
  }
};

TEST_F(DiskTest, FailsOnce) { fail_everywhere(Fault::error); }
TEST_F(DiskTest, FailsHalfWay) { fail_everywhere(Fault::half); }
TEST_F(DiskTest, FailsForGood) { fail_everywhere(Fault::error_for_good); }
TEST_F(DiskTest, IsFullForAMoment) { fail_everywhere(Fault::full); }
TEST_F(DiskTest, IsFull) { fail_everywhere(Fault::full_for_good); }

TEST_F(DiskTest, LosesPowerAndAllThatWasNotSynced) {
  lose_power_everywhere(Fault::power, Left::nothing);
}
TEST_F(DiskTest, LosesPowerAfterTheDiskHasWrittenAll) {
  lose_power_everywhere(Fault::power, Left::everything);
}
TEST_F(DiskTest, LosesPowerInTheMiddleOfAWrite) {
  lose_power_everywhere(Fault::power, Left::first_ones);
}
TEST_F(DiskTest, LosesPowerAndSomeWritesOutOfOrder) {
  lose_power_everywhere(Fault::power, Left::some);
}
TEST_F(DiskTest, LosesPowerAfterASyncThatFailed) {
  lose_power_everywhere(Fault::half, Left::nothing);
}
TEST_F(DiskTest, LosesPowerAfterItWasFull) { lose_power_everywhere(Fault::full, Left::some); }

}  // namespace
}  // namespace aero::storage
