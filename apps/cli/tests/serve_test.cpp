// aeroplane serve, as a person calls it: what it prints, where it listens, how it ends.

#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <thread>

#include "aero/game.hpp"
#include "aero/notation.hpp"
#include "aero/record.hpp"
#include "program.hpp"

namespace aero::cli {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kUsualPort = 8460;

class ServeTest : public testing::Test {
 protected:
  ServeTest() {
    std::string name = fs::temp_directory_path() / "aeroplane-XXXXXX";
    folder_ = mkdtemp(name.data());
    add("web/index.html", "the page");
  }
  ~ServeTest() override { fs::remove_all(folder_); }

  std::string add(const std::string& name, const std::string& contents) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << contents;
    return folder_ / name;
  }
  // Each call has tables of its own.
  std::vector<std::string> call(std::vector<std::string> more = {"--port", "0"}) {
    const std::string data = folder_ / ("data" + std::to_string(++servers_));
    more.insert(more.begin(), {"serve", "--web", folder_ / "web", "--data", data});
    return more;
  }

  fs::path folder_;
  int servers_ = 0;
};

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// A port on which this test listens itself, as another program would.
class TakenPort {
 public:
  // 0: any. Where another program has it for good, that is all the same.
  explicit TakenPort(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_in address = loopback(port);
    const int yes = 1;
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    for (int i = 0; i < 100; ++i) {
      if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
          listen(socket_, 1) == 0) {
        break;
      }
      std::this_thread::sleep_for(50ms);
    }
  }
  ~TakenPort() { close(socket_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;

  int port() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
  }

 private:
  int socket_;
};

// The whole answer to a request that is the last one.
std::string converse(int port, const std::string& request) {
  const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  std::string answer;
  if (connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    send(client, request.data(), request.size(), MSG_NOSIGNAL);
    char buffer[4096];
    for (ssize_t n = 0; (n = recv(client, buffer, sizeof buffer, 0)) > 0;) {
      answer.append(buffer, static_cast<std::size_t>(n));
    }
  }
  close(client);
  return answer;
}

std::string ask(int port, const std::string& path = "/") {
  return converse(port,
                  "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
}

int port_of(const std::string& line) {
  static const std::regex kUrl("http://[^ /]*:(\\d+)/");
  std::smatch match;
  return std::regex_search(line, match, kUrl) ? std::stoi(match[1]) : 0;
}

bool answers(int port) { return ask(port).ends_with("\r\n\r\nthe page"); }

void expect_refusal(const std::vector<std::string>& words, const std::string& message) {
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit, 2) << message;
  EXPECT_EQ(outcome.out, "") << message;
  EXPECT_EQ(outcome.err, "aeroplane: " + message + "\n");
}

TEST_F(ServeTest, PrintsTheAddressAnswersThereAndEndsOnASignal) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    Running program(call());
    const std::string line = program.read_line();
    const int port = port_of(line);
    EXPECT_EQ(line,
              "Aeroplane chess: http://localhost:" + std::to_string(port) + "/  · Ctrl-C stops");
    EXPECT_TRUE(answers(port));
    const auto start = std::chrono::steady_clock::now();
    program.send(signal);
    const Outcome outcome = program.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(ask(port), "");
  }
}

TEST_F(ServeTest, SpeaksEveryLanguage) {
  Running turkish(call({"--port", "0", "--lang", "tr"}));
  EXPECT_TRUE(std::regex_match(
      turkish.read_line(), std::regex("Uçak satrancı: http://localhost:\\d+/  · Ctrl-C durdurur")));
  Running chinese(call({"--port", "0", "--lang", "zh"}));
  EXPECT_TRUE(std::regex_match(chinese.read_line(),
                               std::regex("飞行棋：http://localhost:\\d+/  · 按 Ctrl-C 停止")));
}

// A program in the background of a script is started so that Ctrl-C does not reach it.
TEST_F(ServeTest, LeavesSignalsOffThatWereOff) {
  std::signal(SIGINT, SIG_IGN);
  Running program(call());
  std::signal(SIGINT, SIG_DFL);
  const int port = port_of(program.read_line());
  program.send(SIGINT);
  std::this_thread::sleep_for(200ms);
  EXPECT_TRUE(answers(port));
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().exit, 0);
}

TEST_F(ServeTest, TakesTheNextPortWhereTheUsualOneIsTaken) {
  const TakenPort usual(kUsualPort);
  Running program(call({}));
  const std::string line = program.read_line();
  const int port = port_of(line);
  EXPECT_GT(port, kUsualPort) << line;
  EXPECT_TRUE(answers(port));
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().err, "Port 8460 is taken, so it is port " + std::to_string(port) +
                                    " this time. Games kept by the page belong to its port: those "
                                    "of the other are not seen here.\n");
}

