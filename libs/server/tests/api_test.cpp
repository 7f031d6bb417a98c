// The API: every route through real sockets, tokens and their scopes, and what is refused.

#include "api.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "aero/game.hpp"
#include "aero/json.hpp"
#include "aero/notation.hpp"
#include "folder.hpp"
#include "player.hpp"

namespace aero::server {
namespace {

struct Call {
  std::string method;
  std::string path;
  std::string body = {};
  std::string token = {};
  std::string fields = {};
  std::string content_type = "application/json";
};

class ApiTest : public testing::Test {
 protected:
  ApiTest() {
    folder_.add("web/index.html", "page");
    settings_.folder = folder_ / "web";
    settings_.addresses = {"127.0.0.1"};
    settings_.data = folder_ / "data";
    settings_.say = [](std::string_view key, const Settings::Arguments&) {
      return "say:" + std::string(key);
    };
    server_.emplace(settings_);
  }

  static std::string text_of(const Call& call) {
    std::string text = call.method + " /api/v1" + call.path + " HTTP/1.1\r\nHost: localhost\r\n";
    if (!call.token.empty()) text += "Authorization: Bearer " + call.token + "\r\n";
    if (!call.body.empty()) {
      text += "Content-Type: " + call.content_type +
              "\r\nContent-Length: " + std::to_string(call.body.size()) + "\r\n";
    }
    return text + call.fields + "\r\n" + call.body;
  }
  Response ask(const Call& call) const { return Client(server_->port()).ask(text_of(call)); }
  static std::string code_of(const Response& response) {
    const json::Parsed parsed = json::parse(response.body);
    const json::Value* code = parsed.value ? parsed.value->find("code") : nullptr;
    return code != nullptr && code->as_text() ? *code->as_text() : "none: " + response.body;
  }
  void expect_refusal(const Call& call, int status, const std::string& code) const {
    const Response response = ask(call);
    EXPECT_EQ(response.status, status) << call.path << " " << response.body;
    EXPECT_EQ(code_of(response), code) << call.path;
  }

  // A table for two, made by person 1.
  std::string table(const std::string& token = token_of(1),
                    const std::string& pace = "live") const {
    const std::string settings =
        R"({"rules":"quick","chairs":[{"seat":"R","bot":""},{"seat":"B","bot":""}],)"
        R"("pace":")" +
        pace + R"(","seconds":0})";
    const Response response =
        ask({.method = "POST",
             .path = "/tables",
             .body = R"({"id":"open-)" + pace + R"(","settings":)" + settings + "}",
             .token = token});
    EXPECT_EQ(response.status, 201) << response.body;
    const json::Parsed done = json::parse(response.body);
    return done.value && done.value->find("table") ? *done.value->find("table")->as_text() : "";
  }
  Call command(const std::string& code, const std::string& name, const std::string& body,
               int person = 1) const {
    return {.method = "POST",
            .path = "/tables/" + code + "/" + name,
            .body = body,
            .token = token_of(person)};
  }
  std::string seated() const {
    std::string code = table();
    EXPECT_EQ(ask(command(code, "sit",
                          R"({"id":"sit1","sitters":[{"seat":"R","name":"Ada","tip":""},)"
                          R"({"seat":"B","name":"Bo","tip":""}]})"))
                  .status,
              200);
    return code;
  }
  std::string api_token(const std::string& scopes) const {
    const Response response = ask({.method = "POST",
                                   .path = "/me/tokens",
                                   .body = R"({"scopes":[)" + scopes + "]}",
                                   .token = token_of(1)});
    EXPECT_EQ(response.status, 201) << response.body;
    const json::Parsed parsed = json::parse(response.body);
    return parsed.value ? *parsed.value->find("token")->as_text() : "";
  }

  TestFolder folder_;
  Settings settings_;
  std::optional<Server> server_;
};

// ---- the document ----

TEST_F(ApiTest, DocumentHasEveryRouteAndNoOther) {
  const Response response = ask({.method = "GET", .path = "/openapi.json"});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.field("Content-Type"), "application/json");
  const json::Parsed document = json::parse(response.body);
  ASSERT_TRUE(document.value);
  std::set<std::string> documented;
  for (const json::Value& path : document.value->find("paths")->items) {
    for (const json::Value& method : path.items) documented.insert(method.name + " " + path.name);
  }
  std::set<std::string> there;
  for (const Route& route : routes()) {
    std::string method(route.method);
    std::ranges::transform(method, method.begin(), [](unsigned char c) { return std::tolower(c); });
    there.insert(method + " /api/v1" + std::string(route.path));
  }
  there.insert("get " + std::string(kFeedPath));
  EXPECT_EQ(documented, there);
}

