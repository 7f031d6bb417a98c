#include "pen.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace aero::terminal {
namespace {

// xterm's defaults. Themes differ, but keep the hues.
constexpr std::array<Colour, 16> kSixteen = {{
    {0, 0, 0},
    {205, 0, 0},
    {0, 205, 0},
    {205, 205, 0},
    {0, 0, 238},
    {205, 0, 205},
    {0, 205, 205},
    {229, 229, 229},
    {127, 127, 127},
    {255, 0, 0},
    {0, 255, 0},
    {255, 255, 0},
    {92, 92, 255},
    {255, 0, 255},
    {0, 255, 255},
    {255, 255, 255},
}};

constexpr int kFirstOfCube = 16;
constexpr int kFirstGrey = 232;
constexpr int kGreys = 24;
constexpr std::array<std::uint8_t, 6> kLevels = {0, 95, 135, 175, 215, 255};

// The eye tells greens apart best and blues worst.
int distance(Colour a, Colour b) {
  const int red = a.red - b.red;
  const int green = a.green - b.green;
  const int blue = a.blue - b.blue;
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

Colour colour_of_256(int index) {
  if (index >= kFirstGrey) {
    const auto level = static_cast<std::uint8_t>(8 + 10 * (index - kFirstGrey));
    return {level, level, level};
  }
  const auto cube = static_cast<std::size_t>(index - kFirstOfCube);
  return {kLevels[cube / 36], kLevels[cube / 6 % 6], kLevels[cube % 6]};
}

// The distance adds up by channel, so the nearest of the cube is found by channel.
int level_of(std::uint8_t channel) {
  int best = 0;
  for (int i = 1; i < 6; ++i) {
    const auto gap = [&](int level) {
      return std::abs(kLevels[static_cast<std::size_t>(level)] - channel);
    };
    best = gap(i) < gap(best) ? i : best;
  }
  return best;
}

std::int32_t reduced(const std::optional<Colour>& colour, Depth depth) {
  if (!colour || depth == Depth::mono) {
    return -1;
  }
  switch (depth) {
    case Depth::ansi16: return nearest_of_16(*colour);
    case Depth::ansi256: return nearest_of_256(*colour);
    default: return colour->red << 16 | colour->green << 8 | colour->blue;
  }
}

bool is_light(Colour colour) {
  return 299 * colour.red + 587 * colour.green + 114 * colour.blue > 127'500;
}

class Parameters {
 public:
  void add(int number) {
    if (!text_.empty()) {
      text_ += ';';
    }
    text_ += std::to_string(number);
  }

  // `base` is 30 for the foreground and 40 for the background.
  void add_colour(int base, std::int32_t colour, Depth depth) {
    if (colour < 0) {
      add(base + 9);
    } else if (depth == Depth::ansi16) {
      add(colour < 8 ? base + colour : base + 60 + colour - 8);
    } else if (depth == Depth::ansi256) {
      add(base + 8);
      add(5);
      add(colour);
    } else {
      add(base + 8);
      add(2);
      add(colour >> 16);
      add(colour >> 8 & 0xFF);
      add(colour & 0xFF);
    }
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// What has to be said to get from one pen to another without a reset.
void add_steps(Parameters& parameters, const Pen& from, const Pen& to, Depth depth) {
  bool bold = from.bold;
  bool dim = from.dim;
  if ((bold && !to.bold) || (dim && !to.dim)) {
    parameters.add(22);  // ends both
    bold = dim = false;
  }
  if (to.bold && !bold) {
    parameters.add(1);
  }
  if (to.dim && !dim) {
    parameters.add(2);
  }
  if (from.underline != to.underline) {
    parameters.add(to.underline ? 4 : 24);
  }
  if (from.reverse != to.reverse) {
    parameters.add(to.reverse ? 7 : 27);
  }
  if (from.foreground != to.foreground) {
    parameters.add_colour(30, to.foreground, depth);
  }
  if (from.background != to.background) {
    parameters.add_colour(40, to.background, depth);
  }
}

}  // namespace

int nearest_of_16(Colour colour) {
  int best = 0;
  for (int i = 1; i < 16; ++i) {
    const auto candidate = kSixteen[static_cast<std::size_t>(i)];
    if (distance(candidate, colour) < distance(kSixteen[static_cast<std::size_t>(best)], colour)) {
      best = i;
    }
  }
  return best;
}

int nearest_of_256(Colour colour) {
  const int cube =
      kFirstOfCube + 36 * level_of(colour.red) + 6 * level_of(colour.green) + level_of(colour.blue);
  const int light = (2 * colour.red + 4 * colour.green + 3 * colour.blue) / 9;
  const int grey = kFirstGrey + std::clamp((light - 8 + 5) / 10, 0, kGreys - 1);
  return distance(colour_of_256(grey), colour) < distance(colour_of_256(cube), colour) ? grey
                                                                                       : cube;
}

Pen pen_of(const Style& style, Depth depth) {
  Pen pen{reduced(style.foreground, depth),
          reduced(style.background, depth),
          style.bold,
          style.dim,
          style.underline,
          style.reverse};
  // Two colours must not become one: the text would vanish.
  const bool is_lost = pen.foreground >= 0 && pen.foreground == pen.background &&
                       style.foreground != style.background;
  if (is_lost) {
    constexpr Colour kBlack{0, 0, 0};
    constexpr Colour kWhite{255, 255, 255};
    pen.foreground = reduced(is_light(*style.background) ? kBlack : kWhite, depth);
  }
  return pen;
}

std::string change(const Pen& from, const Pen& to, Depth depth) {
  if (from == to) {
    return {};
  }
  if (to == Pen{}) {
    return "\x1b[m";
  }
  Parameters steps;
  add_steps(steps, from, to, depth);
  Parameters anew;
  anew.add(0);
  add_steps(anew, Pen{}, to, depth);
  const auto& best = anew.text().size() < steps.text().size() ? anew : steps;
  return "\x1b[" + best.text() + "m";
}

Depth depth_of_environment(const Environment& environment) {
  const auto value = [&](const char* name) -> std::string_view {
    const char* text = environment(name);
    return text ? text : "";
  };
  const auto term = value("TERM");
  const auto has = [&](std::string_view part) { return term.find(part) != term.npos; };
  const auto colour = value("COLORTERM");
  if (!value("NO_COLOR").empty() || term.empty() || term == "dumb" || term.starts_with("vt")) {
    return Depth::mono;
  }
  if (colour == "truecolor" || colour == "24bit" || has("-direct") || has("kitty") ||
      has("ghostty") || has("alacritty") || has("wezterm") || term.starts_with("foot")) {
    return Depth::true_colour;
  }
  return has("256color") ? Depth::ansi256 : Depth::ansi16;
}

}  // namespace aero::terminal