TEST_F(ServeTest, RefusesAPortThatIsTaken) {
  const TakenPort other(0);
  const std::string port = std::to_string(other.port());
  expect_refusal(call({"--port", port}),
                 "Port " + port +
                     " is taken by another program. Choose another one with --port; 0 is any "
                     "that is free.");
}

TEST_F(ServeTest, RefusesWhatItCannotUse) {
  expect_refusal(call({"--port", "65536"}),
                 "--port: “65536” is not a whole number from 0 to 65535.");
  expect_refusal(call({"--host", "example.org"}),
                 "--host: “example.org” is not an IP address of this machine.");
  expect_refusal(call({"--host", "192.0.2.1"}),
                 "--host: “192.0.2.1” is not an IP address of this machine.");
  expect_refusal(call({"page"}), "“page” is one argument too many.");
  const std::string empty = folder_;
  expect_refusal(
      {"serve", "--web", empty, "--data", folder_ / "data"},
      empty + ": there is no index.html to serve. In the sources, ./play builds the page.");
}

// Whether this machine has an address beside its own loopback.
bool has_network() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return false;
  bool has = false;
  for (const ifaddrs* one = first; one; one = one->ifa_next) {
    has = has || (one->ifa_addr && one->ifa_addr->sa_family == AF_INET &&
                  (one->ifa_flags & IFF_LOOPBACK) == 0);
  }
  freeifaddrs(first);
  return has;
}

TEST_F(ServeTest, ListensWhereItIsTold) {
  Running any(call({"--port", "0", "--host", "0.0.0.0"}));
  const std::string line = any.read_line();
  EXPECT_TRUE(line.find(" http://localhost:") != std::string::npos) << line;
  EXPECT_TRUE(answers(port_of(line)));
  if (has_network()) {
    const std::string network = any.read_line();
    EXPECT_TRUE(network.starts_with("For the other devices of the network: http://")) << network;
    EXPECT_EQ(network.find("//127."), std::string::npos) << network;
    EXPECT_EQ(port_of(network), port_of(line)) << network;
  }
  Running one(call({"--port", "0", "--host", "127.0.0.1"}));
  const std::string other = one.read_line();
  EXPECT_TRUE(other.find(" http://127.0.0.1:") != std::string::npos) << other;
  EXPECT_TRUE(answers(port_of(other)));
}

// ---- the page that came with the program ----

std::string put_program(const fs::path& place) {
  fs::create_directories(place.parent_path());
  fs::copy_file(AERO_PROGRAM, place);
  return place;
}

TEST_F(ServeTest, FindsThePageThatIsInstalledWithTheProgram) {
  const std::string program = put_program(folder_ / "usr/bin/aeroplane");
  const std::vector<std::string> words = {"serve", "--port", "0", "--data", folder_ / "data"};
  const Outcome outcome = run(words, {.program = program});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(
      outcome.err,
      "aeroplane: There is no page in this program or beside it. In the sources, ./play builds it; "
      "--web names another folder.\n");
  add("usr/share/aeroplane/web/index.html", "the page");
  Running running(words, {.program = program});
  EXPECT_TRUE(answers(port_of(running.read_line())));
}

TEST_F(ServeTest, FindsThePageThatIsBuiltBesideTheProgram) {
  const fs::path program = put_program(folder_ / "release/aeroplane");
  fs::create_symlink(program, folder_ / "link");
  Running running({"serve", "--port", "0", "--data", folder_ / "data"},
                  {.program = folder_ / "link"});
  EXPECT_TRUE(answers(port_of(running.read_line())));
}

// ---- settings ----

TEST_F(ServeTest, TakesSettingsFromFlagsThenEnvironmentThenFile) {
  const TakenPort first(0);
  const TakenPort second(0);
  const TakenPort third(0);
  const auto port = [](const TakenPort& taken) { return std::to_string(taken.port()); };
  const std::string file =
      add("server.conf", "# ports\n\nport = " + port(third) + "\nlog=\"info\"\n");
  const auto tried = [&](std::vector<std::string> words, std::vector<std::string> variables) {
    static const std::regex kPort("Port (\\d+) is taken");
    const Outcome outcome = run(call(std::move(words)), {.variables = std::move(variables)});
    std::smatch match;
    return std::regex_search(outcome.err, match, kPort) ? match[1].str() : outcome.err;
  };
  EXPECT_EQ(tried({"--config", file}, {}), port(third));
  EXPECT_EQ(tried({}, {"AEROPLANE_CONFIG=" + file}), port(third));
  EXPECT_EQ(tried({"--config", file}, {"AEROPLANE_PORT=" + port(second)}), port(second));
  EXPECT_EQ(tried({"--config", file, "--port", port(first)}, {"AEROPLANE_PORT=" + port(second)}),
            port(first));
}

