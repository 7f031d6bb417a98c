#include "graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "aero/notation.hpp"
#include "narrate.hpp"

namespace aero::cli {
namespace {

// Of the drawing.
constexpr double kWidth = 960;
constexpr double kHeight = 440;
constexpr double kLeft = 64;
constexpr double kRight = 120;
constexpr double kTop = 48;
constexpr double kBottom = 56;
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kPlotHeight = kHeight - kTop - kBottom;
constexpr double kLineOfText = 18;  // names at the ends keep this distance
constexpr int kSignsOnLine = 8;

constexpr const char* kStyle = R"(<style>
svg { --paper: #ffffff; --ink: #22262e; --faint: #d5d9e0; --r: #c92a2a; --y: #946a00; --b: #1d5cbd; --g: #1f7a43; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #14171d; --ink: #e8eaee; --faint: #3a404b; --r: #ff7b75; --y: #f3c03f; --b: #7fb0ff; --g: #5ccf87; }
}
text { font: 14px system-ui, sans-serif; fill: var(--ink); }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.R { --seat: var(--r); } .Y { --seat: var(--y); } .B { --seat: var(--b); } .G { --seat: var(--g); }
.line { stroke: var(--seat); } .sign { fill: var(--seat); stroke: var(--paper); stroke-width: 1.5; }
.error { fill: none; stroke: var(--ink); stroke-width: 2; } .name { fill: var(--seat); font-weight: 600; }
</style>
)";

const char* dashes(Seat seat) {
  constexpr const char* kDashes[] = {"none", "12 5", "2 5", "12 5 2 5"};
  return kDashes[index(seat)];
}

// The sign of a seat, 14 wide, around the origin.
const char* sign(Seat seat) {
  constexpr const char* kSigns[] = {"M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z", "M0 -7L7 6H-7z",
                                    "M-6 -6H6V6H-6z", "M0 -8L8 0L0 8L-8 0z"};
  return kSigns[index(seat)];
}

double x_of(std::size_t roll, std::size_t rolls) {
  return kLeft + kPlotWidth * static_cast<double>(roll) /
                     static_cast<double>(std::max<std::size_t>(rolls, 1));
}
double y_of(std::uint32_t chance) {
  return kTop + kPlotHeight * (1 - static_cast<double>(chance) / kCertainty);
}

std::string axes(text::Language language, std::size_t rolls) {
  std::string svg;
  for (int percent = 0; percent <= 100; percent += 25) {
    const double y = kTop + kPlotHeight * (100 - percent) / 100.0;
    svg += fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"var(--faint)\"/>\n", kLeft, y,
                       kWidth - kRight);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{} %</text>\n", kLeft - 10,
                       y + 5, percent);
  }
  std::size_t apart = 10;
  while (rolls / apart > 12) apart *= apart % 4 == 0 ? 5 : 2;
  for (std::size_t roll = 0; roll <= rolls; roll += apart) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       x_of(roll, rolls), kHeight - kBottom + 22, roll);
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     kLeft + kPlotWidth / 2, kHeight - 12,
                     text::say(language, "analysis.graph.rolls"));
  return svg;
}

// Where each seat's name stands: beside the end of its line, but never on another name.
std::vector<std::pair<Seat, double>> name_places(const SeatSet& seats, const Chances& end) {
  std::vector<std::pair<Seat, double>> places;
  for (const Seat seat : kAllSeats) {
    if (seats.contains(seat)) places.emplace_back(seat, y_of(end[at(seat)]));
  }
  std::ranges::sort(places, {},
                    [](const auto& place) { return std::pair(place.second, place.first); });
  double free = kTop + kPlotHeight - kLineOfText * static_cast<double>(places.size() - 1);
  for (auto& [seat, y] : places) {
    y = std::min(y, free);
    free += kLineOfText;
  }
  for (std::size_t i = 1; i < places.size(); ++i) {
    places[i].second = std::max(places[i].second, places[i - 1].second + kLineOfText);
  }
  return places;
}

}  // namespace

std::string graph(text::Language language, Analysis& analysis) {
  const std::vector<RollMade>& made = analysis.made();
  const std::size_t rolls = made.size();
  const SeatSet seats = analysis.game().state().seats();
  std::vector<Chances> points;
  points.reserve(rolls + 1);
  for (const RollMade& one : made) points.push_back(one.before);
  points.push_back(analysis.end());

  const std::string title = text::say(language, "analysis.graph.title");
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n{3}"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"var(--paper)\"/>\n"
      "<text x=\"{4}\" y=\"26\" style=\"font-size: 16px; font-weight: 600\">{2}</text>\n",
      kWidth, kHeight, title, kStyle, kLeft);
  svg += axes(language, rolls);

  std::string signs;
  for (const Seat seat : kAllSeats) {
    if (!seats.contains(seat)) continue;
    std::string line;
    for (std::size_t i = 0; i < points.size(); ++i) {
      line += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x_of(i, rolls),
                          y_of(points[i][at(seat)]));
    }
    svg += fmt::format("<path class=\"line {}\" d=\"{}\" stroke-dasharray=\"{}\"/>\n", letter(seat),
                       line, dashes(seat));
    // Seats carry their signs at different rolls, so that those of equal chances stay visible.
    for (int i = 0; i < kSignsOnLine; ++i) {
      const double share = (i + (index(seat) + 0.5) / kSeats) / kSignsOnLine;
      const auto roll = static_cast<std::size_t>(share * static_cast<double>(rolls));
      signs +=
          fmt::format("<path class=\"sign {}\" d=\"{}\" transform=\"translate({:.1f} {:.1f})\"/>\n",
                      letter(seat), sign(seat), x_of(roll, rolls), y_of(points[roll][at(seat)]));
    }
  }
  svg += signs;
  for (std::size_t i = 0; i < rolls; ++i) {
    if (!made[i].decision || made[i].decision->verdict() < Verdict::mistake) continue;
    svg += fmt::format("<circle class=\"error\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n",
                       x_of(i + 1, rolls), y_of(points[i + 1][at(made[i].seat)]),
                       made[i].decision->verdict() == Verdict::blunder ? 8 : 5);
  }
  for (const auto& [seat, y] : name_places(seats, analysis.end())) {
    svg += fmt::format(
        "<path class=\"sign {0}\" d=\"{1}\" transform=\"translate({2} {3:.1f})\"/>\n"
        "<text class=\"name {0}\" x=\"{4}\" y=\"{5:.1f}\">{6}</text>\n",
        letter(seat), sign(seat), kWidth - kRight + 16, y, kWidth - kRight + 30, y + 5,
        say(language, seat_name(seat)));
  }
  return svg + "</svg>\n";
}

}  // namespace aero::cli
