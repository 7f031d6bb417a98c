#pragma once
// What happened, in words.

#include <string>
#include <vector>

#include "aero/narration.hpp"
#include "aero/text.hpp"

namespace aero::cli {

// std::visit with a lambda a case.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// The message in that language.
std::string say(text::Language language, const Message& message);

// The next entry of a record, played in the game and told, a sentence each. The game must accept
// it.
std::vector<std::string> narrate(text::Language language, Game& game, const Entry& entry,
                                 EventList& events);

}  // namespace aero::cli