TEST_F(ServeTest, RefusesSettingsThatThereAreNot) {
  const std::string file = add("server.conf", "port = 0\nprot = 1\n");
  expect_refusal(call({"--config", file}), file +
                                               ", line 2: “prot = 1” sets nothing that there "
                                               "is here.");
  expect_refusal(call({"--origin", "example.org"}),
                 "--origin: “example.org” is not the address of a page, such as "
                 "https://example.org.");
  expect_refusal(call({"--trusted-proxy", "10.0.0.0/99"}),
                 "--trusted-proxy: “10.0.0.0/99” is not an address, or a block of addresses such "
                 "as 10.0.0.0/8.");
  EXPECT_EQ(run(call({"--log", "loud"})).exit, 2);
}

TEST_F(ServeTest, KeepsItsTablesAmongTheFilesOfTheUser) {
  Running program({"serve", "--web", folder_ / "web", "--port", "0"},
                  {.variables = {"XDG_DATA_HOME=" + folder_.string()}});
  EXPECT_TRUE(answers(port_of(program.read_line())));
  EXPECT_TRUE(fs::exists(folder_ / "aeroplane/server/aeroplane.db"));
  const Outcome second = run({"serve", "--web", folder_ / "web", "--port", "0"},
                             {.variables = {"XDG_DATA_HOME=" + folder_.string()}});
  EXPECT_EQ(second.exit, 2);
  EXPECT_EQ(second.err, "aeroplane: Another server keeps its tables in " +
                            (folder_ / "aeroplane/server").string() +
                            ". Stop that one, or name another folder with --data.\n");
  expect_refusal({"serve", "--web", folder_ / "web", "--port", "0"},
                 "There is no folder of the user’s own to keep the tables in. Name one with "
                 "--data.");
}

TEST_F(ServeTest, TellsHealthOnAnotherPort) {
  Running program(call({"--port", "0", "--ops-port", "0"}));
  const int port = port_of(program.read_line());
  const int ops_port = port_of(program.read_line());
  EXPECT_TRUE(ask(ops_port, "/readyz").ends_with("\r\n\r\nok\n"));
  EXPECT_NE(ask(ops_port, "/metrics").find("\naeroplane_ready 1\n"), std::string::npos);
  EXPECT_TRUE(ask(port, "/metrics").starts_with("HTTP/1.1 404"));
}

TEST_F(ServeTest, LogsLinesOfJson) {
  Running program(call({"--port", "0", "--log", "info"}));
  EXPECT_TRUE(answers(port_of(program.read_line())));
  program.send(SIGTERM);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit, 0);
  static const std::regex kLines(
      R"(\{"time":"[^"]+Z","level":"info","event":"started","port":"\d+"\}\n)"
      R"(\{"time":"[^"]+Z","level":"info","event":"stopping"\}\n)"
      R"(\{"time":"[^"]+Z","level":"info","event":"stopped"\}\n)");
  EXPECT_TRUE(std::regex_match(outcome.err, kLines)) << outcome.err;
}

// ---- tables ----

