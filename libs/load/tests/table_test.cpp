// A table sees whatever is not as it should be.

#include "table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "aero/notation.hpp"

namespace aero::load {
namespace {

using protocol::Event;

constexpr std::array kSeatsHere{Seat::R, Seat::B};

// An honest server of one table with two seats, which tells what it would tell.
class Host {
 public:
  Host() {
    protocol::TableSettings settings{.rules = "takeoff=any",
                                     .chairs = {{Seat::R, ""}, {Seat::B, ""}}};
    add(protocol::Opened{.settings = settings, .server_tip = fair::to_text(chain(4).tip())});
    for (const Seat seat : kSeatsHere) {
      add(protocol::Sat{.sitters = {{seat, "x", fair::to_text(chain(index(seat)).tip())}}});
    }
    add(protocol::Started{});
    StartingRolls starting(SeatSet{Seat::R, Seat::B});
    while (!starting.winner()) {
      protocol::Rolled rolled = roll(starting.next());
      rolled.is_starting = true;
      starting.add(*Pip::from(rolled.pip));
      if (starting.winner()) {
        rules_.takeoff = Takeoff::any;
        state_ = start(rules_, SeatSet{Seat::R, Seat::B}, *starting.winner());
        Record record{rules_, state_, {}, {}};
        for (const auto& one : starting.throws()) {
          record.entries.emplace_back(StartingRoll{one.pip});
        }
        rolled.record = to_text(record);
      }
      add(std::move(rolled));
    }
  }

  // Every roll and choice, the first of the legal ones, until there are so many events.
  void play_to(std::size_t events) {
    while (events_.size() < events) {
      const Seat seat = state_.turn();
      if (state_.has_roll()) {
        const Move move = legal_moves(rules_, state_)[0];
        EXPECT_EQ(apply(rules_, state_, move), Refusal::none);
        add(protocol::Chosen{
            .seat = seat, .move = to_text(move), .ply = ++ply_, .hash = hash_text()});
      } else {
        protocol::Rolled rolled = roll(seat);
        EXPECT_EQ(apply(rules_, state_, *Pip::from(rolled.pip)), Refusal::none);
        rolled.ply = ++ply_;
        rolled.hash = hash_text();
        add(std::move(rolled));
      }
    }
  }

  std::vector<Event>& events() { return events_; }
  static const fair::Chain& chain(int holder) {
    static const auto kChains = [] {
      std::vector<fair::Chain> chains;
      for (const char* const name : {"R", "Y", "B", "G", "server"}) {
        chains.emplace_back(fair::hash(std::string_view(name)));
      }
      return chains;
    }();
    return kChains[static_cast<std::size_t>(holder)];
  }

 private:
  template <class One>
  void add(One event) {
    event.seq = static_cast<std::int64_t>(events_.size()) + 1;
    events_.emplace_back(std::move(event));
  }
  std::string hash_text() const { return fmt::format("{:016x}", hash(state_)); }
  protocol::Rolled roll(Seat seat) {
    ++number_;
    protocol::Rolled rolled;
    rolled.seat = seat;
    rolled.number = number_;
    rolled.server_link = fair::to_text(chain(4).link(number_));
    fair::SeatLinks links;
    for (const Seat one : kSeatsHere) {
      links[at(one)] = chain(index(one)).link(number_);
      rolled.links.push_back({one, fair::to_text(*links[at(one)])});
    }
    rolled.pip = fair::roll(chain(4).link(number_), "K7M2Q4T8XZ", number_, seat, links).value();
    return rolled;
  }

  std::vector<Event> events_;
  Rules rules_;
  State state_;
  int ply_ = 0;
  int number_ = 0;
};

Table table_here() {
  Table table("K7M2Q4T8XZ");
  for (const Seat seat : kSeatsHere) table.expect_chain(seat, Host::chain(index(seat)).tip());
  return table;
}

// What is found in the events, told one by one; "" when nothing is.
std::string_view fault_in(const std::vector<Event>& events) {
  Table table = table_here();
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto seen = table.take(static_cast<std::int64_t>(i), protocol::Events{{events[i]}});
    if (!seen) return seen.errors().front().code;
  }
  return "";
}

template <class One>
One& last(std::vector<Event>& events) {
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (auto* one = std::get_if<One>(&*event)) return *one;
  }
  throw std::logic_error("no such event");
}

std::vector<Event> played() {
  Host host;
  host.play_to(60);
  return host.events();
}

