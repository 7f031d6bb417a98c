// The example on the page of fair dice is the record of the vectors.

#include <sstream>

#include "vectors.hpp"

namespace aero::fair {
namespace {

TEST(FairDicePage, ShowsTheRecordOfTheVectors) {
  std::stringstream page;
  page << std::ifstream("docs/formats/fair-dice.md").rdbuf();
  const std::string text = page.str();
  const std::string fence = "```aero\n";
  const std::size_t begin = text.find(fence) + fence.size();
  const auto record = parse_json(vectors()["right"]["record"].dump());
  ASSERT_TRUE(record);
  EXPECT_EQ(text.substr(begin, text.find("```", begin) - begin), to_text(*record));
}

}  // namespace
}  // namespace aero::fair
