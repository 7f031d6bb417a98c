#pragma once
// Which entry is the last of each table. The file says so for entries up to a mark; what lies
// beyond is read once, and from then on this knows.

#include <string>
#include <string_view>
#include <unordered_map>

#include "sqlite.hpp"

namespace aero::storage {

inline constexpr std::int64_t kBroken = -1;

struct Head {
  std::int64_t table_id = 0;
  std::int64_t last_id = 0;  // 0: there is none; kBroken: the end of the log cannot be read
  std::int64_t last_seq = 0;
  std::int64_t touched_unix_s = 0;
  bool is_saved = true;  // the file says the same

  bool is_broken() const { return last_id == kBroken; }
};

// A row of entries.
struct Row {
  std::int64_t id;
  std::int64_t table_id;
  std::int64_t seq;
  std::int64_t before;
  std::int64_t at_ms;
  std::string_view text;
};
std::int64_t checksum(const Row& row);

class Heads {
 public:
  explicit Heads(const Database& database);

  // Takes notice of all entries that were added since the last time, those by others too. To be
  // called within a transaction. `now_unix_s` is when they are taken to have come.
  void catch_up(std::int64_t now_unix_s);
  // Forgets what it knows; catch_up() reads it again.
  void clear();

  // None where there is no such table; good until a head is added or dropped.
  Head* find(std::string_view code);
  Head& add(std::string_view code, std::int64_t table_id);
  void drop(std::string_view code);

  // The head moves on to an entry that has just been inserted.
  void advance(Head& head, const Row& row, std::int64_t now_unix_s);

  // Tells the file all that it does not know. To be called within a transaction, and mark_saved()
  // once that is committed.
  void save();
  void mark_saved();
  std::int64_t unsaved() const { return last_id_ - saved_upto_; }  // entries

  std::int64_t last_id() const { return last_id_; }    // of all entries there ever were
  std::int64_t epoch() const { return epoch_; }        // as of catch_up()
  std::int64_t clock_ms() const { return clock_ms_; }  // the latest that is stored anywhere

  // The entry of that id, its text in `text`; false where there is none, or it is not what was
  // written.
  bool read(std::int64_t id, Row& row, std::string& text);

 private:
  void take(const Row& row, bool is_sound, std::string_view code, std::int64_t now_unix_s);
  static void mark_broken(Head& head);

  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the name is the law
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, Head, Hash, std::equal_to<>> heads_;
  std::int64_t epoch_ = 0;
  std::int64_t clock_ms_ = 0;
  std::int64_t last_id_ = 0;
  std::int64_t saved_upto_ = 0;

  Statement server_;
  Statement younger_;
  Statement table_;
  Statement entry_;
  Statement code_of_entry_;
  Statement save_head_;
  Statement save_upto_;
};

}  // namespace aero::storage
