#pragma once
// The tables over HTTP, for programs: what a request asks for is said to the room as a client of
// WebSocket would say it, and what the room says is the answer. No socket in sight.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "calls.hpp"
#include "room.hpp"

namespace aero::server {

// A request below /api/ or /feed/. Fields that did not come are empty.
struct ApiRequest {
  std::string method;
  std::string target;  // "/api/v1/tables?x"
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::string authorization = {};
  std::string content_type = {};
  std::string accept = {};
  std::string body = {};
  // NOLINTEND(readability-redundant-member-init)
};

struct ApiAnswer {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};  // NOLINT(readability-redundant-member-init): as above
};

// Where the answer to one request goes: it is one, or begins and goes on until its end. All may
// come in the middle of a call of Room.
class Responder {
 public:
  virtual ~Responder() = default;
  virtual void answer(ApiAnswer answer) = 0;
  virtual void begin(std::string_view type) = 0;
  virtual void add(std::string line) = 0;
  virtual void finish() = 0;
  virtual bool may_miss() = 0;  // see Visitor
  virtual bool may_make() = 0;  // likewise
};

// A request that is being answered.
class Exchange {
 public:
  virtual ~Exchange() = default;
  // The responder has passed on all that was added.
  virtual void drained() = 0;
};

// What a token of the API is good for. A person's own token is good for all, and for tokens.
enum class Scope { none, read, play, create, person };

struct Route {
  std::string_view method;
  std::string_view path;  // below /api/v1, as OpenAPI writes it: "/tables/{code}"
  Scope scope;
  std::string_view message;  // the type of what is said to the table, empty: none
};

// Every route there is.
std::span<const Route> routes();

// Where the tables at which it is somebody's turn can be followed, as OpenAPI writes it. The key is
// the one secret that stands in an address: it is good for this and for nothing else.
inline constexpr std::string_view kFeedPath = "/feed/{key}.atom";

class Api {
 public:
  using Say = decltype(Settings::say);
  // `calls`: none where people cannot be called to their turn.
  Api(Room& room, Keeper::Post post, Say say, Calls* calls = nullptr);

  // Answers by the responder, now or later, unless the exchange is forgotten before.
  std::shared_ptr<Exchange> begin(ApiRequest request, Responder& responder);

  // {code, arguments, message} with the status that goes with the code.
  ApiAnswer refusal(std::string_view code,
                    const std::vector<protocol::Argument>& arguments = {}) const;
  ApiAnswer refusal(int status, std::string_view code,
                    const std::vector<protocol::Argument>& arguments = {}) const;

 private:
  class Conversation;

  Room& room_;
  Keeper::Post post_;
  Say say_;
  Calls* calls_;
  std::int64_t zero_unix_ms_;  // see to_atom()
};

// The document of the API, OpenAPI 3.1.
std::string_view openapi();
// That of all messages, JSON Schema.
std::string_view protocol_schema();

}  // namespace aero::server
