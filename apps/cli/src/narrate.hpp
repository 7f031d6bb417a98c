#pragma once
// What happened, in words.

#include <string>
#include <string_view>
#include <vector>

#include "aero/event.hpp"
#include "aero/record.hpp"
#include "aero/text.hpp"

namespace aero::cli {

// std::visit with a lambda a case.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// "Red" in that language; its possessive, "Red’s".
std::string name_of(text::Language language, Seat seat);
std::string possessive_of(text::Language language, Seat seat);

// One sentence, such as "Red jumps to square 14." Squares are counted along the route of the seat
// whose piece it is.
std::string narrate(text::Language language, const Event& event);

// The next entry of a record, played in the game and told, a sentence each. The game must accept
// it.
std::vector<std::string> narrate(text::Language language, Game& game, const Entry& entry,
                                 EventList& events);

// A starting roll of that seat.
std::string narrate_start(text::Language language, Seat seat, Pip roll);

// "walked", "bounced", …: the event in the keys of the catalogue.
std::string_view key_of(const Event& event);
// The planes that the event is about: those that go where it says.
int planes_in(const Event& event);

}  // namespace aero::cli