TEST_F(ApiTest, DocumentRefersToMessagesThatThereAre) {
  const json::Parsed schema =
      json::parse(ask({.method = "GET", .path = "/protocol.schema.json"}).body);
  ASSERT_TRUE(schema.value);
  const std::string document(openapi());
  const std::string reference = "protocol.schema.json#/$defs/";
  int references = 0;
  for (std::size_t at = 0; (at = document.find(reference, at)) != std::string::npos;) {
    at += reference.size();
    const std::string name = document.substr(at, document.find('"', at) - at);
    EXPECT_NE(schema.value->find("$defs")->find(name), nullptr) << name;
    ++references;
  }
  EXPECT_GT(references, 10);
}

// ---- quick match ----

// Somebody who seeks, and what they are told.
class Seeker {
 public:
  Seeker(std::uint16_t port, const std::string& request) : client_(port) {
    client_.send(request);
    head = client_.receive();
  }
  // The next message; none where the stream has ended.
  std::optional<protocol::ServerMessage> hear() {
    while (const auto line = client_.read_line()) {
      if (line->empty()) continue;
      const auto message = protocol::parse_server(*line);
      if (message) return *message;
    }
    return std::nullopt;
  }
  template <class Message>
  std::optional<Message> hear_of() {
    const auto message = hear();
    const auto* found = message ? std::get_if<Message>(&*message) : nullptr;
    return found ? std::optional(*found) : std::nullopt;
  }
  Client& client() { return client_; }

  Response head;

 private:
  Client client_;
};

Call seek(int person, const std::string& seats = "2", const std::string& rules = "quick") {
  return {.method = "POST",
          .path = "/seek",
          .body = R"({"id":"seek","rules":")" + rules + R"(","seats":)" + seats +
                  R"(,"seconds":30,"name":"Ada"})",
          .token = token_of(person)};
}

TEST_F(ApiTest, WhoSeeksTheSameMeetsAtATable) {
  Seeker red(server_->port(), text_of(seek(1)));
  EXPECT_EQ(red.head.status, 200);
  EXPECT_EQ(red.head.field("Content-Type"), "application/x-ndjson");
  const auto done = red.hear_of<protocol::Done>();
  ASSERT_TRUE(done);
  EXPECT_EQ(done->id, "seek");
  Seeker other(server_->port(), text_of(seek(2, "2", "standard")));
  EXPECT_TRUE(other.hear_of<protocol::Done>());
  Seeker blue(server_->port(), text_of(seek(3)));
  EXPECT_TRUE(blue.hear_of<protocol::Done>());

  const auto matched = red.hear_of<protocol::Matched>();
  ASSERT_TRUE(matched);
  EXPECT_EQ(blue.hear_of<protocol::Matched>(), matched);
  EXPECT_TRUE(red.client().is_hung_up_within(std::chrono::seconds(2)));
  EXPECT_TRUE(blue.client().is_hung_up_within(std::chrono::seconds(2)));
  EXPECT_FALSE(other.client().is_hung_up_within(std::chrono::milliseconds(50)));

  const auto welcome = protocol::parse_server(
      ask({.method = "GET", .path = "/tables/" + matched->table, .token = token_of(3)}).body);
  ASSERT_TRUE(welcome);
  const auto& table = *std::get<protocol::Welcome>(*welcome).table;
  EXPECT_EQ(table.settings.rules, "planes=2,takeoff=123456,end=first");  // quick
  EXPECT_EQ(table.settings.seconds, 30);
  ASSERT_EQ(table.seats.size(), 2u);
  EXPECT_FALSE(table.seats[0].is_yours);
  EXPECT_TRUE(table.seats[1].is_yours);
}

