#pragma once
// What the log of a table holds: inputs, and nothing that follows from them. A die is not in it,
// but the links that make it.
//
// `id` is that of the command, empty where the server itself added the entry; `by` the person whose
// command it was, as 43 characters, where that is not the person of the seat.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "aero/protocol.hpp"

namespace aero::tables::log {

struct Opened {
  static constexpr std::string_view kName = "Opened";
  static constexpr std::string_view kType = "opened";
  std::string id;
  std::string by;
  protocol::TableSettings settings;
  std::string before;    // the table whose rematch it is, or empty
  bool gathers = false;  // it begins only when everybody has come
  static void describe(auto&& visit) {
    visit("id", &Opened::id, "");
    visit("by", &Opened::by, "");
    visit("settings", &Opened::settings, "");
    visit("before", &Opened::before, "");
    visit("gathers", &Opened::gathers, "");
  }
};

struct Sitter {
  static constexpr std::string_view kName = "Sitter";
  Seat seat = Seat::R;
  std::string person;
  std::string name;
  std::string tip;
  static void describe(auto&& visit) {
    visit("seat", &Sitter::seat, "");
    visit("person", &Sitter::person, "");
    visit("name", &Sitter::name, "");
    visit("tip", &Sitter::tip, "");
  }
};

struct Sat {
  static constexpr std::string_view kName = "Sat";
  static constexpr std::string_view kType = "sat";
  std::string id;
  std::string by;
  std::vector<Sitter> sitters;
  static void describe(auto&& visit) {
    visit("id", &Sat::id, "");
    visit("by", &Sat::by, "");
    visit("sitters", &Sat::sitters, "");
  }
};

struct Stood {
  static constexpr std::string_view kName = "Stood";
  static constexpr std::string_view kType = "stood";
  std::string id;
  Seat seat = Seat::R;
  static void describe(auto&& visit) {
    visit("id", &Stood::id, "");
    visit("seat", &Stood::seat, "");
  }
};

struct Started {
  static constexpr std::string_view kName = "Started";
  static constexpr std::string_view kType = "started";
  std::string id;
  std::string by;
  std::string bot;  // takes the seats that are free
  static void describe(auto&& visit) {
    visit("id", &Started::id, "");
    visit("by", &Started::by, "");
    visit("bot", &Started::bot, "");
  }
};

struct Rolled {
  static constexpr std::string_view kName = "Rolled";
  static constexpr std::string_view kType = "rolled";
  std::string id;
  Seat seat = Seat::R;
  protocol::Hand by = protocol::Hand::person;
  std::vector<protocol::SeatLink> links;
  static void describe(auto&& visit) {
    visit("id", &Rolled::id, "");
    visit("seat", &Rolled::seat, "");
    visit("by", &Rolled::by, "");
    visit("links", &Rolled::links, "");
  }
};

struct Chosen {
  static constexpr std::string_view kName = "Chosen";
  static constexpr std::string_view kType = "chosen";
  std::string id;
  Seat seat = Seat::R;
  protocol::Hand by = protocol::Hand::person;
  std::string move;
  static void describe(auto&& visit) {
    visit("id", &Chosen::id, "");
    visit("seat", &Chosen::seat, "");
    visit("by", &Chosen::by, "");
    visit("move", &Chosen::move, "");
  }
};

struct BotTook {
  static constexpr std::string_view kName = "BotTook";
  static constexpr std::string_view kType = "bot_took";
  std::string id;
  Seat seat = Seat::R;
  protocol::Reason reason = protocol::Reason::left;
  static void describe(auto&& visit) {
    visit("id", &BotTook::id, "");
    visit("seat", &BotTook::seat, "");
    visit("reason", &BotTook::reason, "");
  }
};

struct Returned {
  static constexpr std::string_view kName = "Returned";
  static constexpr std::string_view kType = "returned";
  std::string id;
  Seat seat = Seat::R;
  static void describe(auto&& visit) {
    visit("id", &Returned::id, "");
    visit("seat", &Returned::seat, "");
  }
};

struct Committed {
  static constexpr std::string_view kName = "Committed";
  static constexpr std::string_view kType = "committed";
  std::string id;
  protocol::SeatOrNone seat;  // none: the server's, whose chains follow from the table's secret
  std::string tip;
  static void describe(auto&& visit) {
    visit("id", &Committed::id, "");
    visit("seat", &Committed::seat, "");
    visit("tip", &Committed::tip, "");
  }
};

struct Rematched {
  static constexpr std::string_view kName = "Rematched";
  static constexpr std::string_view kType = "rematched";
  std::string id;
  std::string by;
  std::string table;
  static void describe(auto&& visit) {
    visit("id", &Rematched::id, "");
    visit("by", &Rematched::by, "");
    visit("table", &Rematched::table, "");
  }
};

using Entry = std::variant<Opened, Sat, Stood, Started, Rolled, Chosen, BotTook, Returned,
                           Committed, Rematched>;

std::string to_text(const Entry& entry);
std::optional<Entry> parse(std::string_view text);

}  // namespace aero::tables::log
