// Every script under scenarios/ is a test of its own; so it is named "<folder>_<file>".

#include <dirent.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "aero/notation.hpp"
#include "aero/scenario.hpp"

namespace aero {
namespace {

constexpr char kRoot[] = "scenarios";  // tests run in the root of the repository
constexpr const char* kRulePages[] = {"takeoff", "sixes",  "jump",  "flight", "stack", "capture",
                                      "wall",    "finish", "bonus", "end",    "pass",  "turn"};

// The names in a folder, sorted; no hidden ones. Plain C, since wasm has no std::filesystem.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* const listing = opendir(folder.c_str());
  if (listing == nullptr) return names;
  while (const dirent* entry = readdir(listing)) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  closedir(listing);
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_file(const std::string& path) {
  std::string text;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

struct Script {
  std::string rule;
  std::string name;
  std::string path() const { return std::string(kRoot) + "/" + rule + "/" + name; }
};
void PrintTo(const Script& script, std::ostream* out) { *out << script.path(); }

std::vector<Script> all_scripts() {
  std::vector<Script> scripts;
  for (const std::string& rule : names_in(kRoot)) {
    for (const std::string& name : names_in(kRoot + ("/" + rule))) scripts.push_back({rule, name});
  }
  return scripts;
}

class ScenarioFile : public testing::TestWithParam<Script> {};

TEST_P(ScenarioFile, GoesAsItSays) {
  const std::string path = GetParam().path();
  for (const std::string& wrong : testkit::play_scenario(path, read_file(path))) {
    ADD_FAILURE() << wrong;
  }
}

std::string test_name(const testing::TestParamInfo<Script>& info) {
  return info.param.rule + "_" + info.param.name.substr(0, info.param.name.find('.'));
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioFile, testing::ValuesIn(all_scripts()), test_name);

TEST(Scenarios, EveryRulePageHasAFolderOfThem) {
  std::map<std::string, int> count;
  for (const Script& script : all_scripts()) {
    EXPECT_TRUE(script.name.ends_with(".scn")) << script.path();
    ++count[script.rule];
  }
  for (const std::string rule : kRulePages) EXPECT_GE(count[rule], 3) << rule;
  EXPECT_EQ(count.size(), std::size(kRulePages));
}

// Each value of each option, that is, in some script's rules.
TEST(Scenarios, ShowEveryValueOfEveryOption) {
  std::set<std::string> shown;
  for (const Script& script : all_scripts()) {
    const std::string text = read_file(script.path());
    for (std::size_t at = text.find("\nrules "); at != text.npos; at = text.find("\nrules ", at)) {
      at += std::string_view("\nrules ").size();
      const Result<Rules> rules = parse_rules(text.substr(at, text.find('\n', at) - at));
      ASSERT_TRUE(rules) << script.path();
      for (const Option& option : options()) {
        const auto value = static_cast<std::size_t>(option.get(*rules));
        shown.insert(std::string(option.key) + "=" + std::string(option.values[value]));
      }
    }
  }
  for (const Option& option : options()) {
    for (const std::string_view value : option.values) {
      const std::string item = std::string(option.key) + "=" + std::string(value);
      EXPECT_TRUE(shown.contains(item)) << item;
    }
  }
}

}  // namespace
}  // namespace aero
