// What never changes, and what rules say.

#include <algorithm>

#include "aero/ai.hpp"
#include "aero/door.hpp"
#include "aero/version.hpp"

namespace aero::door {
namespace {

Point point_of(aero::Point point) { return {point.x, point.y}; }

std::vector<Point> points_of(const std::vector<aero::Point>& list) {
  std::vector<Point> points(list.size());
  std::ranges::transform(list, points.begin(), point_of);
  return points;
}

Tile tile_of(Square square) {
  Tile tile;
  tile.at = point_of(centre_of(square));
  tile.outline = points_of(outline(square));
  tile.colour = colour_of(square);
  for (const Seat seat : kAllSeats) {
    const auto step = step_on(seat, square);
    if (step == kFlightStart) tile.flight_from = seat;
    if (step == kEntrance) tile.entrance_of = seat;
  }
  return tile;
}

SeatGeometry seat_geometry(Seat seat) {
  SeatGeometry geometry;
  geometry.seat = seat;
  for (Step step = kHangar; step <= kCentre; step = step + 1) {
    geometry.route.push_back(point_of(centre_of(seat, step)));
  }
  for (int plane = 0; plane < kMaxPlanes; ++plane) {
    geometry.hangar.push_back(point_of(hangar_point(seat, plane)));
  }
  const auto [from, to] = flight_line(seat);
  geometry.flight = {point_of(from), point_of(to)};
  return geometry;
}

Geometry geometry() {
  Geometry geometry;
  for (int square = 0; square < kRingSize; ++square) {
    geometry.ring.push_back(tile_of(Square(square)));
  }
  for (const Seat seat : kAllSeats) geometry.seats.push_back(seat_geometry(seat));
  return geometry;
}

std::string_view value_of(const aero::Option& option, const Rules& rules) {
  return option.values[static_cast<std::size_t>(option.get(rules))];
}

Texts options_of(const Rules& rules) {
  Texts options;
  for (const aero::Option& option : aero::options()) {
    options.emplace_back(option.key, value_of(option, rules));
  }
  return options;
}

}  // namespace

Facts facts(Desk&, const NoRequest&) {
  Facts facts;
  facts.version = kVersion;
  for (const auto& [name, rules] : presets()) {
    facts.presets.push_back({name, to_text(rules), options_of(rules)});
  }
  for (const aero::Option& option : options()) {
    facts.options.push_back({option.key, {option.values.begin(), option.values.end()}});
  }
  for (const Bot* bot : bots()) {
    facts.bots.push_back(bot->name());
    if (bot->needs_net()) facts.net_bots.push_back(bot->name());
  }
  facts.usual_bot = kUsualBot;
  facts.seats.assign(kAllSeats.begin(), kAllSeats.end());
  facts.geometry = geometry();
  return facts;
}

Result<RulesInfo> rules(Desk&, const RulesRequest& request) {
  const auto rules = parse_rules(request.rules);
  if (!rules) return rules.errors();
  RulesInfo info;
  info.rules = to_text(*rules);
  for (const auto& [name, each] : presets()) {
    if (each == *rules) info.preset = name;
  }
  info.options = options_of(*rules);
  for (const aero::Option& option : options()) {
    if (option.get(*rules) != option.get(kStandard)) info.changed.push_back(option.key);
  }
  return info;
}

}  // namespace aero::door
