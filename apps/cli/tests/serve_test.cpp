// aeroplane serve, as a person calls it: what it prints, where it listens, how it ends.

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <thread>

#include "program.hpp"

namespace aero::cli {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

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
  std::vector<std::string> call(std::vector<std::string> more = {"--port", "0"}) const {
    more.insert(more.begin(), {"serve", "--web", folder_ / "web"});
    return more;
  }

  fs::path folder_;
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

// The whole answer to a request for the page.
std::string ask(int port) {
  const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  std::string answer;
  if (connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    const std::string request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    send(client, request.data(), request.size(), MSG_NOSIGNAL);
    char buffer[4096];
    for (ssize_t n = 0; (n = recv(client, buffer, sizeof buffer, 0)) > 0;) {
      answer.append(buffer, static_cast<std::size_t>(n));
    }
  }
  close(client);
  return answer;
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
      {"serve", "--web", empty},
      empty + ": there is no index.html to serve. In the sources, ./play builds the page.");
}

TEST_F(ServeTest, ListensWhereItIsTold) {
  Running any(call({"--port", "0", "--host", "0.0.0.0"}));
  const std::string line = any.read_line();
  EXPECT_TRUE(line.find(" http://localhost:") != std::string::npos) << line;
  EXPECT_TRUE(answers(port_of(line)));
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
  const Outcome outcome = run({"serve", "--port", "0"}, {.program = program});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.err,
            "aeroplane: There is no page beside this program. In the sources, ./play builds it; "
            "--web names another folder.\n");
  add("usr/share/aeroplane/web/index.html", "the page");
  Running running({"serve", "--port", "0"}, {.program = program});
  EXPECT_TRUE(answers(port_of(running.read_line())));
}

TEST_F(ServeTest, FindsThePageThatIsBuiltBesideTheProgram) {
  const fs::path program = put_program(folder_ / "release/aeroplane");
  fs::create_symlink(program, folder_ / "link");
  Running running({"serve", "--port", "0"}, {.program = folder_ / "link"});
  EXPECT_TRUE(answers(port_of(running.read_line())));
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
