#pragma once
// Who may come in, and how much they may ask for. No socket in sight.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aero::server {

// ---- from which page ----

// Scheme, host and port of a page, as browsers write it: "https://example.org:8443".
struct Origin {
  std::string text;
  std::string host;  // without the port
};
std::optional<Origin> parse_origin(std::string_view text);

// Whether a request may mean this server by that Host field: names of this machine, addresses as
// numbers, and hosts of `allowed`. A page elsewhere whose name was made to lead here (DNS
// rebinding) would be read by it as its own, but cannot choose what is in this field.
bool is_host_allowed(std::string_view host, const std::vector<Origin>& allowed);

// Whether a page of that origin may talk to this server: the page that this server itself gives out
// under that Host, and those of `allowed`, to the letter.
bool is_origin_allowed(std::string_view origin, std::string_view host,
                       const std::vector<Origin>& allowed);

// ---- from where ----

// An IP address; one of IPv4 is that of IPv6 which stands for it.
using Address = std::array<std::uint8_t, 16>;
std::optional<Address> parse_address(std::string_view text);
bool is_loopback(const Address& address);
// As text, for the log.
std::string to_text(const Address& address);
// Those of one household count as one: of IPv6 all that share the first 64 bits.
Address household(Address address);

// Addresses that begin alike: "10.0.0.0/8", "::1".
struct Block {
  Address address;
  int bits;  // 0 … 128
};
std::optional<Block> parse_block(std::string_view text);
bool contains(const Block& block, const Address& address);

// Where a request comes from: `peer`, or, as long as that is a proxy to be trusted, who it says it
// stands for. What was not written by a trusted proxy counts for nothing.
Address source_of(const Address& peer, std::string_view forwarded_for,
                  const std::vector<Block>& trusted);

// ---- how much ----

using Time = std::chrono::steady_clock::time_point;

struct Rate {
  double per_second;
  double burst;  // so much may come at once
};

// What somebody has used up; it is given back as time goes by.
class Bucket {
 public:
  // Takes the amount, or, where that is more than the rate allows, nothing.
  bool take(double amount, const Rate& rate, Time now);
  bool is_untouched(const Rate& rate, Time now) const;

 private:
  double used_at(const Rate& rate, Time now) const;

  float used_ = 0;
  Time at_;
};

// What the connections of one household share.
struct Account {
  int connections = 0;
  Bucket messages;
  Bucket misses;  // codes of tables that are none
  Bucket makes;   // of what is kept
};

// The accounts of all households. Those of loopback addresses have no limit: a proxy on this
// machine, if it is not to be trusted, hides who is behind it.
class Accounts {
 public:
  Account& of(const Address& address) { return accounts_[household(address)]; }
  // Forgets those that have no connection and nothing used up.
  void tidy(const Rate& messages, const Rate& misses, const Rate& makes, Time now);
  std::size_t size() const { return accounts_.size(); }

 private:
  std::map<Address, Account> accounts_;
};

}  // namespace aero::server