TEST(Table, PlaysWhatItIsTold) {
  const std::vector<Event> events = played();
  EXPECT_EQ(fault_in(events), "");
  Table table = table_here();
  const auto seen = table.take(0, protocol::Events{events});
  ASSERT_TRUE(seen);
  EXPECT_EQ(*seen, 60);
  EXPECT_EQ(table.seq(), 60);
  EXPECT_EQ(table.phase(), protocol::Phase::playing);
  EXPECT_EQ(static_cast<int>(table.seen().positions.size()), table.ply());
  EXPECT_EQ(table.seen().positions.back(), hash(table.state()));
  EXPECT_EQ(table.next_link(Seat::R), table.next_roll());
  EXPECT_EQ(table.without(Seat::R), 0);
}

TEST(Table, TakesFromTheOthersWhatItTookFromOne) {
  const std::vector<Event> events = played();
  const std::string text = to_text(protocol::ServerMessage(protocol::Events{events}));
  Table table = table_here();
  EXPECT_EQ(*table.take(0, text), 60);
  EXPECT_EQ(*table.take(0, text), 60);
  // In other pieces too.
  EXPECT_EQ(*table.take(0, protocol::Events{{events[0], events[1]}}), 2);
}

TEST(Table, SeesThatTwoAreToldSomethingDifferent) {
  std::vector<Event> events = played();
  Table table = table_here();
  ASSERT_TRUE(table.take(0, protocol::Events{events}));
  auto& chosen = last<protocol::Chosen>(events);
  chosen.move = chosen.move == "pass" ? "x" : "pass";
  const auto seen = table.take(0, protocol::Events{events});
  ASSERT_FALSE(seen);
  EXPECT_EQ(seen.errors().front().code, "load.fault.history");
}

TEST(Table, SeesAGapAndARepetition) {
  std::vector<Event> events = played();
  Table table = table_here();
  const auto gap = table.take(0, protocol::Events{{events[1]}});
  ASSERT_FALSE(gap);
  EXPECT_EQ(gap.errors().front().code, "load.fault.order");
  ASSERT_TRUE(table.take(0, protocol::Events{{events[0]}}));
  const auto twice = table.take(1, protocol::Events{{events[0]}});
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.errors().front().code, "load.fault.order");
}

TEST(Table, SeesAnotherDie) {
  std::vector<Event> events = played();
  auto& rolled = last<protocol::Rolled>(events);
  rolled.pip = rolled.pip % 6 + 1;
  EXPECT_EQ(fault_in(events), "load.fault.die");
}

TEST(Table, SeesAForeignLink) {
  std::vector<Event> events = played();
  last<protocol::Rolled>(events).links[0].link = fair::to_text(fair::random_link());
  EXPECT_EQ(fault_in(events), "load.fault.chain");
  events = played();
  last<protocol::Rolled>(events).server_link = fair::to_text(fair::random_link());
  EXPECT_EQ(fault_in(events), "load.fault.chain");
}

TEST(Table, SeesAnotherPosition) {
  std::vector<Event> events = played();
  std::string& hash = last<protocol::Chosen>(events).hash;
  hash[0] = hash[0] == '0' ? '1' : '0';
  EXPECT_EQ(fault_in(events), "load.fault.position");
}

TEST(Table, SeesAMoveThatIsNotLegal) {
  std::vector<Event> events = played();
  last<protocol::Chosen>(events).move = "pass";
  EXPECT_EQ(fault_in(events), "load.fault.rules");
}

TEST(Table, SeesAMessageThatIsNone) {
  Table table = table_here();
  const auto seen = table.take(0, R"({"type":"events","events":[{}]})");
  ASSERT_FALSE(seen);
  EXPECT_EQ(seen.errors().front().code, "load.fault.message");
}

TEST(Table, CountsRollsWithoutALink) {
  Host host;
  std::vector<Event>& events = host.events();
  Table table = table_here();
  // The first starting roll without R's link is another roll, but one that may be.
  auto& rolled = std::get<protocol::Rolled>(events[4]);
  fair::SeatLinks links;
  links[at(Seat::B)] = Host::chain(index(Seat::B)).link(1);
  rolled.links.erase(rolled.links.begin());
  rolled.pip = fair::roll(Host::chain(4).link(1), "K7M2Q4T8XZ", 1, rolled.seat, links).value();
  rolled.record.reset();
  ASSERT_TRUE(table.take(0, protocol::Events{{events.begin(), events.begin() + 5}}));
  EXPECT_EQ(table.without(Seat::R), 1);
  EXPECT_EQ(table.without(Seat::B), 0);
  EXPECT_EQ(table.next_link(Seat::R), 1);
  EXPECT_EQ(table.next_link(Seat::B), 2);
}

}  // namespace
}  // namespace aero::load
