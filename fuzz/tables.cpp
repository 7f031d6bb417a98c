// A server at which several people say anything at all, over connections that come and go, on a
// store that sometimes does not take an entry. What the bytes say is done; whatever it is, nothing
// is told before it is stored, no command has two effects, and every log can be read again.

#include "aero/tables.hpp"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "aero/notation.hpp"
#include "fuzz.hpp"

namespace {

using namespace aero;
using fuzz::demand;
using tables::Connection;

constexpr int kPeople = 3;
constexpr int kMostSteps = 400;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool is_over() const { return at_ >= size_; }
  int below(int bound) { return is_over() ? 0 : data_[at_++] % bound; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

class Server : public tables::Outside {
 public:
  Server() { restart(); }

  void restart() {
    appends_.clear();
    loads_.clear();
    connections_.fill(0);
    host_ = std::make_unique<tables::Host>(*this, tables::Limits{}, now_ms_);
  }

  void send(Connection, const tables::Text& text) override {
    const auto message = protocol::parse_server(*text);
    demand(static_cast<bool>(message), "what is said can be read", *text);
    if (const auto* events = std::get_if<protocol::Events>(&*message)) {
      for (const auto& event : events->events) {
        std::visit([&](const auto& one) { demand(one.seq <= most_, "it was stored", *text); },
                   event);
      }
    }
    if (const auto* done = std::get_if<protocol::Done>(&*message)) {
      if (!done->table.empty()) code_ = done->table;
    }
  }
  void close(Connection, protocol::Close) override {}
  void append(tables::Ticket ticket, tables::Append append) override {
    appends_.emplace_back(ticket, std::move(append));
  }
  void load(std::string table) override { loads_.push_back(std::move(table)); }
  fair::Link random() override { return fair::hash("random " + std::to_string(++randoms_)); }

  void step(Bytes& bytes);
  void finish() const;

 private:
  void answer(int fate);
  void say(Connection from, const protocol::ClientMessage& message) {
    host_->received(from, protocol::to_text(message), now_ms_);
  }
  protocol::ClientMessage any_message(Bytes& bytes, int person);

  std::map<std::string, tables::Log> logs_;
  std::int64_t most_ = 0;  // entries of any log
  std::deque<std::pair<tables::Ticket, tables::Append>> appends_;
  std::deque<std::string> loads_;
  std::array<Connection, kPeople> connections_{};
  Connection last_connection_ = 0;
  std::int64_t now_ms_ = 0;
  std::string code_;
  int randoms_ = 0;
  std::unique_ptr<tables::Host> host_;
};

void Server::answer(int fate) {
  if (!loads_.empty()) {
    const std::string code = loads_.front();
    loads_.pop_front();
    const auto found = logs_.find(code);
    host_->loaded(
        code,
        found == logs_.end() ? std::nullopt : std::optional(tables::Folded(code, found->second)),
        now_ms_);
  } else if (!appends_.empty()) {
    const auto [ticket, append] = appends_.front();
    appends_.pop_front();
    auto& log = logs_[append.table];
    auto outcome = fate == 1   ? tables::Outcome::refused
                   : fate == 2 ? tables::Outcome::unknown
                               : tables::Outcome::committed;
    const bool is_next = append.entry.seq == static_cast<std::int64_t>(log.entries.size()) + 1;
    if (!is_next) outcome = tables::Outcome::refused;
    if (is_next && fate != 1) {
      if (append.entry.seq == 1) log.secret = append.secret;
      log.entries.push_back(append.entry);
      most_ = std::max(most_, append.entry.seq);
    }
    if (log.entries.empty()) logs_.erase(append.table);
    host_->stored(ticket, outcome, now_ms_);
  }
}

protocol::ClientMessage Server::any_message(Bytes& bytes, int person) {
  const std::string id = "i" + std::to_string(bytes.below(200));
  const Seat seat = kAllSeats[static_cast<std::size_t>(bytes.below(kSeats))];
  const int ply = bytes.below(64);
  const std::string link = fair::to_text(fair::hash("link " + std::to_string(bytes.below(8))));
  switch (bytes.below(15)) {
    case 0:
      return protocol::Open{id, {"planes=1", {{Seat::R, ""}, {seat, ""}, {Seat::G, "random"}}}};
    case 1: return protocol::Sit{id, {{seat, "p" + std::to_string(person), link}}};
    case 2: return protocol::Stand{id, seat};
    case 3: return protocol::Start{id};
    case 4: return protocol::Links{ply, {{seat, link}}};
    case 5: return protocol::Roll{id, seat, ply, std::nullopt};
    case 6: return protocol::Roll{id, seat, ply, link};
    case 7: return protocol::Choose{id, seat, ply, ply % 2 == 0 ? "h-p" : "pass"};
    case 8: return protocol::Leave{id, seat};
    case 9: return protocol::Return{id, seat};
    case 10: return protocol::Commit{id, seat, link};
    case 11: return protocol::Rematch{id};
    case 12: return protocol::Say{static_cast<protocol::Phrase>(bytes.below(16))};
    case 13: return protocol::Seek{id, "planes=1", 2, ply, "p" + std::to_string(person)};
    default: return protocol::Unseek{id};
  }
}

void Server::step(Bytes& bytes) {
  const auto person = static_cast<std::size_t>(bytes.below(kPeople));
  Connection& connection = connections_[person];
  switch (bytes.below(10)) {
    case 0:
      if (connection != 0) host_->disconnected(connection, now_ms_);
      host_->connected(connection = ++last_connection_);
      break;
    case 1:
    case 2: {
      const std::string token =
          fair::to_text(fair::hash("person " + std::to_string(bytes.below(kPeople))));
      protocol::Hello hello{1, token, bytes.below(4) == 0 ? "" : code_, std::nullopt};
      if (bytes.below(2) == 0) hello.last_seq = bytes.below(30);
      say(connection, hello);
      break;
    }
    case 3:
      now_ms_ += bytes.below(250) * 100;
      host_->tick(now_ms_);
      break;
    case 4: answer(bytes.below(8)); break;
    case 5:
      if (bytes.below(16) == 0) restart();
      break;
    default: say(connection, any_message(bytes, static_cast<int>(person))); break;
  }
  if (bytes.below(3) > 0) answer(0);
}

void Server::finish() const {
  for (const auto& [code, log] : logs_) {
    const auto record = tables::record_of(code, log);
    if (!record) {
      demand(record.errors().front().code == "tables.not_begun", "a log can be read", code);
      continue;
    }
    const auto report = fair::verify(*record);
    demand(static_cast<bool>(report), "the record proves its dice", to_text(*record));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  Server server;
  for (int step = 0; step < kMostSteps && !bytes.is_over(); ++step) server.step(bytes);
  server.finish();
  return 0;
}
