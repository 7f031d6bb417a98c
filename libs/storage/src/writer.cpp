#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>

#include "aero/storage.hpp"

namespace aero::storage {

class Writer::Implementation {
 public:
  Implementation(Store& store, Done done, Settings settings)
      : store_(store), done_(std::move(done)), settings_(std::move(settings)), thread_([this] {
          while (work()) {
          }
        }) {}
  ~Implementation() {
    {
      const std::scoped_lock lock(mutex_);
      is_ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  bool append(Ticket ticket, Append append) {
    {
      const std::scoped_lock lock(mutex_);
      if (tickets_.size() >= settings_.most_waiting) return false;
      tickets_.push_back(ticket);
      appends_.push_back(std::move(append));
      if (tickets_.size() > 1) return true;  // it is on its way
    }
    wake_.notify_one();
    return true;
  }

  bool change(Change change, Told told) {
    {
      const std::scoped_lock lock(mutex_);
      if (changes_.size() >= settings_.most_waiting) return false;
      changes_.push_back(std::move(change));
      told_.push_back(std::move(told));
    }
    wake_.notify_one();
    return true;
  }

  bool call(Job job) {
    {
      const std::scoped_lock lock(mutex_);
      if (jobs_.size() >= settings_.most_waiting) return false;
      jobs_.push_back({appended_ + tickets_.size(), std::move(job)});
    }
    wake_.notify_one();
    return true;
  }

  std::string trouble() const {
    const std::scoped_lock lock(mutex_);
    return trouble_;
  }

 private:
  using Time = std::chrono::steady_clock::time_point;

  struct Group {
    std::vector<Ticket> tickets;
    std::vector<Append> appends;  // one for each
    std::vector<Change> changes;
    std::vector<Told> told;  // likewise
  };

  struct Waiting {
    std::uint64_t after;  // so many appends have been taken
    Job job;
  };

  bool beats() const { return settings_.clock_ms != nullptr; }
  bool has_writes() const { return !tickets_.empty() || !changes_.empty(); }
  bool has_work() const { return is_ending_ || has_writes() || !jobs_.empty(); }

  // Waits for something to do and does it; false at the end.
  bool work() {
    Group group;
    std::vector<Job> jobs;
    {
      std::unique_lock lock(mutex_);
      wait(lock);
      if (is_ending_ && !has_writes() && jobs_.empty()) return false;
      take(group, jobs);
    }
    commit(group);
    for (const Job& job : jobs) job(store_);
    store_.tend();
    note_trouble();
    return true;
  }

  void wait(std::unique_lock<std::mutex>& lock) {
    const auto is_ready = [this] { return has_work(); };
    if (beats()) {
      wake_.wait_until(lock, next_beat_, is_ready);
    } else {
      wake_.wait(lock, is_ready);
    }
    // The others of the group may come.
    if (has_writes()) {
      wake_.wait_until(lock, next_group_,
                       [this] { return is_ending_ || tickets_.size() >= settings_.most_in_group; });
    }
  }

  void take(Group& group, std::vector<Job>& jobs) {
    const auto move_front = [most = settings_.most_in_group](auto& from, auto& to) {
      const auto end = from.begin() + static_cast<std::ptrdiff_t>(std::min(from.size(), most));
      to.assign(std::move_iterator(from.begin()), std::move_iterator(end));
      from.erase(from.begin(), end);
    };
    move_front(tickets_, group.tickets);
    move_front(appends_, group.appends);
    move_front(changes_, group.changes);
    move_front(told_, group.told);
    appended_ += group.tickets.size();
    while (!jobs_.empty() && jobs_.front().after <= appended_) {
      jobs.push_back(std::move(jobs_.front().job));
      jobs_.pop_front();
    }
  }

  void commit(const Group& group) {
    const Time now = std::chrono::steady_clock::now();
    std::optional<std::int64_t> clock_ms;
    if (beats() && now >= next_beat_) {
      clock_ms = settings_.clock_ms();
      next_beat_ = now + settings_.heartbeat;
    }
    if (group.appends.empty() && group.changes.empty() && !clock_ms) return;
    next_group_ = now + settings_.pace;
    const std::vector<Outcome> outcomes = store_.commit(group.appends, clock_ms, group.changes);
    note_trouble();
    const std::size_t count = group.tickets.size();
    for (std::size_t i = 0; i < group.told.size(); ++i) group.told[i](outcomes[count + i]);
    if (count == 0) return;
    std::vector<std::pair<Ticket, Outcome>> told;
    told.reserve(count);
    for (std::size_t i = 0; i < count; ++i) told.emplace_back(group.tickets[i], outcomes[i]);
    done_(std::move(told));
  }

  void note_trouble() {
    const std::scoped_lock lock(mutex_);
    trouble_ = store_.trouble();
  }

  Store& store_;
  const Done done_;
  const Settings settings_;
  Time next_beat_;   // of the thread alone
  Time next_group_;  // so is this

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Ticket> tickets_;
  std::deque<Append> appends_;  // one for each
  std::deque<Change> changes_;
  std::deque<Told> told_;  // likewise
  std::deque<Waiting> jobs_;
  std::uint64_t appended_ = 0;
  std::string trouble_;
  bool is_ending_ = false;

  std::thread thread_;  // the last, for it uses all of the others
};

Writer::Writer(Store& store, Done done, Settings settings)
    : implementation_(
          std::make_unique<Implementation>(store, std::move(done), std::move(settings))) {}
Writer::Writer(Store& store, Done done) : Writer(store, std::move(done), Settings()) {}
Writer::~Writer() = default;

bool Writer::append(Ticket ticket, Append append) {
  return implementation_->append(ticket, std::move(append));
}
bool Writer::change(Change change, Told told) {
  return implementation_->change(std::move(change), std::move(told));
}
bool Writer::call(Job job) { return implementation_->call(std::move(job)); }
std::string Writer::trouble() const { return implementation_->trouble(); }

}  // namespace aero::storage
