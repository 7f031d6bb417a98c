#include "ssl.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>

#include <cstdlib>

namespace aero::push {
namespace {

struct FreeMore {
  void operator()(BIGNUM* number) const { BN_clear_free(number); }
  void operator()(EC_GROUP* group) const { EC_GROUP_free(group); }
  void operator()(EC_POINT* point) const { EC_POINT_free(point); }
  void operator()(OSSL_PARAM_BLD* builder) const { OSSL_PARAM_BLD_free(builder); }
  void operator()(OSSL_PARAM* parameters) const { OSSL_PARAM_free(parameters); }
};
template <class T>
using Held = std::unique_ptr<T, FreeMore>;

constexpr const char* kCurve = "prime256v1";

Held<BIGNUM> number_of(std::string_view secret) {
  Held<BIGNUM> number(
      BN_bin2bn(bytes_of(secret), static_cast<int>(secret.size()), BN_secure_new()));
  require(number != nullptr);
  return number;
}

// Null where OpenSSL refuses it.
Key key_of(std::string_view point, const BIGNUM* secret) {
  const Held<OSSL_PARAM_BLD> builder(OSSL_PARAM_BLD_new());
  require(builder != nullptr);
  require(OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, kCurve, 0) ==
          1);
  require(OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                           point.size()) == 1);
  if (secret != nullptr) {
    require(OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, secret) == 1);
  }
  const Held<OSSL_PARAM> parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  const std::unique_ptr<EVP_PKEY_CTX, Free> context(
      EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  require(parameters != nullptr && context != nullptr);
  require(EVP_PKEY_fromdata_init(context.get()) == 1);
  EVP_PKEY* key = nullptr;
  const int selection = secret != nullptr ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  if (EVP_PKEY_fromdata(context.get(), &key, selection, parameters.get()) != 1) return nullptr;
  return Key(key);
}

}  // namespace

void require(bool is_done) {
  if (!is_done) std::abort();
}

// NOLINTBEGIN(*-reinterpret-cast): OpenSSL's bytes are unsigned
const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
// NOLINTEND(*-reinterpret-cast)

Key public_key(std::string_view point) {
  constexpr char kUncompressed = 4;
  if (point.size() != kPointSize || point.front() != kUncompressed) return nullptr;
  Key key = key_of(point, nullptr);
  if (!key) return nullptr;
  const std::unique_ptr<EVP_PKEY_CTX, Free> context(
      EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
  require(context != nullptr);
  return EVP_PKEY_public_check(context.get()) == 1 ? std::move(key) : nullptr;
}

Key private_key(const KeyPair& pair) {
  Key key = key_of(pair.point, number_of(pair.secret).get());
  require(key != nullptr);
  return key;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  require(RAND_bytes(bytes_of(bytes), static_cast<int>(count)) == 1);
  return bytes;
}

std::string hmac(std::string_view key, std::string_view message) {
  std::string result(EVP_MAX_MD_SIZE, '\0');
  unsigned size = 0;
  require(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(message),
               message.size(), bytes_of(result), &size) != nullptr);
  result.resize(size);
  return result;
}

std::string shared_secret(const KeyPair& own, std::string_view point) {
  const Key key = private_key(own);
  const Key other = public_key(point);
  const std::unique_ptr<EVP_PKEY_CTX, Free> context(
      EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
  require(context != nullptr && other != nullptr);
  std::string secret(kSecretSize, '\0');
  std::size_t size = secret.size();
  require(EVP_PKEY_derive_init(context.get()) == 1);
  require(EVP_PKEY_derive_set_peer(context.get(), other.get()) == 1);
  require(EVP_PKEY_derive(context.get(), bytes_of(secret), &size) == 1 && size == kSecretSize);
  return secret;
}

std::optional<KeyPair> key_pair_of(std::string_view secret) {
  if (secret.size() != kSecretSize) return std::nullopt;
  const Held<BIGNUM> number = number_of(secret);
  const Held<EC_GROUP> group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  require(group != nullptr);
  if (BN_is_zero(number.get()) == 1 ||
      BN_cmp(number.get(), EC_GROUP_get0_order(group.get())) >= 0) {
    return std::nullopt;
  }
  const Held<EC_POINT> point(EC_POINT_new(group.get()));
  require(point != nullptr);
  require(EC_POINT_mul(group.get(), point.get(), number.get(), nullptr, nullptr, nullptr) == 1);
  KeyPair pair{.secret = std::string(secret), .point = std::string(kPointSize, '\0')};
  require(EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED,
                             bytes_of(pair.point), kPointSize, nullptr) == kPointSize);
  return pair;
}

KeyPair make_key_pair() {
  for (;;) {  // all but one in four billion secrets are those of keys
    if (auto pair = key_pair_of(random_bytes(kSecretSize))) return *std::move(pair);
  }
}

std::optional<Receiver> parse_receiver(std::string_view p256dh, std::string_view auth) {
  constexpr std::size_t kAuthSize = 16;
  std::optional<std::string> point = parse_bytes(p256dh);
  std::optional<std::string> secret = parse_bytes(auth);
  if (!point || !secret || secret->size() != kAuthSize || !public_key(*point)) return std::nullopt;
  return Receiver{.point = *std::move(point), .secret = *std::move(secret)};
}

}  // namespace aero::push
