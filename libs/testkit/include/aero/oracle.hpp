#pragma once

#include <map>
#include <string>

// The rules once more, for tests only: naive, slow, from text to text, and sharing nothing with the
// engine, so that the two can be compared. Texts are those of the notation page.
//
// Positions must be canonical and legal. Texts that cannot be read throw std::invalid_argument;
// readable but illegal positions are not detected.
namespace aero::oracle {

// The text of every legal move, each with the position line after it. Throws std::invalid_argument
// if no roll is waiting.
std::map<std::string, std::string> moves(const std::string& rules, const std::string& position);

// The position line after rolling `pip` (1 … 6): a third six is punished, a roll that moves nothing
// is lost. Throws std::invalid_argument if a roll is waiting already, the game is over or `pip` is
// out of range.
std::string roll(const std::string& rules, const std::string& position, int pip);

}  // namespace aero::oracle
