// RFC 8291: the key of a message; RFC 8188: what it looks like.

#include <array>

#include "ssl.hpp"

namespace aero::push {
namespace {

constexpr std::size_t kRecordSize = 4096;
constexpr std::size_t kTagSize = 16;
constexpr std::size_t kKeySize = 16;
constexpr std::size_t kNonceSize = 12;
constexpr std::size_t kSizeOffset = kSaltSize;  // of the record size in the header
constexpr std::size_t kIdSizeOffset = kSizeOffset + 4;
constexpr std::size_t kHeadSize = kIdSizeOffset + 1 + kPointSize;
constexpr char kLastRecord = 2;
static_assert(kMostPlain == kRecordSize - kHeadSize - 1 - kTagSize);

struct Secrets {
  std::string key;
  std::string nonce;
};

// HKDF (RFC 5869) for 32 bytes and less.
std::string expand(std::string_view key, std::string_view info, std::size_t size) {
  return hmac(key, std::string(info) + '\x01').substr(0, size);
}

std::string label(std::string_view text) { return std::string(text) + '\0'; }

Secrets secrets_of(std::string_view shared, std::string_view auth, std::string_view receiver,
                   std::string_view sender, std::string_view salt) {
  const std::string both = label("WebPush: info") + std::string(receiver) + std::string(sender);
  const std::string input = expand(hmac(auth, shared), both, kSecretSize);
  const std::string pseudorandom = hmac(salt, input);
  return {.key = expand(pseudorandom, label("Content-Encoding: aes128gcm"), kKeySize),
          .nonce = expand(pseudorandom, label("Content-Encoding: nonce"), kNonceSize)};
}

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, Free>;

Cipher begin(const Secrets& secrets, bool encrypts) {
  Cipher cipher(EVP_CIPHER_CTX_new());
  require(cipher != nullptr);
  require(EVP_CipherInit_ex2(cipher.get(), EVP_aes_128_gcm(), bytes_of(secrets.key),
                             bytes_of(secrets.nonce), encrypts ? 1 : 0, nullptr) == 1);
  return cipher;
}

std::string run(const Cipher& cipher, std::string_view input) {
  std::string output(input.size(), '\0');
  int size = 0;
  require(EVP_CipherUpdate(cipher.get(), bytes_of(output), &size, bytes_of(input),
                           static_cast<int>(input.size())) == 1);
  output.resize(static_cast<std::size_t>(size));
  return output;
}

std::string seal(const Secrets& secrets, std::string_view plain) {
  const Cipher cipher = begin(secrets, true);
  const std::string sealed = run(cipher, plain);
  std::string tag(kTagSize, '\0');
  int nothing = 0;
  require(EVP_CipherFinal_ex(cipher.get(), bytes_of(tag), &nothing) == 1);
  require(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, kTagSize, tag.data()) == 1);
  return sealed + tag;
}

std::optional<std::string> unseal(const Secrets& secrets, std::string_view sealed) {
  const Cipher cipher = begin(secrets, false);
  std::string tag(sealed.substr(sealed.size() - kTagSize));
  std::string plain = run(cipher, sealed.substr(0, sealed.size() - kTagSize));
  std::array<unsigned char, kTagSize> rest{};
  int nothing = 0;
  require(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, kTagSize, tag.data()) == 1);
  if (EVP_CipherFinal_ex(cipher.get(), rest.data(), &nothing) != 1) return std::nullopt;
  return plain;
}

std::string in_four_bytes(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
  return bytes;
}

}  // namespace

std::string encrypt(std::string_view plain, const Receiver& to) {
  return encrypt(plain, to, make_key_pair(), random_bytes(kSaltSize));
}

std::string encrypt(std::string_view plain, const Receiver& to, const KeyPair& from,
                    std::string_view salt) {
  const Secrets secrets =
      secrets_of(shared_secret(from, to.point), to.secret, to.point, from.point, salt);
  return std::string(salt) + in_four_bytes(kRecordSize) + static_cast<char>(kPointSize) +
         from.point + seal(secrets, std::string(plain) + kLastRecord);
}

std::optional<std::string> decrypt(std::string_view message, const KeyPair& own,
                                   std::string_view secret) {
  if (message.size() < kHeadSize + 1 + kTagSize || message[kIdSizeOffset] != kPointSize) {
    return std::nullopt;
  }
  const std::string_view salt = message.substr(0, kSaltSize);
  const std::string_view sender = message.substr(kIdSizeOffset + 1, kPointSize);
  if (!public_key(sender)) return std::nullopt;
  const Secrets secrets = secrets_of(shared_secret(own, sender), secret, own.point, sender, salt);
  std::optional<std::string> plain = unseal(secrets, message.substr(kHeadSize));
  if (!plain) return std::nullopt;
  const std::size_t end = plain->find_last_not_of('\0');  // behind it may be padding
  if (end == std::string::npos || (*plain)[end] != kLastRecord) return std::nullopt;
  return plain->substr(0, end);
}

}  // namespace aero::push
