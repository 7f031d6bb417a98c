// Who sends a message, by the example of RFC 8292, section 2.4.

#include <gtest/gtest.h>

#include "aero/push.hpp"

namespace aero::push {
namespace {

const std::string kToken =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0"
    "NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0";
const std::string kSignature =
    "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
const std::string kPoint =
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
const std::string kExample = "vapid t=" + kToken + "." + kSignature + ", k=" + kPoint;
const Claim kClaim{.audience = "https://push.example.net",
                   .expires_unix_s = 1'453'523'768,
                   .subject = "mailto:push@example.com"};

TEST(Authorization, OfTheExampleIsSigned) {
  const auto found = check(kExample);
  ASSERT_TRUE(found);
  EXPECT_EQ(
      found->claim,
      R"({"aud":"https://push.example.net","exp":1453523768,"sub":"mailto:push@example.com"})");
  EXPECT_EQ(to_text(found->point), kPoint);
}

TEST(Authorization, SaysWhatTheExampleDoesAndIsSigned) {
  const KeyPair by = make_key_pair();
  const std::string text = authorization(kClaim, by);
  EXPECT_TRUE(text.starts_with("vapid t=" + kToken + ".")) << text;
  const auto found = check(text);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->point, by.point);
}

TEST(Authorization, MayNameNobodyToTurnTo) {
  const auto found = check(authorization({"https://a", 1, ""}, make_key_pair()));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->claim, R"({"aud":"https://a","exp":1})");
}

TEST(Authorization, IsNoneWhereAnythingIsAnother) {
  const std::string other = to_text(make_key_pair().point);
  EXPECT_FALSE(check("vapid t=" + kToken + "." + kSignature + ", k=" + other));
  std::string changed = kExample;
  changed[60] = changed[60] == 'A' ? 'B' : 'A';  // of the claim
  EXPECT_FALSE(check(changed));
  changed = kExample;
  changed[kExample.find(kSignature) + 3] = 'x';
  EXPECT_FALSE(check(changed));
  EXPECT_FALSE(check(kExample.substr(6)));
  EXPECT_FALSE(check("vapid t=" + kToken + ", k=" + kPoint));
  EXPECT_FALSE(check("vapid k=" + kPoint));
  EXPECT_FALSE(check(""));
}

}  // namespace
}  // namespace aero::push
