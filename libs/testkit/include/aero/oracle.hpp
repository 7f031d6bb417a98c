#pragma once

#include <map>
#include <string>

// The rules once more, for tests only: naive, slow, from text to text, and sharing nothing with the
// engine, so that the two can be compared. Texts are those of the notation page.
//
// Positions must be canonical and legal. Texts that cannot be read end the program with a
// message; readable but illegal positions are not detected.
namespace aero::oracle {

// The text of every legal move, each with the position line after it. Precondition: a roll is
// waiting.
std::map<std::string, std::string> moves(const std::string& rules, const std::string& position);

// The position line after rolling `pip` (1 … 6): a third six is punished, a roll that moves nothing
// is lost. Precondition: a seat is to roll, and `pip` is in range.
std::string roll(const std::string& rules, const std::string& position, int pip);

}  // namespace aero::oracle
