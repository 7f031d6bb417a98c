// Online tables through real sockets: games, clients that do what they should not, and the end.

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "aero/server.hpp"
#include "api.hpp"
#include "folder.hpp"
#include "player.hpp"

namespace aero::server {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kBusy = 1013;
constexpr int kAgree = 101;

const std::string kUnmasked("\x81\x02{}", 4);

class TablesTest : public testing::Test {
 protected:
  TablesTest() {
    folder_.add("web/index.html", "page");
    settings_.folder = folder_ / "web";
    settings_.addresses = {"127.0.0.1"};
    settings_.data = folder_ / "data";
    settings_.version = "1.2.3";
    // Players here do not wait until somebody has seen what they did.
    settings_.limits.messages_per_second = 100'000;
    settings_.limits.messages_at_once = 100'000;
    settings_.limits.bytes_per_second = settings_.limits.bytes_at_once = 1e9;
  }

  void start() { server_.emplace(settings_); }
  void restart() {
    server_.reset();
    start();
  }
  std::uint16_t port() const { return server_->port(); }

  Player person(int number) const { return {port(), token_of(number)}; }

  std::string text_of(const protocol::ClientMessage& message) const {
    return protocol::to_text(message);
  }
  std::string hello(int number, const std::string& table = "") const {
    return text_of(protocol::Hello{.protocol = protocol::kVersion,
                                   .token = token_of(number),
                                   .table = table,
                                   .last_seq = std::nullopt});
  }

  // Somebody who has said Hello, without a table.
  WebSocketClient greeted(int receive_bytes = 0) const {
    WebSocketClient client(port(), receive_bytes);
    EXPECT_EQ(client.open(), kAgree);
    client.send(hello(99));
    EXPECT_TRUE(client.receive_with("welcome"));
    return client;
  }
  bool is_answered(WebSocketClient& client) const {
    client.send(text_of(protocol::Ping{}));
    return client.receive_with("pong").has_value();
  }

  TestFolder folder_;
  Settings settings_;
  std::optional<Server> server_;
};

// ---- games ----

TEST_F(TablesTest, TwoPlayToTheEnd) {
  start();
  Player red = person(1);
  const auto welcome = red.hello();
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->version, "1.2.3");
  const std::string code = red.open(table_for("quick", "RB"));
  ASSERT_EQ(code.size(), 10u);
  ASSERT_TRUE(red.hello(code));
  ASSERT_TRUE(red.sit("R"));
  Player blue = person(2);
  ASSERT_TRUE(blue.hello(code));
  ASSERT_TRUE(blue.sit("B"));
  bool is_blue_through = false;
  std::thread other([&] { is_blue_through = blue.play(); });
  EXPECT_TRUE(red.play()) << red.fault();
  other.join();
  EXPECT_TRUE(is_blue_through) << blue.fault();
  ASSERT_TRUE(red.is_over());
  ASSERT_TRUE(blue.is_over());
  EXPECT_EQ(red.seq(), blue.seq());
  EXPECT_EQ(red.game()->state(), blue.game()->state());
}

TEST_F(TablesTest, TablesOfPeopleAndBotsGoOnSideBySide) {
  start();
  std::vector<std::thread> players;
  std::atomic<int> through = 0;
  for (int i = 0; i < 2; ++i) {
    players.emplace_back([this, i, &through] {
      Player player = person(10 + i);
      if (!player.hello()) return;
      const std::string code = player.open(table_for("quick", "RYG", "B"));
      if (!player.hello(code) || !player.sit("RYG") || !player.play(60)) return;
      ++through;
    });
  }
  for (std::thread& player : players) player.join();
  EXPECT_EQ(through, 2);
}

