#include "settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

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

constexpr std::string_view kNet = "net";

std::string names_of_settings() {
  std::string names;
  for (const Setting& setting : kSettings) names.append(setting.name).append(", ");
  return names.append(kNet);
}

std::string_view code_of(Net::Fault fault) {
  switch (fault) {
    case Net::Fault::none:
    case Net::Fault::not_a_net: return "arena.net_none";
    case Net::Fault::other_version: return "arena.net_version";
    case Net::Fault::cut: return "arena.net_cut";
    case Net::Fault::damaged: return "arena.net_damaged";
    case Net::Fault::too_large: return "arena.net_large";
  }
  return {};
}

// The net in a file; why not, or nothing.
std::optional<Error> read_net(const std::string& name, NetSettings& settings) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(name, none);
  // Whoever opens a pipe waits for somebody to write to it.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return Error{"arena.net_no_file", {{"name", name}}};
  }
  std::ifstream file(name, std::ios::binary);
  if (!file) return Error{"arena.net_unreadable", {{"name", name}}};
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  Net::Loaded loaded = Net::load(std::as_bytes(std::span(text)));
  if (!loaded.net) return Error{code_of(loaded.fault), {{"name", name}}};
  settings.net = std::move(loaded.net);
  return std::nullopt;
}

// One of them; why not, or nothing.
std::optional<Error> read(std::string_view text, NetSettings& settings) {
  const std::size_t sign = std::min(text.find('='), text.size());
  const std::string_view name = text.substr(0, sign);
  const std::string_view value = text.substr(std::min(sign + 1, text.size()));
  if (name == kNet) return read_net(std::string(value), settings);
  const auto* const setting = std::ranges::find(kSettings, name, &Setting::name);
  if (setting == std::end(kSettings)) {
    return Error{"arena.unknown_setting",
                 {{"text", std::string(name)}, {"choices", names_of_settings()}}};
  }
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
