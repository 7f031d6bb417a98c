// Messages, by the example of RFC 8291, section 5 and appendix A.

#include <gtest/gtest.h>

#include "aero/push.hpp"

namespace aero::push {
namespace {

constexpr std::string_view kPlain = "When I grow up, I want to be a watermelon";
constexpr std::string_view kSenderSecret = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
constexpr std::string_view kSenderPoint =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
constexpr std::string_view kReceiverSecret = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
constexpr std::string_view kReceiverPoint =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
constexpr std::string_view kSalt = "DGv6ra1nlYgDCS1FRnbzlw";
constexpr std::string_view kAuth = "BTBZMqHH6r4Tts7J_aSIgg";
constexpr std::string_view kMessage =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN";

std::string bytes(std::string_view text) { return parse_bytes(text).value_or("no bytes"); }
KeyPair pair(std::string_view secret) { return key_pair_of(bytes(secret)).value_or(KeyPair()); }

TEST(Text, IsThatOfTheBytesAndOfNoOthers) {
  EXPECT_EQ(to_text(""), "");
  EXPECT_EQ(to_text("f"), "Zg");
  EXPECT_EQ(to_text("fo"), "Zm8");
  EXPECT_EQ(to_text("foo"), "Zm9v");
  EXPECT_EQ(to_text("\xfb\xff"), "-_8");
  EXPECT_EQ(parse_bytes("-_8"), "\xfb\xff");
  EXPECT_EQ(parse_bytes(""), "");
  for (const char* wrong : {"Z", "Zg==", "Zh", "Zm9", "Zm9vZ", "+/8", "Zg ", "Zm\n8"}) {
    EXPECT_EQ(parse_bytes(wrong), std::nullopt) << wrong;
  }
}

TEST(KeyPairs, AreThoseOfTheExample) {
  EXPECT_EQ(to_text(pair(kSenderSecret).point), kSenderPoint);
  EXPECT_EQ(to_text(pair(kReceiverSecret).point), kReceiverPoint);
}

TEST(KeyPairs, OfASecretThatIsNoneThereIsNone) {
  EXPECT_FALSE(key_pair_of(""));
  EXPECT_FALSE(key_pair_of(std::string(31, 'x')));
  EXPECT_FALSE(key_pair_of(std::string(32, '\0')));
  EXPECT_FALSE(key_pair_of(std::string(32, '\xff')));  // above the order of the curve
}

TEST(Messages, AreThatOfTheExample) {
  const auto receiver = parse_receiver(kReceiverPoint, kAuth);
  ASSERT_TRUE(receiver);
  EXPECT_EQ(to_text(encrypt(kPlain, *receiver, pair(kSenderSecret), bytes(kSalt))), kMessage);
}

TEST(Messages, AreReadByTheReceiverAlone) {
  const KeyPair receiver = pair(kReceiverSecret);
  EXPECT_EQ(decrypt(bytes(kMessage), receiver, bytes(kAuth)), kPlain);
  EXPECT_FALSE(decrypt(bytes(kMessage), make_key_pair(), bytes(kAuth)));
  EXPECT_FALSE(decrypt(bytes(kMessage), receiver, bytes(kSalt)));
}

TEST(Messages, OfWhichAnyByteIsAnotherAreNone) {
  const KeyPair receiver = pair(kReceiverSecret);
  const std::string message = bytes(kMessage);
  constexpr std::size_t kRecordSize = 16;  // whose four bytes say nothing where there is one record
  for (std::size_t i = 0; i < message.size(); ++i) {
    if (i >= kRecordSize && i < kRecordSize + 4) continue;
    std::string changed = message;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(decrypt(changed, receiver, bytes(kAuth))) << i;
  }
  for (std::size_t size = 0; size < message.size(); ++size) {
    EXPECT_FALSE(decrypt(message.substr(0, size), receiver, bytes(kAuth))) << size;
  }
}

TEST(Messages, HoldWhatTheyMayAndAreNeverTheSame) {
  const KeyPair own = make_key_pair();
  const std::string secret(16, 's');
  const auto receiver = parse_receiver(to_text(own.point), to_text(secret));
  ASSERT_TRUE(receiver);
  for (const std::string& plain :
       {std::string(), std::string("\0\2\0", 3), std::string(kMostPlain, 'x')}) {
    const std::string message = encrypt(plain, *receiver);
    EXPECT_LE(message.size(), 4096U);
    EXPECT_EQ(decrypt(message, own, secret), plain);
    EXPECT_NE(encrypt(plain, *receiver), message);
  }
}

TEST(Receivers, HaveAPointOnTheCurveAndASecretOf16Bytes) {
  EXPECT_TRUE(parse_receiver(kReceiverPoint, kAuth));
  EXPECT_FALSE(parse_receiver(kReceiverPoint, "BTBZMqHH6r4Tts7J_aSI"));
  EXPECT_FALSE(parse_receiver("", kAuth));
  std::string point = bytes(kReceiverPoint);
  point.back() = static_cast<char>(point.back() ^ 1);
  EXPECT_FALSE(parse_receiver(to_text(point), kAuth));
  EXPECT_FALSE(parse_receiver(to_text(std::string(1, '\0')), kAuth));
  EXPECT_FALSE(parse_receiver(to_text(point.substr(0, 33)), kAuth));
}

}  // namespace
}  // namespace aero::push
