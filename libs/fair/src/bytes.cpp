// Bytes: their text, their hashes, and where secret ones come from.

#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "hmac.hpp"

namespace aero::fair {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kTextSize = 43;  // 42 digits of 6 bits, and one of 4
constexpr std::uint8_t kNoDigit = 255;

// What each character stands for as a digit.
constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<std::uint8_t>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

// Only missing memory or a broken installation makes OpenSSL fail here; nothing fair can follow.
void require(bool is_done) {
  if (!is_done) std::abort();
}

struct Free {
  void operator()(EVP_MD* md) const { EVP_MD_free(md); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(EVP_MAC* mac) const { EVP_MAC_free(mac); }
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};

// Algorithms are looked up once, contexts made once a thread: either costs more than a hash.
EVP_MD* sha256() {
  static const std::unique_ptr<EVP_MD, Free> kMethod(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  require(kMethod != nullptr);
  return kMethod.get();
}

Link sha256(const void* bytes, std::size_t size) {
  thread_local const std::unique_ptr<EVP_MD_CTX, Free> kContext(EVP_MD_CTX_new());
  require(kContext != nullptr);
  Link result;
  require(EVP_DigestInit_ex2(kContext.get(), sha256(), nullptr) == 1);
  require(EVP_DigestUpdate(kContext.get(), bytes, size) == 1);
  require(EVP_DigestFinal_ex(kContext.get(), result.data(), nullptr) == 1);
  return result;
}

EVP_MAC_CTX* new_hmac() {
  static const std::unique_ptr<EVP_MAC, Free> kMethod(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
  require(kMethod != nullptr);
  EVP_MAC_CTX* const context = EVP_MAC_CTX_new(kMethod.get());
  require(context != nullptr);
  std::string digest = "SHA256";
  const std::array params{OSSL_PARAM_construct_utf8_string("digest", digest.data(), 0),
                          OSSL_PARAM_construct_end()};
  require(EVP_MAC_CTX_set_params(context, params.data()) == 1);
  return context;
}

}  // namespace

Link hash(const Link& link) { return sha256(link.data(), link.size()); }
Link hash(std::string_view bytes) { return sha256(bytes.data(), bytes.size()); }

Link hmac(const Link& key, std::string_view message) {
  thread_local const std::unique_ptr<EVP_MAC_CTX, Free> kContext(new_hmac());
  // NOLINTNEXTLINE(*-reinterpret-cast): OpenSSL's bytes are unsigned
  const auto* const bytes = reinterpret_cast<const unsigned char*>(message.data());
  Link result;
  std::size_t size = 0;
  require(EVP_MAC_init(kContext.get(), key.data(), key.size(), nullptr) == 1);
  require(EVP_MAC_update(kContext.get(), bytes, message.size()) == 1);
  require(EVP_MAC_final(kContext.get(), result.data(), &size, result.size()) == 1);
  return result;
}

Link derive(const Link& secret, std::string_view purpose) { return hmac(secret, purpose); }

Link random_link() {
  Link result;
  require(RAND_bytes(result.data(), static_cast<int>(result.size())) == 1);
  return result;
}

std::string to_text(const Link& link) {
  std::string text(kTextSize, '\0');
  auto next = text.begin();
  unsigned bits = 0;
  int count = 0;  // of bits that are not written yet
  for (const std::uint8_t byte : link) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 6; count -= 6) *next++ = kDigits[bits >> (count - 6) & 63];
  }
  *next = kDigits[bits << (6 - count) & 63];
  return text;
}

std::optional<Link> parse_link(std::string_view text) {
  if (text.size() != kTextSize) return std::nullopt;
  Link link;
  std::size_t size = 0;
  unsigned bits = 0;
  int count = 0;  // of bits that are in no byte yet
  for (const char digit : text) {
    const std::uint8_t value = kValues[static_cast<std::uint8_t>(digit)];
    if (value == kNoDigit) return std::nullopt;
    bits = bits << 6 | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    link[size++] = static_cast<std::uint8_t>(bits >> count & 255);
  }
  // What the last digit has too many must be zero: each link has one text only.
  if ((bits & 3) != 0) return std::nullopt;
  return link;
}

}  // namespace aero::fair
