#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "aero/load.hpp"

namespace aero::load {
namespace {

constexpr int kPatienceMs = 30'000;  // for the server to listen, or to stop

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The port in "… http://localhost:8460/", which is how the server says that it listens.
std::optional<std::uint16_t> port_in(const std::string& text) {
  const std::size_t scheme = text.find("http://");
  if (scheme == std::string::npos) return std::nullopt;
  const std::size_t colon = text.find(':', scheme + 7);
  if (colon == std::string::npos) return std::nullopt;
  std::uint16_t port = 0;
  const auto [end, error] =
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
  if (error != std::errc() || end == text.data() + text.size()) return std::nullopt;
  return port;
}

// The end of what the server said, for whoever has to find out why it did not start.
std::string last_words(const std::filesystem::path& log) {
  std::string text = contents(log);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

// In the child: only what may be called between fork and exec.
[[noreturn]] void become(const std::vector<char*>& words, int out, int log,
                         std::optional<int> core) {
  dup2(out, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  // A file that may not grow is to be an error of writing, as on a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  if (core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<unsigned>(*core), &cores);
    sched_setaffinity(0, sizeof cores, &cores);
  }
  execv(words.front(), words.data());
  _exit(127);
}

}  // namespace

Process::Process(Settings settings) : settings_(std::move(settings)) { start(); }

Process::~Process() { kill(); }

void Process::start() {
  std::vector<std::string> words{settings_.program.string(),
                                 "serve",
                                 "--data",
                                 settings_.data.string(),
                                 "--web",
                                 settings_.page.string(),
                                 "--host",
                                 "127.0.0.1",
                                 "--port",
                                 std::to_string(port_),
                                 "--ops-port",
                                 "0"};
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw CannotRun(Trouble::no_server, "pipe");
  const int log = open(settings_.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  process_ = fork();
  if (process_ == 0) become(arguments, pipe[1], log, settings_.core);
  close(pipe[1]);
  close(log);

  std::string said;
  std::optional<std::uint16_t> port;
  pollfd ready{pipe[0], POLLIN, 0};
  while (!port && poll(&ready, 1, kPatienceMs) == 1) {
    std::array<char, 1024> bytes{};
    const ssize_t count = read(pipe[0], bytes.data(), bytes.size());
    if (count <= 0) break;
    said.append(bytes.data(), static_cast<std::size_t>(count));
    port = port_in(said);
  }
  close(pipe[0]);
  if (port) {
    port_ = *port;
    return;
  }
  kill();
  throw CannotRun(Trouble::no_server, last_words(settings_.log));
}

void Process::kill() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

bool Process::stop() {
  ::kill(process_, SIGTERM);
  int status = 0;
  for (int waited_ms = 0; waited_ms < kPatienceMs; waited_ms += 10) {
    if (waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    usleep(10'000);
  }
  kill();
  return false;
}

double Process::cpu_s() const {
  // The name of the program, which comes second, may hold spaces, and ends with a parenthesis.
  const std::string text = contents(fmt::format("/proc/{}/stat", process_));
  const std::size_t name = text.rfind(')');
  if (name == std::string::npos) return 0;
  std::istringstream fields(text.substr(name + 1));
  const std::vector<std::string> words{std::istream_iterator<std::string>(fields), {}};
  constexpr std::size_t kUser = 11;  // utime, field 14 of proc(5), and after it stime
  if (words.size() <= kUser + 1) return 0;
  return static_cast<double>(std::stoull(words[kUser]) + std::stoull(words[kUser + 1])) /
         static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::size_t Process::memory_bytes() const {
  std::istringstream fields(contents(fmt::format("/proc/{}/statm", process_)));
  std::size_t all = 0;
  std::size_t resident = 0;
  fields >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void Process::limit_files(std::optional<std::uint64_t> bytes) const {
  const rlimit limit{bytes.value_or(RLIM_INFINITY), RLIM_INFINITY};
  prlimit(process_, RLIMIT_FSIZE, &limit, nullptr);
}

}  // namespace aero::load