TEST_F(ApiTest, AWishEndsWithItsConnection) {
  {
    Seeker gone(server_->port(), text_of(seek(1)));
    EXPECT_TRUE(gone.hear_of<protocol::Done>());
  }
  Seeker red(server_->port(), text_of(seek(2)));
  EXPECT_TRUE(red.hear_of<protocol::Done>());
  EXPECT_FALSE(red.client().is_hung_up_within(std::chrono::milliseconds(200)));
  Seeker blue(server_->port(), text_of(seek(3)));
  EXPECT_TRUE(blue.hear_of<protocol::Done>());
  const auto matched = red.hear_of<protocol::Matched>();
  EXPECT_TRUE(matched);
  EXPECT_EQ(blue.hear_of<protocol::Matched>(), matched);
}

TEST_F(ApiTest, NobodyMeetsThemselves) {
  Seeker one(server_->port(), text_of(seek(1)));
  Seeker two(server_->port(), text_of(seek(1)));
  EXPECT_TRUE(one.hear_of<protocol::Done>());
  EXPECT_TRUE(two.hear_of<protocol::Done>());
  EXPECT_FALSE(one.client().is_hung_up_within(std::chrono::milliseconds(100)));
  EXPECT_FALSE(two.client().is_hung_up_within(std::chrono::milliseconds(100)));
}

TEST_F(ApiTest, WishesThatCannotBeAreRefused) {
  expect_refusal(seek(1, "5"), 409, "tables.bad_seats");
  expect_refusal(seek(1, "2", "none"), 409, "notation.unknown_preset");
  expect_refusal(seek(1, "\"2\""), 400, "wire.member");
  Call reader = seek(1);
  reader.token = api_token(R"("read","create")");
  expect_refusal(reader, 403, "server.no_scope");
}

TEST_F(ApiTest, WhoSeeksIsToldOfTheEnd) {
  Seeker red(server_->port(), text_of(seek(1)));
  EXPECT_TRUE(red.hear_of<protocol::Done>());
  server_->stop();
  EXPECT_TRUE(red.hear_of<protocol::Closing>());
  EXPECT_TRUE(red.client().is_hung_up_within(std::chrono::seconds(2)));
}

// ---- a game ----

TEST_F(ApiTest, AGameIsPlayedAndRead) {
  const std::string code = seated();
  const Response state = ask({.method = "GET", .path = "/tables/" + code, .token = token_of(2)});
  EXPECT_EQ(state.status, 200);
  EXPECT_EQ(state.field("Cache-Control"), "no-store");
  const auto welcome = protocol::parse_server(state.body);
  ASSERT_TRUE(welcome);
  EXPECT_EQ(std::get<protocol::Welcome>(*welcome).table->code, code);

  // A stream tells what happens; what is said over the API makes it happen.
  Client stream(server_->port());
  stream.send(
      text_of({.method = "GET", .path = "/tables/" + code + "/events", .token = token_of(1)}));
  Response head = stream.receive();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.field("Content-Type"), "application/x-ndjson");
  std::optional<Game> game;
  std::int64_t ply = 0;
  std::int64_t acted = -1;
  int ids = 0;
  while (!game || game->plies().size() < 12) {
    const auto line = stream.read_line();
    ASSERT_TRUE(line);
    if (line->empty()) continue;
    const auto message = protocol::parse_server(*line);
    ASSERT_TRUE(message) << *line;
    const auto begin = [&](const std::string& text) {
      const Result<Record> record = parse_record(text);
      ASSERT_TRUE(record);
      game.emplace(record->rules, record->start);
      for (const Entry& entry : record->entries) game->add(entry);
    };
    if (const auto* start = std::get_if<protocol::Welcome>(&*message)) {
      ply = start->table->ply;
      if (!start->table->record.empty()) begin(start->table->record);
    } else if (const auto* events = std::get_if<protocol::Events>(&*message)) {
      for (const protocol::Event& event : events->events) {
        if (const auto* rolled = std::get_if<protocol::Rolled>(&event)) {
          ply = rolled->ply;
          if (rolled->record) {
            begin(*rolled->record);
          } else if (!rolled->is_starting) {
            game->add(Entry(*Pip::from(rolled->pip)));
          }
        } else if (const auto* chosen = std::get_if<protocol::Chosen>(&event)) {
          ply = chosen->ply;
          game->add(Entry(*parse_move(chosen->move)));
        }
      }
    }
    if (!game || acted == ply) continue;
    acted = ply;
    const State& now = game->state();
    const std::string start = R"({"id":"p)" + std::to_string(++ids) + R"(","seat":")" +
                              letter(now.turn()) + R"(","ply":)" + std::to_string(ply);
    const Response answer =
        now.has_roll() ? ask(command(code, "choose",
                                     start + R"(,"move":")" +
                                         to_text(*legal_moves(game->rules(), now).begin()) + "\"}"))
                       : ask(command(code, "roll", start + "}"));
    ASSERT_EQ(answer.status, 200) << answer.body;
  }

  const Response record = ask({.method = "GET", .path = "/tables/" + code + "/record"});
  EXPECT_EQ(record.status, 200);
  EXPECT_EQ(record.field("Content-Type"), "text/plain; charset=utf-8");
  const auto parsed = parse_record(record.body);
  ASSERT_TRUE(parsed) << record.body;
  const Response twin = ask({.method = "GET",
                             .path = "/tables/" + code + "/record",
                             .fields = "Accept: application/json\r\n"});
  EXPECT_EQ(twin.field("Content-Type"), "application/json");
  const auto same = parse_json(twin.body);
  ASSERT_TRUE(same) << twin.body;
  EXPECT_EQ(*same, *parsed);

  const Response tables = ask({.method = "GET", .path = "/me/tables", .token = token_of(1)});
  EXPECT_NE(tables.body.find("{\"table\":\"" + code + "\",\"is_over\":false"), std::string::npos)
      << tables.body;
  EXPECT_EQ(ask({.method = "GET", .path = "/me/tables", .token = token_of(3)}).body,
            R"({"tables":[]})");
}

