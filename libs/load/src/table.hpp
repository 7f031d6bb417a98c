#pragma once
// One table as all its players see it. The first of them that is told something has it checked and
// played here; the others have only to be told the very same.

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aero/fair.hpp"
#include "aero/protocol.hpp"
#include "aero/record.hpp"

namespace aero::load {

inline constexpr std::size_t kMostFaults = 20;  // that a report tells one by one

// What was seen of a table, to be looked for in its log.
struct Seen {
  std::string code;
  std::vector<std::uint64_t> positions;  // hashes: after ply 1, 2, 3 …
  // Commands that were answered by Done: the event they became, and their ids.
  std::vector<std::pair<std::int64_t, std::string>> acknowledged;
  bool is_over = false;
};

class Table {
 public:
  explicit Table(std::string code) { seen_.code = std::move(code); }

  const std::string& code() const { return seen_.code; }
  const Seen& seen() const { return seen_; }
  void acknowledge(std::int64_t seq, const std::string& id) {
    seen_.acknowledged.emplace_back(seq, id);
  }

  std::int64_t seq() const { return seq_; }  // of the last event
  int ply() const { return ply_; }
  protocol::Phase phase() const { return phase_; }
  // Precondition of both: the phase is playing.
  const State& state() const { return state_; }
  const Rules& rules() const { return rules_; }
  // Who rolls next, and the number of that roll; none where a choice is next, or nothing.
  std::optional<Seat> roller() const;
  int next_roll() const { return next_roll_; }
  // The number of the next link of a seat's chain.
  int next_link(Seat seat) const { return told_[at(seat)] + 1; }
  // Another chain, which that seat has committed itself to.
  void expect_chain(Seat seat, const fair::Link& tip) { last_[at(seat)] = tip; }
  // Rolls to which that seat gave no link.
  int without(Seat seat) const { return without_[at(seat)]; }

  // Takes a message of events which somebody got who has seen all up to `seen`. Returns up to where
  // that is now; or what is wrong with the message, and then nothing of it counts.
  Result<std::int64_t> take(std::int64_t seen, std::string_view text);
  Result<std::int64_t> take(std::int64_t seen, const protocol::Events& events);

 private:
  Error fault(std::string_view code, std::int64_t seq) const;

  std::optional<Error> play(const protocol::Event& event);
  std::optional<Error> play(const protocol::Opened& event);
  std::optional<Error> play(const protocol::Sat& event);
  std::optional<Error> play(const protocol::Started& event);
  std::optional<Error> play(const protocol::Rolled& event);
  std::optional<Error> play(const protocol::Chosen& event);
  std::optional<Error> play(const protocol::Committed& event);
  template <class Other>
  std::optional<Error> play(const Other&) {
    return std::nullopt;
  }
  std::optional<Error> check_dice(const protocol::Rolled& event);
  std::optional<Error> check_position(std::int64_t seq, int ply, const std::string& hash);

  struct Message {
    std::int64_t first;
    std::int64_t last;
    std::string text;
  };

  Seen seen_;
  std::int64_t seq_ = 0;
  std::vector<std::uint64_t> events_;  // what each was, as one number
  std::deque<Message> messages_;       // the last ones
  protocol::Phase phase_ = protocol::Phase::waiting;
  SeatSet seats_;
  std::optional<StartingRolls> starting_;
  Rules rules_;
  State state_;
  int ply_ = 0;
  int next_roll_ = 1;
  fair::Link server_{};                                 // the last link, or the tip
  std::array<std::optional<fair::Link>, kSeats> last_;  // likewise
  std::array<int, kSeats> told_{};
  std::array<int, kSeats> without_{};
};

}  // namespace aero::load
