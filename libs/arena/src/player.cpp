#include "aero/arena/player.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "process.hpp"
#include "settings.hpp"

namespace aero::arena {
namespace {

class BotPlayer final : public Player {
 public:
  BotPlayer(const Bot& bot, const Rules& rules) : bot_(bot), rules_(rules) {}
  void begin(std::uint64_t) override {}
  Answer choose(const State& state, const MoveList& legal, Random random) override {
    return {bot_.choose(rules_, state, legal, random)};
  }
  double clock_s() const override {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

 private:
  const Bot& bot_;
  Rules rules_;
};

// The host's side of docs/formats/engine.md.
class ProgramPlayer final : public Player {
 public:
  ProgramPlayer(std::string command, const ProgramLimits& limits, const Rules& rules)
      : command_(std::move(command)), limits_(limits), rules_(rules) {
    if (limits.nodes) go_ += " nodes " + std::to_string(*limits.nodes);
    if (limits.movetime_ms) go_ += " movetime " + std::to_string(*limits.movetime_ms);
  }

  // Starts the program and tells it the rules. Why it cannot be played with, or nothing.
  Errors start() {
    process_ = Process::start(command_);
    if (!process_) return {Error{"arena.not_started", {{"command", command_}}}};
    std::string line;
    if (!say("aei") || !hear("aeiok", line)) {
      process_.reset();
      return {Error{"arena.no_handshake",
                    {{"command", command_}, {"ms", std::to_string(limits_.timeout_ms)}}}};
    }
    refused_.clear();
    if (!say("rules " + to_text(rules_)) || !say("isready") || !hear("readyok", line) ||
        !refused_.empty()) {
      process_.reset();
      return {Error{"arena.rules_refused", {{"command", command_}, {"reason", refused_}}}};
    }
    return {};
  }

  void begin(std::uint64_t number) override {
    if (!process_ && !start().empty()) return;
    std::string line;
    if (!say("newgame " + std::to_string(number)) || !say("isready") || !hear("readyok", line)) {
      process_.reset();  // the first choice says that it crashed
    }
  }

  Answer choose(const State& state, const MoveList& legal, Random) override {
    std::string go = go_ + " legal";
    for (const Move& move : legal) go += " " + to_text(move);
    refused_.clear();
    std::string line;
    const bool is_heard =
        process_ && say("position " + to_text(state)) && say(go) && hear("bestmove", line);
    if (!is_heard) return failed(is_late_ ? Failure::timed_out : Failure::crashed);
    const std::size_t start = line.find_first_not_of(' ', kBestMove.size());
    const std::string_view text = std::string_view(line).substr(std::min(start, line.size()));
    const Move* move =
        std::ranges::find_if(legal, [&](const Move& each) { return text == to_text(each); });
    if (!refused_.empty() || move == legal.end()) return failed(Failure::illegal);
    return {*move};
  }

 private:
  using Clock = Process::Clock;
  static constexpr std::string_view kBestMove = "bestmove";

  // Nothing that it may still say is wanted.
  Answer failed(Failure failure) {
    process_.reset();
    return {Move::pass(), failure};
  }

  Clock::time_point deadline() const {
    return Clock::now() +
           std::chrono::milliseconds(limits_.timeout_ms + limits_.movetime_ms.value_or(0));
  }

  bool say(const std::string& line) {
    is_late_ = false;
    return process_->write_line(line, deadline());
  }

  // Reads up to a line that begins with this word. False where none comes; what was refused on the
  // way is kept, and ends a wait for a choice.
  bool hear(std::string_view word, std::string& line) {
    const Clock::time_point end = deadline();
    for (;;) {
      const Process::Reading reading = process_->read_line(line, end);
      is_late_ = reading == Process::Reading::timed_out;
      if (reading != Process::Reading::line) return false;
      const std::string_view text = line;
      const std::string_view first = text.substr(0, text.find(' '));
      if (first == word) return true;
      if (first != "error") continue;
      refused_ = text.substr(std::min(text.size(), first.size() + 1));
      if (refused_.empty()) refused_ = text;
      if (word == kBestMove) return true;
    }
  }

  std::string command_;
  ProgramLimits limits_;
  Rules rules_;
  std::string go_ = "go";
  std::optional<Process> process_;
  std::string refused_;  // the last error that the program told
  bool is_late_ = false;
};

}  // namespace

double Player::clock_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Contestant contestant(std::shared_ptr<const Bot> bot) {
  std::string name(bot->name());
  return {std::move(name),
          [bot = std::move(bot)](const Rules& rules) -> Result<std::unique_ptr<Player>> {
            return std::unique_ptr<Player>(std::make_unique<BotPlayer>(*bot, rules));
          }};
}

Result<std::shared_ptr<const Bot>> bot_of(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  const Bot* bot = find_bot(name);
  if (bot == nullptr) {
    return Errors{
        {"cli.unknown_bot", {{"text", std::string(name)}, {"choices", bot_names()}}, 1, 1}};
  }
  if (colon == text.size()) return std::shared_ptr<const Bot>(std::shared_ptr<void>(), bot);
  Result<NetSettings> settings = read_settings(name, text.substr(colon + 1));
  if (!settings) {
    Errors errors = std::move(settings).errors();
    for (Error& error : errors) error.column += static_cast<int>(colon) + 1;
    return errors;
  }
  return std::shared_ptr<const Bot>(net_bot(std::string(text), *settings));
}

Contestant program(const std::string& command, const ProgramLimits& limits) {
  return {"cmd:" + command, [=](const Rules& rules) -> Result<std::unique_ptr<Player>> {
            auto player = std::make_unique<ProgramPlayer>(command, limits, rules);
            if (Errors errors = player->start(); !errors.empty()) return errors;
            return std::unique_ptr<Player>(std::move(player));
          }};
}

}  // namespace aero::arena
