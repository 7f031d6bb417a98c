// A chain with its secret, and what a die is made of.

#include "hmac.hpp"

namespace aero::fair {
namespace {

constexpr int kFair = 252;  // bytes below: the largest multiple of 6 that a byte can hold

void put_big_endian(std::string& message, std::uint64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) message += static_cast<char>(value >> (8 * i) & 255);
}

// Each field has its length before it, so that no two lists of fields are one message.
void put_length(std::string& message, std::size_t size) { put_big_endian(message, size, 4); }

void put_field(std::string& message, std::string_view bytes) {
  put_length(message, bytes.size());
  message += bytes;
}

void put_field(std::string& message, const std::optional<Link>& link) {
  put_length(message, link ? link->size() : 0);
  if (link) message.append(link->begin(), link->end());
}

}  // namespace

Chain::Chain(const Link& secret) {
  Link link = hash(secret);
  for (int number = kChainLength; number > 0; --number) {
    if (number % kStride == 0) kept_[static_cast<std::size_t>(number / kStride)] = link;
    link = hash(link);
  }
  kept_.front() = link;
}

Link Chain::link(int number) const {
  const int above = (number + kStride - 1) / kStride;
  Link link = kept_[static_cast<std::size_t>(above)];
  for (int i = above * kStride; i > number; --i) link = hash(link);
  return link;
}

Pip roll(const Link& server, std::string_view table, int number, Seat seat,
         const SeatLinks& links) {
  std::string message;
  put_field(message, table);
  put_length(message, 8);
  put_big_endian(message, static_cast<std::uint64_t>(number), 8);
  put_field(message, std::string(1, letter(seat)));
  for (const auto& link : links) put_field(message, link);
  put_length(message, 4);
  const std::size_t size = message.size();
  for (std::uint64_t counter = 0;; ++counter) {
    message.resize(size);
    put_big_endian(message, counter, 4);
    for (const std::uint8_t byte : hmac(server, message)) {
      if (byte < kFair) return kPips[byte % 6];
    }
  }
}

}  // namespace aero::fair
