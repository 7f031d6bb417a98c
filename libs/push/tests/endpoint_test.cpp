#include <gtest/gtest.h>

#include "aero/push.hpp"

namespace aero::push {
namespace {

TEST(Endpoints, SayWhereTheyAre) {
  const auto usual = parse_endpoint("https://Updates.Push.example/wpush/v2/gAAA?x=1&Y");
  ASSERT_TRUE(usual);
  EXPECT_EQ(usual->host, "updates.push.example");
  EXPECT_EQ(usual->port, 443);
  EXPECT_EQ(usual->origin, "https://updates.push.example");
  EXPECT_EQ(usual->target, "/wpush/v2/gAAA?x=1&Y");

  const auto other = parse_endpoint("https://push.example:8443/");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->host, "push.example");
  EXPECT_EQ(other->port, 8443);
  EXPECT_EQ(other->origin, "https://push.example:8443");
  EXPECT_EQ(other->target, "/");

  const auto number = parse_endpoint("https://[2001:DB8::1]:443/a");
  ASSERT_TRUE(number);
  EXPECT_EQ(number->host, "2001:db8::1");
  EXPECT_EQ(number->port, 443);
  EXPECT_EQ(number->origin, "https://[2001:db8::1]");
}

TEST(Endpoints, OfAnyOtherShapeAreNone) {
  for (const char* wrong : {"",
                            "https://",
                            "https:///a",
                            "http://push.example/a",
                            "HTTPS://push.example/a",
                            "ftp://push.example/a",
                            "//push.example/a",
                            "https://push.example",
                            "https://user@push.example/a",
                            "https://user:word@push.example/a",
                            "https://push.example:0/a",
                            "https://push.example:65536/a",
                            "https://push.example:/a",
                            "https://push.example:44x/a",
                            "https://push.example/a#b",
                            "https://push.example/a b",
                            "https://push.example/a\r\nX: y",
                            "https://push.example/\xc3\xa9",
                            "https://p\\q/a",
                            "https://[::1/a",
                            "https://[]/a",
                            "https://[::1]x/a",
                            "https://[g::1]/a",
                            "https://push_example/a",
                            "https://push.example?/a"}) {
    EXPECT_FALSE(parse_endpoint(wrong)) << wrong;
  }
  const std::string start = "https://push.example/";
  EXPECT_TRUE(parse_endpoint(start + std::string(kMostEndpoint - start.size(), 'x')));
  EXPECT_FALSE(parse_endpoint(start + std::string(kMostEndpoint + 1 - start.size(), 'x')));
}

}  // namespace
}  // namespace aero::push
