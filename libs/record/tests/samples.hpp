#pragma once
// Records for the tests.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "aero/dice.hpp"
#include "aero/notation.hpp"
#include "aero/record.hpp"

namespace aero {

inline const std::string kTwoSeats = "[Start \"R:hx4 B:hx4 R 0 - -\"]\n";
inline const std::string kFourSeats = "[Start \"R:hx4 Y:hx4 B:hx4 G:hx4 R 0 - -\"]\n";

// "line:column code name=value …" of each error, one a line.
inline std::string errors_text(const Errors& errors) {
  std::string text;
  for (const Error& error : errors) {
    if (!text.empty()) text += '\n';
    text += std::to_string(error.line) + ":" + std::to_string(error.column) + " ";
    text += error.code;
    for (const auto& [name, value] : error.arguments) {
      text.append(" ").append(name).append("=").append(value);
    }
  }
  return text;
}

// The record of a text that has to be one.
inline Record read(std::string_view text) {
  const auto record = parse_record(text);
  if (record) return *record;
  ADD_FAILURE() << errors_text(record.errors());
  return {};
}

// The errors of a text, or what it canonically is.
inline std::string outcome(std::string_view text) {
  const auto record = parse_record(text);
  return record ? to_text(*record) : errors_text(record.errors());
}

// A whole game of random moves with a take-back, notes and comments here and there.
inline Record random_record(const Rules& rules, SeatSet seats, std::uint64_t seed, int plies) {
  const Random random = Random(seed);
  std::uint64_t n = 0;
  StartingRolls starting(seats);
  Record record;
  record.rules = rules;
  const auto roll = [&] { return *Pip::from(static_cast<int>(random.below(6, n++)) + 1); };
  while (!starting.winner()) {
    const Pip pip = roll();
    record.entries.push_back(StartingRoll{pip});
    starting.add(pip);
  }
  record.start = start(rules, seats, *starting.winner());
  record.tags = {{"Event", "A \"friendly\" game \\ rematch"},
                 {"Date", "2026-05-17"},
                 {"Seat " + to_text(*starting.winner()), "Ayşe 王"},
                 {"House", "cat"},
                 {"House", "dog"}};
  Game game(rules, record.start);
  for (const Entry& entry : record.entries) game.add(entry);
  const auto add = [&](Entry entry) {
    if (!game.add(entry)) record.entries.push_back(std::move(entry));
  };
  for (int i = 0; i < plies && !game.state().is_over(); ++i) {
    if (game.state().has_roll()) {
      const MoveList moves = legal_moves(rules, game.state());
      add(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size()), n++))]);
    } else {
      add(roll());
    }
    switch (random.below(40, n++)) {
      case 0: add(TakeBack{static_cast<int>(random.below(5, n++)) + 1}); break;
      case 1:
        add(Comment{"a long comment that does not mind where the line ends, 好 ş, <no note>"});
        break;
      case 2: add(Note{"proof", "9f86d081 884c7d65 {no comment}"}); break;
      case 3: add(Note{"bot", to_text(*starting.winner())}); break;
      case 4: add(Note{"weather", ""}); break;
      case 5: add(Comment{}); break;
      default: break;
    }
  }
  return record;
}

}  // namespace aero
