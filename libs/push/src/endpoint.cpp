#include <algorithm>

#include "aero/push.hpp"

namespace aero::push {
namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::uint16_t kUsualPort = 443;

bool is_printable(char c) { return c > ' ' && c <= '~'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}
bool is_of_ipv6(char c) {
  return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' || c == '.';
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  constexpr std::size_t kMostDigits = 5;
  unsigned port = 0;
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    port = port * 10 + static_cast<unsigned>(c - '0');
  }
  if (port == 0 || port > UINT16_MAX) return std::nullopt;
  return static_cast<std::uint16_t>(port);
}

}  // namespace

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  if (text.size() > kMostEndpoint || !text.starts_with(kHttps) ||
      !std::ranges::all_of(text, is_printable) || text.find('#') != std::string_view::npos) {
    return std::nullopt;
  }
  text.remove_prefix(kHttps.size());
  const std::size_t end = text.find('/');
  if (end == std::string_view::npos) return std::nullopt;
  std::string authority(text.substr(0, end));
  std::ranges::transform(authority, authority.begin(), lower);

  Endpoint endpoint;
  endpoint.target = text.substr(end);
  std::string_view rest = authority;
  if (rest.starts_with('[')) {
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    endpoint.host = rest.substr(1, close - 1);
    rest.remove_prefix(close + 1);
    if (!std::ranges::all_of(endpoint.host, is_of_ipv6)) return std::nullopt;
  } else {
    endpoint.host = rest.substr(0, rest.find(':'));
    rest.remove_prefix(endpoint.host.size());
    if (!std::ranges::all_of(endpoint.host, is_of_name)) return std::nullopt;
  }
  if (endpoint.host.empty()) return std::nullopt;
  if (!rest.empty()) {
    const std::optional<std::uint16_t> port =
        rest.front() == ':' ? parse_port(rest.substr(1)) : std::nullopt;
    if (!port) return std::nullopt;
    endpoint.port = *port;
  }
  endpoint.origin = std::string(kHttps) + authority.substr(0, authority.size() - rest.size());
  if (endpoint.port != kUsualPort) endpoint.origin += ":" + std::to_string(endpoint.port);
  return endpoint;
}

}  // namespace aero::push
