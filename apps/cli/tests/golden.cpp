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

}  // namespace aero::cli
