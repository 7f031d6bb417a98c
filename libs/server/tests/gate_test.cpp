// Who may come in: every shape of Origin and Host, addresses behind proxies, and rates.

#include "gate.hpp"

#include <gtest/gtest.h>

namespace aero::server {
namespace {

using namespace std::chrono_literals;

std::vector<Origin> origins(std::initializer_list<std::string_view> texts) {
  std::vector<Origin> result;
  for (const std::string_view text : texts) result.push_back(*parse_origin(text));
  return result;
}

TEST(Origin, IsSchemeHostAndPort) {
  EXPECT_EQ(parse_origin("https://example.org")->host, "example.org");
  EXPECT_EQ(parse_origin("http://Example.org:8460")->text, "http://example.org:8460");
  EXPECT_EQ(parse_origin("http://[::1]:80")->host, "::1");
  for (const char* text : {"", "null", "example.org", "ftp://example.org", "https://",
                           "https://example.org/", "https://example.org/x", "https://a b",
                           "https://example.org:x", "https://example.org:65536", "https://[::1",
                           "https://user@example.org", "https://a,https://b"}) {
    EXPECT_FALSE(parse_origin(text)) << text;
  }
}

TEST(Origin, MustBeThatOfThePageItself) {
  EXPECT_TRUE(is_origin_allowed("http://localhost:8460", "localhost:8460", {}));
  EXPECT_TRUE(is_origin_allowed("http://192.0.2.1:8460", "192.0.2.1:8460", {}));
  EXPECT_TRUE(is_origin_allowed("http://[::1]:8460", "[::1]:8460", {}));
  for (const char* origin :
       {"", "null", "http://localhost", "http://localhost:8461", "https://localhost:8460",
        "http://localhost:8460/", "http://localhost:8460.example.org", "http://example.org",
        "http://localhost:8460,http://example.org", "http://example.org,http://localhost:8460",
        "http://localhost:8460@example.org", "HTTP://localhost:8460", "//localhost:8460",
        "localhost:8460", "http://127.0.0.1:8460", " http://localhost:8460", "*", "file://"}) {
    EXPECT_FALSE(is_origin_allowed(origin, "localhost:8460", {})) << origin;
  }
}

TEST(Origin, OrOneThatIsAllowedToTheLetter) {
  const auto allowed = origins({"https://example.org", "https://play.example.org:444"});
  EXPECT_TRUE(is_origin_allowed("https://example.org", "example.org", allowed));
  EXPECT_TRUE(is_origin_allowed("https://play.example.org:444", "localhost", allowed));
  for (const char* origin :
       {"http://example.net", "https://example.org:443", "https://www.example.org",
        "https://example.org.evil.net", "https://evilexample.org", "https://play.example.org"}) {
    EXPECT_FALSE(is_origin_allowed(origin, "example.org", allowed)) << origin;
  }
}

// A page elsewhere whose name was made to lead here sends its own name.
TEST(Host, IsAnAddressOrANameOfThisServer) {
  for (const char* host : {"localhost", "LocalHost:80", "a.localhost", "127.0.0.1", "[::1]:8460",
                           "192.0.2.7:1", "[2001:db8::1]"}) {
    EXPECT_TRUE(is_host_allowed(host, {})) << host;
  }
  for (const char* host : {"", "example.org", "localhost.example.org", "127.0.0.1.example.org",
                           "localhost:x", "[::1", "local host", "localhost,example.org", "::1"}) {
    EXPECT_FALSE(is_host_allowed(host, {})) << host;
  }
  const auto allowed = origins({"https://example.org"});
  EXPECT_TRUE(is_host_allowed("example.org", allowed));
  EXPECT_TRUE(is_host_allowed("Example.org:8460", allowed));
  EXPECT_FALSE(is_host_allowed("www.example.org", allowed));
}

TEST(Address, IsReadAndWritten) {
  for (const char* text : {"127.0.0.1", "192.0.2.7", "::1", "2001:db8::7"}) {
    EXPECT_EQ(to_text(*parse_address(text)), text);
  }
  EXPECT_EQ(parse_address("::ffff:192.0.2.7"), parse_address("192.0.2.7"));
  for (const char* text : {"", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", ":::", "1.2.3.4 "}) {
    EXPECT_FALSE(parse_address(text)) << text;
  }
  EXPECT_TRUE(is_loopback(*parse_address("127.8.0.1")));
  EXPECT_TRUE(is_loopback(*parse_address("::1")));
  EXPECT_FALSE(is_loopback(*parse_address("128.0.0.1")));
  EXPECT_FALSE(is_loopback(*parse_address("::2")));
}

TEST(Address, OfIpv6CountsAsItsHousehold) {
  EXPECT_EQ(household(*parse_address("2001:db8:1:2:3::4")),
            household(*parse_address("2001:db8:1:2::9")));
  EXPECT_NE(household(*parse_address("2001:db8:1:2::")),
            household(*parse_address("2001:db8:1:3::")));
  EXPECT_NE(household(*parse_address("192.0.2.1")), household(*parse_address("192.0.2.2")));
}

TEST(Block, HoldsAddressesThatBeginAlike) {
  const auto holds = [](std::string_view block, std::string_view address) {
    return contains(*parse_block(block), *parse_address(address));
  };
  EXPECT_TRUE(holds("10.0.0.0/8", "10.200.1.1"));
  EXPECT_FALSE(holds("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(holds("192.0.2.128/25", "192.0.2.255"));
  EXPECT_FALSE(holds("192.0.2.128/25", "192.0.2.127"));
  EXPECT_TRUE(holds("127.0.0.1", "127.0.0.1"));
  EXPECT_FALSE(holds("127.0.0.1", "127.0.0.2"));
  EXPECT_TRUE(holds("0.0.0.0/0", "9.9.9.9"));
  EXPECT_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(holds("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(holds("2001:db8::/33", "2001:db8:8000::1"));
  for (const char* text : {"", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129"}) {
    EXPECT_FALSE(parse_block(text)) << text;
  }
}

TEST(Source, IsWhatTrustedProxiesSay) {
  const std::vector<Block> trusted = {*parse_block("10.0.0.0/8")};
  const auto source = [&](std::string_view peer, std::string_view forwarded) {
    return to_text(source_of(*parse_address(peer), forwarded, trusted));
  };
  EXPECT_EQ(source("192.0.2.1", "198.51.100.1"), "192.0.2.1") << "anybody may claim that";
  EXPECT_EQ(source("10.0.0.1", ""), "10.0.0.1");
  EXPECT_EQ(source("10.0.0.1", "198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(source("10.0.0.1", "198.51.100.1, 10.0.0.2"), "198.51.100.1");
  EXPECT_EQ(source("10.0.0.1", "203.0.113.9, 198.51.100.1"), "198.51.100.1")
      << "what is before came from the client";
  EXPECT_EQ(source("10.0.0.1", "rubbish"), "10.0.0.1");
  EXPECT_EQ(source("10.0.0.1", "198.51.100.1, rubbish"), "10.0.0.1");
}

TEST(Bucket, GivesBackAsTimeGoesBy) {
  const Rate rate{.per_second = 2, .burst = 3};
  Bucket bucket;
  const Time start(1h);
  EXPECT_TRUE(bucket.is_untouched(rate, start));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(1, rate, start));
  EXPECT_FALSE(bucket.take(1, rate, start));
  EXPECT_FALSE(bucket.take(1, rate, start + 400ms));
  EXPECT_TRUE(bucket.take(1, rate, start + 500ms));
  EXPECT_FALSE(bucket.take(1, rate, start + 500ms));
  EXPECT_FALSE(bucket.is_untouched(rate, start + 1900ms));
  EXPECT_TRUE(bucket.is_untouched(rate, start + 2s));
  EXPECT_FALSE(bucket.take(4, rate, start + 1h)) << "more than ever at once";
}

TEST(Accounts, ForgetThoseWithNothingUsedUp) {
  const Rate rate{.per_second = 1, .burst = 10};
  const Time start(1h);
  Accounts accounts;
  accounts.of(*parse_address("192.0.2.1")).messages.take(5, rate, start);
  accounts.of(*parse_address("192.0.2.2")).connections = 1;
  accounts.of(*parse_address("2001:db8::1"));
  accounts.of(*parse_address("2001:db8::2"));
  EXPECT_EQ(accounts.size(), 3u);
  accounts.of(*parse_address("192.0.2.3")).makes.take(3, rate, start);
  accounts.tidy(rate, rate, rate, start + 1s);
  EXPECT_EQ(accounts.size(), 3u);
  accounts.tidy(rate, rate, rate, start + 5s);
  EXPECT_EQ(accounts.size(), 1u);
}

}  // namespace
}  // namespace aero::server
