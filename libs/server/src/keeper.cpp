#include "keeper.hpp"

#include <condition_variable>
#include <ctime>
#include <deque>
#include <mutex>
#include <thread>

#include "aero/server.hpp"

namespace aero::server {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr int kForgottenAtOnce = 200;

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

  void call(Job job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_over_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job(store_);
      lock.lock();
    }
  }

  storage::Store store_;
  std::mutex mutex_;
  std::condition_variable changed_;
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

  const RunningClock& clock() const { return clock_; }
  storage::Writer& writer() { return writer_; }
  const storage::Writer& writer() const { return writer_; }

  // Answers with what `look` finds, or with nothing where it throws.
  template <class Answer>
  void read(std::function<Answer(storage::Store&)> look,
            std::function<void(std::optional<Answer>)> then) {
    reader_.call([this, look = std::move(look), then = std::move(then)](storage::Store& store) {
      std::optional<Answer> answer;
      try {
        answer = look(store);
      } catch (const storage::Error&) {
        answer.reset();
      }
      post_([then, answer = std::move(answer)]() mutable { then(std::move(answer)); });
    });
  }

  void write(std::function<void(storage::Store&)> change, std::function<void(bool)> then) {
    const auto job = [this, change = std::move(change), then](storage::Store& store) {
      bool is_done = true;
      try {
        change(store);
      } catch (const storage::Error&) {
        is_done = false;
      }
      post_([then, is_done] { then(is_done); });
    };
    if (!writer_.call(job)) post_([then] { then(false); });
  }

 private:
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

void Keeper::load(std::string table, std::function<void(std::optional<Found>)> then) {
  impl_->read<Found>(
      [table = std::move(table)](storage::Store& store) -> Found {
        std::optional<storage::Table> found = store.load(table);
        if (!found) return {};
        return {of_store(std::move(*found))};
      },
      std::move(then));
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

void Keeper::get(std::string kind, std::string key,
                 std::function<void(std::optional<storage::Item>)> then) {
  impl_->read<std::optional<storage::Item>>(
      [kind = std::move(kind), key = std::move(key)](storage::Store& store) {
        return store.get(kind, key);
      },
      [then = std::move(then)](auto found) { then(found.value_or(std::nullopt)); });
}

void Keeper::put(std::string kind, storage::Item item, std::function<void(bool)> then) {
  impl_->write([kind = std::move(kind),
                item = std::move(item)](storage::Store& store) { store.put(kind, item); },
               std::move(then));
}

void Keeper::remove(std::string kind, std::string key, std::function<void(bool)> then) {
  impl_->write([kind = std::move(kind),
                key = std::move(key)](storage::Store& store) { store.remove(kind, key); },
               std::move(then));
}

void Keeper::replace(std::string kind, std::string person, std::optional<storage::Item> item,
                     std::function<void(bool)> then) {
  impl_->write(
      [kind = std::move(kind), person = std::move(person),
       item = std::move(item)](storage::Store& store) {
        // The new one first: whatever fails, the person has one that is known to work.
        if (item) store.put(kind, *item);
        for (const storage::Item& old : store.items_of(kind, person)) {
          if (!item || old.key != item->key) store.remove(kind, old.key);
        }
      },
      std::move(then));
}

void Keeper::forget(int finished_days, int running_days) {
  const std::int64_t now = std::time(nullptr);
  impl_->write(
      [=](storage::Store& store) {
        store.forget(now - finished_days * kSecondsPerDay, now - running_days * kSecondsPerDay,
                     kForgottenAtOnce);
      },
      [](bool) {});
}

std::string Keeper::trouble() const { return impl_->writer().trouble(); }

}  // namespace aero::server
