#pragma once
// A fixed number of threads that share one piece of work after another.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace aero {

// Who calls `share` takes part in it, and waits for the others only where they have begun
// something: on a machine that has other things to do, nothing is held up by a thread that is not
// running.
class Crew {
 public:
  // Precondition: threads ≥ 1. The caller of `share` is one of them. Where the machine grants
  // fewer, it is fewer.
  explicit Crew(int threads) {
    try {
      for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
      // NOLINTNEXTLINE(bugprone-empty-catch): those that there are do it all
    } catch (const std::system_error&) {
    }
  }
  ~Crew() {
    is_over_.store(true);
    publish(0);
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Calls work(begin, end) for parts of 0 … count-1, each number once; returns when all is done.
  // `part` is the size of a part, 1 or more. The work must not throw.
  void share(int count, int part, const std::function<void(int begin, int end)>& work) {
    if (threads_.empty() || count <= part) return work(0, count);
    work_ = &work;
    count_ = count;
    part_ = part;
    const auto parts = static_cast<std::uint32_t>((count + part - 1) / part);
    done_.store(0);
    publish(parts);
    while (take_part()) {
    }
    for (std::uint32_t done = done_.load(); done != parts; done = done_.load()) done_.wait(done);
  }

  // Calls work(0) … work(count - 1), each once; returns when all is done. The last one is begun
  // first. The work must not throw.
  void share_each(int count, const std::function<void(int)>& work) {
    share(count, 1, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) work(i);
    });
  }

 private:
  // The parts that nobody has taken yet, and above them a number for each piece of work: a thread
  // that comes late cannot mistake one for another. What it reads of a piece of work stays as it is
  // until the part that it took is done.
  void publish(std::uint32_t parts) {
    ticket_.store(((ticket_.load() >> 32) + 1) << 32 | parts);
    ticket_.notify_all();
  }

  bool take_part() {
    std::uint64_t ticket = ticket_.load();
    do {
      if (static_cast<std::uint32_t>(ticket) == 0) return false;
    } while (!ticket_.compare_exchange_weak(ticket, ticket - 1));
    const int begin = static_cast<int>(static_cast<std::uint32_t>(ticket) - 1) * part_;
    (*work_)(begin, std::min(begin + part_, count_));
    done_.fetch_add(1);
    done_.notify_all();
    return true;
  }

  void serve() {
    while (!is_over_.load()) {
      const std::uint64_t ticket = ticket_.load();
      if (static_cast<std::uint32_t>(ticket) == 0) {
        if (!is_over_.load()) ticket_.wait(ticket);
      } else {
        take_part();
      }
    }
  }

  std::atomic<std::uint64_t> ticket_ = 0;
  std::atomic<std::uint32_t> done_ = 0;
  std::atomic<bool> is_over_ = false;
  const std::function<void(int, int)>* work_ = nullptr;
  int count_ = 0;
  int part_ = 1;
  std::vector<std::thread> threads_;
};

}  // namespace aero
