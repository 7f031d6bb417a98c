// Who is called to their turn: subscriptions over the API, and what a push service gets.

#include "calls.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "aero/json.hpp"
#include "aero/protocol.hpp"
#include "client.hpp"
#include "folder.hpp"
#include "player.hpp"
#include "push_service.hpp"

namespace aero::server {
namespace {

using namespace std::chrono_literals;

class CallsTest : public testing::Test {
 public:
  ~CallsTest() override { unsetenv("SSL_CERT_FILE"); }
  CallsTest(const CallsTest&) = delete;
  CallsTest& operator=(const CallsTest&) = delete;

 protected:
  CallsTest() {
    folder_.add("web/index.html", "page").add("trusted.pem", service_.certificate());
    setenv("SSL_CERT_FILE", (folder_ / "trusted.pem").c_str(), 1);
    settings_.folder = folder_ / "web";
    settings_.addresses = {"127.0.0.1"};
    settings_.data = folder_ / "data";
    settings_.origins = {"https://page.example"};
    settings_.push_hosts = {"localhost"};
    server_.emplace(settings_);
  }

  Response ask(const std::string& method, const std::string& path, const std::string& body = "",
               int person = 0) const {
    std::string text = method + " /api/v1" + path + " HTTP/1.1\r\nHost: localhost\r\n";
    if (person != 0) text += "Authorization: Bearer " + token_of(person) + "\r\n";
    if (!body.empty()) {
      text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n";
    }
    return Client(server_->port()).ask(text + "\r\n" + body);
  }
  static std::string text_in(const Response& response, const std::string& name) {
    const json::Parsed parsed = json::parse(response.body);
    const json::Value* text = parsed.value ? parsed.value->find(name) : nullptr;
    return text != nullptr && text->as_text() ? *text->as_text() : "none: " + response.body;
  }
  // The server's, which it may still be making.
  std::string key() const {
    for (;;) {
      const Response response = ask("GET", "/push");
      if (response.status != 503) return text_in(response, "key");
    }
  }

  static std::string subscription(const Browser& browser, const std::string& endpoint) {
    return R"({"endpoint":")" + endpoint + R"(","p256dh":")" + push::to_text(browser.key.point) +
           R"(","auth":")" + push::to_text(browser.secret) + R"("})";
  }
  int subscribe(int person, const Browser& browser, const std::string& target) const {
    key();
    return ask("POST", "/me/push", subscription(browser, service_.endpoint(target)), person).status;
  }

  // A table for R, who is 1, and B, who is 2, at which both sit: it begins by itself.
  std::string play(const std::string& pace = "days") const {
    const Response made =
        ask("POST", "/tables",
            R"({"id":"open","settings":{"rules":"quick","chairs":[{"seat":"R","bot":""},)"
            R"({"seat":"B","bot":""}],"pace":")" +
                pace + R"(","seconds":0}})",
            1);
    std::string code = text_in(made, "table");
    for (const int person : {1, 2}) {
      const std::string seat = person == 1 ? "R" : "B";
      ask("POST", "/tables/" + code + "/sit",
          R"({"id":"sit","sitters":[{"seat":")" + seat + R"(","name":"N)" + seat +
              R"(","tip":""}]})",
          person);
    }
    return code;
  }
  // What somebody is told who only looks on, and so keeps nobody from being called.
  protocol::Turn turn_at(const std::string& code) const {
    for (;;) {
      protocol::Turn turn;
      const json::Parsed parsed = json::parse(ask("GET", "/tables/" + code + "/turn", "", 3).body);
      schema::Reader<schema::Others::refuse> reader;
      EXPECT_TRUE(parsed.value && reader.read(*parsed.value, turn));
      if (turn.waits != protocol::Waits::people && turn.waits != protocol::Waits::start) {
        return turn;
      }
    }
  }
  // Plays for them, if it is their turn, until it is another's.
  void play_turn(const std::string& code, int person) {
    const Seat seat = person == 1 ? Seat::R : Seat::B;
    for (auto turn = turn_at(code); turn.seat == seat; turn = turn_at(code)) {
      std::string body = R"({"id":")" + std::to_string(++ids_) + R"(","seat":")" +
                         std::string(1, letter(seat)) + R"(","ply":)" + std::to_string(turn.ply);
      const bool is_choice = turn.waits == protocol::Waits::choice;
      if (is_choice) body += R"(,"move":")" + turn.choices.front().move + '"';
      const Response done =
          ask("POST", "/tables/" + code + (is_choice ? "/choose" : "/roll"), body + "}", person);
      ASSERT_EQ(done.status, 200) << done.body;
    }
  }

  TestFolder folder_;
  PushService service_;
  Settings settings_;
  std::optional<Server> server_;
  int ids_ = 0;
};

