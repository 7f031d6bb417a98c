#include "keeper.hpp"

#include <atomic>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <mutex>
#include <thread>

#include "aero/server.hpp"

namespace aero::server {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr int kForgottenAtOnce = 500;      // entries
constexpr std::size_t kMostWaiting = 256;  // reads, besides those of the tables in memory

Trouble trouble_of(storage::Trouble trouble) {
  using enum storage::Trouble;
  switch (trouble) {
    case in_use: return Trouble::data_in_use;
    case newer: return Trouble::data_newer;
    case no_database:
    case corrupt: return Trouble::data_unreadable;
    case denied: return Trouble::data_denied;
    default: return Trouble::data_other;
  }
}

tables::Outcome of_store(storage::Outcome outcome) {
  switch (outcome) {
    case storage::Outcome::committed: return tables::Outcome::committed;
    case storage::Outcome::refused: return tables::Outcome::refused;
    default: return tables::Outcome::unknown;
  }
}

storage::Append for_store(tables::Append append) {
  return {.table = std::move(append.table),
          .entry = {.seq = append.entry.seq,
                    .at_ms = append.entry.at_ms,
                    .text = std::move(append.entry.text)},
          .secret = std::move(append.secret),
          .joined = std::move(append.joined),
          .ends = append.ends};
}

tables::Log of_store(storage::Table table) {
  tables::Log log{.secret = std::move(table.secret), .entries = {}};
  log.entries.reserve(table.log.size());
  for (storage::Entry& entry : table.log) {
    log.entries.push_back({entry.seq, entry.at_ms, std::move(entry.text)});
  }
  return log;
}

// Does jobs, one after the other, in a thread of its own that reads the store.
class Reader {
 public:
  using Job = std::function<void(storage::Store&)>;

  explicit Reader(const std::filesystem::path& folder)
      : store_(folder, {.is_reader = true}), thread_([this] { work(); }) {}
  ~Reader() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // False, and nothing happens, while too much is waiting.
  bool call(Job job) {
    {
      const std::lock_guard lock(mutex_);
      if (jobs_.size() >= kMostWaiting) return false;
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
    return true;
  }
  // Before the others.
  void call_first(Job job) {
    {
      const std::lock_guard lock(mutex_);
      first_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_over_ || !first_.empty() || !jobs_.empty(); });
      std::deque<Job>& next = first_.empty() ? jobs_ : first_;
      if (next.empty()) return;
      const Job job = std::move(next.front());
      next.pop_front();
      lock.unlock();
      job(store_);
      lock.lock();
    }
  }

  storage::Store store_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> first_;
  std::deque<Job> jobs_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace

class Keeper::Impl {
 public:
  Impl(const std::filesystem::path& folder, Post post, std::function<void(Outcomes)> stored)
      : post_(std::move(post)),
        stored_(std::move(stored)),
        store_(folder),
        clock_(store_.clock_ms()),
        reader_(folder),
        writer_(store_, [this](auto outcomes) { tell(outcomes); }, settings()) {}

  ~Impl() { is_ending_ = true; }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const RunningClock& clock() const { return clock_; }
  storage::Writer& writer() { return writer_; }
  const storage::Writer& writer() const { return writer_; }

  // Answers with what `look` finds, or with nothing where it throws.
  template <class Answer>
  void read(std::function<Answer(storage::Store&)> look,
            std::function<void(std::optional<Answer>)> then) {
    const bool is_taken = reader_.call([this, look = std::move(look), then](storage::Store& store) {
      std::optional<Answer> answer;
      try {
        answer = look(store);
      } catch (const storage::Error&) {
        answer.reset();
      }
      post_([then, answer = std::move(answer)]() mutable { then(std::move(answer)); });
    });
    if (!is_taken) post_([then] { then(std::nullopt); });
  }

  void read_log(std::string table, Read read, const std::function<void()>& otherwise) {
    const bool is_taken = reader_.call(reading(std::move(table), std::move(read), otherwise));
    if (!is_taken) post_(otherwise);
  }

  void load_log(std::string table, Read read, std::function<void()> otherwise) {
    reader_.call_first(reading(std::move(table), std::move(read), std::move(otherwise)));
  }

  void write(storage::Change change, std::function<void(bool)> then) {
    const auto told = [this, then](storage::Outcome outcome) {
      post_([then, is_done = outcome == storage::Outcome::committed] { then(is_done); });
    };
    if (!writer_.change(std::move(change), told)) post_([then] { then(false); });
  }

  void forget(std::int64_t over_before_unix_s, std::int64_t running_before_unix_s) {
    if (is_forgetting_.exchange(true)) return;
    forget_more(over_before_unix_s, running_before_unix_s);
  }

 private:
  // None where it cannot be said now. What is broken for good is the log of a table alone.
  static std::optional<Found> find(storage::Store& store, const std::string& table) {
    try {
      std::optional<storage::Table> found = store.load(table);
      if (!found) return Found{};
      return Found{.log = of_store(std::move(*found))};
    } catch (const storage::Error& error) {
      if (error.trouble() != storage::Trouble::corrupt) return std::nullopt;
      return Found{.log = std::nullopt, .is_damaged = true};
    }
  }