TEST_F(ApiTest, AStreamGoesOnFromWhatIsKnown) {
  const std::string code = seated();
  Client stream(server_->port());
  stream.send(text_of(
      {.method = "GET", .path = "/tables/" + code + "/events?since=1", .token = token_of(2)}));
  EXPECT_EQ(stream.receive().status, 200);
  std::optional<std::string> line;
  while ((line = stream.read_line()) && line->find(R"("type":"events")") == std::string::npos) {
  }
  ASSERT_TRUE(line);
  EXPECT_NE(line->find(R"("type":"sat","seq":2)"), std::string::npos) << *line;
  server_->stop();
  while ((line = stream.read_line()) && line->find("closing") == std::string::npos) {
  }
  EXPECT_TRUE(line) << "a stream is told of the end, too";
}

TEST_F(ApiTest, ACommandThatComesAgainHasItsEffectOnce) {
  const std::string code = table();
  const Call sit =
      command(code, "sit", R"({"id":"sit1","sitters":[{"seat":"R","name":"Ada","tip":""}]})");
  const Response first = ask(sit);
  EXPECT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(ask(sit).body, first.body);
}

TEST_F(ApiTest, WhatHasNoIdIsTakenToo) {
  const std::string code = seated();
  const Response said = ask(command(code, "say", R"({"phrase":"hello"})"));
  EXPECT_EQ(said.status, 200) << said.body;
}

// What has no id is looked at before it is answered, also while something is being stored.
TEST_F(ApiTest, WhatHasNoIdIsRefusedWhereItIsWrong) {
  const std::string code = seated();
  const std::string link = token_of(7);
  std::string state;
  do {
    state = ask({.method = "GET", .path = "/tables/" + code, .token = token_of(1)}).body;
  } while (state.find(R"("phase":"playing")") == std::string::npos);
  const json::Parsed welcome = json::parse(state);
  const json::Value* number = welcome.value->find("table")->find("number");
  const std::string links = R"({"number":)" + std::to_string(*number->as_whole()) +
                            R"(,"links":[{"seat":"R","link":")" + link +
                            R"("},{"seat":"B","link":")" + link + "\"}]}";
  for (int i = 0; i < 50; ++i) {
    Client other(server_->port());
    Call commit = command(
        code, "commit",
        R"({"id":"c)" + std::to_string(i) + R"(","seat":"R","tip":")" + token_of(100 + i) + "\"}");
    other.send(text_of(commit));  // it is on its way
    const Response response = ask(command(code, "links", links));
    EXPECT_EQ(response.status, 409) << response.body;
    EXPECT_EQ(code_of(response), "tables.wrong_link");
  }
  Response last;
  for (int i = 0; i < 6; ++i) last = ask(command(code, "say", R"({"phrase":"hello"})"));
  EXPECT_EQ(last.status, 503) << "phrases have an end";
  EXPECT_EQ(code_of(last), "tables.busy");
}

// ---- whose turn it is ----

