#include "gate.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "words.hpp"

namespace aero::server {
namespace {

constexpr std::size_t kIpv4At = 12;  // in an address: ten zeros, two 0xFF, and then the four bytes
constexpr int kIpv4Bits = 96;
constexpr std::size_t kHouseholdBytes = 8;

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

bool is_ipv4(const Address& address) {
  return std::all_of(address.begin(), address.begin() + 10, [](auto byte) { return byte == 0; }) &&
         address[10] == 0xFF && address[11] == 0xFF;
}

std::optional<int> parse_whole(std::string_view text, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > most) {
    return std::nullopt;
  }
  return number;
}

// "example.org:80" → "example.org", "[::1]:80" → "::1"; none where it is neither.
std::optional<std::string> host_of(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view port = text.substr(end + 1);
    if (!port.empty() && (port[0] != ':' || !parse_whole(port.substr(1), UINT16_MAX))) {
      return std::nullopt;
    }
    return lowered(text.substr(1, end - 1));
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && !parse_whole(text.substr(colon + 1), UINT16_MAX)) {
    return std::nullopt;
  }
  const std::string_view host = text.substr(0, colon);
  constexpr std::string_view kForbidden = "/?#@\\ \t,";
  if (host.empty() || host.find_first_of(kForbidden) != std::string_view::npos) {
    return std::nullopt;
  }
  return lowered(host);
}

// Takes off the list what is behind its last comma.
std::string_view take_last(std::string_view& list) {
  const std::size_t comma = list.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? list : list.substr(comma + 1);
  list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  return trim(last);
}

bool is_trusted(const Address& address, const std::vector<Block>& trusted) {
  return std::ranges::any_of(trusted, [&](const Block& block) { return contains(block, address); });
}

}  // namespace

std::optional<Origin> parse_origin(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!text.starts_with(scheme)) continue;
    const std::optional<std::string> host = host_of(text.substr(scheme.size()));
    if (!host) return std::nullopt;
    return Origin{.text = lowered(text), .host = *host};
  }
  return std::nullopt;
}

bool is_host_allowed(std::string_view host, const std::vector<Origin>& allowed) {
  const std::optional<std::string> name = host_of(host);
  if (!name) return false;
  if (*name == "localhost" || name->ends_with(".localhost") || parse_address(*name)) return true;
  return std::ranges::any_of(allowed, [&](const Origin& origin) { return origin.host == *name; });
}

bool is_origin_allowed(std::string_view origin, std::string_view host,
                       const std::vector<Origin>& allowed) {
  if (origin == "http://" + lowered(host)) return true;
  return std::ranges::any_of(allowed, [&](const Origin& one) { return one.text == origin; });
}

std::optional<Address> parse_address(std::string_view text) {
  const std::string copy(text);
  Address address{};
  if (inet_pton(AF_INET6, copy.c_str(), address.data()) == 1) return address;
  if (inet_pton(AF_INET, copy.c_str(), address.data() + kIpv4At) != 1) return std::nullopt;
  address[10] = address[11] = 0xFF;
  return address;
}

bool is_loopback(const Address& address) {
  if (is_ipv4(address)) return address[kIpv4At] == 127;
  return address.back() == 1 &&
         std::all_of(address.begin(), address.end() - 1, [](auto byte) { return byte == 0; });
}

std::string to_text(const Address& address) {
  char text[INET6_ADDRSTRLEN];
  const bool is_short = is_ipv4(address);
  inet_ntop(is_short ? AF_INET : AF_INET6, address.data() + (is_short ? kIpv4At : 0), text,
            sizeof text);
  return text;
}

Address household(Address address) {
  if (!is_ipv4(address)) std::fill(address.begin() + kHouseholdBytes, address.end(), 0);
  return address;
}

std::optional<Block> parse_block(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<Address> address = parse_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  const bool is_short = text.find(':') == std::string_view::npos;
  const int most = is_short ? 32 : 128;
  const std::optional<int> bits =
      slash == std::string_view::npos ? most : parse_whole(text.substr(slash + 1), most);
  if (!bits) return std::nullopt;
  return Block{.address = *address, .bits = *bits + (is_short ? kIpv4Bits : 0)};
}

bool contains(const Block& block, const Address& address) {
  const auto whole = static_cast<std::size_t>(block.bits / 8);
  if (!std::equal(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(whole),
                  block.address.begin())) {
    return false;
  }
  const int rest = block.bits % 8;
  if (rest == 0) return true;
  const int difference = address[whole] ^ block.address[whole];
  return difference >> (8 - rest) == 0;
}

Address source_of(const Address& peer, std::string_view forwarded_for,
                  const std::vector<Block>& trusted) {
  Address source = peer;
  while (is_trusted(source, trusted) && !forwarded_for.empty()) {
    const std::optional<Address> before = parse_address(take_last(forwarded_for));
    if (!before) break;
    source = *before;
  }
  return source;
}

double Bucket::used_at(const Rate& rate, Time now) const {
  const double seconds = std::chrono::duration<double>(now - at_).count();
  return std::max(0.0, static_cast<double>(used_) - seconds * rate.per_second);
}

bool Bucket::take(double amount, const Rate& rate, Time now) {
  const double used = used_at(rate, now) + amount;
  if (used > rate.burst) return false;
  used_ = static_cast<float>(used);
  at_ = now;
  return true;
}

bool Bucket::is_untouched(const Rate& rate, Time now) const { return used_at(rate, now) <= 0; }

void Accounts::tidy(const Rate& messages, const Rate& misses, const Rate& makes, Time now) {
  std::erase_if(accounts_, [&](const auto& entry) {
    const Account& account = entry.second;
    return account.connections == 0 && account.messages.is_untouched(messages, now) &&
           account.misses.is_untouched(misses, now) && account.makes.is_untouched(makes, now);
  });
}

}  // namespace aero::server
