#pragma once
// Names of people at a table. Any script will do; what cannot be seen, turns the text around it or
// passes for another's name will not.

#include <string>
#include <string_view>

#include "aero/result.hpp"

namespace aero::protocol {

inline constexpr int kMostNameLetters = 20;  // as people count them: 👩‍👩‍👧 is one

// A name as it is kept and told: in NFC, without white space at its ends, and with one space where
// there is some inside. Errors, one at most and without a place in the text: name.empty,
// name.too_long, and name.character for one that may not be there: controls, marks of direction,
// what is invisible (in emoji it may join), private or no characters at all, bytes that are not
// UTF-8, marks without a letter and more than four on one.
Result<std::string> tidy_name(std::string_view text);

// Would people take one name for the other: they differ in case alone, in dots of an i, or in
// characters that look the same. Precondition: both are tidy.
bool look_alike(std::string_view a, std::string_view b);

}  // namespace aero::protocol