protocol::Turn turn_in(const Response& response) {
  protocol::Turn turn;
  const json::Parsed parsed = json::parse(response.body);
  schema::Reader<schema::Others::refuse> reader;
  EXPECT_TRUE(parsed.value && reader.read(*parsed.value, turn)) << response.body;
  return turn;
}

TEST_F(ApiTest, AGameIsPlayedByWhoKnowsNoRules) {
  const std::string code = table();
  const auto turn = [&](int person = 1) {
    const Response response =
        ask({.method = "GET", .path = "/tables/" + code + "/turn", .token = token_of(person)});
    EXPECT_EQ(response.status, 200) << response.body;
    return turn_in(response);
  };
  EXPECT_EQ(turn().waits, protocol::Waits::people);
  ask(command(code, "sit",
              R"({"id":"sit1","sitters":[{"seat":"R","name":"Ada","tip":""},)"
              R"({"seat":"B","name":"Bo","tip":""}]})"));
  int ids = 0;
  protocol::Turn now;
  for (now = turn(); now.waits != protocol::Waits::nothing; now = turn()) {
    if (!now.seat) continue;  // the server is still about to make the starting rolls
    ASSERT_TRUE(now.is_yours);
    EXPECT_EQ(now.choices.empty(), now.waits == protocol::Waits::roll);
    EXPECT_EQ(now.roll == 0, now.waits == protocol::Waits::roll);
    const std::string start = R"({"id":"p)" + std::to_string(++ids) + R"(","seat":")" +
                              letter(*now.seat) + R"(","ply":)" + std::to_string(now.ply);
    const Response answer =
        now.choices.empty()
            ? ask(command(code, "roll", start + "}"))
            : ask(command(code, "choose",
                          start + R"(,"move":")" + now.choices.back().move + "\"}"));
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  const auto record =
      parse_record(ask({.method = "GET", .path = "/tables/" + code + "/record"}).body);
  ASSERT_TRUE(record);
  const auto replayed = replay(*record);
  ASSERT_TRUE(replayed);
  EXPECT_EQ(now.result, result_text(replayed->game.state()));
  EXPECT_EQ(now.position, to_text(replayed->game.state()));
  EXPECT_EQ(now.ply, static_cast<int>(replayed->game.plies().size()));
  EXPECT_EQ(turn(2).result, now.result);
}

// ---- the feed ----

