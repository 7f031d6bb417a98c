// RFC 8292, whose token is a JWT (RFC 7519) signed by ECDSA with P-256 and SHA-256.

#include <openssl/ecdsa.h>

#include "ssl.hpp"

namespace aero::push {
namespace {

constexpr std::string_view kHead = R"({"typ":"JWT","alg":"ES256"})";
constexpr std::string_view kScheme = "vapid ";
constexpr std::size_t kHalf = 32;  // of a signature

struct FreeSignature {
  void operator()(ECDSA_SIG* signature) const { ECDSA_SIG_free(signature); }
};
using Signature = std::unique_ptr<ECDSA_SIG, FreeSignature>;

// OpenSSL's form of a signature, which has its length in it, as the two numbers that it is.
std::string in_halves(std::string_view der) {
  const unsigned char* next = bytes_of(der);
  const Signature signature(d2i_ECDSA_SIG(nullptr, &next, static_cast<long>(der.size())));
  require(signature != nullptr);
  std::string halves(2 * kHalf, '\0');
  require(BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), bytes_of(halves), kHalf) == kHalf);
  require(BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), bytes_of(halves) + kHalf, kHalf) ==
          kHalf);
  return halves;
}

std::string in_der(std::string_view halves) {
  const Signature signature(ECDSA_SIG_new());
  require(signature != nullptr);
  BIGNUM* const r = BN_bin2bn(bytes_of(halves), kHalf, nullptr);
  BIGNUM* const s = BN_bin2bn(bytes_of(halves.substr(kHalf)), kHalf, nullptr);
  require(r != nullptr && s != nullptr);
  require(ECDSA_SIG_set0(signature.get(), r, s) == 1);  // which has them from now on
  std::string der(static_cast<std::size_t>(i2d_ECDSA_SIG(signature.get(), nullptr)), '\0');
  unsigned char* next = bytes_of(der);
  require(i2d_ECDSA_SIG(signature.get(), &next) > 0);
  return der;
}

std::string sign(std::string_view text, const KeyPair& by) {
  const Key key = private_key(by);
  const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  require(context != nullptr);
  require(EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1);
  std::size_t size = 0;
  require(EVP_DigestSign(context.get(), nullptr, &size, bytes_of(text), text.size()) == 1);
  std::string der(size, '\0');
  require(EVP_DigestSign(context.get(), bytes_of(der), &size, bytes_of(text), text.size()) == 1);
  return in_halves(std::string_view(der).substr(0, size));
}

bool is_signed(std::string_view text, std::string_view halves, std::string_view point) {
  const Key key = public_key(point);
  if (!key || halves.size() != 2 * kHalf) return false;
  const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  require(context != nullptr);
  require(EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1);
  const std::string der = in_der(halves);
  return EVP_DigestVerify(context.get(), bytes_of(der), der.size(), bytes_of(text), text.size()) ==
         1;
}

// Of printable characters: an origin, and an address of mail or the web.
std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string in_json(const Claim& claim) {
  std::string json = R"({"aud":)" + in_quotes(claim.audience) + R"(,"exp":)" +
                     std::to_string(claim.expires_unix_s);
  if (!claim.subject.empty()) json += R"(,"sub":)" + in_quotes(claim.subject);
  return json + '}';
}

// What stands behind "NAME=" in "t=…, k=…".
std::string_view value_of(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    while (item.starts_with(' ')) item.remove_prefix(1);
    if (item.starts_with(name)) return item.substr(name.size());
  }
  return {};
}

}  // namespace

std::string authorization(const Claim& claim, const KeyPair& by) {
  const std::string text = to_text(kHead) + '.' + to_text(in_json(claim));
  return std::string(kScheme) + "t=" + text + '.' + to_text(sign(text, by)) +
         ", k=" + to_text(by.point);
}

std::optional<Signed> check(std::string_view authorization) {
  if (!authorization.starts_with(kScheme)) return std::nullopt;
  authorization.remove_prefix(kScheme.size());
  const std::string_view token = value_of(authorization, "t=");
  const std::size_t dot = token.find('.');
  const std::size_t last = token.rfind('.');
  if (dot == std::string_view::npos || dot == last || token.substr(0, dot) != to_text(kHead)) {
    return std::nullopt;
  }
  std::optional<std::string> claim = parse_bytes(token.substr(dot + 1, last - dot - 1));
  const std::optional<std::string> signature = parse_bytes(token.substr(last + 1));
  std::optional<std::string> point = parse_bytes(value_of(authorization, "k="));
  if (!claim || !signature || !point || !is_signed(token.substr(0, last), *signature, *point)) {
    return std::nullopt;
  }
  return Signed{.claim = *std::move(claim), .point = *std::move(point)};
}

}  // namespace aero::push
