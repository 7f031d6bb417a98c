#pragma once
// The two ways out: data on standard output, talk on standard error.

#include <string>
#include <string_view>

#include "call.hpp"

namespace aero::cli {

// Standard output did not take what was written to it.
struct WriteFailed {
  int error;  // errno; EPIPE where nobody reads any more
};

// Writes data; buffered. Throws WriteFailed.
void print(std::string_view data);
void print_line(std::string_view line);
void print_json(const Json& json);  // one line
// Hands over what is buffered. Throws WriteFailed.
void flush();

// Writes talk. That it cannot be written is nobody's fault.
void talk(std::string_view text);
// What is wrong with the input, one line an error, each followed by the line it is about with a
// caret under the column.
void complain(text::Language language, const BadInput& input);

// The same as one line, without the quoted lines.
std::string summary(text::Language language, const BadInput& input);
// The sentence of one error, without its place.
std::string sentence(text::Language language, const Error& error);

bool talks_to_terminal();
// Whether that terminal wants colour: NO_COLOR and TERM=dumb say no.
bool talks_in_colour();

}  // namespace aero::cli