class FeedTest : public ApiTest {
 protected:
  std::string make_feed(int person = 1) const {
    const Response made =
        ask({.method = "POST", .path = "/me/feed", .body = "{}", .token = token_of(person)});
    EXPECT_EQ(made.status, 201) << made.body;
    const json::Parsed parsed = json::parse(made.body);
    return parsed.value ? *parsed.value->find("path")->as_text() : "";
  }
  Response read(const std::string& path) const {
    return Client(server_->port()).ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  // A table by days or live, where 1 plays R and 2 plays B; who is on turn.
  std::string play(const std::string& pace) const {
    std::string code = table(token_of(1), pace);
    ask(command(code, "sit", R"({"id":"s1","sitters":[{"seat":"R","name":"A & B","tip":""}]})"));
    ask(command(code, "sit", R"({"id":"s2","sitters":[{"seat":"B","name":"Bo","tip":""}]})", 2));
    return code;
  }
  int on_turn(const std::string& code) const {
    for (;;) {
      for (const int person : {1, 2}) {
        const protocol::Turn turn = turn_in(
            ask({.method = "GET", .path = "/tables/" + code + "/turn", .token = token_of(person)}));
        if (turn.is_yours) return person;
      }
    }
  }
  static std::string between(const std::string& text, const std::string& from,
                             const std::string& to, std::size_t at = 0) {
    const std::size_t start = text.find(from, at);
    if (start == std::string::npos) return "";
    return text.substr(start + from.size(), text.find(to, start) - start - from.size());
  }
};

TEST_F(FeedTest, TellsOfEachTableByDaysAtWhichItIsTheTurn) {
  const std::string path = make_feed();
  ASSERT_EQ(path.size(), std::string("/feed/.atom").size() + 43);
  Response feed = read(path);
  EXPECT_EQ(feed.status, 200);
  EXPECT_EQ(feed.field("Content-Type"), "application/atom+xml");
  EXPECT_EQ(feed.field("Cache-Control"), "no-store");
  EXPECT_EQ(feed.body.find("<entry>"), std::string::npos) << "there is no table";

  const std::string live = play("live");
  const std::string days = play("days");
  on_turn(live);
  const int other = 3 - on_turn(days);
  EXPECT_EQ(read(make_feed(other)).body.find("<entry>"), std::string::npos);
  const std::string own = make_feed(3 - other);
  feed = read(own);
  EXPECT_EQ(feed.body.find(live), std::string::npos);
  const std::size_t entry = feed.body.find("<entry>");
  ASSERT_NE(entry, std::string::npos) << feed.body;
  EXPECT_EQ(feed.body.find("<entry>", entry + 1), std::string::npos);
  EXPECT_NE(feed.body.find("<link href=\"/#/t/" + days + "\"/>"), std::string::npos);
  EXPECT_EQ(read(own).body, feed.body) << "the same turn is no news";

  // Another roll or choice is another turn.
  const std::string id = between(feed.body, "<id>", "</id>", entry);
  EXPECT_TRUE(id.starts_with("urn:uuid:")) << id;
  EXPECT_EQ(id.size(), 45u);
  const int person = 3 - other;
  const protocol::Turn turn = turn_in(
      ask({.method = "GET", .path = "/tables/" + days + "/turn", .token = token_of(person)}));
  ask(command(days, "roll",
              R"({"id":"r1","seat":")" + std::string(1, letter(*turn.seat)) + R"(","ply":)" +
                  std::to_string(turn.ply) + "}",
              person));
  const Response next = read(make_feed(on_turn(days)));
  EXPECT_NE(between(next.body, "<id>", "</id>", next.body.find("<entry>")), id);
}

TEST_F(FeedTest, IsGoneOnceItsKeyIsReplacedOrRemoved) {
  const std::string first = make_feed();
  const std::string others = make_feed(2);
  const std::string second = make_feed();
  EXPECT_EQ(read(first).status, 404);
  EXPECT_EQ(read(second).status, 200);
  const Call remove{.method = "DELETE", .path = "/me/feed", .body = "{}", .token = token_of(1)};
  EXPECT_EQ(ask(remove).status, 200);
  EXPECT_EQ(read(second).status, 404);
  EXPECT_EQ(read(others).status, 200);
}

TEST_F(FeedTest, KeyIsGoodForNothingElseAndNowhereInTheStore) {
  const std::string path = make_feed();
  const std::string key = between(path, "/feed/", ".atom");
  for (const std::string& token : {key, "aero_" + key}) {
    const Response mine = ask({.method = "GET", .path = "/me/tables", .token = token});
    EXPECT_TRUE(mine.status == 401 || mine.body == R"({"tables":[]})") << mine.body;
  }
  EXPECT_EQ(read("/feed/" + token_of(1) + ".atom").status, 404);
  EXPECT_EQ(read("/feed/" + key).status, 404);
  EXPECT_EQ(read("/feed/.atom").status, 404);
  const std::string read_token = api_token(R"("read","play","create")");
  expect_refusal({.method = "POST", .path = "/me/feed", .body = "{}", .token = read_token}, 403,
                 "server.no_scope");
  server_.reset();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "data")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(bytes.find(key), std::string::npos) << entry.path();
  }
  server_.emplace(settings_);
  EXPECT_EQ(read(path).status, 200) << "it stands after a restart";
}

// ---- tokens ----

TEST_F(ApiTest, TokensAreGoodForTheirScopes) {
  const std::string code = seated();
  const std::string read = api_token(R"("read")");
  const std::string play = api_token(R"("play")");
  const std::string create = api_token(R"("read","create")");
  const auto status = [&](Call call, const std::string& token) {
    call.token = token;
    return ask(call).status;
  };
  const Call look{.method = "GET", .path = "/tables/" + code};
  const Call say = command(code, "say", R"({"phrase":"hello"})");
  const Call more{.method = "POST", .path = "/me/tokens", .body = R"({"scopes":["read"]})"};
  EXPECT_EQ(status(look, read), 200);
  EXPECT_EQ(status(say, read), 403);
  EXPECT_EQ(status(look, play), 403);
  EXPECT_EQ(status(say, play), 200);
  EXPECT_EQ(status(look, create), 200);
  EXPECT_EQ(status(say, create), 403);
  for (const std::string& token : {read, play, create}) EXPECT_EQ(status(more, token), 403);
  EXPECT_EQ(table(create).size(), 10u);
  // It stands for the person who made it.
  const Response mine = ask({.method = "GET", .path = "/me/tables", .token = read});
  EXPECT_NE(mine.body.find(code), std::string::npos) << mine.body;
}

