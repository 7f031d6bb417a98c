// The feed as text.

#include "feed.hpp"

#include <gtest/gtest.h>

namespace aero::server {
namespace {

constexpr std::int64_t kZero = 1'767'225'600'000;  // 2026-01-01T00:00:00Z

std::string say(std::string_view key, const Settings::Arguments& arguments) {
  std::string text(key);
  for (const auto& [name, value] : arguments) {
    text.append(" ").append(name).append("=").append(value);
  }
  return text;
}

TEST(Feed, IsAtom) {
  Feed feed;
  feed.person = "somebody";
  feed.entries = {{.table = "K7M2Q4T8XZ", .names = "<A> & \"B\"", .ply = 3, .since_ms = 875'000}};
  EXPECT_EQ(to_atom(feed, kZero, say),
            R"(<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:c923c447-afdd-8dda-a4e1-a4b0bb3d37fa</id>
  <title>server.feed.title</title>
  <author><name>server.feed.title</name></author>
  <updated>2026-01-01T00:14:35Z</updated>
  <entry>
    <id>urn:uuid:7499e6ff-73b1-8471-9587-ef0e0d234a63</id>
    <title>server.feed.turn names=&lt;A&gt; &amp; &quot;B&quot;</title>
    <link href="/#/t/K7M2Q4T8XZ"/>
    <updated>2026-01-01T00:14:35Z</updated>
    <summary>server.feed.table table=K7M2Q4T8XZ</summary>
  </entry>
</feed>
)");
}

TEST(Feed, NamesTheSameTurnTheSame) {
  const auto atom = [](const std::string& person, int ply) {
    Feed feed;
    feed.person = person;
    feed.entries = {{.table = "K7M2Q4T8XZ", .names = "A", .ply = ply, .since_ms = 875'000}};
    return to_atom(feed, kZero, say);
  };
  EXPECT_EQ(atom("somebody", 3), atom("somebody", 3));
  EXPECT_NE(atom("somebody", 3), atom("somebody", 4));
  EXPECT_NE(atom("somebody", 3), atom("another", 3));
}

}  // namespace
}  // namespace aero::server
