#pragma once
// What HTTP says to a request, without a socket in sight.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "site.hpp"

namespace aero::server {

// The parts of a request that matter. Fields that came more than once are joined by commas, and
// those that did not come are empty.
struct Request {
  std::string_view method;
  std::string_view target;  // "/assets/x.js?y" or "http://host/assets/x.js"
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::string_view accept_encoding = {};
  std::string_view if_none_match = {};
  // NOLINTEND(readability-redundant-member-init)
  bool has_content = false;
  bool names_host = true;  // once, or need not, by its version of HTTP
};

// Points into the site, and is good as long as that is there.
struct Answer {
  int status;
  std::vector<std::pair<std::string_view, std::string_view>> fields;  // but Content-Length
  std::optional<std::size_t> content_length;  // none where the answer has no content
  std::string_view body;                      // empty for HEAD
};

Answer answer(const Site& site, const Request& request);

// The answer to what cannot be taken for a request: its status, as plain text.
Answer refusal(int status);

// An answer that is made for this request alone; `type` and `body` outlive it.
Answer told(int status, std::string_view type, std::string_view body);

// How much a client wants a coding, by its Accept-Encoding: thousandths, 0 for not at all.
int weight(std::string_view accept_encoding, Coding coding);

// The path that a request's target names in a site, such as "index.html"; none where it is not a
// path at all.
std::optional<std::string> path_of(std::string_view target);

}  // namespace aero::server