TEST_F(ApiTest, TokensAreWorthlessOnceTheyAreRemoved) {
  const std::string token = api_token(R"("read")");
  const Call look{.method = "GET", .path = "/me/tables", .token = token};
  EXPECT_EQ(ask(look).status, 200);
  const std::string body = R"({"token":")" + token + "\"}";
  expect_refusal({.method = "DELETE", .path = "/me/tokens", .body = body, .token = token_of(2)},
                 404, "server.no_api_token");
  EXPECT_EQ(ask(look).status, 200);
  const Call remove{.method = "DELETE", .path = "/me/tokens", .body = body, .token = token_of(1)};
  EXPECT_EQ(ask(remove).status, 200);
  expect_refusal(look, 401, "tables.bad_token");
  expect_refusal(remove, 404, "server.no_api_token");
}

TEST_F(ApiTest, TokensAreListedAndSoManyAndNoMore) {
  const Call list{.method = "GET", .path = "/me/tokens", .token = token_of(1)};
  EXPECT_EQ(ask(list).body, R"({"tokens":[]})");
  const std::string first = api_token(R"("read","play")");
  const Response one = ask(list);
  const json::Parsed parsed = json::parse(one.body);
  ASSERT_TRUE(parsed.value) << one.body;
  const std::string id = *parsed.value->find("tokens")->items.at(0).find("id")->as_text();
  EXPECT_EQ(one.body, R"({"tokens":[{"id":")" + id + R"(","scopes":["read","play"]}]})");
  EXPECT_EQ(one.body.find(first.substr(5)), std::string::npos);
  for (int i = 1; i < 20; ++i) api_token(R"("read")");
  const Call more{.method = "POST",
                  .path = "/me/tokens",
                  .body = R"({"scopes":["read"]})",
                  .token = token_of(1)};
  expect_refusal(more, 409, "server.too_many_tokens");
  expect_refusal({.method = "GET", .path = "/me/tokens", .token = first}, 403, "server.no_scope");
  // The one that is lost is removed by its id, and by its person alone.
  const std::string body = R"({"id":")" + id + "\"}";
  expect_refusal({.method = "DELETE", .path = "/me/tokens", .body = body, .token = token_of(2)},
                 404, "server.no_api_token");
  EXPECT_EQ(
      ask({.method = "DELETE", .path = "/me/tokens", .body = body, .token = token_of(1)}).status,
      200);
  expect_refusal({.method = "GET", .path = "/me/tables", .token = first}, 401, "tables.bad_token");
  EXPECT_EQ(ask(more).status, 201);
}

TEST_F(ApiTest, NobodyKeepsTheStoreBusyFromOneAddress) {
  settings_.trusted_proxies = {"127.0.0.0/8"};
  settings_.limits.makes_at_once = 3;
  settings_.limits.makes_per_second = 0.001;
  server_.reset();
  server_.emplace(settings_);
  const std::string from = "X-Forwarded-For: 198.51.100.1\r\n";
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(ask({.method = "POST",
                   .path = "/me/feed",
                   .body = "{}",
                   .token = token_of(i),
                   .fields = from})
                  .status,
              201);
  }
  expect_refusal({.method = "POST",
                  .path = "/me/tokens",
                  .body = R"({"scopes":["read"]})",
                  .token = token_of(9),
                  .fields = from},
                 503, "server.busy");
  const std::string open =
      R"({"id":"o","settings":{"rules":"quick","chairs":[{"seat":"R","bot":""},)"
      R"({"seat":"B","bot":""}],"pace":"live","seconds":0}})";
  const Call elsewhere{.method = "POST",
                       .path = "/tables",
                       .body = open,
                       .token = token_of(9),
                       .fields = "X-Forwarded-For: 198.51.100.2\r\n"};
  Call here = elsewhere;
  here.fields = from;
  expect_refusal(here, 503, "tables.busy");
  EXPECT_EQ(ask(elsewhere).status, 201);
}

TEST_F(ApiTest, TokensStandAfterARestartAndAreNowhereInTheStore) {
  const std::string token = api_token(R"("read")");
  server_.reset();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "data")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(bytes.find(token.substr(5)), std::string::npos) << entry.path();
    EXPECT_EQ(bytes.find(token_of(1)), std::string::npos) << entry.path();
  }
  server_.emplace(settings_);
  EXPECT_EQ(ask({.method = "GET", .path = "/me/tables", .token = token}).status, 200);
}

