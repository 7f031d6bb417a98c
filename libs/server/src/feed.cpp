#include "feed.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string_view>

#include "aero/fair.hpp"
#include "turn.hpp"

namespace aero::server {
namespace {

constexpr std::int64_t kMsPerSecond = 1000;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

// "2006-11-06T08:49:37Z"
std::string moment(std::int64_t unix_ms) {
  const std::time_t time = unix_ms / kMsPerSecond;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// "urn:uuid:…", version 8 (RFC 9562), the same for the same text.
std::string id_of(std::string_view text) {
  fair::Link bytes = fair::hash(text);
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x80);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
  std::string id = "urn:uuid:";
  for (std::size_t i = 0; i < 16; ++i) {
    char hex[3];
    std::snprintf(hex, sizeof hex, "%02x", bytes[i]);
    if (i == 4 || i == 6 || i == 8 || i == 10) id += '-';
    id += hex;
  }
  return id;
}

std::string names_of(const protocol::TableState& table) {
  std::string names;
  for (const protocol::SeatState& seat : table.seats) {
    const std::string& name = seat.name.empty() ? seat.bot : seat.name;
    if (!name.empty()) names.append(names.empty() ? "" : ", ").append(name);
  }
  return names;
}

}  // namespace

void Feed::add(const Result<protocol::TableState>& table) {
  if (!table || table->settings.pace != protocol::Pace::days) return;
  const protocol::Turn turn = turn_of(*table, 0);
  if (!turn.is_yours) return;
  entries.push_back({.table = table->code,
                     .names = names_of(*table),
                     .ply = table->ply,
                     .since_ms = table->since_ms});
}

std::string to_atom(const Feed& feed, std::int64_t zero_unix_ms,
                    const decltype(Settings::say)& say) {
  const auto text = [&](std::string_view key, const Settings::Arguments& arguments = {}) {
    return escaped(say ? say(key, arguments) : std::string(key));
  };
  std::int64_t latest_ms = 0;
  std::string entries;
  for (const Feed::Entry& entry : feed.entries) {
    latest_ms = std::max(latest_ms, entry.since_ms);
    entries += "  <entry>\n    <id>" +
               id_of("turn " + feed.person + ' ' + entry.table + ' ' + std::to_string(entry.ply)) +
               "</id>\n    <title>" + text("server.feed.turn", {{"names", entry.names}}) +
               "</title>\n    <link href=\"/#/t/" + entry.table + "\"/>\n    <updated>" +
               moment(zero_unix_ms + entry.since_ms) + "</updated>\n    <summary>" +
               text("server.feed.table", {{"table", entry.table}}) + "</summary>\n  </entry>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
         "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n  <id>" +
         id_of("feed " + feed.person) + "</id>\n  <title>" + text("server.feed.title") +
         "</title>\n  <author><name>" + text("server.feed.title") +
         "</name></author>\n  <updated>" + moment(zero_unix_ms + latest_ms) + "</updated>\n" +
         entries + "</feed>\n";
}

}  // namespace aero::server
