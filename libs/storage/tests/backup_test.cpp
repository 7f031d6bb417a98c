// Copies of a store, above all of one that is in use.

#include <sys/stat.h>

#include <fstream>
#include <future>
#include <thread>

#include "faulty_disk.hpp"
#include "folder.hpp"

namespace aero::storage {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class BackupTest : public StorageTest {
 protected:
  // As its help says: stop, copy the file into place, start.
  fs::path restore(const fs::path& copy) {
    const fs::path folder = folder_ / ("restored " + std::to_string(++restored_));
    fs::create_directory(folder);
    fs::copy_file(copy, folder / "aeroplane.db");
    return folder;
  }
  void expect_no_rest() const {
    for (const auto& file : fs::directory_iterator(folder_)) {
      EXPECT_EQ(file.path().string().find(".part"), std::string::npos) << file.path();
    }
  }

  fs::path data_ = folder_ / "data";
  fs::path copy_ = folder_ / "copy.db";
  int restored_ = 0;
};

TEST_F(BackupTest, HoldsAllThatWasConfirmed) {
  {
    Store store(data_);
    Append append = entry("A", 1);
    append.secret = "secret";
    append.joined = {"ann"};
    commit(store, {append, entry("A", 2)});
    store.put("token", {"k", "ann", "v"});
    store.heartbeat(7000);
    backup(data_, copy_);
    commit(store, {entry("A", 3)});
  }
  Store store(restore(copy_));
  EXPECT_EQ(log_of(store, "A"), (Texts{"A 1", "A 2"}));
  EXPECT_EQ(store.load("A")->secret, "secret");
  EXPECT_EQ(store.tables_of("ann", 9).size(), 1U);
  EXPECT_EQ(store.get("token", "k"), (Item{"k", "ann", "v"}));
  EXPECT_EQ(store.clock_ms(), 7000);
  EXPECT_EQ(commit(store, {entry("A", 3, "another")}), std::vector{Outcome::committed});
}

TEST_F(BackupTest, IsOneFileForItsOwnerAlone) {
  {
    Store store(data_);
    commit(store, {entry("A", 1)});
  }
  backup(data_, copy_);  // no server runs now
  struct stat status{};
  ASSERT_EQ(stat(copy_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  std::size_t files = 0;
  for (const auto& file : fs::directory_iterator(folder_)) {
    files += static_cast<std::size_t>(file.is_regular_file());
  }
  EXPECT_EQ(files, 1U);
  Store store(restore(copy_));
  EXPECT_EQ(log_of(store, "A"), Texts{"A 1"});
}

TEST_F(BackupTest, ReadsWhatAKilledServerLeft) {
  Store store(data_);
  commit(store, {entry("A", 1)});
  const fs::path killed = folder_ / "killed";
  fs::create_directory(killed);
  for (const char* name : {"aeroplane.db", "aeroplane.db-wal"}) {
    fs::copy_file(data_ / name, killed / name);
  }
  backup(killed, copy_);
  Store restored(restore(copy_));
  EXPECT_EQ(log_of(restored, "A"), Texts{"A 1"});
}

// What was written after the copy lies in a WAL that a killed server left; it must not be mixed in.
TEST_F(BackupTest, ReplacesAllThatAKilledServerLeft) {
  Store store(data_);
  commit(store, {entry("A", 1)});
  backup(data_, copy_);
  for (std::int64_t seq = 2; seq <= 20; ++seq) {
    commit(store, {entry("A", seq), entry("B" + std::to_string(seq), 1)});
  }
  const fs::path killed = folder_ / "killed";
  fs::create_directory(killed);
  for (const char* name : {"aeroplane.db", "aeroplane.db-wal", "aeroplane.db-shm"}) {
    fs::copy_file(data_ / name, killed / name);
  }
  fs::copy_file(copy_, killed / "aeroplane.db", fs::copy_options::overwrite_existing);
  for (std::int64_t seq = 2; seq <= 4; ++seq) {
    Store restored(killed);
    EXPECT_EQ(log_of(restored, "A").size(), static_cast<std::size_t>(seq) - 1);
    EXPECT_EQ(restored.running(), Texts{"A"});
    EXPECT_EQ(commit(restored, {entry("A", seq)}), std::vector{Outcome::committed});
  }
}

TEST_F(BackupTest, OverwritesNothing) {
  {
    const Store store(data_);
  }
  std::ofstream(copy_) << "mine";
  EXPECT_EQ(trouble_of([&] { backup(data_, copy_); }), Trouble::exists);
  std::string text;
  std::ifstream(copy_) >> text;
  EXPECT_EQ(text, "mine");
  fs::remove(copy_);
  fs::create_symlink("nowhere", copy_);
  EXPECT_EQ(trouble_of([&] { backup(data_, copy_); }), Trouble::exists);
  EXPECT_EQ(trouble_of([&] { backup(data_, data_ / "aeroplane.db"); }), Trouble::exists);
  expect_no_rest();
}

TEST_F(BackupTest, SaysWhatIsMissingOrBroken) {
  EXPECT_EQ(trouble_of([&] { backup(data_, copy_); }), Trouble::no_store);
  EXPECT_FALSE(fs::exists(data_));
  {
    const Store store(data_);
  }
  EXPECT_EQ(trouble_of([&] { backup(data_, folder_ / "none" / "copy"); }), Trouble::missing);
  std::ofstream(data_ / "aeroplane.db") << std::string(9000, '?');
  EXPECT_EQ(trouble_of([&] { backup(data_, copy_); }), Trouble::no_database);
  EXPECT_FALSE(fs::exists(copy_));
  expect_no_rest();
}

TEST_F(BackupTest, IsNotMadeOfAFileThatIsDamaged) {
  {
    Store store(data_);
    for (std::int64_t seq = 1; seq <= 60; ++seq) {
      commit(store, {entry("A", seq, std::string(1000, 'a'))});
    }
  }
  std::fstream file(data_ / "aeroplane.db", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(fs::file_size(data_ / "aeroplane.db")) - 4096);
  file << std::string(100, '\xff');
  file.close();
  EXPECT_EQ(trouble_of([&] { backup(data_, copy_); }), Trouble::corrupt);
  EXPECT_FALSE(fs::exists(copy_));
  expect_no_rest();
}

// While a writer is busy: each copy opens, and holds of every log what was there when it was begun,
// perhaps some more, and nothing else.
TEST_F(BackupTest, IsAPrefixOfEveryLogWhileAWriterIsBusy) {
  constexpr int kTables = 20;
  constexpr int kCopies = 40;
  Store store(data_, {.checkpoint_pages = 30, .index_after = 40});
  std::atomic<std::int64_t> confirmed = 0;  // rounds over all tables
  std::promise<void> started;
  Writer writer(store,
                [&](const std::vector<std::pair<Writer::Ticket, Outcome>>& group) {
                  for (const auto& [ticket, outcome] : group)
                    EXPECT_EQ(outcome, Outcome::committed);
                  const auto rounds = static_cast<std::int64_t>((group.back().first + 1) / kTables);
                  if (confirmed == 0 && rounds > 0) started.set_value();
                  confirmed = rounds;
                },
                {.most_waiting = 20, .pace = std::chrono::milliseconds(1)});
  std::atomic<bool> is_over = false;
  std::thread busy([&] {
    for (std::uint64_t ticket = 0; !is_over; ++ticket) {
      const auto seq = static_cast<std::int64_t>(ticket / kTables) + 1;
      const Append next = entry("T" + std::to_string(ticket % kTables), seq);
      while (!writer.append(ticket, next)) std::this_thread::yield();
    }
  });
  started.get_future().wait();
  for (int copy = 0; copy < kCopies; ++copy) {
    const fs::path file = folder_ / std::to_string(copy);
    const std::int64_t before = confirmed;
    backup(data_, file);
    Store restored(restore(file));
    for (int table = 0; table < kTables; ++table) {
      const std::string code = "T" + std::to_string(table);
      const Texts log = log_of(restored, code);
      EXPECT_GE(static_cast<std::int64_t>(log.size()), before);
      for (std::size_t i = 0; i < log.size(); ++i) {
        ASSERT_EQ(log[i], code + " " + std::to_string(i + 1));
      }
    }
  }
  is_over = true;
  busy.join();
}

}  // namespace
}  // namespace aero::storage
