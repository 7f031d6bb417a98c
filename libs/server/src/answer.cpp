#include "answer.hpp"

#include <algorithm>
#include <charconv>

#include "words.hpp"

namespace aero::server {
namespace {

constexpr int kWhole = 1000;  // thousandths: a weight of 1

// Nothing is loaded, sent or framed but by the page itself; styles may be written by its scripts.
constexpr std::string_view kContentPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

constexpr std::pair<std::string_view, std::string_view> kSafety[] = {
    {"Content-Security-Policy", kContentPolicy},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
};

// Takes off the text what is before the separator, and the separator itself.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = trim(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// "q=0.5" → 500; 0 for what is no weight.
int parse_weight(std::string_view text) {
  if (!is_same(take(text, '='), "q")) return 0;
  double weight = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && weight >= 0 && weight <= 1 ? static_cast<int>(weight * kWhole) : 0;
}

// What a list of codings says about a name; nothing where it does not have it.
std::optional<int> listed_weight(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    std::string_view item = take(list, ',');
    if (!is_same(take(item, ';'), name)) continue;
    return item.empty() ? kWhole : parse_weight(item);
  }
  return std::nullopt;
}

std::string_view name_of(Coding coding) {
  constexpr std::string_view kNames[] = {"identity", "gzip", "br"};
  return kNames[static_cast<std::size_t>(coding)];
}

// The coding that the client wants most among those there are; of equal ones the first of these.
std::optional<Coding> choose(const File& file, std::string_view accept_encoding) {
  std::optional<Coding> best;
  int best_weight = 0;
  for (const Coding coding : {Coding::brotli, Coding::gzip, Coding::identity}) {
    const int this_weight = weight(accept_encoding, coding);
    if (!file.form(coding) || this_weight <= best_weight) continue;
    best = coding;
    best_weight = this_weight;
  }
  return best;
}

// Whether a list of ETags has this one; weak ones will do.
bool has_etag(std::string_view list, std::string_view etag) {
  while (!list.empty()) {
    std::string_view item = take(list, ',');
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == etag || item == "*") return true;
  }
  return false;
}

// 0 to 15, or -1 for what is no hexadecimal digit.
int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char letter = lower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// "%41" → 'A'; nothing where a % is not followed by two digits.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit(text[i + 1]);
    const int low = digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

std::string_view phrase(int status) {
  switch (status) {
    case 400: return "Bad Request\n";
    case 404: return "Not Found\n";
    case 405: return "Method Not Allowed\n";
    case 406: return "Not Acceptable\n";
    case 403: return "Forbidden\n";
    case 411: return "Length Required\n";
    case 413: return "Content Too Large\n";
    case 421: return "Misdirected Request\n";
    case 426: return "Upgrade Required\n";
    case 431: return "Request Header Fields Too Large\n";
    case 503: return "Service Unavailable\n";
    default: return "\n";
  }
}

Answer with_safety(int status) {
  return {.status = status,
          .fields = {std::begin(kSafety), std::end(kSafety)},
          .content_length = std::nullopt,
          .body = {}};
}

Answer give(const File& file, Coding coding, const Request& request) {
  const Form& form = *file.form(coding);
  const bool is_known_to_client = has_etag(request.if_none_match, form.etag);
  Answer answer = with_safety(is_known_to_client ? 304 : 200);
  answer.fields.emplace_back("ETag", form.etag);
  answer.fields.emplace_back("Cache-Control",
                             file.is_lasting ? "public, max-age=31536000, immutable" : "no-cache");
  if (file.form(Coding::gzip) || file.form(Coding::brotli)) {
    answer.fields.emplace_back("Vary", "Accept-Encoding");
  }
  if (is_known_to_client) return answer;
  answer.fields.emplace_back("Content-Type", file.type);
  if (coding != Coding::identity) answer.fields.emplace_back("Content-Encoding", name_of(coding));
  answer.content_length = form.bytes.size();
  answer.body = form.bytes;
  return answer;
}

// As if the method were GET.
Answer give(const Site& site, const Request& request) {
  if (!request.names_host) return refusal(400);
  if (request.has_content) return refusal(413);
  const std::optional<std::string> path = path_of(request.target);
  if (!path) return refusal(400);
  const auto found = site.find(*path);
  if (found == site.end()) return refusal(404);
  const std::optional<Coding> coding = choose(found->second, request.accept_encoding);
  return coding ? give(found->second, *coding, request) : refusal(406);
}

}  // namespace

Answer answer(const Site& site, const Request& request) {
  const bool is_head = request.method == "HEAD";
  if (!is_head && request.method != "GET") return refusal(405);
  Answer answer = give(site, request);
  if (is_head) answer.body = {};
  return answer;
}

Answer refusal(int status) {
  Answer answer = with_safety(status);
  answer.fields.emplace_back("Cache-Control", "no-cache");
  answer.fields.emplace_back("Content-Type", "text/plain; charset=utf-8");
  if (status == 405) answer.fields.emplace_back("Allow", "GET, HEAD");
  if (status == 426) answer.fields.emplace_back("Upgrade", "websocket");
  if (status == 503) answer.fields.emplace_back("Retry-After", "1");
  answer.body = phrase(status);
  answer.content_length = answer.body.size();
  return answer;
}

Answer told(int status, std::string_view type, std::string_view body) {
  Answer answer = with_safety(status);
  answer.fields.emplace_back("Cache-Control", "no-store");
  answer.fields.emplace_back("Content-Type", type);
  if (status == 401) answer.fields.emplace_back("WWW-Authenticate", "Bearer");
  if (status == 503) answer.fields.emplace_back("Retry-After", "1");
  answer.body = body;
  answer.content_length = body.size();
  return answer;
}

int weight(std::string_view accept_encoding, Coding coding) {
  const int otherwise = coding == Coding::identity ? 1 : 0;  // always wanted, and least
  return listed_weight(accept_encoding, name_of(coding))
      .value_or(listed_weight(accept_encoding, "*").value_or(otherwise));
}

std::optional<std::string> path_of(std::string_view target) {
  constexpr std::string_view kScheme = "http://";
  if (target.size() >= kScheme.size() && is_same(target.substr(0, kScheme.size()), kScheme)) {
    target.remove_prefix(kScheme.size());
    target.remove_prefix(std::min(target.find_first_of("/?"), target.size()));
    if (!target.starts_with('/')) target = "/";
  }
  if (!target.starts_with('/')) return std::nullopt;
  std::optional<std::string> path = percent_decoded(target.substr(1, target.find('?') - 1));
  if (!path) return std::nullopt;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(*path, is_control)) return std::nullopt;
  if (path->empty() || path->ends_with('/')) *path += "index.html";
  return path;
}

}  // namespace aero::server
