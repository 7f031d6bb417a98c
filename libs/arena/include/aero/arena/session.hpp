#pragma once
// The engine's side of the line protocol, docs/formats/engine.md: a line in, lines out.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aero/ai.hpp"
#include "aero/crew.hpp"
#include "aero/notation.hpp"

namespace aero::arena {

class Session {
 public:
  struct Reply {
    std::vector<std::string> lines;
    Errors errors;  // what was refused; nothing has changed then
    bool quits = false;
    // The first word of the line.
    // NOLINTNEXTLINE(readability-redundant-member-init): without it g++ wants it written out
    std::string_view verb = {};
  };

  static constexpr int kMostThreads = 64;

  // Threads, 1 … kMostThreads, share a search; the answers are the same for any number of them,
  // unless a limit of time decides.
  explicit Session(std::shared_ptr<const Bot> bot, std::uint64_t seed = 1, int threads = 1)
      : bot_(std::move(bot)), seed_(seed), threads_(threads) {}

  // A line without its end. Takes as long as the choice that it asks for.
  Reply answer(std::string_view line);

 private:
  // A line, and what is wrong with it; a column counts from 1.
  class Words;
  using Act = Reply (Session::*)(Words& words);
  struct Verb {
    std::string_view name;
    Act act;
  };
  static const Verb kVerbs[];

  Reply greet(Words& words);
  Reply be_ready(Words& words);
  Reply set_option(Words& words);
  Reply set_rules(Words& words);
  Reply new_game(Words& words);
  Reply set_position(Words& words);
  Reply go(Words& words);
  Reply quit(Words& words);
  Reply search(std::optional<std::int64_t> nodes, std::optional<std::int64_t> movetime_ms);

  std::shared_ptr<const Bot> bot_;
  std::uint64_t seed_;
  int threads_;
  std::unique_ptr<Crew> crew_;  // of so many threads, once there was something to share
  std::uint64_t game_ = 0;
  Rules rules_;
  std::optional<State> state_;
};

}  // namespace aero::arena
