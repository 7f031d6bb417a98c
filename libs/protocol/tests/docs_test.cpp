// The examples on the protocol's page are messages, written as the server writes them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>

#include "aero/protocol.hpp"

namespace aero::protocol {
namespace {

std::string page() {
  std::string text;
  std::FILE* const file = std::fopen("docs/formats/protocol.md", "rb");
  if (file == nullptr) return text;
  std::array<char, 4096> part;
  for (std::size_t size; (size = std::fread(part.data(), 1, part.size(), file)) > 0;) {
    text.append(part.data(), size);
  }
  std::fclose(file);
  return text;
}

// The lines of all blocks of the page that begin with the fence.
std::vector<std::string> examples(std::string_view fence) {
  const std::string text = page();
  std::vector<std::string> lines;
  std::size_t at = text.find(fence);
  while (at != std::string::npos) {
    at += fence.size();
    while (text.compare(at, 3, "```") != 0) {
      const std::size_t end = text.find('\n', at);
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    at = text.find(fence, at);
  }
  return lines;
}

template <class Message>
std::size_t count_types(const std::vector<std::string>& lines,
                        Result<Message> (*parse)(std::string_view)) {
  std::set<std::size_t> types;
  for (const std::string& line : lines) {
    const auto message = parse(line);
    EXPECT_TRUE(message) << line;
    if (!message) continue;
    EXPECT_EQ(to_text(*message), line);
    types.insert(message->index());
  }
  return types.size();
}

TEST(ProtocolPage, ItsExamplesAreMessages) {
  std::vector<std::string> lines = examples("```json client\n");
  const std::string wrong = R"({"type":"open","id":"k3-2",)";
  const auto is_wrong = [&](const std::string& line) { return line.starts_with(wrong); };
  ASSERT_EQ(std::erase_if(lines, is_wrong), 1u);
  EXPECT_EQ(count_types(lines, parse_client), 12u);
  EXPECT_EQ(count_types(examples("```json server\n"), parse_server), 9u);
}

TEST(ProtocolPage, ItsRefusalIsRight) {
  for (const std::string& line : examples("```json client\n")) {
    if (!line.starts_with(R"({"type":"open","id":"k3-2",)")) continue;
    const auto message = parse_client(line);
    ASSERT_FALSE(message);
    const Error& error = message.errors().front();
    Refused refused;
    refused.code = error.code;
    for (const auto& [name, value] : error.arguments) {
      refused.arguments.push_back({std::string(name), value});
    }
    EXPECT_THAT(page(), testing::HasSubstr(to_text(ServerMessage(refused)) + "\n"));
  }
}

}  // namespace
}  // namespace aero::protocol