  Reader::Job reading(std::string table, Read read, std::function<void()> otherwise) {
    return [this, table = std::move(table), read = std::move(read),
            otherwise = std::move(otherwise)](storage::Store& store) {
      const std::optional<Found> found = find(store, table);
      post_(found ? read(*found) : otherwise);
    };
  }

  // One piece after the other, with the groups that wait meanwhile in between.
  void forget_more(std::int64_t over_before_unix_s, std::int64_t running_before_unix_s) {
    const bool is_taken = writer_.call([=, this](storage::Store& store) {
      int count = 0;
      try {
        if (!is_ending_) {
          count = store.forget(over_before_unix_s, running_before_unix_s, kForgottenAtOnce);
        }
      } catch (const storage::Error&) {
        count = 0;  // the next time
      }
      if (count > 0 && !is_ending_) return forget_more(over_before_unix_s, running_before_unix_s);
      is_forgetting_ = false;
    });
    if (!is_taken) is_forgetting_ = false;
  }

  storage::Writer::Settings settings() const {
    storage::Writer::Settings settings;
    settings.clock_ms = [this] { return clock_.now_ms(); };
    return settings;
  }

  void tell(const std::vector<std::pair<storage::Writer::Ticket, storage::Outcome>>& group) {
    Outcomes outcomes;
    outcomes.reserve(group.size());
    for (const auto& [ticket, outcome] : group) outcomes.emplace_back(ticket, of_store(outcome));
    post_([this, outcomes = std::move(outcomes)]() mutable { stored_(std::move(outcomes)); });
  }

  Post post_;
  std::function<void(Outcomes)> stored_;
  storage::Store store_;
  RunningClock clock_;
  std::atomic<bool> is_forgetting_ = false;
  std::atomic<bool> is_ending_ = false;
  Reader reader_;
  storage::Writer writer_;
};

Keeper::Keeper(const std::filesystem::path& folder, Post post,
               std::function<void(Outcomes)> stored) {
  try {
    impl_ = std::make_unique<Impl>(folder, std::move(post), std::move(stored));
  } catch (const storage::Error& error) {
    throw CannotServe(trouble_of(error.trouble()), error.what());
  }
}
Keeper::~Keeper() = default;

const RunningClock& Keeper::clock() const { return impl_->clock(); }

bool Keeper::append(tables::Ticket ticket, tables::Append append) {
  return impl_->writer().append(ticket, for_store(std::move(append)));
}

void Keeper::read_log(std::string table, Read read, std::function<void()> otherwise) {
  impl_->read_log(std::move(table), std::move(read), otherwise);
}

void Keeper::load_log(std::string table, Read read, std::function<void()> otherwise) {
  impl_->load_log(std::move(table), std::move(read), std::move(otherwise));
}

void Keeper::running(std::function<void(std::vector<std::string>)> then) {
  impl_->read<std::vector<std::string>>(
      [](storage::Store& store) { return store.running(); },
      [then = std::move(then)](auto codes) { then(codes.value_or(std::vector<std::string>())); });
}

void Keeper::tables_of(std::string person, int most,
                       std::function<void(std::optional<std::vector<storage::Membership>>)> then) {
  impl_->read<std::vector<storage::Membership>>(
      [person = std::move(person), most](storage::Store& store) {
        return store.tables_of(person, most);
      },
      std::move(then));
}

void Keeper::get(std::string kind, std::string key, std::function<void(Looked)> then) {
  impl_->read<std::optional<storage::Item>>(
      [kind = std::move(kind), key = std::move(key)](storage::Store& store) {
        return store.get(kind, key);
      },
      std::move(then));
}

void Keeper::items_of(std::string kind, std::string person,
                      std::function<void(std::optional<std::vector<storage::Item>>)> then) {
  impl_->read<std::vector<storage::Item>>(
      [kind = std::move(kind), person = std::move(person)](storage::Store& store) {
        return store.items_of(kind, person);
      },
      std::move(then));
}

void Keeper::put(std::string kind, storage::Item item, std::function<void(bool)> then, int most) {
  impl_->write({.kind = std::move(kind), .put = std::move(item), .most = most}, std::move(then));
}

void Keeper::put_among(int keep, std::string kind, storage::Item item,
                       std::function<void(bool)> then) {
  impl_->write({.kind = std::move(kind), .put = std::move(item), .keep = keep}, std::move(then));
}

void Keeper::remove(std::string kind, std::string key, std::function<void(bool)> then) {
  impl_->write({.kind = std::move(kind), .remove = std::move(key)}, std::move(then));
}

void Keeper::replace(std::string kind, std::string person, std::optional<storage::Item> item,
                     std::function<void(bool)> then) {
  impl_->write({.kind = std::move(kind), .put = std::move(item), .replace = std::move(person)},
               std::move(then));
}

void Keeper::forget(int finished_days, int running_days) {
  const std::int64_t now = std::time(nullptr);
  impl_->forget(now - finished_days * kSecondsPerDay, now - running_days * kSecondsPerDay);
}

std::string Keeper::trouble() const { return impl_->writer().trouble(); }

}  // namespace aero::server
