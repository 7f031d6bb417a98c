#include "heads.hpp"

#include <algorithm>

namespace aero::storage {
namespace {

constexpr std::size_t kMostKept = 1 << 16;  // heads that the file knows as well

// FNV-1a. What it has to see is a disk that failed, and nobody's intention.
class Fnv {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    }
  }
  void add(std::int64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
      hash_ = (hash_ ^ (static_cast<std::uint64_t>(number) >> shift & 0xff)) * 0x100000001b3ULL;
    }
  }
  std::int64_t value() const { return static_cast<std::int64_t>(hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

constexpr const char* kColumns = "e.id, e.table_id, e.seq, e.before, e.at_ms, e.text, e.checksum";

Row row_of(const Query& query) {
  return {query.number(0), query.number(1), query.number(2),
          query.number(3), query.number(4), query.text(5)};
}

bool is_sound(const Query& query, const Row& row) { return checksum(row) == query.number(6); }

}  // namespace

std::int64_t checksum(const Row& row) {
  Fnv sum;
  for (const std::int64_t number : {row.table_id, row.seq, row.before, row.at_ms}) sum.add(number);
  sum.add(row.text);
  return sum.value();
}

Heads::Heads(const Database& database)
    : server_(database, "SELECT epoch, clock_ms, heads_upto FROM server"),
      younger_(database, std::string("SELECT ") + kColumns +
                             ", t.code FROM entries e LEFT JOIN tables t ON t.id = e.table_id "
                             "WHERE e.id > ?1 ORDER BY e.id"),
      table_(database, "SELECT id, head, touched_unix_s FROM tables WHERE code = ?1"),
      entry_(database, std::string("SELECT ") + kColumns + " FROM entries e WHERE e.id = ?1"),
      code_of_entry_(database,
                     "SELECT t.code FROM entries e JOIN tables t ON t.id = e.table_id "
                     "WHERE e.id = ?1"),
      save_head_(database, "UPDATE tables SET head = ?2, touched_unix_s = ?3 WHERE id = ?1"),
      save_upto_(database, "UPDATE server SET heads_upto = ?1, clock_ms = max(clock_ms, ?2)") {}

void Heads::catch_up(std::int64_t now_unix_s) {
  Query server(server_);
  if (!server.next()) throw Error(Trouble::corrupt, "the store has lost its first row");
  epoch_ = server.number(0);
  clock_ms_ = std::max(clock_ms_, server.number(1));
  saved_upto_ = server.number(2);
  if (heads_.size() > kMostKept) {
    std::erase_if(heads_, [&](const auto& one) { return one.second.last_id <= saved_upto_; });
  }
  if (last_id_ < saved_upto_) {  // what lies between is the file's to say
    heads_.clear();
    last_id_ = saved_upto_;
  }
  Query younger(younger_, last_id_);
  while (younger.next()) {
    const Row row = row_of(younger);
    take(row, is_sound(younger, row), younger.text(7), now_unix_s);
  }
}

// An entry that does not follow the last one of its table breaks that table, and so does one whose
// checksum is wrong; and as what it says of its table may be the very thing that is wrong with it,
// also the table whose last entry it follows.
void Heads::take(const Row& row, bool is_sound, std::string_view code, std::int64_t now_unix_s) {
  last_id_ = row.id;
  Head* head = find(code);
  if (head != nullptr && is_sound && row.before == head->last_id && row.seq == head->last_seq + 1) {
    advance(*head, row, now_unix_s);
    return;
  }
  if (head != nullptr) mark_broken(*head);
  Query other(code_of_entry_, row.before);
  if (!other.next()) return;
  Head* follows = find(other.text(0));
  if (follows->last_id == row.before) mark_broken(*follows);
}

void Heads::mark_broken(Head& head) {
  head.last_id = kBroken;
  head.is_saved = false;
}

void Heads::clear() {
  heads_.clear();
  last_id_ = 0;
}

Head* Heads::find(std::string_view code) {
  const auto known = heads_.find(code);
  if (known != heads_.end()) return &known->second;
  Query table(table_, code);
  if (!table.next()) return nullptr;
  Head head{
      .table_id = table.number(0), .last_id = table.number(1), .touched_unix_s = table.number(2)};
  if (head.last_id > 0) {
    Row last{};
    std::string text;
    const bool is_there = read(head.last_id, last, text) && last.table_id == head.table_id;
    head.last_seq = last.seq;
    if (!is_there) head.last_id = kBroken;
  }
  return &heads_.emplace(code, head).first->second;
}

Head& Heads::add(std::string_view code, std::int64_t table_id) {
  return heads_.insert_or_assign(std::string(code), Head{.table_id = table_id}).first->second;
}

void Heads::drop(std::string_view code) {
  const auto known = heads_.find(code);
  if (known != heads_.end()) heads_.erase(known);
}

void Heads::advance(Head& head, const Row& row, std::int64_t now_unix_s) {
  head.last_id = row.id;
  head.last_seq = row.seq;
  head.touched_unix_s = now_unix_s;
  head.is_saved = false;
  last_id_ = row.id;
  clock_ms_ = std::max(clock_ms_, row.at_ms);
}

void Heads::save() {
  for (const auto& [code, head] : heads_) {
    if (head.is_saved) continue;
    Query(save_head_, head.table_id, head.last_id, head.touched_unix_s).run();
  }
  Query(save_upto_, last_id_, clock_ms_).run();
}

void Heads::mark_saved() {
  saved_upto_ = last_id_;
  for (auto& [code, head] : heads_) head.is_saved = true;
  if (heads_.size() > kMostKept) heads_.clear();
}

bool Heads::read(std::int64_t id, Row& row, std::string& text) {
  Query query(entry_, id);
  if (!query.next()) return false;
  row = row_of(query);
  text = row.text;
  row.text = text;
  return is_sound(query, row);
}

}  // namespace aero::storage
