#include "aero/arena/player.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <utility>

#include "line.hpp"
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
    process_ = Process::start(command_, limits_.stops);
    if (!process_) {
      return {
          Error{"arena.not_started", {{"command", command_}, {"reason", std::strerror(errno)}}}};
    }
    const std::string rules = "rules " + to_text(rules_);
    if (!ask({"aei"}, "aeiok")) return {silence("aei", "aeiok")};
    if (!ask({rules, kReady}, kIsReady) || !refused_.empty()) return {silence(rules, kIsReady)};
    return {};
  }

  void begin(std::uint64_t number) override {
    if (!process_ && !start().empty()) return;
    if (!ask({"newgame " + std::to_string(number), kReady}, kIsReady)) {
      process_.reset();  // the first choice says that it crashed
    }
  }

  Answer choose(const State& state, const MoveList& legal, Random) override {
    std::string go = go_ + " legal";
    for (const Move& move : legal) go += " " + to_text(move);
    if (!process_ || !ask({"position " + to_text(state), go}, kBestMove)) {
      return failed(is_late_ ? Failure::timed_out : Failure::crashed);
    }
    const Move* move =
        std::ranges::find_if(legal, [&](const Move& each) { return answer_ == to_text(each); });
    if (!refused_.empty() || move == legal.end()) return failed(Failure::illegal);
    return {*move};
  }

 private:
  using Clock = Process::Clock;
  static constexpr std::string_view kBestMove = "bestmove";
  static constexpr std::string_view kIsReady = "readyok";
  static constexpr const char* kReady = "isready";

  // Nothing that it may still say is wanted.
  Answer failed(Failure failure) {
    process_.reset();
    return {Move::pass(), failure};
  }

  Clock::time_point deadline(std::int64_t thinking_ms = 0) const {
    return Clock::now() + std::chrono::milliseconds(limits_.timeout_ms + thinking_ms);
  }

  // Says these lines and reads up to one that begins with this word; the rest of it is `answer_`.
  // False where none comes. What was refused on the way is kept, and ends a wait for a choice.
  bool ask(std::initializer_list<std::string> lines, std::string_view word) {
    const auto end = deadline(word == kBestMove ? limits_.movetime_ms.value_or(0) : 0);
    refused_.clear();
    bool is_said = true;
    for (const std::string& line : lines) is_said = is_said && process_->write_line(line, end);
    std::string text;
    for (;;) {  // it may have told why it takes nothing
      const Process::Reading reading = process_->read_line(text, end);
      is_late_ = reading == Process::Reading::timed_out;
      if (reading != Process::Reading::line) return false;
      Line line(text);
      const std::string_view first = line.next();
      answer_ = line.rest();
      if (first == word) return is_said;
      if (first != "error") continue;
      refused_ = answer_.empty() ? first : answer_;
      if (word == kBestMove) return true;
    }
  }

  // Why a line was not answered with this word. The program is ended.
  Error silence(const std::string& line, std::string_view word) {
    if (!refused_.empty()) {
      process_.reset();
      return {"arena.refused", {{"command", command_}, {"line", line}, {"reason", refused_}}};
    }
    const auto status = is_late_ ? std::nullopt : process_->exit_status(deadline());
    process_.reset();
    return {status ? "arena.ended" : "arena.no_answer",
            {{"command", command_},
             {"word", std::string(word)},
             {status ? "status" : "ms", std::to_string(status.value_or(limits_.timeout_ms))}}};
  }

  std::string command_;
  ProgramLimits limits_;
  Rules rules_;
  std::string go_ = "go";
  std::optional<Process> process_;
  std::string answer_;
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

Result<std::shared_ptr<const Bot>> bot_of(std::string_view text,
                                          std::span<const std::string_view> others) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  const Bot* bot = find_bot(name);
  if (bot == nullptr && std::ranges::find(others, name) == others.end()) {
    std::string choices;
    const auto add = [&](std::string_view choice) {
      choices.append(choices.empty() ? "" : ", ").append(choice);
    };
    for (const Bot* each : bots()) add(each->name());
    for (const std::string_view other : others) add(other);
    return Errors{{"cli.unknown_bot", {{"text", std::string(name)}, {"choices", choices}}, 1, 1}};
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