TEST_F(TablesTest, WhoComesBackMissesNothing) {
  start();
  Player red = person(1);
  ASSERT_TRUE(red.hello());
  const std::string code = red.open(table_for("quick", "RB"));
  ASSERT_TRUE(red.hello(code));
  ASSERT_TRUE(red.sit("RB"));
  for (int plies = 10; !red.is_over() && plies < 60; plies += 10) {
    ASSERT_TRUE(red.play(plies)) << red.fault();
    ASSERT_TRUE(red.come_back(port()));
  }
  ASSERT_TRUE(red.play()) << red.fault();
  EXPECT_TRUE(red.is_over());
}

TEST_F(TablesTest, GamesGoOnAfterARestart) {
  start();
  Player red = person(1);
  ASSERT_TRUE(red.hello());
  const std::string code = red.open(table_for("quick", "RB"));
  ASSERT_TRUE(red.hello(code));
  ASSERT_TRUE(red.sit("RB"));
  ASSERT_TRUE(red.play(20));
  server_->stop();
  EXPECT_TRUE(red.hear_of<protocol::Closing>());
  EXPECT_EQ(red.socket().close_code(), 1001);
  restart();
  ASSERT_TRUE(red.come_back(port()));
  EXPECT_GE(red.plies(), 20);
  ASSERT_TRUE(red.play()) << red.fault();
  EXPECT_TRUE(red.is_over());
}

// The table is to be put down an hour after the last one has left, which happens while it stops.
TEST_F(TablesTest, StopsThoughATableHasToBeLookedAtLater) {
  start();
  Player red = person(1);
  ASSERT_TRUE(red.hello());
  ASSERT_TRUE(red.hello(red.open(table_for("quick", "RB"))));
  ASSERT_TRUE(red.sit("RB"));
  restart();
  ASSERT_TRUE(red.come_back(port()));
  server_->stop();  // and comes back
}

// ---- the handshake ----

TEST_F(TablesTest, WantsAnOriginOfItsOwn) {
  settings_.origins = {"https://play.example.org"};
  start();
  const std::string own = "http://localhost:" + std::to_string(port());
  for (const std::string& origin : {own, std::string("https://play.example.org")}) {
    EXPECT_EQ(WebSocketClient(port()).open("Origin: " + origin + "\r\n"), kAgree) << origin;
  }
  for (const std::string& origin :
       {std::string(""), std::string("null"), std::string("http://localhost"), own + "/",
        own + ".example.org", own + "," + own, std::string("https://example.org"),
        std::string("http://play.example.org"), std::string("https://play.example.org.evil.net"),
        "https" + own.substr(4), std::string("*")}) {
    EXPECT_EQ(WebSocketClient(port()).open("Origin: " + origin + "\r\n"), 403) << origin;
  }
  EXPECT_EQ(WebSocketClient(port()).open("Origin: " + own + "\r\nOrigin: http://evil.net\r\n"),
            403);
}

TEST_F(TablesTest, WantsAHostOfItsOwn) {
  start();
  for (const char* host : {"evil.example", "127.0.0.1.evil.example", "localhost:x"}) {
    EXPECT_EQ(Client(port()).ask(upgrade(host)).status, 421) << host;
    const std::string get =
        "GET /api/v1/openapi.json HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n";
    EXPECT_EQ(Client(port()).ask(get).status, 421) << host;
  }
  EXPECT_EQ(Client(port()).ask(upgrade("127.0.0.1")).status, kAgree);
  // The page itself is the same for all.
  EXPECT_EQ(Client(port()).ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 200);
}

