// Writes the catalogue into a source file: embed EN.json TR.json ZH.json OUT.cpp
// Refuses files that are not flat, repeat a key, or do not list the same keys in the same order.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using Entry = std::pair<std::string, std::string>;

std::vector<Entry> read(const std::string& path) {
  using Json = nlohmann::ordered_json;
  std::ifstream file(path);
  std::set<std::string> keys;
  const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
    using enum Json::parse_event_t;
    if (depth > 0 && (event == object_start || event == array_start)) {
      throw std::runtime_error("the catalogue is flat, key to pattern");
    }
    if (event == key && !keys.insert(parsed.get<std::string>()).second) {
      throw std::runtime_error("the key " + parsed.get<std::string>() + " stands twice");
    }
    return true;
  };
  std::vector<Entry> entries;
  const Json document = Json::parse(file, check);
  for (const auto& [key, pattern] : document.items()) {
    entries.emplace_back(key, pattern.get<std::string>());
  }
  return entries;
}

void refuse_different_keys(const std::vector<Entry>& expected, const std::vector<Entry>& found) {
  const auto [a, b] = std::ranges::mismatch(expected, found, {}, &Entry::first, &Entry::first);
  if (a != expected.end()) {
    throw std::runtime_error("expected the key " + a->first);
  }
  if (b != found.end()) {
    throw std::runtime_error("the English catalogue lacks the key " + b->first);
  }
}

// A JSON string without \u escapes is a C++ string literal.
std::string literal(const std::string& text) { return nlohmann::json(text).dump(); }

void write(std::ostream& out, std::array<std::vector<Entry>, 3> languages) {
  for (auto& entries : languages) {
    std::ranges::sort(entries);
  }
  out << "#include \"catalogue.hpp\"\n\nnamespace aero::text {\nnamespace {\n\n"
         "constexpr Message kMessages[] = {\n";
  for (std::size_t i = 0; i < languages[0].size(); ++i) {
    out << "    {" << literal(languages[0][i].first) << ",\n     {{"
        << literal(languages[0][i].second) << ",\n       " << literal(languages[1][i].second)
        << ",\n       " << literal(languages[2][i].second) << "}}},\n";
  }
  out << "};\n\n}  // namespace\n\nstd::span<const Message> catalogue() { return kMessages; }\n\n"
         "}  // namespace aero::text\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "use: embed EN.json TR.json ZH.json OUT.cpp\n";
    return EXIT_FAILURE;
  }
  const std::span paths(argv + 1, 4);
  std::size_t file = 0;
  try {
    std::array<std::vector<Entry>, 3> languages;
    for (; file < languages.size(); ++file) {
      languages[file] = read(paths[file]);
      refuse_different_keys(languages[0], languages[file]);
    }
    std::ofstream out(paths[file]);
    write(out, std::move(languages));
    if (!out.flush()) {
      throw std::runtime_error("cannot be written");
    }
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << paths[file] << ": " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
