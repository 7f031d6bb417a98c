#pragma once
// The store, for a thread that must not wait. What is asked of it is done in threads of its own,
// and what it has to say comes back as calls that `post` hands over.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aero/storage.hpp"
#include "aero/tables.hpp"

namespace aero::server {

// Counts while the server runs, from where it was when the last one ended. For any thread.
class RunningClock {
 public:
  explicit RunningClock(std::int64_t start_ms) : start_ms_(start_ms) {}
  std::int64_t now_ms() const {
    using std::chrono::milliseconds;
    const auto passed = std::chrono::steady_clock::now() - start_;
    return start_ms_ + std::chrono::duration_cast<milliseconds>(passed).count();
  }

 private:
  std::int64_t start_ms_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Keeper {
 public:
  using Post = std::function<void(std::function<void()>)>;
  using Outcomes = std::vector<std::pair<tables::Ticket, tables::Outcome>>;

  // Opens the folder, throws CannotServe. `post` may be called by any thread; `stored` comes by it.
  Keeper(const std::filesystem::path& folder, Post post, std::function<void(Outcomes)> stored);
  ~Keeper();  // stores and does what is waiting
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  const RunningClock& clock() const;

  // False, and nothing happens, while too much is waiting.
  bool append(tables::Ticket ticket, tables::Append append);

  // The rest answer by `post`, none where the store could not do it.
  struct Found {
    std::optional<tables::Log> log;  // none: no such table
  };
  void load(std::string table, std::function<void(std::optional<Found>)> then);
  void running(std::function<void(std::vector<std::string>)> then);
  void tables_of(std::string person, int most,
                 std::function<void(std::optional<std::vector<storage::Membership>>)> then);
  void get(std::string kind, std::string key,
           std::function<void(std::optional<storage::Item>)> then);
  void put(std::string kind, storage::Item item, std::function<void(bool)> then);
  void remove(std::string kind, std::string key, std::function<void(bool)> then);
  // Puts an item, where one is given, in the place of all of its kind that the person has.
  void replace(std::string kind, std::string person, std::optional<storage::Item> item,
               std::function<void(bool)> then);
  // Forgets what nobody has touched for so many days.
  void forget(int finished_days, int running_days);

  // What is wrong with the store; empty while all is well.
  std::string trouble() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aero::server