TEST_F(TablesTest, RefusesWhatIsNoWebSocket) {
  start();
  EXPECT_EQ(Client(port()).ask("GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 426);
  EXPECT_EQ(Client(port()).ask("POST /ws HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 426);
  std::string old = upgrade("localhost");
  old.replace(old.find("Version: 13"), 11, "Version: 12");
  EXPECT_NE(Client(port()).ask(old).status, kAgree);
  EXPECT_EQ(Client(port()).ask(upgrade("localhost") + frame(kTextFrame, "early")).status, 400);
}

TEST_F(TablesTest, HasNoTablesWithoutAFolder) {
  settings_.data.clear();
  start();
  EXPECT_EQ(WebSocketClient(port()).open(), 404);
  EXPECT_EQ(
      Client(port()).ask("GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n").status,
      404);
}

// ---- frames ----

TEST_F(TablesTest, ClosesOnWhatIsNoText) {
  start();
  WebSocketClient client = greeted();
  client.send_raw(frame(kBinaryFrame, text_of(protocol::Ping{})));
  EXPECT_EQ(client.close_code(), 1003);
}

TEST_F(TablesTest, ClosesOnWhatIsTooLong) {
  start();
  WebSocketClient whole = greeted();
  whole.send(std::string(protocol::kMostBytes + 1, ' '));
  EXPECT_EQ(whole.close_code(), 1009);
  WebSocketClient pieces = greeted();
  pieces.send_raw(frame(kTextFrame, std::string(3000, ' '), false));
  pieces.send_raw(frame(0, std::string(3000, ' ')));
  EXPECT_EQ(pieces.close_code(), 1009);
  WebSocketClient huge = greeted();
  huge.send_raw(
      "\x81\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
      "mask");
  EXPECT_NE(huge.close_code(), 0);
}

TEST_F(TablesTest, TakesAMessageInPieces) {
  start();
  WebSocketClient client = greeted();
  const std::string ping = text_of(protocol::Ping{});
  client.send_raw(frame(kTextFrame, ping.substr(0, 5), false));
  client.send_raw(frame(kPingFrame, "between"));
  client.send_raw(frame(0, "", false));
  client.send_raw(frame(0, ping.substr(5)));
  EXPECT_TRUE(client.receive_with("pong"));
}

TEST_F(TablesTest, ClosesOnWhatIsNotUtf8) {
  start();
  WebSocketClient client = greeted();
  client.send("{\"type\":\"ping\xFF\"}");
  EXPECT_EQ(client.close_code(), 1007);
}

TEST_F(TablesTest, ClosesOnFramesThatBreakTheRules) {
  start();
  WebSocketClient unmasked = greeted();
  unmasked.send_raw(kUnmasked);
  EXPECT_EQ(unmasked.close_code(), 1002);
  WebSocketClient reserved = greeted();
  reserved.send_raw(std::string("\xF1\x80mask", 6));
  EXPECT_EQ(reserved.close_code(), 1002);
  WebSocketClient unknown = greeted();
  unknown.send_raw(frame(3, "x"));
  EXPECT_EQ(unknown.close_code(), 1002);
}

TEST_F(TablesTest, RefusesInWordsWhatIsNoMessage) {
  start();
  WebSocketClient client = greeted();
  for (const char* text : {"", "no JSON", "[]", "{}", R"({"type":"nothing"})",
                           R"({"type":"ping","more":1})", R"({"type":"hello","protocol":1})",
                           "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"}) {
    client.send(text);
    EXPECT_TRUE(client.receive_with(R"("type":"refused")")) << text;
  }
  EXPECT_TRUE(is_answered(client));
}

// ---- slow ones ----

TEST_F(TablesTest, WantsTheFirstMessageInTime) {
  settings_.limits.hello_ms = 500;
  start();
  WebSocketClient silent(port());
  ASSERT_EQ(silent.open(), kAgree);
  const auto begin = Clock::now();
  const auto refusal = silent.receive_with("server.busy");
  EXPECT_TRUE(refusal);
  EXPECT_EQ(silent.close_code(), kBusy);
  EXPECT_GE(Clock::now() - begin, 450ms);
  EXPECT_LT(Clock::now() - begin, 5s);
}

TEST_F(TablesTest, GivesUpOnAByteASecond) {
  settings_.limits.hello_ms = 1000;
  start();
  WebSocketClient slow = greeted();
  const std::string bytes = frame(kTextFrame, std::string(100, ' '));
  std::size_t sent = 0;
  const auto begin = Clock::now();
  while (sent < bytes.size() && Clock::now() - begin < 10s) {
    if (!slow.send_raw(bytes.substr(sent++, 1))) break;
    std::this_thread::sleep_for(100ms);
    if (sent == 30) break;
  }
  EXPECT_TRUE(slow.receive_with("server.busy"));
  EXPECT_EQ(slow.close_code(), kBusy);
}

TEST_F(TablesTest, HangsUpOnThoseWhoDoNotAnswerPings) {
  settings_.limits.ping_ms = 1000;
  start();
  WebSocketClient client = greeted();
  std::this_thread::sleep_for(5s);  // reads nothing, so it answers nothing
  client.send(text_of(protocol::Ping{}));
  EXPECT_FALSE(client.receive_with("\"pong\""));
}

TEST_F(TablesTest, WhoEndsHasLeftBeforeItHangsUp) {
  start();
  const std::string close = frame(kCloseFrame, "\x03\xE8");
  for (const auto& [last, code_of_end] : {std::pair(close, 1000), std::pair(kUnmasked, 1002)}) {
    Player red = person(1);
    Player blue = person(2);
    ASSERT_TRUE(red.hello());
    ASSERT_TRUE(blue.hello());
    const std::string code = red.open(table_for("standard", "RB"));
    ASSERT_TRUE(red.hello(code));
    ASSERT_TRUE(red.sit("R"));
    ASSERT_TRUE(blue.hello(code));
    const auto is_red_here = [&] {
      const auto presence = blue.hear_of<protocol::Presence>();
      return presence && std::ranges::count(presence->here, Seat::R) > 0;
    };
    EXPECT_TRUE(is_red_here());
    const auto begin = Clock::now();
    red.socket().send_raw(last);
    EXPECT_FALSE(is_red_here());
    EXPECT_LT(Clock::now() - begin, 10s);
    EXPECT_EQ(red.socket().close_code(), code_of_end);
  }
}

// A client that never reads is closed; what it does not take is not kept for ever.
TEST_F(TablesTest, GivesUpOnThoseWhoDoNotRead) {
  settings_.limits.queued_bytes = 64 << 10;
  settings_.limits.write_ms = 2000;
  start();
  WebSocketClient client = greeted(2048);
  const std::string ping = frame(kTextFrame, text_of(protocol::Ping{}));
  const auto begin = Clock::now();
  bool is_open = true;
  while (is_open && Clock::now() - begin < 60s) {
    std::string many;
    for (int i = 0; i < 100; ++i) many += ping;
    is_open = client.send_raw(many);
  }
  EXPECT_FALSE(is_open);
}

// A log that is longer than what is kept for a client comes in pieces, and all of it.
TEST_F(TablesTest, WhoComesBackToALongLogIsToldAllOfIt) {
  settings_.limits.queued_bytes = 16 << 10;
  start();
  Player red = person(1);
  ASSERT_TRUE(red.hello());
  const std::string code = red.open(table_for("standard", "RB"));
  ASSERT_TRUE(red.hello(code));
  ASSERT_TRUE(red.sit("RB"));
  ASSERT_TRUE(red.play(300)) << red.fault();
  const std::int64_t last = red.seq();
  ASSERT_GT(last, 120);
  WebSocketClient client(port(), 2048);
  ASSERT_EQ(client.open(), kAgree);
  client.send(text_of(protocol::Hello{
      .protocol = protocol::kVersion, .token = token_of(5), .table = code, .last_seq = 0}));
  std::this_thread::sleep_for(300ms);  // reads nothing at first
  std::size_t bytes = 0;
  std::int64_t seq = 0;
  while (seq < last) {
    const auto text = client.receive();
    ASSERT_TRUE(text) << "after " << seq << " of " << last;
    const auto message = protocol::parse_server(*text);
    ASSERT_TRUE(message);
    const auto* events = std::get_if<protocol::Events>(&*message);
    if (events == nullptr) continue;
    bytes += text->size();
    for (const auto& event : events->events) {
      const auto next = std::visit([](const auto& one) { return one.seq; }, event);
      ASSERT_EQ(next, seq + 1);
      seq = next;
    }
  }
  EXPECT_GT(bytes, std::size_t{16} << 10);
  // And over HTTP.
  Client program(port());
  program.send("GET /api/v1/tables/" + code + "/events?since=0 HTTP/1.1\r\nHost: localhost\r\n" +
               "Authorization: Bearer " + token_of(5) + "\r\n\r\n");
  const std::string end = "\"seq\":" + std::to_string(last) + ",";
  std::optional<std::string> line;
  while ((line = program.read_line()) && line->find(end) == std::string::npos) continue;
  EXPECT_TRUE(line) << "the last event";
}

// ---- floods ----

TEST_F(TablesTest, TellsThoseWhoAskTooMuch) {
  settings_.limits.messages_per_second = 20;
  settings_.limits.messages_at_once = 60;
  start();
  WebSocketClient client = greeted();
  const std::string ping = frame(kTextFrame, text_of(protocol::Ping{}));
  for (int i = 0; i < 100; ++i) client.send_raw(ping);
  int answers = 0;
  std::optional<std::string> text;
  while ((text = client.receive()) && text->find("pong") != std::string::npos) ++answers;
  EXPECT_GE(answers, 55);
  EXPECT_LE(answers, 65);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("server.busy"), std::string::npos) << *text;
  EXPECT_EQ(client.close_code(), kBusy);
}

TEST_F(TablesTest, CountsPingsAndPongsToo) {
  settings_.limits.messages_per_second = 20;
  settings_.limits.messages_at_once = 60;
  start();
  for (const int kind : {kPingFrame, kPongFrame}) {
    WebSocketClient client = greeted();
    for (int i = 0; i < 100; ++i) client.send_raw(frame(kind, "x"));
    EXPECT_TRUE(client.receive_with("server.busy")) << kind;
    EXPECT_EQ(client.close_code(), kBusy) << kind;
  }
}

TEST_F(TablesTest, HangsUpOnThoseWhoSendNothingAtAllAgainAndAgain) {
  start();
  WebSocketClient client = greeted();
  std::string nothing;
  for (int i = 0; i < 10'000; ++i) nothing += frame(0, "", false);
  bool is_open = client.send_raw(frame(kTextFrame, "", false));
  const auto begin = Clock::now();
  while (is_open && Clock::now() - begin < 30s) is_open = client.send_raw(nothing);
  EXPECT_FALSE(is_open);
}

TEST_F(TablesTest, AnswersOthersWhileOneFloods) {
  settings_.limits.messages_per_second = 20;
  settings_.limits.messages_at_once = 60;
  start();
  std::atomic<bool> is_over = false;
  std::thread flood([&] {
    const std::string ping = frame(kTextFrame, text_of(protocol::Ping{}));
    while (!is_over) {
      WebSocketClient client(port());
      client.open();
      for (int i = 0; i < 1000 && client.send_raw(ping) && !is_over; ++i) {
      }
    }
  });
  WebSocketClient client = greeted();
  auto worst = 0ms;
  for (int i = 0; i < 20; ++i) {
    const auto begin = Clock::now();
    EXPECT_TRUE(is_answered(client));
    worst = std::max(worst,
                     std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin));
    std::this_thread::sleep_for(60ms);
  }
  is_over = true;
  flood.join();
  EXPECT_LT(worst, 1s);
}

TEST_F(TablesTest, CountsByTheAddressThatAProxyTells) {
  settings_.trusted_proxies = {"127.0.0.0/8"};
  settings_.limits.connections_per_address = 2;
  start();
  const std::string one = "X-Forwarded-For: 198.51.100.1\r\n";
  WebSocketClient first(port());
  WebSocketClient second(port());
  EXPECT_EQ(first.open(one), kAgree);
  EXPECT_EQ(second.open("X-Forwarded-For: 203.0.113.9, 198.51.100.1\r\n"), kAgree);
  EXPECT_EQ(WebSocketClient(port()).open(one), 503);
  EXPECT_EQ(WebSocketClient(port()).open("X-Forwarded-For: 198.51.100.2\r\n"), kAgree);
}

TEST_F(TablesTest, StopsThoseWhoGuessCodes) {
  settings_.trusted_proxies = {"127.0.0.0/8"};
  settings_.limits.misses_at_once = 5;
  settings_.limits.misses_per_second = 0.01;
  start();
  WebSocketClient client(port());
  ASSERT_EQ(client.open("X-Forwarded-For: 198.51.100.1\r\n"), kAgree);
  int misses = 0;
  for (int i = 0; i < 10; ++i) {
    client.send(hello(1, "000000000" + std::to_string(i)));
    if (!client.receive_with("no_such_table")) break;
    ++misses;
  }
  EXPECT_EQ(misses, 5);
  EXPECT_EQ(client.close_code(), kBusy);
}

TEST_F(TablesTest, TurnsAwayThoseWhoAreTooMany) {
  settings_.limits.connections = 2;
  start();
  WebSocketClient first = greeted();
  WebSocketClient second = greeted();
  EXPECT_EQ(WebSocketClient(port()).open(), 503);
  EXPECT_TRUE(is_answered(first));
}

TEST_F(TablesTest, TellsHealthHoweverManyKnock) {
  settings_.limits.connections = 2;
  settings_.ops_port = 0;
  start();
  std::vector<Client> many;
  for (int i = 0; i < 80; ++i) many.emplace_back(port());
  std::this_thread::sleep_for(300ms);  // they have been told 503, and linger for a second
  for (int i = 0; i < 3; ++i) {
    Client probe(server_->ops_port());
    EXPECT_EQ(probe.ask("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").body, "ok\n");
  }
}

// ---- the store ----

TEST_F(TablesTest, OneServerAtATimeHasAFolder) {
  start();
  try {
    const Server other(settings_);
    FAIL() << "two of them";
  } catch (const CannotServe& reason) {
    EXPECT_EQ(reason.trouble(), Trouble::data_in_use);
  }
}

// ---- operation ----

TEST_F(TablesTest, TellsHealthAndMetricsOnAPortOfTheirOwn) {
  settings_.ops_port = 0;
  start();
  const auto get = [](std::uint16_t port, const std::string& path) {
    return Client(port).ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  };
  EXPECT_EQ(get(server_->ops_port(), "/healthz").body, "ok\n");
  EXPECT_EQ(get(server_->ops_port(), "/readyz").body, "ok\n");
  EXPECT_EQ(get(server_->ops_port(), "/").status, 404);
  Client last(server_->ops_port());
  last.ask("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(last.is_hung_up_within(5s));
  EXPECT_EQ(get(port(), "/metrics").status, 404);
  Player red = person(1);
  ASSERT_TRUE(red.hello());
  const std::string code = red.open(table_for("quick", "RB"));
  ASSERT_TRUE(red.hello(code));
  ASSERT_TRUE(red.sit("RB"));
  ASSERT_TRUE(red.play(5));
  const Response response = get(server_->ops_port(), "/metrics");
  EXPECT_EQ(response.field("Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const char* line : {"\naeroplane_connections{kind=\"websocket\"} 1\n",
                           "\naeroplane_tables 1\n", "\naeroplane_tables_opened_total 1\n",
                           "\naeroplane_ready 1\n", "\n# TYPE aeroplane_commit_seconds histogram\n",
                           "\naeroplane_commit_seconds_bucket{le=\"0.0005\"} ",
                           "\naeroplane_commits_failed_total 0\n"}) {
    EXPECT_NE(response.body.find(line), std::string::npos) << line << response.body;
  }
  const std::string moves = "\naeroplane_moves_total ";
  const std::size_t at = response.body.find(moves);
  ASSERT_NE(at, std::string::npos);
  EXPECT_GE(std::stoi(response.body.substr(at + moves.size())), 5);
}

}  // namespace
}  // namespace aero::server
