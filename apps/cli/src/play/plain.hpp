#pragma once
// A game as lines of text, for screen readers and pipes.

#include <cstdio>

#include "play/session.hpp"
#include "play/words.hpp"

namespace aero::cli {

// What a line of input asks for. Words of every language mean the same in every language.
struct Order {
  enum class Kind {
    enter,  // an empty line: roll, or the first choice
    roll,
    number,  // the choice of that number
    moves,
    board,
    threats,
    hint,
    take_back,
    save,
    rules,
    help,
    quit,
    unknown,
  };
  Kind kind = Kind::unknown;
  int number = 0;
};
Order order_of(std::string_view line);

// Plays until the game is over, somebody quits, or the input ends; the game stays in its file.
void play_plain(Session& session, const Words& words, std::FILE* input);

// Tells a whole record, a sentence an event.
void tell_record(const Record& record, const Words& words);

}  // namespace aero::cli
