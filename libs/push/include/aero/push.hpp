#pragma once
// Web push as bytes: messages that only one browser can read (RFC 8291, over RFC 8188), and proof
// to its push service of who sends them (RFC 8292, VAPID). No socket in sight.
//
// A browser that wants to be told makes a key pair and a secret, and names an address at the push
// service of its vendor: the endpoint. The server encrypts a message for that key, signs a short
// token with a key pair of its own, and posts both to the endpoint.
//
// Bytes are std::string. As text they are base64url without padding. All of this may be used by
// several threads at once.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aero::push {

std::string to_text(std::string_view bytes);
// None unless it is exactly what to_text() makes of the bytes.
std::optional<std::string> parse_bytes(std::string_view text);

// ---- keys ----

// On the curve P-256.
struct KeyPair {
  std::string secret;  // 32 bytes
  std::string point;   // 65 bytes, uncompressed
};
// From the system's generator. Ends the program where it has none.
KeyPair make_key_pair();
// None where the secret is that of no key.
std::optional<KeyPair> key_pair_of(std::string_view secret);

// What a browser tells of itself: both as it gives them out, `p256dh` and `auth`.
struct Receiver {
  std::string point;   // on the curve
  std::string secret;  // 16 bytes
};
std::optional<Receiver> parse_receiver(std::string_view p256dh, std::string_view auth);

// ---- messages ----

// Of a plain text; what push services have to take is 4096 bytes when it is encrypted.
inline constexpr std::size_t kMostPlain = 3993;
inline constexpr std::size_t kSaltSize = 16;

// The body of a request whose Content-Encoding is aes128gcm. Precondition: at most kMostPlain
// bytes.
std::string encrypt(std::string_view plain, const Receiver& to);
// The same with what is otherwise made anew for each message.
std::string encrypt(std::string_view plain, const Receiver& to, const KeyPair& from,
                    std::string_view salt);

// What the browser does, which has `own` and the secret; none where it is no message to it.
std::optional<std::string> decrypt(std::string_view message, const KeyPair& own,
                                   std::string_view secret);

// ---- who sends them ----

// What an endpoint says about where it is. None where it is not "https://HOST[:PORT]/…" of at most
// kMostEndpoint printable characters, without a user's name and without a fragment.
struct Endpoint {
  std::string host;  // lower case; an IPv6 address without its brackets
  std::uint16_t port = 443;
  std::string origin;  // "https://HOST[:PORT]", the port where it is not the usual one
  std::string target;  // "/…"
};
inline constexpr std::size_t kMostEndpoint = 1024;
std::optional<Endpoint> parse_endpoint(std::string_view text);

struct Claim {
  std::string audience;  // the origin of the endpoint
  std::int64_t expires_unix_s = 0;
  std::string subject;  // "mailto:…" or "https://…": whom a push service may turn to

  friend bool operator==(const Claim&, const Claim&) = default;
};

// The value of the field Authorization: "vapid t=…, k=…".
std::string authorization(const Claim& claim, const KeyPair& by);
// What the push service does: the claim as JSON, and the key by which it is signed; none where it
// is not.
struct Signed {
  std::string claim;
  std::string point;
};
std::optional<Signed> check(std::string_view authorization);

}  // namespace aero::push
