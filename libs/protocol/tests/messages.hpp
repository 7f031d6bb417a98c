#pragma once
// One message of every type, each member with a value that is not its default.

#include <string>
#include <utility>
#include <vector>

#include "aero/protocol.hpp"

namespace aero::protocol {

inline const std::string kTip(43, 't');
inline const std::string kLink(43, 'L');

inline TableSettings settings_example() {
  return {
      "standard,takeoff=6", {{Seat::R, ""}, {Seat::Y, "greedy"}, {Seat::B, ""}}, Pace::days, 86400};
}

inline Rolled rolled_example() {
  return {41,
          1800000000123,
          Seat::B,
          Hand::bot,
          7,
          6,
          kLink,
          {{Seat::R, kLink}, {Seat::B, kTip}},
          true,
          12,
          "0123456789abcdef",
          "[Rules \"standard\"]\n"};
}

inline std::vector<ClientMessage> client_examples() {
  return {
      Hello{1, kTip, "7ZQ4K0M2XA", 0},
      Hello{1, kTip, "", std::nullopt},
      Open{"a-1", settings_example()},
      Sit{"a-2", {{Seat::R, "Ayşe", kTip}, {Seat::B, "小明", ""}}},
      Stand{"a-3", Seat::Y},
      Start{"a_4"},
      Links{7, {{Seat::R, kLink}, {Seat::G, kTip}}},
      Roll{"a-5", Seat::B, 11, kLink},
      Roll{"a-6", Seat::B, 11, std::nullopt},
      Choose{"a-7", Seat::B, 12, "p-2^6"},
      Leave{"a-8", Seat::G},
      Return{"a-9", Seat::G},
      Commit{"b-1", Seat::G, kTip},
      Rematch{"b-2"},
      Say{Phrase::thumbs_up},
      Seek{"b-3", "quick", 4, 30, "İpek"},
      Unseek{"b-4"},
      Ping{},
  };
}

inline std::vector<Event> event_examples() {
  Rolled plain = rolled_example();
  plain.record.reset();
  return {
      Opened{1, 1800000000000, settings_example(), kTip},
      Sat{2, 1800000000001, {{Seat::R, "Ayşe", kTip}}},
      Stood{3, 1800000000002, Seat::G},
      Started{4, 1800000000003},
      rolled_example(),
      plain,
      Chosen{42, 1800000000200, Seat::Y, Hand::bot, "h-p", 13, "fedcba9876543210"},
      BotTook{43, 1800000000300, Seat::Y, Reason::timeout},
      Returned{44, 1800000000400, Seat::Y},
      Committed{45, 1800000000500, Seat::Y, kTip},
      Committed{46, 1800000000600, std::nullopt, kTip},
      Rematched{47, 9007199254740991, "7ZQ4K0M2XB"},
  };
}

inline TableState table_example() {
  TableState table;
  table.code = "7ZQ4K0M2XA";
  table.settings = settings_example();
  table.phase = Phase::starting;
  table.seats = {{Seat::R, "Ayşe", "", true, true, true, kTip},
                 {Seat::Y, "", "greedy", false, false, false, ""}};
  table.seq = 41;
  table.ply = 12;
  table.number = 8;
  table.server_link = kLink;
  table.last_links = {{Seat::R, kLink}};
  table.starting = {rolled_example()};
  table.since_ms = 1800000000123;
  table.record = "[Rules \"standard\"]\n";
  table.hash = "0123456789abcdef";
  table.next_table = "7ZQ4K0M2XB";
  table.watching = 3;
  return table;
}

inline std::vector<ServerMessage> server_examples() {
  return {
      Welcome{1, "0.1.0", 1800000000123, table_example()},
      Welcome{1, "0.1.0", 1800000000123, std::nullopt},
      Events{event_examples()},
      Done{"a-5", 41, "7ZQ4K0M2XA"},
      Refused{"a-7", "wire.member", {{"expected", "number"}, {"member", "ply"}}},
      Presence{{Seat::R, Seat::B}, 2},
      Said{Seat::R, Phrase::good_luck},
      Said{std::nullopt, Phrase::cry},
      Matched{"7ZQ4K0M2XA"},
      Closing{3000},
      Pong{1800000000123},
  };
}

}  // namespace aero::protocol