// ---- what is refused ----

TEST_F(ApiTest, RefusesInJson) {
  const Response response = ask({.method = "GET", .path = "/nothing"});
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body,
            R"({"code":"server.no_route","arguments":[],"message":"say:server.no_route"})");
  EXPECT_EQ(response.field("Content-Type"), "application/json");
}

TEST_F(ApiTest, RefusesWhatItCannotTake) {
  const std::string code = table();
  const std::string body = R"({"scopes":["read"]})";
  expect_refusal({.method = "PUT", .path = "/tables"}, 405, "server.no_method");
  expect_refusal({.method = "GET", .path = "/tables/" + code}, 401, "server.no_token");
  expect_refusal({.method = "GET", .path = "/me/tables", .token = "short"}, 401,
                 "tables.bad_token");
  expect_refusal({.method = "GET", .path = "/me/tables", .token = "aero_" + token_of(1)}, 401,
                 "tables.bad_token");
  expect_refusal({.method = "GET", .path = "/tables/0000000000", .token = token_of(1)}, 404,
                 "tables.no_such_table");
  expect_refusal({.method = "GET", .path = "/tables/0000000000/record"}, 404,
                 "tables.no_such_table");
  expect_refusal({.method = "GET", .path = "/tables/" + code + "/record"}, 404, "server.no_record");
  expect_refusal(
      {.method = "GET", .path = "/tables/" + code + "/events?since=x", .token = token_of(1)}, 400,
      "server.bad_since");
  // What a form or a picture in any page could send without being asked.
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", ""}) {
    expect_refusal({.method = "POST",
                    .path = "/me/tokens",
                    .body = body,
                    .token = token_of(1),
                    .content_type = type},
                   415, "server.not_json");
  }
  for (const char* bad : {"x", "[]", "{}", R"({"scopes":[]})", R"({"scopes":["all"]})"}) {
    expect_refusal({.method = "POST", .path = "/me/tokens", .body = bad, .token = token_of(1)}, 400,
                   "server.bad_body");
  }
  expect_refusal(command(code, "sit", R"({"type":"start","id":"x"})"), 400, "server.bad_body");
  for (const char* bad : {R"({"id":"x"})", R"({"id":"x","sitters":[],"more":1})",
                          R"({"id":"x","sitters":1})", R"({"sitters":[{"seat":"R"}]})"}) {
    EXPECT_EQ(ask(command(code, "sit", bad)).status / 100, 4) << bad;
  }
  EXPECT_EQ(ask({.method = "POST",
                 .path = "/me/tokens",
                 .body = body,
                 .token = token_of(1),
                 .content_type = "Application/JSON; charset=utf-8"})
                .status,
            201);
}

TEST_F(ApiTest, RefusesWhatIsTooLargeOrOfNoKnownSize) {
  EXPECT_EQ(ask({.method = "POST",
                 .path = "/tables",
                 .body = std::string(4097, ' '),
                 .token = token_of(1)})
                .status,
            413);
  EXPECT_EQ(Client(server_->port())
                .ask("POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n"
                     "Transfer-Encoding: chunked\r\n\r\n")
                .status,
            411);
}

TEST_F(ApiTest, RefusesOtherPages) {
  const std::string own = "http://localhost";
  const Call look{.method = "GET", .path = "/openapi.json"};
  const auto status = [&](const std::string& origin) {
    Call call = look;
    call.fields = "Origin: " + origin + "\r\n";
    return ask(call).status;
  };
  EXPECT_EQ(status(own), 200);
  for (const char* origin : {"null", "http://evil.example", "http://localhost:1"}) {
    EXPECT_EQ(status(origin), 403) << origin;
  }
  EXPECT_EQ(ask(look).field("Access-Control-Allow-Origin"), "");
}

TEST_F(ApiTest, AnswersManyOverOneConnection) {
  Client client(server_->port());
  for (int i = 0; i < 50; ++i) {
    const Response response =
        client.ask(text_of({.method = "GET", .path = "/me/tables", .token = token_of(1)}));
    EXPECT_EQ(response.status, 200);
  }
  client.send("HEAD /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.receive(false).status, 405);
}

}  // namespace
}  // namespace aero::server
