#include "call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <thread>

namespace aero::cli {
namespace {

template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace

const std::vector<std::string>& Call::texts(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    throw BadInput::about("cli.argument_missing", {{"name", std::string(name)}});
  }
  return found->second;
}

const std::string& Call::text(std::string_view name) const { return texts(name).back(); }

std::string Call::text_or(std::string_view name, std::string_view fallback) const {
  return has(name) ? text(name) : std::string(fallback);
}

std::uint64_t Call::number(std::string_view name, std::uint64_t low, std::uint64_t high) const {
  const std::string& text = this->text(name);
  const auto number = read_number<std::uint64_t>(text);
  if (!number || *number < low || *number > high) {
    throw BadInput::about("cli.bad_number", {{"name", std::string(name)},
                                             {"text", text},
                                             {"low", std::to_string(low)},
                                             {"high", std::to_string(high)}});
  }
  return *number;
}

std::uint64_t Call::number_or(std::string_view name, std::uint64_t low, std::uint64_t high,
                              std::uint64_t fallback) const {
  return has(name) ? number(name, low, high) : fallback;
}

const std::string& Call::choice(std::string_view name,
                                const std::vector<std::string_view>& choices) const {
  const std::string& text = this->text(name);
  if (std::ranges::find(choices, text) == choices.end()) {
    throw BadInput::about("cli.bad_choice",
                          {{"name", std::string(name)},
                           {"text", text},
                           {"choices", fmt::format("{}", fmt::join(choices, ", "))}});
  }
  return text;
}

Rules Call::rules() const {
  const std::string line = text_or("--rules", "standard");
  return require(parse_rules(line), "--rules", line);
}

int cores() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
}

int Call::threads() const {
  return static_cast<int>(
      number_or("--threads", 1, kMostThreads, static_cast<std::uint64_t>(cores())));
}

std::vector<Seat> Call::seats() const {
  const std::string letters = text_or("--seats", "RYBG");
  return require(parse_seats(letters), "--seats", letters);
}

std::vector<const Bot*> Call::named_bots() const {
  const std::string line = text_or("--bots", "random");
  std::vector<const Bot*> bots;
  std::size_t start = 0;
  while (start <= line.size()) {
    const std::size_t end = std::min(line.find(',', start), line.size());
    const std::string name = line.substr(start, end - start);
    const Bot* bot = find_bot(name);
    if (bot == nullptr) {
      const Error error{"cli.unknown_bot",
                        {{"text", name}, {"choices", names_of_bots()}},
                        1,
                        static_cast<int>(start) + 1};
      throw BadInput{{error}, "--bots", line};
    }
    bots.push_back(bot);
    start = end + 1;
  }
  return bots;
}

std::vector<const Bot*> Call::bots(const std::vector<Seat>& seats) const {
  std::vector<const Bot*> bots = named_bots();
  if (bots.size() == 1) bots.resize(seats.size(), bots.front());
  if (bots.size() != seats.size()) {
    throw BadInput::about("cli.bots_mismatch", {{"bots", std::to_string(bots.size())},
                                                {"seats", std::to_string(seats.size())}});
  }
  return bots;
}

std::uint64_t Call::seed() const {
  return number_or("--seed", 0, std::numeric_limits<std::uint64_t>::max(), 1);
}

State Call::position(const Rules& rules) const {
  const std::string& line = text("POSITION");
  return require(parse_position(rules, line), "POSITION", line);
}

int column_of_field(std::string_view position, int from_end) {
  std::size_t start = position.size();
  for (int field = 0; field < from_end && start > 0; ++field) {
    start = position.rfind(' ', start - 1);
    if (start == std::string_view::npos) return 1;
  }
  return static_cast<int>(start) + 2;
}

}  // namespace aero::cli
