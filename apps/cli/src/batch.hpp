#pragma once

#include <cstdio>

#include "aero/text.hpp"

namespace aero::cli {

// Answers requests, one JSON object a line, until the end of the file: one line each, in order,
// handed over at once. What is refused is answered with {"error": …}. Throws WriteFailed.
void answer_batch(std::FILE* requests, text::Language language);

}  // namespace aero::cli
