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

  // The rest answer by `post`, none where the store could not do it now or too much waits for it.
  struct Found {
    std::optional<tables::Log> log;  // none: no such table
    bool is_damaged = false;         // there is, and its log cannot be read
  };
  // What `fold` makes of a log, in the thread that reads.
  template <class Answer>
  using Fold = std::function<Answer(const Found&)>;
  template <class Answer>
  using Then = std::function<void(std::optional<Answer>)>;
  template <class Answer>
  void fold(std::string table, Fold<Answer> fold, Then<Answer> then) {
    read_log(std::move(table), folding(std::move(fold), then), [then] { then(std::nullopt); });
  }
  // The same for the tables in memory, which ask once at a time: before all that others want to
  // read.
  template <class Answer>
  void load(std::string table, Fold<Answer> fold, Then<Answer> then) {
    load_log(std::move(table), folding(std::move(fold), then), [then] { then(std::nullopt); });
  }
  void running(std::function<void(std::vector<std::string>)> then);
  void tables_of(std::string person, int most,
                 std::function<void(std::optional<std::vector<storage::Membership>>)> then);
  using Looked = std::optional<std::optional<storage::Item>>;
  void get(std::string kind, std::string key, std::function<void(Looked)> then);
  void items_of(std::string kind, std::string person,
                std::function<void(std::optional<std::vector<storage::Item>>)> then);
  // Not where the person has `most` others of the kind; 0: as many as they like.
  void put(std::string kind, storage::Item item, std::function<void(bool)> then, int most = 0);
  // Of the person's others of the kind, `keep` stay: those of the greatest values.
  void put_among(int keep, std::string kind, storage::Item item, std::function<void(bool)> then);
  void remove(std::string kind, std::string key, std::function<void(bool)> then);
  // Puts an item, where one is given, in the place of all of its kind that the person has.
  void replace(std::string kind, std::string person, std::optional<storage::Item> item,
               std::function<void(bool)> then);
  // Forgets all that nobody has touched for so many days, a little at a time.
  void forget(int finished_days, int running_days);

  // What is wrong with the store; empty while all is well.
  std::string trouble() const;

 private:
  // What is to be called when the log has been read; that returns what is to be posted.
  using Read = std::function<std::function<void()>(const Found&)>;
  template <class Answer>
  static Read folding(Fold<Answer> fold, Then<Answer> then) {
    return [fold = std::move(fold), then = std::move(then)](const Found& found) {
      return [then, answer = fold(found)]() mutable { then(std::move(answer)); };
    };
  }
  void read_log(std::string table, Read read, std::function<void()> otherwise);
  void load_log(std::string table, Read read, std::function<void()> otherwise);

  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aero::server
