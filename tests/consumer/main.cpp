#include <cstdio>

#include "aero/version.hpp"

int main() {
  std::printf("aeroplane %.*s\n", static_cast<int>(aero::kVersion.size()), aero::kVersion.data());
}
