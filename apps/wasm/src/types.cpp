// Prints web/src/engine/door.ts.

#include <cstdio>

#include "typescript.hpp"

int main() {
  const std::string text = aero::door::typescript();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
