#pragma once
// A game in words: what a move does, what happened, where everything stands.

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "aero/narration.hpp"
#include "aero/text.hpp"

namespace aero::cli {

enum class Speed { off, fast, normal, slow };
inline constexpr std::array<std::string_view, 4> kSpeedNames{"off", "fast", "normal", "slow"};

// The next speed, or with -1 the one before; they go round.
constexpr Speed turned(Speed speed, int by = 1) {
  constexpr int kSpeeds = static_cast<int>(kSpeedNames.size());
  return static_cast<Speed>((static_cast<int>(speed) + by + kSpeeds) % kSpeeds);
}

class Words {
 public:
  explicit Words(text::Language language) : language_(language) {}

  text::Language language() const { return language_; }
  std::string say(std::string_view key,
                  std::initializer_list<text::Argument> arguments = {}) const {
    return text::say(language_, key, arguments);
  }
  std::string say(const Message& message) const;
  std::vector<std::string> say(const std::vector<Message>& messages) const;

  std::string seat(Seat seat) const;

  // "10 → 14, jumps to 18, flies to 30, sends home Yellow’s plane": the legal move `move`, and all
  // that comes of it.
  std::string move(const Rules& rules, const State& state, const Move& move) const;
  // The same for the events of any input that was accepted in `before`, where the game was not
  // over.
  std::string events(const View& before, const EventList& events) const;
  // One sentence an event; empty for what goes without saying.
  std::string sentence(const Event& event) const;

  // Who starts, from the rolls for it: a sentence a roll, and one for the outcome.
  std::vector<std::string> starting(const Match& match) const;
  // Who sits where, a line a seat.
  std::vector<std::string> seating(const Match& match) const;
  std::vector<std::string> threats(const Rules& rules, const State& state, Seat seat) const;
  // The choice of this number, from 1, is advised; with it the chance to win, 0 … 1, is this.
  std::string hint(int choice, double chance) const;
  // Each legal move with its number and outcome.
  std::vector<std::string> choices(const Rules& rules, const State& state) const;
  // The finishing order, and how often each seat rolled each face.
  std::vector<std::string> result(const State& state) const;
  std::vector<std::string> dice(const Game& game) const;
  // The same as the rows of a table.
  std::vector<std::string> dice_table(const Game& game) const;
  // The rules: the preset's name, or what differs from standard.
  std::vector<std::string> rules(const Rules& rules) const;
  std::string rules_name(const Rules& rules) const;
  // The keys of a game, a line each.
  std::vector<std::string> help() const;
  std::string speed(Speed speed) const;
  // "bot: greedy", "person"; and of a bot only "greedy".
  std::string player(const Player& player) const;
  std::string level(const Player& player) const;

 private:
  text::Language language_;
};

}  // namespace aero::cli