// What the API says to a request; `post` is its body, empty for one that reads.
std::string call_api(int port, const std::string& path, const std::string& post = "") {
  const std::string token(42, 'x');
  std::string request = (post.empty() ? "GET" : "POST") + std::string(" /api/v1") + path +
                        " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        "Authorization: Bearer " +
                        token + "A\r\n";
  if (!post.empty()) {
    request +=
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(post.size()) + "\r\n";
  }
  const std::string answer = converse(port, request + "\r\n" + post);
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

// The next roll or choice of a game whose state this is; none before it is known who begins.
std::optional<std::pair<std::string, Json>> next_step(const Json& table, const std::string& id) {
  const auto record = parse_record(table["record"].get<std::string>());
  if (!record) return std::nullopt;
  Game game(record->rules, record->start);
  for (const Entry& entry : record->entries) game.add(entry);
  const State& state = game.state();
  if (state.is_over()) return std::nullopt;
  Json body = {{"id", id}, {"seat", std::string(1, letter(state.turn()))}, {"ply", table["ply"]}};
  if (!state.has_roll()) return std::pair("/roll", std::move(body));
  body["move"] = to_text(*legal_moves(game.rules(), state).begin());
  return std::pair("/choose", std::move(body));
}

// The program is killed in the middle of a game, again and again, each time right after it has
// answered: all that was answered is there.
TEST_F(ServeTest, LosesNothingWhenItIsKilled) {
  const auto words = call();
  auto program = std::make_unique<Running>(words);
  int port = port_of(program->read_line());
  const Json opened = Json::parse(
      call_api(port, "/tables",
               R"({"id":"open","settings":{"rules":"quick","chairs":[{"seat":"R","bot":""},)"
               R"({"seat":"B","bot":""}],"pace":"live","seconds":0}})"));
  ASSERT_EQ(opened["type"], "done") << opened;
  const std::string path = "/tables/" + opened["table"].get<std::string>();
  const Json sat =
      Json::parse(call_api(port, path + "/sit",
                           R"({"id":"sit","sitters":[{"seat":"R","name":"Ada","tip":""},)"
                           R"({"seat":"B","name":"Bo","tip":""}]})"));
  ASSERT_EQ(sat["type"], "done") << sat;
  const auto table = [&] { return Json::parse(call_api(port, path))["table"]; };
  int steps = 0;
  for (int round = 0; round < 8; ++round) {
    Json done;
    std::string command;
    std::string body;
    const int until = steps + 3;
    while (steps < until) {
      const auto step = next_step(table(), "s" + std::to_string(steps));
      if (!step) {
        std::this_thread::sleep_for(20ms);
        continue;
      }
      command = step->first;
      body = step->second.dump();
      done = Json::parse(call_api(port, path + command, body));
      ASSERT_EQ(done["type"], "done") << done << body;
      ++steps;
    }
    program->send(SIGKILL);
    program->wait();
    program = std::make_unique<Running>(words);
    port = port_of(program->read_line());
    const Json after = table();
    EXPECT_GE(after["seq"], done["seq"]) << "round " << round;
    // What was asked before is answered as it was, and not done again.
    EXPECT_EQ(Json::parse(call_api(port, path + command, body)), done);
    EXPECT_EQ(table()["seq"], after["seq"]);
  }
  EXPECT_EQ(steps, 24);
}

// ---- the browser ----

// Calls the program with a browser that writes down what it is opened with.
class BrowserTest : public ServeTest {
 protected:
  BrowserTest() { set_browser("$# $1"); }

  // One that writes down `words` as the shell reads them, and then does what `after` says.
  void set_browser(const std::string& words, const std::string& after = "") const {
    const std::string file = folder_ / "told";
    const std::string browser =
        add("bin/xdg-open", "#!/bin/sh\necho noise\necho \"" + words + "\" > '" + file +
                                ".new'\nmv '" + file + ".new' '" + file + "'\n" + after + "\n");
    fs::permissions(browser, fs::perms::owner_all);
  }

  // What the browser was told, if it was opened.
  std::optional<std::string> told() const {
    for (int i = 0; i < 20; ++i) {
      if (std::ifstream file(folder_ / "told"); file) {
        std::string line;
        std::getline(file, line);
        return line;
      }
      std::this_thread::sleep_for(50ms);
    }
    return std::nullopt;
  }

  std::string path() const {
    return "PATH=" + (folder_ / "bin").string() + ":" + std::getenv("PATH");
  }
};

TEST_F(BrowserTest, IsOpenedWhereThereIsADisplay) {
  for (const std::string display : {"DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0"}) {
    Running program(call({"--port", "0", "--open"}), {.variables = {path(), display}});
    const int port = port_of(program.read_line());
    EXPECT_EQ(told(), "1 http://localhost:" + std::to_string(port) + "/");
    EXPECT_TRUE(answers(port));
    program.send(SIGTERM);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");  // what the browser says is not for us
    fs::remove(folder_ / "told");
  }
}

// A browser may stay open for days; the next game is to find its port free.
TEST_F(BrowserTest, GetsNothingThatOutlivesTheServer) {
  set_browser("$$", "exec sleep 60");
  Running program(call({"--port", "0", "--open"}), {.variables = {path(), "DISPLAY=:0"}});
  const int port = port_of(program.read_line());
  const auto browser = told();
  ASSERT_TRUE(browser && !browser->empty());
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().exit, 0);
  EXPECT_EQ(kill(std::stoi(*browser), 0), 0) << "the browser is gone with the server";
  Running next(call({"--port", std::to_string(port)}));
  EXPECT_EQ(port_of(next.read_line()), port);
  kill(std::stoi(*browser), SIGKILL);
}

TEST_F(BrowserTest, StaysShutWhereThereIsNoDisplayOrNobodyWantsIt) {
  Running blind(call({"--port", "0", "--open"}), {.variables = {path()}});
  EXPECT_TRUE(answers(port_of(blind.read_line())));
  Running unwanted(call(), {.variables = {path(), "DISPLAY=:0"}});
  EXPECT_TRUE(answers(port_of(unwanted.read_line())));
  EXPECT_EQ(told(), std::nullopt);
}

TEST_F(BrowserTest, MayBeMissing) {
  Running program(call({"--port", "0", "--open"}), {.variables = {"PATH=/nowhere", "DISPLAY=:0"}});
  EXPECT_TRUE(answers(port_of(program.read_line())));
  program.send(SIGTERM);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace aero::cli
