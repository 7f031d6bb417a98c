#pragma once
// OpenSSL, as far as web push needs it.

#include <openssl/evp.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "aero/push.hpp"

namespace aero::push {

inline constexpr std::size_t kSecretSize = 32;
inline constexpr std::size_t kPointSize = 65;

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;

// Only missing memory or a broken installation makes OpenSSL fail where this stands.
void require(bool is_done);

const unsigned char* bytes_of(std::string_view text);
unsigned char* bytes_of(std::string& text);

// Null where the point is not on the curve.
Key public_key(std::string_view point);
Key private_key(const KeyPair& pair);

std::string random_bytes(std::size_t count);
std::string hmac(std::string_view key, std::string_view message);  // SHA-256, 32 bytes
// 32 bytes that these two key pairs have in common, and nobody else knows. Precondition: the point
// is on the curve.
std::string shared_secret(const KeyPair& own, std::string_view point);

}  // namespace aero::push
