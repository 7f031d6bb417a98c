#pragma once
// Who plays at the arena: bots of this program, and other programs that speak the protocol of
// docs/formats/engine.md.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "aero/ai.hpp"
#include "aero/notation.hpp"

namespace aero::arena {

// What ended a game before its time; the bot that did it has lost that game.
enum class Failure : std::uint8_t {
  none,
  crashed,    // the program ended, or could not be started again
  timed_out,  // no answer in time; the program was ended
  illegal,    // an answer that is no legal move
};
inline constexpr int kFailures = 4;

struct Answer {
  Move move = Move::pass();  // legal where there is no failure
  Failure failure = Failure::none;
};

// A bot that plays on one thread.
class Player {
 public:
  virtual ~Player() = default;
  // A new game. Whatever the player leaves to chance in it depends on `number`, the position and
  // nothing else, so that equal players play equal games.
  virtual void begin(std::uint64_t number) = 0;
  // `legal` is legal_moves(rules, state) and not empty; `random` a stream for this decision alone.
  virtual Answer choose(const State& state, const MoveList& legal, Random random) = 0;
  // Seconds, by a clock that goes on while this player chooses: of bots of this program only while
  // their thread runs, so that other work does not count.
  virtual double clock_s() const;
};

// A bot that can be asked for any number of players, which all play alike.
struct Contestant {
  std::string name;
  // A player under these rules; it does not outlive the contestant's bot. Or why there is none.
  std::function<Result<std::unique_ptr<Player>>(const Rules&)> enter;
};

Contestant contestant(std::shared_ptr<const Bot> bot);

// A bot as it is typed: its name; and of a bot of the net, after a colon, settings that are not its
// own, such as champion:plies=3,net=own.net. `others` are names of bots that the caller knows
// besides; with settings they come here, to be refused. Columns of errors count in `text` from 1.
// Errors: cli.unknown_bot, arena.no_settings, arena.unknown_setting, arena.bad_setting, and of a
// net's file arena.net_no_file, arena.net_unreadable, arena.net_none, arena.net_version,
// arena.net_cut, arena.net_damaged, arena.net_large.
Result<std::shared_ptr<const Bot>> bot_of(std::string_view text,
                                          std::span<const std::string_view> others = {});

// What programs are told and allowed.
struct ProgramLimits {
  std::optional<std::int64_t> nodes = std::nullopt;        // positions to evaluate for a choice
  std::optional<std::int64_t> movetime_ms = std::nullopt;  // time for a choice
  std::int64_t timeout_ms = 10'000;       // for any answer, of a choice on top of movetime_ms
  std::function<bool()> stops = nullptr;  // asked while an answer is awaited; ends the wait
};

// A program, called by `command` as a shell would, once for each player. One that failed is started
// anew for the next game. It ends with the thread that started it at the latest: that which let the
// player enter, or has it play. Errors of entering: arena.not_started, arena.ended,
// arena.no_answer, arena.refused.
Contestant program(const std::string& command, const ProgramLimits& limits);

}  // namespace aero::arena
