// A process that is killed at any moment has lost nothing that was confirmed.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <random>
#include <thread>

#include "folder.hpp"

namespace aero::storage {
namespace {

namespace fs = std::filesystem;

constexpr int kTables = 40;
constexpr int kKills = 60;

// What a child tells once it is confirmed: so many entries of a table.
struct Confirmed {
  std::int32_t table;
  std::int32_t seq;
};

std::string code_of(int table) { return "T" + std::to_string(table); }

// The text says all that has to be right about the entry; some do not fit into a page.
std::string text_of(int table, std::int64_t seq) {
  const std::size_t filling = seq % 17 == 0 ? 5000 : 40;
  return code_of(table) + " " + std::to_string(seq) + std::string(filling, '.');
}

void tell(int pipe, const std::vector<Confirmed>& news) {
  const std::size_t size = news.size() * sizeof(Confirmed);
  if (write(pipe, news.data(), size) != static_cast<ssize_t>(size)) _exit(3);
}

// Commits random groups until it is killed.
[[noreturn]] void commit_for_ever(const fs::path& folder, int pipe, unsigned seed) {
  std::mt19937 random(seed);
  Store store(folder, {.checkpoint_pages = 40, .index_after = 100});
  std::map<int, std::int64_t> last;
  for (int table = 0; table < kTables; ++table) {
    const std::optional<Table> kept = store.load(code_of(table));
    last[table] = kept ? static_cast<std::int64_t>(kept->log.size()) : 0;
  }
  for (std::int64_t clock_ms = store.clock_ms();; ++clock_ms) {
    std::vector<Append> appends;
    std::vector<Confirmed> news;
    for (auto count = 1 + random() % 8; count > 0; --count) {
      const int table = static_cast<int>(random() % kTables);
      const std::int64_t seq = ++last[table];
      appends.push_back(entry(code_of(table), seq, text_of(table, seq), clock_ms));
      news.push_back({table, static_cast<std::int32_t>(seq)});
    }
    const std::vector<Outcome> outcomes = store.commit(appends, clock_ms);
    if (std::ranges::count(outcomes, Outcome::committed) != std::ssize(outcomes)) _exit(2);
    tell(pipe, news);
    store.tend();
  }
}

class KillTest : public StorageTest {
 protected:
  // Runs a child for a while and kills it; notes what it confirmed.
  void kill_one(unsigned seed) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      close(ends[0]);
      try {
        commit_for_ever(folder_, ends[1], seed);
      } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        _exit(4);
      }
    }
    close(ends[1]);
    std::mt19937 random(seed);
    // Somewhere between its first steps and some hundred groups.
    const int patience = static_cast<int>(random() % 200);
    for (int i = 0; read_one(ends[0]); ++i) {
      if (i == patience) kill(child, SIGKILL);
    }
    close(ends[0]);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
  }

  bool read_one(int pipe) {
    Confirmed one{};
    if (read(pipe, &one, sizeof one) != sizeof one) return false;
    EXPECT_EQ(one.seq, confirmed_[one.table] + 1);
    confirmed_[one.table] = one.seq;
    return true;
  }

  // All that was confirmed is there and right; what is more goes on from there.
  void verify() {
    Store store(folder_, {.is_reader = true});
    std::int64_t more = 0;
    for (int table = 0; table < kTables; ++table) {
      const std::vector<std::string> log = log_of(store, code_of(table));
      const auto length = static_cast<std::int64_t>(log.size());
      ASSERT_GE(length, confirmed_[table]);
      more += length - confirmed_[table];
      for (std::int64_t seq = 1; seq <= length; ++seq) {
        ASSERT_EQ(log[static_cast<std::size_t>(seq) - 1], text_of(table, seq));
      }
      confirmed_[table] = length;  // the next child has seen it
    }
    EXPECT_LE(more, 8);  // of the group in which it was killed
  }

  std::map<int, std::int64_t> confirmed_;
};

TEST_F(KillTest, LosesNothingThatWasConfirmed) {
  for (unsigned seed = 1; seed <= kKills && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    kill_one(seed);
    verify();
  }
  std::int64_t sum = 0;
  for (const auto& [table, length] : confirmed_) sum += length;
  EXPECT_GT(sum, kKills * 20);
}

}  // namespace
}  // namespace aero::storage
