// The server through real sockets: connections, hostile clients, slow ones, and the end.

#include "aero/server.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <optional>
#include <regex>
#include <thread>

#include "client.hpp"
#include "folder.hpp"

namespace aero::server {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
constexpr std::size_t kLargeBytes = 32 << 20;  // more than sockets take at once

std::string get(std::string_view target, std::string_view fields = "") {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(fields) +
         "\r\n";
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    folder_.add("index.html", "page").add("assets/a.js", "plain").add("assets/a.js.gz", "gz");
    folder_.add("assets/a.js.br", "br");
  }

  Server& start(const Limits& limits = {}) {
    return server_.emplace(
        Settings{.folder = folder_.path(), .addresses = {"127.0.0.1"}, .limits = limits});
  }
  std::uint16_t port() const { return server_->port(); }

  Trouble trouble_with(const std::vector<std::string>& addresses, std::uint16_t port) {
    try {
      const Server server({.folder = folder_.path(), .addresses = addresses, .port = port});
    } catch (const CannotServe& reason) {
      what_ = reason.what();
      return reason.trouble();
    }
    ADD_FAILURE() << "no trouble";
    return Trouble::other;
  }

  TestFolder folder_;
  std::optional<Server> server_;
  std::string what_;
};

// ---- answers ----

TEST_F(ServerTest, GivesThePage) {
  start();
  const Response response = Client(port()).ask(kGet);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "page");
  EXPECT_EQ(response.field("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(response.field("Content-Length"), "4");
  EXPECT_EQ(response.field("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(response.field("Connection"), "");
  EXPECT_EQ(response.field("Server"), "");
  static const std::regex kDate(
      "(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) "
      "\\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
  EXPECT_TRUE(std::regex_match(response.field("Date"), kDate)) << response.field("Date");
}

TEST_F(ServerTest, GivesTheFormAskedForAndTellsWhenItIsKnown) {
  start();
  Client client(port());
  const Response first = client.ask(get("/assets/a.js", "Accept-Encoding: gzip;q=0.5\r\n"));
  EXPECT_EQ(first.body, "gz");
  EXPECT_EQ(first.field("Content-Encoding"), "gzip");
  EXPECT_EQ(first.field("Vary"), "Accept-Encoding");
  EXPECT_EQ(first.field("Cache-Control"), "public, max-age=31536000, immutable");
  // Fields that come twice count as one list.
  const Response second =
      client.ask(get("/assets/a.js", "Accept-Encoding: gzip;q=0.5\r\naccept-encoding: br\r\n"));
  EXPECT_EQ(second.body, "br");
  const Response third = client.ask(get("/assets/a.js",
                                        "Accept-Encoding: gzip\r\nIf-None-Match: \"x\"\r\n"
                                        "If-None-Match: " +
                                            first.field("ETag") + "\r\n"));
  EXPECT_EQ(third.status, 304);
  EXPECT_EQ(third.field("Content-Length"), "");
  EXPECT_EQ(client.ask(kGet).body, "page");
}

TEST_F(ServerTest, TellsHeadHowLongTheBodyWouldBe) {
  start();
  Client client(port());
  client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const Response response = client.receive(false);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.field("Content-Length"), "4");
  EXPECT_EQ(client.ask(kGet).body, "page");  // so nothing else was sent before
}

TEST_F(ServerTest, RefusesOtherMethodsAndStaysConnected) {
  start();
  Client client(port());
  const Response response = client.ask("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(response.field("Allow"), "GET, HEAD");
  EXPECT_EQ(client.ask(kGet).status, 200);
}

TEST_F(ServerTest, SeesFilesThatChange) {
  start();
  Client client(port());
  const Response before = client.ask(kGet);
  folder_.add("index.html", "another page");
  std::this_thread::sleep_for(1100ms);
  const Response after = client.ask(get("/", "If-None-Match: " + before.field("ETag") + "\r\n"));
  EXPECT_EQ(after.status, 200);
  EXPECT_EQ(after.body, "another page");
}

TEST_F(ServerTest, WritesLargeFilesWhole) {
  std::string large(kLargeBytes, '\0');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * i >> 8);
  folder_.add("large.bin", large);
  start();
  Client client(port());
  EXPECT_TRUE(client.ask(get("/large.bin")).body == large);
  EXPECT_EQ(client.ask(kGet).body, "page");
}

// ---- connections ----

TEST_F(ServerTest, KeepsAConnectionForAThousandRequests) {
  start();
  Client client(port());
  for (int i = 0; i < 1000; ++i) {
    const bool is_asset = i % 3 == 0;
    const Response response = client.ask(is_asset ? get("/assets/a.js") : get("/"));
    ASSERT_EQ(response.status, 200) << i;
    ASSERT_EQ(response.body, is_asset ? "plain" : "page") << i;
  }
}

TEST_F(ServerTest, AnswersRequestsThatComeTogether) {
  start();
  Client client(port());
  std::string requests;
  for (int i = 0; i < 50; ++i) requests += get("/") + get("/missing");
  client.send(requests);
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(client.receive().status, 200);
    ASSERT_EQ(client.receive().status, 404);
  }
}

TEST_F(ServerTest, ReadsARequestThatComesInPieces) {
  start();
  Client client(port());
  for (const char byte : get("/assets/a.js")) {
    client.send({&byte, 1});
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(client.receive().body, "plain");
}

TEST_F(ServerTest, ClosesWhereTheClientWantsIt) {
  start();
  Client closing(port());
  const Response response = closing.ask(get("/", "Connection: close\r\n"));
  EXPECT_EQ(response.body, "page");
  EXPECT_EQ(response.field("Connection"), "close");
  EXPECT_TRUE(closing.is_hung_up_within(5s));

  Client old(port());
  EXPECT_EQ(old.ask("GET / HTTP/1.0\r\n\r\n").body, "page");
  EXPECT_TRUE(old.is_hung_up_within(5s));

  Client old_but_keeping(port());
  const std::string kept = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
  EXPECT_EQ(old_but_keeping.ask(kept).field("Connection"), "keep-alive");
  EXPECT_EQ(old_but_keeping.ask(kept).body, "page");

  Client ending(port());  // that has no more to say still hears the answer
  ending.send(kGet);
  ending.end();
  EXPECT_EQ(ending.receive().body, "page");
  EXPECT_TRUE(ending.is_hung_up_within(5s));
}

TEST_F(ServerTest, AnswersManyAtOnce) {
  start();
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] {
      for (int connection = 0; connection < 5; ++connection) {
        Client client(port());
        for (int request = 0; request < 20; ++request) {
          const bool is_asset = (i + request) % 2 == 0;
          const Response response = client.ask(is_asset ? get("/assets/a.js") : get("/"));
          if (response.body == (is_asset ? "plain" : "page")) ++right;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 16 * 5 * 20);
}

TEST_F(ServerTest, TurnsAwayThoseWhoAreTooMany) {
  start({.connections = 3});
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<Client>(port()));
    ASSERT_EQ(clients.back()->ask(kGet).status, 200);
  }
  for (int i = 0; i < 3; ++i) {
    Client another(port());
    const Response response = another.ask(kGet);
    EXPECT_EQ(response.status, 503);
    EXPECT_EQ(response.field("Retry-After"), "1");
    EXPECT_EQ(response.field("Connection"), "close");
    EXPECT_TRUE(another.is_hung_up_within(5s));
  }
  EXPECT_EQ(clients[0]->ask(kGet).status, 200);
  clients.pop_back();
  int status = 503;  // until the server has seen that one is gone
  for (int i = 0; i < 100 && status == 503; ++i) {
    std::this_thread::sleep_for(10ms);
    status = Client(port()).ask(kGet).status;
  }
  EXPECT_EQ(status, 200);
}

// However many come, the server goes on, and serves again when they are gone.
TEST_F(ServerTest, OutlivesAFlood) {
  start({.connections = 3});
  {
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 400; ++i) clients.push_back(std::make_unique<Client>(port()));
    EXPECT_TRUE(clients.back()->is_hung_up_within(5s));
  }
  int status = 0;
  for (int i = 0; i < 300 && status != 200; ++i) {
    std::this_thread::sleep_for(10ms);
    status = Client(port()).ask(kGet).status;
  }
  EXPECT_EQ(status, 200);
}

// ---- hostile requests ----

struct Hostile {
  const char* what;
  std::string request;
  int status;
};

TEST_F(ServerTest, RefusesWhatIsNoRequest) {
  const Hostile kHostile[] = {
      {"no HTTP", "hello\r\n\r\n", 400},
      {"no version", "GET /\r\n\r\n", 400},
      {"another version", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 400},
      {"the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
      {"TLS", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 \r\n\r\n", 17), 400},
      {"a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a control character", "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a NUL", std::string("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 28), 400},
      {"no Host", "GET / HTTP/1.1\r\n\r\n", 400},
      {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"a bad field", "GET / HTTP/1.1\r\nHost: a\r\nbad field\r\n\r\n", 400},
      {"a bad length", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400},
      {"a negative length", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
      {"two lengths",
       "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
      {"a body", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody", 413},
      {"the longest body",
       "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551615\r\n\r\n", 413},
      {"a body in chunks",
       "HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413},
      {"a body to an unknown method", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody",
       405},
      {"a long field", get("/", "X: " + std::string(10'000, 'x') + "\r\n"), 431},
      {"a long target", get("/" + std::string(10'000, 'x')), 431},
      {"a header without end", "GET / HTTP/1.1\r\n" + std::string(100'000, 'x'), 431},
      {"many fields",
       get("/",
           [] {
             std::string fields;
             for (int i = 0; i < 2000; ++i) fields += "a: b\r\n";
             return fields;
           }()),
       431},
  };
  start();
  for (const auto& [what, request, status] : kHostile) {
    Client client(port());
    client.send(request);
    EXPECT_EQ(client.receive(!request.starts_with("HEAD")).status, status) << what;
    EXPECT_TRUE(client.is_hung_up_within(5s)) << what;
  }
  EXPECT_EQ(Client(port()).ask(kGet).status, 200);
}

TEST_F(ServerTest, TakesHeadersUpToTheLimit) {
  start({.header_bytes = 1000});
  const auto request = [](std::size_t size) {
    std::string text = get("/", "X: \r\n");
    text.insert(text.size() - 4, size - text.size(), 'x');
    return text;
  };
  EXPECT_EQ(Client(port()).ask(request(900)).status, 200);
  EXPECT_EQ(Client(port()).ask(request(1100)).status, 431);
}

TEST_F(ServerTest, GivesNothingFromOutside) {
  folder_.add("web/index.html", "page").add("secret.txt", "secret").add("web/.env", "secret");
  std::filesystem::create_symlink(folder_ / "secret.txt", folder_ / "web/link.txt");
  server_.emplace(Settings{.folder = folder_ / "web", .addresses = {"127.0.0.1"}});
  for (const std::string_view target :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%5csecret.txt",
        "/..\\secret.txt", "/./../secret.txt", "//../secret.txt", "/x/../../secret.txt",
        "/%252e%252e/secret.txt", "/link.txt", "/.env", "/%2eenv", "/.", "/..", "/../",
        "http://localhost/../secret.txt"}) {
    const Response response = Client(port()).ask(get(target));
    EXPECT_EQ(response.status, 404) << target;
    EXPECT_EQ(response.body, "Not Found\n") << target;
  }
  EXPECT_EQ(Client(port()).ask(get("/index.html%00.png")).status, 400);
}

// ---- slow clients ----

TEST_F(ServerTest, GivesARequestItsTimeAsAWhole) {
  start({.header_ms = 400});
  Client client(port());
  const auto start = Clock::now();
  bool is_open = client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
  while (is_open && Clock::now() - start < 5s) {  // a byte every now and then helps nothing
    is_open = client.send("x") && !client.is_hung_up_within(50ms);
  }
  EXPECT_FALSE(is_open);
  EXPECT_GE(Clock::now() - start, 350ms);
  EXPECT_LT(Clock::now() - start, 4s);
}

TEST_F(ServerTest, GivesTheFirstRequestTheTimeOfAHeader) {
  start({.header_ms = 300});
  Client silent(port());
  EXPECT_FALSE(silent.is_hung_up_within(150ms));
  EXPECT_TRUE(silent.is_hung_up_within(2s));
}

TEST_F(ServerTest, HangsUpOnThoseWhoAskNoMore) {
  start({.header_ms = 10'000, .idle_ms = 300});
  Client client(port());
  EXPECT_EQ(client.ask(kGet).status, 200);
  EXPECT_FALSE(client.is_hung_up_within(100ms));
  EXPECT_EQ(client.ask(kGet).status, 200);
  EXPECT_FALSE(client.is_hung_up_within(150ms));
  EXPECT_TRUE(client.is_hung_up_within(2s));
}

TEST_F(ServerTest, GivesUpOnThoseWhoDoNotRead) {
  folder_.add("large.bin", std::string(kLargeBytes, 'x'));
  start({.write_ms = 300});
  Client client(port(), 4096);
  client.send(get("/large.bin"));
  std::this_thread::sleep_for(1s);
  EXPECT_EQ(client.receive().status, 0);  // it ends before it is whole
  EXPECT_EQ(Client(port()).ask(kGet).status, 200);
}

TEST_F(ServerTest, IsNotHeldUpBySlowClients) {
  folder_.add("large.bin", std::string(kLargeBytes, 'x'));
  start();
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(std::make_unique<Client>(port(), 4096));
    slow.back()->send(i % 2 == 0 ? "GET / HTTP/1.1\r\nHo" : get("/large.bin"));
  }
  const auto start = Clock::now();
  EXPECT_EQ(Client(port()).ask(kGet).status, 200);
  EXPECT_LT(Clock::now() - start, 5s);
}

// ---- where it listens ----

TEST_F(ServerTest, ListensOnBothLoopbackAddresses) {
  server_.emplace(Settings{.folder = folder_.path()});
  EXPECT_EQ(Client(port()).ask(kGet).status, 200);
  std::optional<Client> client;
  try {
    client.emplace(port(), 0, true);
  } catch (const std::runtime_error&) {
    GTEST_SKIP() << "no IPv6 here";
  }
  EXPECT_EQ(client->ask(kGet).status, 200);
}

TEST_F(ServerTest, LeavesOutAddressesThatAreNotOfThisMachine) {
  server_.emplace(Settings{.folder = folder_.path(), .addresses = {"192.0.2.1", "127.0.0.1"}});
  EXPECT_EQ(Client(port()).ask(kGet).status, 200);
  EXPECT_EQ(trouble_with({"192.0.2.1"}, 0), Trouble::no_address);
  EXPECT_EQ(what_, "192.0.2.1");
}

TEST_F(ServerTest, WantsAddressesAsNumbers) {
  for (const std::string text : {"", "example.org", "127.0.0", "::1::", "127.0.0.1:80"}) {
    EXPECT_EQ(trouble_with({text}, 0), Trouble::no_address) << text;
    EXPECT_EQ(what_, text);
  }
}

TEST_F(ServerTest, TellsThatThePortIsTaken) {
  start();
  EXPECT_EQ(trouble_with({"127.0.0.1"}, port()), Trouble::port_taken);
  const auto first = port();
  server_.reset();
  server_.emplace(Settings{.folder = folder_.path(), .addresses = {"127.0.0.1"}, .port = first});
  EXPECT_EQ(port(), first);
  EXPECT_EQ(Client(first).ask(kGet).status, 200);
}

// Whatever port is free on the first address, on the second one it is taken.
TEST_F(ServerTest, GivesUpToLookForAPort) {
  EXPECT_EQ(trouble_with({"127.0.0.1", "127.0.0.1"}, 0), Trouble::port_taken);
}

TEST_F(ServerTest, NeedsAPage) {
  std::filesystem::remove(folder_ / "index.html");
  EXPECT_EQ(trouble_with({"127.0.0.1"}, 0), Trouble::no_page);
  EXPECT_EQ(what_, folder_.path().string());
}

// ---- the end ----

TEST_F(ServerTest, StopsAtOnce) {
  Server& server = start({.stop_ms = 20'000});
  Client silent(port());
  Client talking(port());
  Client halfway(port());
  EXPECT_EQ(talking.ask(kGet).status, 200);
  halfway.send("GET / HT");
  const auto start = Clock::now();
  server.stop();
  EXPECT_LT(Clock::now() - start, 5s);  // so it has not waited for the deadline
  EXPECT_TRUE(silent.is_hung_up_within(5s));
  EXPECT_TRUE(talking.is_hung_up_within(5s));
  EXPECT_TRUE(halfway.is_hung_up_within(5s));
  EXPECT_THROW(Client{port()}, std::runtime_error);
  server.stop();  // once more does nothing
}

TEST_F(ServerTest, FinishesWhatIsBeingWritten) {
  folder_.add("large.bin", std::string(kLargeBytes, 'x'));
  Server& server = start({.stop_ms = 60'000});
  Client client(port());
  client.send(get("/large.bin"));
  std::this_thread::sleep_for(100ms);
  std::thread stopping([&] { server.stop(); });
  std::this_thread::sleep_for(100ms);
  const Response response = client.receive();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body.size(), kLargeBytes);
  EXPECT_TRUE(client.is_hung_up_within(2s));
  client.end();
  stopping.join();
}

TEST_F(ServerTest, DoesNotWaitForThoseWhoDoNotRead) {
  folder_.add("large.bin", std::string(kLargeBytes, 'x'));
  Server& server = start({.stop_ms = 300});
  Client client(port(), 4096);
  client.send(get("/large.bin"));
  std::this_thread::sleep_for(100ms);
  const auto start = Clock::now();
  server.stop();
  EXPECT_GE(Clock::now() - start, 250ms);
  EXPECT_LT(Clock::now() - start, 3s);
  EXPECT_EQ(client.receive().status, 0);
}

TEST_F(ServerTest, StopsWhileManyAsk) {
  for (int round = 0; round < 10; ++round) {
    start();
    std::atomic<bool> is_over = false;
    std::atomic<int> answers = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        while (!is_over) {
          try {
            Client client(port());
            while (!is_over && client.ask(kGet).status == 200) ++answers;
          } catch (const std::runtime_error&) {  // stopped already
            return;
          }
        }
      });
    }
    while (answers < 100) std::this_thread::sleep_for(1ms);
    const auto start = Clock::now();
    server_->stop();
    EXPECT_LT(Clock::now() - start, 1s);
    is_over = true;
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace aero::server