TEST_F(CallsTest, TheKeyIsMadeOnceAndStays) {
  const std::string first = key();
  const auto point = push::parse_bytes(first);
  ASSERT_TRUE(point) << first;
  EXPECT_EQ(point->size(), 65u);
  server_.reset();
  server_.emplace(settings_);
  EXPECT_EQ(key(), first);
}

TEST_F(CallsTest, WithoutAPageByHttpsThereAreNone) {
  server_.reset();
  settings_.origins = {"http://page.example"};
  server_.emplace(settings_);
  const Response refused = ask("GET", "/push");
  EXPECT_EQ(refused.status, 404);
  EXPECT_EQ(text_in(refused, "code"), "server.no_push");
  EXPECT_EQ(ask("POST", "/me/push", subscription(Browser(), service_.endpoint("/a")), 1).status,
            404);
}

TEST_F(CallsTest, OnlyWhatCanBeReachedIsASubscription) {
  key();
  const Browser browser;
  const auto refusal = [&](const std::string& body) {
    const Response response = ask("POST", "/me/push", body, 1);
    EXPECT_EQ(response.status, 400) << body;
    return text_in(response, "code");
  };
  for (const char* endpoint :
       {"http://push.example/a", "https://push.example", "https://push.example:8443/a",
        "https://127.0.0.1/a", "https://[::1]/a", "https://169.254.169.254/latest",
        "javascript:a"}) {
    EXPECT_EQ(refusal(subscription(browser, endpoint)), "server.bad_subscription") << endpoint;
  }
  Browser wrong = browser;
  wrong.key.point.back() = static_cast<char>(wrong.key.point.back() ^ 1);
  EXPECT_EQ(refusal(subscription(wrong, "https://push.example/a")), "server.bad_subscription");
  wrong = browser;
  wrong.secret += 's';
  EXPECT_EQ(refusal(subscription(wrong, "https://push.example/a")), "server.bad_subscription");
  for (const char* body :
       {"{}", "[]", R"({"endpoint":"https://push.example/a"})",
        R"({"endpoint":1,"p256dh":"","auth":""})",
        R"({"endpoint":"https://push.example/a","p256dh":"","auth":"","more":""})"}) {
    EXPECT_EQ(refusal(body), "server.bad_body") << body;
  }
  EXPECT_EQ(ask("POST", "/me/push", subscription(browser, "https://push.example/a")).status, 401);
  EXPECT_EQ(ask("POST", "/me/push", subscription(browser, "https://push.example/a"), 1).status,
            201);
}

TEST_F(CallsTest, WhoIsNotThereIsCalledToEachTurnOnce) {
  const std::map<int, Browser> browsers = {{1, Browser()}, {2, Browser()}};
  for (const auto& [person, browser] : browsers) {
    ASSERT_EQ(subscribe(person, browser, "/" + std::to_string(person)), 201);
  }
  const std::string code = play();
  int before = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const auto post = service_.next();
    ASSERT_TRUE(post);
    const int person = post->target == "/1" ? 1 : 2;
    EXPECT_NE(person, before);
    EXPECT_EQ(browsers.at(person).read(*post),
              R"({"table":")" + code + R"(","seat":")" + (person == 1 ? "R" : "B") + R"("})");
    EXPECT_FALSE(browsers.at(3 - person).read(*post));
    EXPECT_EQ(post->fields.at("topic"), code);
    const auto said = push::check(post->fields.at("authorization"));
    ASSERT_TRUE(said);
    EXPECT_EQ(push::to_text(said->point), key());
    EXPECT_NE(said->claim.find(R"("sub":"https://page.example")"), std::string::npos);
    EXPECT_FALSE(service_.next(100ms));
    play_turn(code, person);
    before = person;
  }
}

TEST_F(CallsTest, LiveNobodyIsCalled) {
  ASSERT_EQ(subscribe(1, Browser(), "/1"), 201);
  ASSERT_EQ(subscribe(2, Browser(), "/2"), 201);
  const std::string code = play("live");
  EXPECT_FALSE(service_.next(500ms));
  play_turn(code, 1);
  play_turn(code, 2);
  EXPECT_FALSE(service_.next(500ms));
}

TEST_F(CallsTest, WhoIsAtTheTableIsNotCalled) {
  ASSERT_EQ(subscribe(1, Browser(), "/1"), 201);
  ASSERT_EQ(subscribe(2, Browser(), "/2"), 201);
  const std::string code = play();
  const auto first = service_.next();
  ASSERT_TRUE(first);
  const int person = first->target == "/1" ? 1 : 2;
  std::optional<Player> other(std::in_place, server_->port(), token_of(3 - person));
  ASSERT_TRUE(other->hello(code));
  play_turn(code, person);
  EXPECT_FALSE(service_.next(500ms));
  other.reset();
  play_turn(code, 3 - person);
  const auto next = service_.next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->target, first->target);
}

TEST_F(CallsTest, AnotherPlaceIsFoundWhereASubscriptionIsGone) {
  const Browser browser;
  ASSERT_EQ(subscribe(1, browser, "/gone"), 201);
  ASSERT_EQ(subscribe(2, browser, "/gone2"), 201);
  service_.answer({"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n",
                   "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"});
  const std::string code = play();
  const auto first = service_.next();
  ASSERT_TRUE(first);
  const int person = first->target == "/gone" ? 1 : 2;
  play_turn(code, person);
  ASSERT_TRUE(service_.next());
  play_turn(code, 3 - person);
  EXPECT_FALSE(service_.next(500ms)) << "neither has one any more";
}

TEST_F(CallsTest, APersonMayTakeASubscriptionBackAndNobodyElseMay) {
  const Browser browser;
  ASSERT_EQ(subscribe(1, browser, "/1"), 201);
  ASSERT_EQ(subscribe(2, browser, "/2"), 201);
  const auto remove = [&](const std::string& target, int person) {
    return ask("DELETE", "/me/push", R"({"endpoint":")" + service_.endpoint(target) + R"("})",
               person)
        .status;
  };
  EXPECT_EQ(remove("/1", 2), 200);  // says nothing of what there is
  EXPECT_EQ(remove("/2", 2), 200);
  EXPECT_EQ(remove("/2", 2), 200);
  EXPECT_EQ(ask("DELETE", "/me/push", "{}", 1).status, 400);
  const std::string code = play();
  for (const int person : {1, 2, 1, 2}) play_turn(code, person);
  int calls = 0;
  for (; const auto post = service_.next(calls == 0 ? 10s : 500ms); ++calls) {
    EXPECT_EQ(post->target, "/1");
  }
  EXPECT_GE(calls, 2);
}

TEST_F(CallsTest, ABrowserBelongsToWhoSubscribedItLast) {
  const Browser browser;
  ASSERT_EQ(subscribe(1, browser, "/one"), 201);
  ASSERT_EQ(subscribe(2, browser, "/one"), 201);
  const std::string code = play();
  play_turn(code, 1);
  const auto post = service_.next();
  ASSERT_TRUE(post);
  EXPECT_EQ(browser.read(*post), R"({"table":")" + code + R"(","seat":"B"})");
}

TEST_F(CallsTest, OfAPersonTheLatestFewAreKept) {
  const Browser browser;
  for (int i = 1; i <= kMostSubscriptions + 2; ++i) {
    ASSERT_EQ(subscribe(1, browser, "/" + std::to_string(i)), 201);
  }
  ASSERT_EQ(subscribe(1, browser, "/3"), 201);  // the same again is no other
  const std::string code = play();
  play_turn(code, 2);
  std::set<std::string> targets;
  while (const auto post = service_.next(std::ssize(targets) < kMostSubscriptions ? 10s : 300ms)) {
    targets.insert(post->target);
  }
  EXPECT_EQ(targets, (std::set<std::string>{"/3", "/4", "/5", "/6", "/7"}));
}

}  // namespace
}  // namespace aero::server
