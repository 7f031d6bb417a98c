// The examples on the format's page are what they say they are.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "samples.hpp"

namespace aero {
namespace {

std::string page() {
  std::string text;
  std::FILE* const file = std::fopen("docs/formats/record.md", "rb");
  if (file == nullptr) return text;
  std::array<char, 4096> part;
  for (std::size_t size; (size = std::fread(part.data(), 1, part.size(), file)) > 0;) {
    text.append(part.data(), size);
  }
  std::fclose(file);
  return text;
}

// The block of the page that is fenced as `language`.
std::string example(const std::string& language) {
  const std::string text = page();
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = text.find(fence) + fence.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(RecordPage, ItsExampleIsCanonical) {
  const std::string text = example("aero");
  EXPECT_EQ(outcome(text), text);
}

TEST(RecordPage, ItsJsonIsTheTwinOfTheExample) {
  EXPECT_EQ(example("json"), to_json(read(example("aero"))));
}

}  // namespace
}  // namespace aero
