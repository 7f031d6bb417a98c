#include "room.hpp"

#include <algorithm>

namespace aero::server {
namespace {

// Tables left by an earlier server that are brought back in a second.
constexpr std::size_t kWokenAtOnce = 200;
constexpr std::size_t kToldAtOnce = 16;  // outcomes, between two turns of the loop

bool is_move(std::string_view entry) {
  return entry.starts_with(R"({"type":"rolled")") || entry.starts_with(R"({"type":"chosen")");
}

}  // namespace

Room::Room(const std::filesystem::path& data, const tables::Limits& limits, Keeper::Post post,
           std::function<void(std::int64_t)> wake, Metrics& metrics, const Journal& journal)
    : post_(std::move(post)),
      wake_(std::move(wake)),
      metrics_(metrics),
      journal_(journal),
      keeper_(data, post_, [this](const Keeper::Outcomes& outcomes) { stored(outcomes); }),
      host_(*this, limits, now_ms()) {
  keeper_.running([this](std::vector<std::string> codes) { left_running_ = std::move(codes); });
}

tables::Connection Room::join(Peer& peer) {
  const tables::Connection connection = ++last_;
  peers_.emplace(connection, &peer);
  host_.connected(connection);
  return connection;
}

void Room::leave(tables::Connection connection) {
  peers_.erase(connection);
  host_.disconnected(connection, now_ms());
  look_at_clock();
}

void Room::received(tables::Connection from, std::string_view text) {
  ++metrics_.messages_in;
  host_.received(from, text, now_ms());
  look_at_clock();
}

void Room::measured_lag(tables::Connection of, int lag_ms) { host_.measured_lag(of, lag_ms); }

void Room::wake() {
  wakes_at_ms_ = INT64_MAX;
  host_.tick(now_ms());
  look_at_clock();
}

void Room::look() {
  for (std::size_t i = 0; i < kWokenAtOnce && !left_running_.empty(); ++i) {
    host_.wake(left_running_.back(), now_ms());
    left_running_.pop_back();
  }
  look_at_clock();
}

void Room::stop(int come_back_ms) {
  is_stopping_ = true;
  host_.stop(come_back_ms);
}

void Room::send(tables::Connection to, const tables::Text& text) {
  const auto found = peers_.find(to);
  if (found == peers_.end()) return;
  ++metrics_.messages_out;
  metrics_.bytes_out += text->size();
  found->second->take(text);
}

void Room::close(tables::Connection whom, protocol::Close why) {
  const auto found = peers_.find(whom);
  if (found != peers_.end()) found->second->end(why);
}

void Room::append(tables::Ticket ticket, tables::Append append) {
  waiting_.push_back({.ticket = ticket,
                      .since = std::chrono::steady_clock::now(),
                      .is_move = is_move(append.entry.text),
                      .is_new_table = append.entry.seq == 1});
  metrics_.waiting_commits = static_cast<std::int64_t>(waiting_.size());
  if (keeper_.append(ticket, std::move(append))) return;
  metrics_.refuse("store_full");
  post_([this, ticket] { stored({{ticket, tables::Outcome::refused}}); });
}

// Of a long log that takes a while, for which nobody else is to wait.
void Room::load(std::string table) {
  using Loaded = std::optional<tables::Folded>;  // none: no such table
  const auto fold = [table](const Keeper::Found& found) -> Loaded {
    if (found.is_damaged) return tables::Folded::damaged();
    if (!found.log || found.log->entries.empty()) return std::nullopt;
    return tables::Folded(table, *found.log);
  };
  keeper_.load<Loaded>(table, fold, [this, table](const std::optional<Loaded>& loaded) {
    if (loaded) {
      if (*loaded && (*loaded)->is_damaged()) note_unreadable("table_unreadable", table);
      host_.loaded(table, *loaded, now_ms());
    } else {
      note_unreadable("store_unreadable", table);
      host_.not_loaded(table, now_ms());
    }
    look_at_clock();
  });
}

void Room::note_unreadable(std::string_view what, const std::string& table) {
  metrics_.refuse(what);
  journal_.say(LogLevel::error, what, {{"table", table}});
}

bool Room::may_miss(tables::Connection connection) {
  const auto found = peers_.find(connection);
  return found == peers_.end() || found->second->may_miss();
}

bool Room::may_open(tables::Connection connection) {
  const auto found = peers_.find(connection);
  return found == peers_.end() || found->second->may_make();
}

fair::Link Room::random() { return fair::random_link(); }

void Room::turn_begins(const std::string& table, Seat seat, const std::string& person) {
  if (turn_begins_) turn_begins_(person, table, seat);
}

void Room::stored(const Keeper::Outcomes& outcomes) {
  const bool is_telling = !outcomes_.empty();
  outcomes_.insert(outcomes_.end(), outcomes.begin(), outcomes.end());
  if (!is_telling) tell_some();
}

// What comes of these is written before the next are looked at: it is at hand then, and nobody
// waits until a great many have been told.
void Room::tell_some() {
  const Time now = std::chrono::steady_clock::now();
  const std::int64_t running_ms = now_ms();
  for (std::size_t i = 0; i < kToldAtOnce && !outcomes_.empty(); ++i) {
    const auto [ticket, outcome] = outcomes_.front();
    outcomes_.pop_front();
    const auto waiting =
        std::ranges::find(waiting_, ticket, [](const Waiting& one) { return one.ticket; });
    if (waiting != waiting_.end()) {
      if (outcome == tables::Outcome::committed) {
        ++metrics_.entries;
        metrics_.moves += waiting->is_move ? 1 : 0;
        metrics_.tables_opened += waiting->is_new_table ? 1 : 0;
        metrics_.commit_seconds.add(std::chrono::duration<double>(now - waiting->since).count());
      } else {
        ++metrics_.commits_failed;
        journal_.say(LogLevel::error, "not_stored", {{"reason", keeper_.trouble()}});
      }
      waiting_.erase(waiting);
    }
    host_.stored(ticket, outcome, running_ms);
  }
  metrics_.waiting_commits = static_cast<std::int64_t>(waiting_.size());
  look_at_clock();
  if (!outcomes_.empty()) post_([this] { tell_some(); });
}

void Room::look_at_clock() {
  const std::optional<std::int64_t> due = host_.next_due();
  if (!due || *due >= wakes_at_ms_) return;
  wakes_at_ms_ = *due;
  wake_(std::max<std::int64_t>(*due - now_ms(), 0));
}

}  // namespace aero::server
