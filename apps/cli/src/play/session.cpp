#include "play/session.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <random>
#include <system_error>
#include <utility>

#include "aero/ai.hpp"
#include "aero/analysis.hpp"
#include "call.hpp"
#include "replace.hpp"

namespace aero::cli {
namespace {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace

Plan default_plan() {
  Plan plan;
  for (const Seat seat : kAllSeats) {
    plan.player(seat) = Player{"", seat == Seat::R ? "" : "cautious"};
  }
  plan.player(Seat::B)->bot = kUsualBot;
  return plan;
}

Result<Session> Session::begin(const Plan& plan, std::optional<std::filesystem::path> file) {
  const Table table{
      plan.rules, plan.players, DiceKey{plan.seed ? *plan.seed : new_seed(), 0}, plan.first, {}};
  auto match = Match::begin(table, {{"Date", today()}});
  if (!match) return match.errors();
  Session session(*std::move(match), std::move(file));
  session.save();
  return session;
}

Result<Session> Session::resume(Record record, std::optional<std::filesystem::path> file) {
  auto match = Match::resume(std::move(record));
  if (!match) return match.errors();
  if (!match->has_dice()) return Error{"match.no_dice", {}};
  for (const Seat seat : kAllSeats) {
    const auto& player = match->player(seat);
    if (player && player->is_bot() && find_bot(player->bot) == nullptr) {
      return Error{"cli.unknown_bot", {{"text", player->bot}, {"choices", names_of_bots()}}};
    }
  }
  return Session(*std::move(match), std::move(file));
}

bool Session::is_bots_turn() const { return !is_over() && match_.player(state().turn())->is_bot(); }

bool Session::has_people() const {
  for (const Seat seat : kAllSeats) {
    if (match_.player(seat) && !match_.player(seat)->is_bot()) return true;
  }
  return false;
}

Plan Session::plan() const {
  Plan plan{rules(), {}, std::nullopt, std::nullopt};
  for (const Seat seat : kAllSeats) plan.player(seat) = match_.player(seat);
  return plan;
}

EventList Session::roll() {
  const auto events = match_.roll();
  save();
  return *events;
}

EventList Session::choose(const Move& move) {
  const auto events = match_.choose(move);
  save();
  return *events;
}

EventList Session::play_bot() {
  if (!state().has_roll()) return roll();
  const Bot& bot = *find_bot(match_.player(state().turn())->bot);
  return choose(move_of(bot, &endgames_, rules(), state(), match_.decision_stream()));
}

Move Session::hint() const { return aero::hint(rules(), state(), &endgames_); }

double Session::chance_of(const Move& move) const {
  return worth_of(*standard_net(), rules(), state(), move, Analysis::kUsualPlies, &endgames_);
}

bool Session::take_back() {
  if (!match_.take_back()) return false;
  save();
  return true;
}

const std::string& Session::save() { return save_failure_ = write(); }

std::string Session::write() const {
  if (!file_) return {};
  const Record& record = match_.record();
  std::error_code error;  // where it matters, the file cannot be written either
  if (file_->has_parent_path()) std::filesystem::create_directories(file_->parent_path(), error);
  // In the form that a reader expects from the name.
  return replace_file(*file_, file_->extension() == ".json" ? to_json(record) : to_text(record));
}

std::optional<std::filesystem::path> default_save_file() {
  const auto folder = [](const char* variable) -> std::filesystem::path {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
  };
  std::filesystem::path state = folder("XDG_STATE_HOME");
  if (!state.is_absolute()) {
    const std::filesystem::path home = folder("HOME");
    if (!home.is_absolute()) return std::nullopt;
    state = home / ".local" / "state";
  }
  return state / "aeroplane" / "game.aero";
}

std::uint64_t new_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace aero::cli
