#include "api.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <optional>

#include "aero/fair.hpp"
#include "aero/json.hpp"
#include "aero/protocol.hpp"
#include "aero/record.hpp"
#include "feed.hpp"
#include "turn.hpp"
#include "words.hpp"

namespace aero::server {
namespace {

constexpr std::string_view kBase = "/api/v1";
constexpr std::string_view kToken = "api_token";  // the kind of item that the store knows it as
constexpr std::string_view kFeed = "feed_key";    // likewise
constexpr std::string_view kFeedStart = "/feed/";
constexpr std::string_view kFeedEnd = ".atom";
constexpr std::string_view kTokenStart = "aero_";
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kNoSuchTable = "tables.no_such_table";  // as the tables say it
constexpr int kMostTables = 200;                                   // of a person, told at once
constexpr int kMostTokens = 20;                                    // of a person
constexpr std::size_t kMostRead = 50;                              // of these, for a feed
constexpr std::array<std::string_view, 3> kScopes = {"read", "play", "create"};

constexpr std::array kRoutes = {
    Route{"GET", "/openapi.json", Scope::none, ""},
    Route{"GET", "/protocol.schema.json", Scope::none, ""},
    Route{"POST", "/tables", Scope::create, "open"},
    Route{"GET", "/tables/{code}", Scope::read, ""},
    Route{"GET", "/tables/{code}/events", Scope::read, ""},
    Route{"GET", "/tables/{code}/turn", Scope::read, ""},
    Route{"GET", "/tables/{code}/record", Scope::none, ""},
    Route{"POST", "/tables/{code}/sit", Scope::play, "sit"},
    Route{"POST", "/tables/{code}/stand", Scope::play, "stand"},
    Route{"POST", "/tables/{code}/start", Scope::play, "start"},
    Route{"POST", "/tables/{code}/links", Scope::play, "links"},
    Route{"POST", "/tables/{code}/roll", Scope::play, "roll"},
    Route{"POST", "/tables/{code}/choose", Scope::play, "choose"},
    Route{"POST", "/tables/{code}/leave", Scope::play, "leave"},
    Route{"POST", "/tables/{code}/return", Scope::play, "return"},
    Route{"POST", "/tables/{code}/commit", Scope::play, "commit"},
    Route{"POST", "/tables/{code}/rematch", Scope::play, "rematch"},
    Route{"POST", "/tables/{code}/say", Scope::play, "say"},
    Route{"POST", "/seek", Scope::play, "seek"},
    Route{"GET", "/me/tables", Scope::read, ""},
    Route{"GET", "/me/tokens", Scope::person, ""},
    Route{"POST", "/me/tokens", Scope::person, ""},
    Route{"DELETE", "/me/tokens", Scope::person, ""},
    Route{"POST", "/me/feed", Scope::person, ""},
    Route{"DELETE", "/me/feed", Scope::person, ""},
    Route{"GET", "/push", Scope::none, ""},
    Route{"POST", "/me/push", Scope::person, ""},
    Route{"DELETE", "/me/push", Scope::person, ""},
};

// ---- the request ----

std::string_view take_part(std::string_view& path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(end);
  return part;
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Whether a path is that of a route, and which code it names.
bool is_path(std::string_view path, std::string_view pattern, std::string& code) {
  while (!path.empty() && !pattern.empty()) {
    const std::string_view part = take_part(path);
    const std::string_view wanted = take_part(pattern);
    if (wanted == "{code}") {
      code = part;
      std::ranges::transform(code, code.begin(), upper);  // as people may type it
    } else if (part != wanted) {
      return false;
    }
  }
  return path.empty() && pattern.empty();
}

// What "since=12" in "a=b&since=12" says.
std::optional<std::string_view> parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view item = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (item.starts_with(name) && item.substr(name.size()).starts_with('=')) {
      return item.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> parse_seq(std::string_view text) {
  constexpr std::size_t kMostDigits = 15;
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  std::int64_t seq = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    seq = seq * 10 + (c - '0');
  }
  return seq;
}

bool is_json(std::string_view content_type) {
  return is_same(content_type.substr(0, content_type.find_first_of("; ")), kJson);
}

// ---- tokens ----

// What the store keeps of a token: the scopes, and the person's token as nobody can read it who
// does not hold the token of the API.
struct Grant {
  std::vector<std::string> scopes;
  fair::Link sealed;
};

fair::Link exclusive_or(const fair::Link& one, const fair::Link& other) {
  fair::Link result{};
  std::ranges::transform(one, other, result.begin(),
                         [](auto a, auto b) { return static_cast<std::uint8_t>(a ^ b); });
  return result;
}

std::string in_words(const Grant& grant) {
  std::string text = fair::to_text(grant.sealed);
  for (const std::string& scope : grant.scopes) text.append(" ").append(scope);
  return text;
}

std::optional<Grant> parse_grant(std::string_view text) {
  Grant grant;
  std::optional<fair::Link> sealed;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (start == 0) {
      sealed = fair::parse_link(word);
    } else {
      grant.scopes.emplace_back(word);
    }
    start = end + 1;
  }
  if (!sealed) return std::nullopt;
  grant.sealed = *sealed;
  return grant;
}

bool allows(const Grant& grant, Scope scope) {
  const auto has = [&](std::string_view name) {
    return std::ranges::find(grant.scopes, name) != grant.scopes.end();
  };
  switch (scope) {
    case Scope::none: return true;
    case Scope::read: return has("read");
    case Scope::play: return has("play");
    case Scope::create: return has("create");
    case Scope::person: return false;
  }
  return false;
}

std::optional<fair::Link> parse_api_token(std::string_view text) {
  if (!text.starts_with(kTokenStart)) return std::nullopt;
  return fair::parse_link(text.substr(kTokenStart.size()));
}

std::string key_of(const fair::Link& api_token) { return fair::to_text(fair::hash(api_token)); }

// ---- answers ----

int status_of(std::string_view code) {
  if (code == kNoSuchTable || code == "server.no_record") return 404;
  if (code == "server.no_token" || code == "tables.bad_token") return 401;
  if (code == "server.no_scope") return 403;
  if (code == "server.busy" || code == "tables.busy" || code == "tables.stopping" ||
      code == "tables.server_full" || code == "tables.damaged") {
    return 503;
  }
  // Of a message that cannot be read.
  if (code.starts_with("wire.")) return 400;
  return 409;
}

std::string in_list(const std::vector<protocol::Argument>& arguments) {
  std::string text = "[";
  for (const protocol::Argument& argument : arguments) {
    if (text.size() > 1) text += ',';
    text.append(R"({"name":)").append(json::in_quotes(argument.name));
    text.append(R"(,"value":)").append(json::in_quotes(argument.value)).append("}");
  }
  return text + ']';
}

}  // namespace

Api::Api(Room& room, Keeper::Post post, Say say, Calls* calls)
    : room_(room),
      post_(std::move(post)),
      say_(std::move(say)),
      calls_(calls),
      zero_unix_ms_(std::int64_t{1000} * std::time(nullptr) - room.keeper().clock().now_ms()) {}

std::span<const Route> routes() { return kRoutes; }

ApiAnswer Api::refusal(std::string_view code,
                       const std::vector<protocol::Argument>& arguments) const {
  return refusal(status_of(code), code, arguments);
}

ApiAnswer Api::refusal(int status, std::string_view code,
                       const std::vector<protocol::Argument>& arguments) const {
  Settings::Arguments said;
  for (const auto& [name, value] : arguments) said.emplace_back(name, value);
  const std::string message = say_ ? say_(code, said) : std::string(code);
  return {.status = status,
          .body = R"({"code":)" + json::in_quotes(code) + R"(,"arguments":)" + in_list(arguments) +
                  R"(,"message":)" + json::in_quotes(message) + "}"};
}

// ---- one request ----

class Api::Conversation final : public Exchange,
                                public Peer,
                                public std::enable_shared_from_this<Conversation> {
 public:
  Conversation(Api& api, ApiRequest request, Responder& responder)
      : api_(api), request_(std::move(request)), responder_(responder) {}
  ~Conversation() override { leave(); }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  void begin() {
    std::string_view path = request_.target;
    path = path.substr(0, path.find('?'));
    if (path.starts_with(kFeedStart)) return tell_feed(path);
    if (!path.starts_with(kBase)) return refuse(404, "server.no_route");
    path.remove_prefix(kBase.size());
    bool is_there = false;
    for (const Route& route : kRoutes) {
      if (!is_path(path, route.path, code_)) continue;
      is_there = true;
      if (route.method != request_.method) continue;
      route_ = &route;
      return begin_route();
    }
    refuse(is_there ? 405 : 404, is_there ? "server.no_method" : "server.no_route");
  }

  void take(const tables::Text& text) override {
    if (is_stream_) {
      if (is_over_) return;
      if (!has_begun_ && !text->starts_with(R"({"type":"refused")")) begin_stream();
      if (has_begun_) return responder_.add(*text + "\n");
    }
    if (has_begun_) return end_seek(*text);
    inbox_.push_back(text);
    post_look();
  }

  bool may_miss() override { return responder_.may_miss(); }
  bool may_make() override { return responder_.may_make(); }

  void drained() override {
    if (connection_ != 0) api_.room_.drained(connection_);
  }

  void end(protocol::Close) override {
    if (has_begun_) {
      is_over_ = true;
      return responder_.finish();
    }
    is_ended_ = true;
    post_look();
  }

 private:
  // What to do with an answer of the store, if there is still somebody who waits for it.
  template <class Action>
  auto later(Action action) {
    return [weak = weak_from_this(), action](auto found) {
      if (const auto self = weak.lock(); self && !self->is_over_) action(*self, std::move(found));
    };
  }

  // ---- before the tables are asked ----

  void begin_route() {
    if (route_->path == "/openapi.json") return answer({.body = std::string(openapi())});
    if (route_->path == "/protocol.schema.json") {
      return answer({.body = std::string(protocol_schema())});
    }
    if (route_->method != "GET" && !is_json(request_.content_type)) {
      return refuse(415, "server.not_json");
    }
    if (route_->scope == Scope::none) return go_on();
    const std::string_view scheme = "Bearer ";
    if (!request_.authorization.starts_with(scheme)) return refuse("server.no_token");
    token_ = request_.authorization.substr(scheme.size());
    const std::optional<fair::Link> api_token = parse_api_token(token_);
    if (!api_token) {
      if (!fair::parse_link(token_)) return refuse("tables.bad_token");
      return go_on();
    }
    api_.room_.keeper().get(std::string(kToken), key_of(*api_token),
                            later([api_token](Conversation& self, const Keeper::Looked& found) {
                              if (!found) return self.refuse("server.busy");
                              self.go_on_with(*api_token, *found);
                            }));
  }

  void go_on_with(const fair::Link& api_token, const std::optional<storage::Item>& found) {
    const std::optional<Grant> grant = found ? parse_grant(found->value) : std::nullopt;
    if (!grant) return refuse("tables.bad_token");
    if (!allows(*grant, route_->scope)) return refuse("server.no_scope");
    token_ = fair::to_text(exclusive_or(grant->sealed, fair::derive(api_token, "seal")));
    go_on();
  }

  void go_on() {
    if (route_->path == "/me/tables") return tell_tables();
    if (route_->path == "/me/tokens") {
      if (route_->method == "GET") return tell_tokens();
      return route_->method == "POST" ? begin_token() : remove_token();
    }
    if (route_->path == "/me/feed") {
      if (route_->method != "POST") return remove_feed();
      return responder_.may_make() ? make_feed() : refuse("server.busy");
    }
    if (route_->path.ends_with("/push")) return go_on_with_calls();
    if (route_->path == "/tables/{code}/record") return tell_record();
    if (!route_->message.empty() && !compose()) return;
    is_stream_ = route_->path == "/tables/{code}/events";
    protocol::Hello hello{
        .protocol = protocol::kVersion, .token = token_, .table = code_, .last_seq = std::nullopt};
    const std::string_view target = request_.target;
    const std::size_t question = target.find('?');
    if (is_stream_ && question != target.npos) {
      if (const auto since = parameter(target.substr(question + 1), "since")) {
        hello.last_seq = parse_seq(*since);
        if (!hello.last_seq) return refuse(400, "server.bad_since");
      }
    }
    connection_ = api_.room_.join(*this);
    api_.room_.received(connection_, protocol::to_text(hello));
  }

  // Makes the message out of the body, which has all its members but the type.
  bool compose() {
    const json::Parsed parsed = json::parse(request_.body);
    if (!parsed.value || !parsed.value->is_object() || parsed.value->find("type") != nullptr) {
      refuse(400, "server.bad_body");
      return false;
    }
    if (const json::Value* id = parsed.value->find("id"); id != nullptr && id->as_text()) {
      id_ = *id->as_text();
    }
    const std::string type = R"({"type":)" + json::in_quotes(route_->message);
    const std::size_t open = request_.body.find('{');
    message_ = type + (parsed.value->items.empty() ? "" : ",") + request_.body.substr(open + 1);
    return true;
  }

  // ---- what the tables say ----

  void post_look() {
    if (is_posted_) return;
    is_posted_ = true;
    api_.post_([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->look();
    });
  }

  void look() {
    is_posted_ = false;
    for (const tables::Text& text : std::exchange(inbox_, {})) {
      if (is_over_) return;
      const Result<protocol::ServerMessage> message = protocol::parse_server(*text);
      if (message) hear(*message, *text);
    }
    if (is_ended_ && !is_over_) refuse("server.busy");
  }

  void hear(const protocol::ServerMessage& message, const std::string& text) {
    if (const auto* refused = std::get_if<protocol::Refused>(&message); refused && !has_begun_) {
      if (!refused->id.empty() && refused->id != id_) return;
      return refuse_table(*refused);
    }
    if (const auto* welcome = std::get_if<protocol::Welcome>(&message)) {
      if (route_->path == "/tables/{code}/turn") return tell_turn(*welcome);
      if (message_.empty()) return answer({.body = text});
      api_.room_.received(connection_, message_);
      // What has no id is not answered, so it is followed by something that is.
      if (id_.empty()) api_.room_.received(connection_, protocol::to_text(protocol::Ping{}));
      return;
    }
    if (route_->path == "/seek") return hear_of_seek(message, text);
    const auto* done = std::get_if<protocol::Done>(&message);
    if (done != nullptr && done->id == id_) {
      return answer({.status = route_->message == "open" ? 201 : 200, .body = text});
    }
    if (std::holds_alternative<protocol::Pong>(message) && id_.empty() && !message_.empty()) {
      answer({.status = 200, .body = text});
    }
  }

  // A stream from Done on. Whatever comes next is its end: Matched, Closing, or a late refusal.
  void hear_of_seek(const protocol::ServerMessage& message, const std::string& text) {
    if (has_begun_) return end_seek(text);
    const auto* done = std::get_if<protocol::Done>(&message);
    if (done == nullptr || done->id != id_) return;
    begin_stream();
    responder_.add(text + "\n");
  }

  void end_seek(const std::string& text) {
    if (is_over_) return;
    is_over_ = true;
    responder_.add(text + "\n");
    responder_.finish();
  }

  void refuse_table(const protocol::Refused& refused) {
    answer(api_.refusal(refused.code, refused.arguments));
  }

  void begin_stream() {
    has_begun_ = true;
    responder_.begin("application/x-ndjson");
  }

  void tell_turn(const protocol::Welcome& welcome) {
    if (!welcome.table) return refuse("server.busy");
    answer({.body = schema::to_json(turn_of(*welcome.table, welcome.clock_ms))});
  }

  // ---- what does not go through the tables ----

  std::string person() const { return fair::to_text(fair::hash(token_)); }

  void tell_tables() {
    api_.room_.keeper().tables_of(
        person(), kMostTables, later([](Conversation& self, auto found) {
          if (!found) return self.refuse("server.busy");
          std::string list;
          for (const storage::Membership& one : *found) {
            list.append(list.empty() ? "" : ",").append(R"({"table":)");
            list.append(json::in_quotes(one.table)).append(R"(,"is_over":)");
            list.append(one.is_over ? "true" : "false").append(R"(,"joined_unix_s":)");
            list.append(std::to_string(one.joined_unix_s)).append("}");
          }
          self.answer({.body = R"({"tables":[)" + list + "]}"});
        }));
  }

  void tell_record() {
    const bool in_json = request_.accept.find(kJson) != std::string::npos;
    api_.room_.keeper().fold<Told>(
        code_,
        [code = code_, in_json](const Keeper::Found& found) {
          return record_in(code, found, in_json);
        },
        later([](Conversation& self, std::optional<Told> told) {
          if (!told) return self.refuse("server.busy");
          if (!told->is_there) return self.refuse_missing();
          if (!told->refusal.empty()) return self.refuse(told->refusal);
          self.answer(std::move(told->answer));
        }));
  }

  struct Told {
    bool is_there = true;
    std::string_view refusal;  // empty: none
    ApiAnswer answer;
  };
  static Told record_in(const std::string& code, const Keeper::Found& found, bool in_json) {
    Told told;
    told.is_there = found.log || found.is_damaged;
    if (found.is_damaged) told.refusal = "tables.damaged";
    if (!found.log) return told;
    const Result<Record> record = tables::record_of(code, *found.log);
    if (!record) {
      told.refusal = "server.no_record";
    } else if (in_json) {
      told.answer.body = to_json(*record);
    } else {
      told.answer = {.type = "text/plain; charset=utf-8", .body = to_text(*record)};
    }
    return told;
  }

  void refuse_missing() {
    if (!responder_.may_miss()) return refuse("server.busy");
    refuse(kNoSuchTable);
  }

  // Those that there are, by what the store knows them as: that is good for nothing but to remove
  // them.
  void tell_tokens() {
    api_.room_.keeper().items_of(
        std::string(kToken), person(), later([](Conversation& self, auto found) {
          if (!found) return self.refuse("server.busy");
          std::string list;
          for (const storage::Item& one : *found) {
            const std::optional<Grant> grant = parse_grant(one.value);
            if (!grant) continue;
            list.append(list.empty() ? "" : ",").append(R"({"id":)");
            list.append(json::in_quotes(one.key)).append(R"(,"scopes":[)");
            for (const std::string& scope : grant->scopes) {
              list.append(list.ends_with('[') ? "" : ",").append(json::in_quotes(scope));
            }
            list.append("]}");
          }
          self.answer({.body = R"({"tokens":[)" + list + "]}"});
        }));
  }

  void begin_token() {
    std::vector<std::string> scopes;
    if (!read_scopes(scopes)) return refuse(400, "server.bad_body");
    if (!responder_.may_make()) return refuse("server.busy");
    api_.room_.keeper().items_of(
        std::string(kToken), person(), later([](Conversation& self, auto found) {
          if (!found) return self.refuse("server.busy");
          if (found->size() < kMostTokens) return self.make_token();
          self.answer(
              self.api_.refusal("server.too_many_tokens", {{"most", std::to_string(kMostTokens)}}));
        }));
  }

  void make_token() {
    Grant grant;
    read_scopes(grant.scopes);
    const fair::Link token = fair::random_link();
    grant.sealed = exclusive_or(*fair::parse_link(token_), fair::derive(token, "seal"));
    api_.room_.keeper().put(
        std::string(kToken), {.key = key_of(token), .person = person(), .value = in_words(grant)},
        later([token](Conversation& self, bool is_done) {
          if (!is_done) return self.refuse("server.busy");
          const std::string text = std::string(kTokenStart) + fair::to_text(token);
          self.answer({.status = 201, .body = R"({"token":)" + json::in_quotes(text) + "}"});
        }),
        kMostTokens);
  }

  // Whether the body has a list of them, with one at least.
  bool read_scopes(std::vector<std::string>& scopes) const {
    const json::Parsed body = json::parse(request_.body);
    const json::Value* list = body.value ? body.value->find("scopes") : nullptr;
    if (list == nullptr || !list->is_list()) return false;
    for (const json::Value& item : list->items) {
      const std::string* scope = item.as_text();
      if (scope == nullptr || std::ranges::find(kScopes, *scope) == kScopes.end()) return false;
      scopes.push_back(*scope);
    }
    return !scopes.empty();
  }

  void remove_token() {
    const json::Parsed body = json::parse(request_.body);
    const auto text_of = [&](std::string_view name) -> std::string_view {
      const json::Value* text = body.value ? body.value->find(name) : nullptr;
      return text != nullptr && text->as_text() ? *text->as_text() : std::string_view();
    };
    const std::optional<fair::Link> token = parse_api_token(text_of("token"));
    const std::string key(token ? key_of(*token) : text_of("id"));
    if (!fair::parse_link(key)) return refuse(400, "server.bad_body");
    api_.room_.keeper().get(std::string(kToken), key,
                            later([key](Conversation& self, const Keeper::Looked& found) {
                              if (!found) return self.refuse("server.busy");
                              self.remove_found(key, *found);
                            }));
  }

  void remove_found(const std::string& key, const std::optional<storage::Item>& found) {
    if (!found || found->person != person()) return refuse(404, "server.no_api_token");
    api_.room_.keeper().remove(std::string(kToken), key,
                               later([](Conversation& self, bool is_done) {
                                 if (!is_done) return self.refuse("server.busy");
                                 self.answer({.body = "{}"});
                               }));
  }

  // ---- the feed ----

  void make_feed() {
    const fair::Link key = fair::random_link();
    api_.room_.keeper().replace(
        std::string(kFeed), person(),
        storage::Item{.key = key_of(key), .person = person(), .value = {}},
        later([key](Conversation& self, bool is_done) {
          if (!is_done) return self.refuse("server.busy");
          std::string path(kFeedStart);
          path.append(fair::to_text(key)).append(kFeedEnd);
          self.answer({.status = 201, .body = "{\"path\":" + json::in_quotes(path) + "}"});
        }));
  }

  void remove_feed() {
    api_.room_.keeper().replace(std::string(kFeed), person(), std::nullopt,
                                later([](Conversation& self, bool is_done) {
                                  if (!is_done) return self.refuse("server.busy");
                                  self.answer({.body = "{}"});
                                }));
  }

  void tell_feed(std::string_view path) {
    if (request_.method != "GET") return refuse(405, "server.no_method");
    path.remove_prefix(kFeedStart.size());
    std::optional<fair::Link> key;
    if (path.ends_with(kFeedEnd)) {
      key = fair::parse_link(path.substr(0, path.size() - kFeedEnd.size()));
    }
    if (!key) return refuse(404, "server.no_route");
    api_.room_.keeper().get(std::string(kFeed), key_of(*key),
                            later([](Conversation& self, const Keeper::Looked& found) {
                              if (!found) return self.refuse("server.busy");
                              if (!*found) return self.refuse_key();
                              self.feed_.person = (*found)->person;
                              self.find_turns();
                            }));
  }

  void refuse_key() {
    if (!responder_.may_miss()) return refuse("server.busy");
    refuse(404, "server.no_route");
  }

  void find_turns() {
    api_.room_.keeper().tables_of(feed_.person, kMostTables,
                                  later([](Conversation& self, auto found) {
                                    if (!found) return self.refuse("server.busy");
                                    for (const storage::Membership& one : *found) {
                                      if (!one.is_over && self.unread_.size() < kMostRead)
                                        self.unread_.push_back(one.table);
                                    }
                                    self.read_next();
                                  }));
  }

  // One table after the other, so that a long list does not keep others from the store.
  void read_next() {
    if (unread_.empty()) return answer({.type = "application/atom+xml", .body = in_atom()});
    const std::string code = std::move(unread_.back());
    unread_.pop_back();
    using State = std::optional<Result<protocol::TableState>>;
    api_.room_.keeper().fold<State>(
        code,
        [code, person = feed_.person](const Keeper::Found& found) -> State {
          if (!found.log) return std::nullopt;
          return tables::state_of(code, *found.log, person);
        },
        later([](Conversation& self, const std::optional<State>& state) {
          if (!state) return self.refuse("server.busy");
          if (*state) self.feed_.add(**state);
          self.read_next();
        }));
  }

  std::string in_atom() const { return to_atom(feed_, api_.zero_unix_ms_, api_.say_); }

  // ---- calls to a turn ----

  void go_on_with_calls() {
    if (api_.calls_ == nullptr) return refuse(404, "server.no_push");
    if (!api_.calls_->key()) return refuse("server.busy");
    if (route_->method == "GET") {
      return answer({.body = R"({"key":)" + json::in_quotes(*api_.calls_->key()) + "}"});
    }
    route_->method == "POST" ? subscribe() : unsubscribe();
  }

  // The members of the body, which are these texts and no others; none where it has others.
  std::optional<std::vector<std::string>> texts(
      std::initializer_list<std::string_view> names) const {
    const json::Parsed body = json::parse(request_.body);
    if (!body.value || !body.value->is_object() || body.value->items.size() != names.size()) {
      return std::nullopt;
    }
    std::vector<std::string> found;
    for (const std::string_view name : names) {
      const json::Value* text = body.value->find(name);
      if (text == nullptr || text->as_text() == nullptr) return std::nullopt;
      found.push_back(*text->as_text());
    }
    return found;
  }

  void subscribe() {
    const auto found = texts({"endpoint", "p256dh", "auth"});
    if (!found) return refuse(400, "server.bad_body");
    const Subscription subscription{
        .endpoint = found->at(0), .p256dh = found->at(1), .auth = found->at(2)};
    if (!api_.calls_->is_right(subscription)) return refuse(400, "server.bad_subscription");
    api_.calls_->add(person(), subscription, later([](Conversation& self, bool is_done) {
                       if (!is_done) return self.refuse("server.busy");
                       self.answer({.status = 201, .body = "{}"});
                     }));
  }

  void unsubscribe() {
    const auto found = texts({"endpoint"});
    if (!found) return refuse(400, "server.bad_body");
    api_.calls_->remove(person(), found->front(), later([](Conversation& self, bool is_done) {
                          if (!is_done) return self.refuse("server.busy");
                          self.answer({.body = "{}"});
                        }));
  }

  // ---- ends ----

  void answer(ApiAnswer answer) {
    is_over_ = true;
    leave();
    responder_.answer(std::move(answer));
  }
  void refuse(std::string_view code) { answer(api_.refusal(code)); }
  void refuse(int status, std::string_view code) { answer(api_.refusal(status, code)); }

  void leave() {
    if (connection_ != 0) api_.room_.leave(std::exchange(connection_, 0));
  }

  Api& api_;
  ApiRequest request_;
  Responder& responder_;
  const Route* route_ = nullptr;
  std::string code_;
  std::string token_;
  std::string id_;       // of the command
  std::string message_;  // to the table
  tables::Connection connection_ = 0;
  std::vector<tables::Text> inbox_;
  Feed feed_;
  std::vector<std::string> unread_;  // tables that it is still to look at
  bool is_posted_ = false;
  bool is_ended_ = false;
  bool is_stream_ = false;
  bool has_begun_ = false;
  bool is_over_ = false;
};

std::shared_ptr<Exchange> Api::begin(ApiRequest request, Responder& responder) {
  const auto conversation = std::make_shared<Conversation>(*this, std::move(request), responder);
  conversation->begin();
  return conversation;
}

}  // namespace aero::server
