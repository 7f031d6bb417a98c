#include "settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace aero::arena {
namespace {

constexpr double kThousandth = kCertainty / 1000.0;

struct Setting {
  std::string_view name;
  std::int64_t most;
  void (*set)(NetSettings&, std::int64_t);
};

std::uint32_t chance(std::int64_t thousandths) {
  return static_cast<std::uint32_t>(std::lround(static_cast<double>(thousandths) * kThousandth));
}

constexpr Setting kSettings[] = {
    {"plies", 9, [](NetSettings& all, auto n) { all.limit.plies = static_cast<int>(n); }},
    {"positions", 1'000'000'000, [](NetSettings& all, auto n) { all.limit.positions = n; }},
    {"doubt", 1000, [](NetSettings& all, auto n) { all.limit.doubt = chance(n); }},
    {"moves", kMaxMoves, [](NetSettings& all, auto n) { all.limit.moves = static_cast<int>(n); }},
    {"within", 1000, [](NetSettings& all, auto n) { all.limit.within = chance(n); }},
    {"rollouts", 1'000'000, [](NetSettings& all, auto n) { all.rollouts = n; }},
};

std::string names_of_settings() {
  std::string names;
  for (const Setting& setting : kSettings) {
    names.append(names.empty() ? "" : ", ").append(setting.name);
  }
  return names;
}

// One of them; why not, or nothing.
std::optional<Error> read(std::string_view text, NetSettings& settings) {
  const std::size_t sign = std::min(text.find('='), text.size());
  const std::string_view name = text.substr(0, sign);
  const auto* const setting = std::ranges::find(kSettings, name, &Setting::name);
  if (setting == std::end(kSettings)) {
    return Error{"arena.unknown_setting",
                 {{"text", std::string(name)}, {"choices", names_of_settings()}}};
  }
  const std::string_view value = text.substr(std::min(sign + 1, text.size()));
  std::int64_t number = -1;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || stop != value.data() + value.size() || number < 0 ||
      number > setting->most) {
    return Error{"arena.bad_setting",
                 {{"name", std::string(name)},
                  {"text", std::string(value)},
                  {"most", std::to_string(setting->most)}}};
  }
  setting->set(settings, number);
  return std::nullopt;
}

}  // namespace

std::string bot_names() {
  std::string names;
  for (const Bot* bot : bots()) names.append(names.empty() ? "" : ", ").append(bot->name());
  return names;
}

Result<NetSettings> read_settings(std::string_view bot, std::string_view text) {
  std::optional<NetSettings> settings = net_settings(bot);
  if (!settings) return Errors{{"arena.no_settings", {{"bot", std::string(bot)}}, 1, 1}};
  Errors errors;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (auto error = read(text.substr(start, end - start), *settings)) {
      error->line = 1;
      error->column = static_cast<int>(start) + 1;
      errors.push_back(*std::move(error));
    }
    start = end + 1;
  }
  if (!errors.empty()) return errors;
  return *settings;
}

}  // namespace aero::arena
