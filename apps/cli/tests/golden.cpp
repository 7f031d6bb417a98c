#include "golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace aero::cli {

void expect_golden(std::string_view file, const std::string& text) {
  const std::string path = std::string("apps/cli/tests/golden/").append(file);
  if (std::getenv("AERO_WRITE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream stream(path, std::ios::binary);
  ASSERT_TRUE(stream) << path;
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(stream), {})) << path;
}

std::string past_catalogue(std::string_view text) {
  int depth = 0;
  std::string past;
  while (!text.empty()) {
    const bool opens = text.starts_with("⟦");
    const bool closes = text.starts_with("⟧");
    depth += opens ? 1 : closes ? -1 : 0;
    if (!opens && !closes && depth == 0) past += text[0];
    text.remove_prefix(opens || closes ? std::string_view("⟦").size() : 1);
  }
  return past;
}

}  // namespace aero::cli
