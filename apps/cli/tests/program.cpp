#include "program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace aero::cli {
namespace {

// A file without a name, gone with its descriptor.
int open_scratch() {
  const int file = open(std::filesystem::temp_directory_path().c_str(), O_TMPFILE | O_RDWR, 0600);
  if (file < 0) throw std::runtime_error("no temporary file");
  return file;
}

int open_input(const std::string& input) {
  const int file = open_scratch();
  if (write(file, input.data(), input.size()) != static_cast<ssize_t>(input.size())) {
    throw std::runtime_error("no room for the input");
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

std::string contents(int file) {
  lseek(file, 0, SEEK_SET);
  std::string text;
  char buffer[65536];
  for (ssize_t n = 0; (n = read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

int open_unread_pipe() {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  close(ends[0]);
  return ends[1];
}

struct Terminal {
  int master = -1;
  int slave = -1;
};

Terminal open_terminal() {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
    throw std::runtime_error("no terminal");
  }
  return {master, open(ptsname(master), O_RDWR | O_NOCTTY)};
}

// What the program writes to the terminal until it closes it.
std::string contents(const Terminal& terminal) {
  close(terminal.slave);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(terminal.master, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  close(terminal.master);
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& words,
                         const std::vector<std::string>& variables) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::vector<char*> environment;
  for (const std::string& one : variables) environment.push_back(const_cast<char*>(one.c_str()));
  environment.push_back(nullptr);
  execvpe(arguments[0], arguments.data(), environment.data());
  _exit(127);
}

std::vector<std::string> variables_of(const Surroundings& surroundings) {
  std::vector<std::string> variables{std::string("PATH=") + std::getenv("PATH"), "LC_ALL=C.UTF-8",
                                     "TERM=xterm"};
  for (const std::string& variable : surroundings.variables) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(variables, [&](const std::string& other) { return other.starts_with(name); });
    variables.push_back(variable);
  }
  return variables;
}

int exit_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

// The program and what it is called with.
std::vector<std::string> call_of(const std::vector<std::string>& words,
                                 const Surroundings& surroundings) {
  std::vector<std::string> all{surroundings.program.empty() ? AERO_PROGRAM : surroundings.program};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

Outcome start(const std::vector<std::string>& words, const Surroundings& surroundings) {
  const std::vector<std::string> variables = variables_of(surroundings);
  const int input = open_input(surroundings.input);
  const int out = surroundings.is_out_closed  ? open_unread_pipe()
                  : !surroundings.out.empty() ? open(surroundings.out.c_str(), O_WRONLY)
                                              : open_scratch();
  const Terminal terminal = surroundings.is_err_terminal ? open_terminal() : Terminal{};
  const int err = surroundings.is_err_terminal ? terminal.slave : open_scratch();

  const pid_t child = fork();
  if (child == 0) {
    dup2(input, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (const int file : {input, out, err, terminal.master}) {
      if (file > STDERR_FILENO) close(file);
    }
    become(words, variables);
  }
  Outcome outcome;
  if (surroundings.is_err_terminal) outcome.err = contents(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  outcome.exit = exit_of(status);
  if (!surroundings.is_out_closed && surroundings.out.empty()) outcome.out = contents(out);
  if (!surroundings.is_err_terminal) {
    outcome.err = contents(err);
    close(err);
  }
  close(input);
  close(out);
  return outcome;
}

}  // namespace

Outcome run(const std::vector<std::string>& words, const Surroundings& surroundings) {
  return start(call_of(words, surroundings), surroundings);
}

nlohmann::ordered_json json_of(std::vector<std::string> words) {
  words.emplace_back("--json");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
  return nlohmann::ordered_json::parse(outcome.out);
}

Running::Running(const std::vector<std::string>& words, const Surroundings& surroundings)
    : err_(open_scratch()) {
  const std::vector<std::string> all = call_of(words, surroundings);
  const std::vector<std::string> variables = variables_of(surroundings);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  child_ = fork();
  if (child_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(err_, STDERR_FILENO);
    close(err_);
    become(all, variables);
  }
  close(ends[1]);
  out_ = ends[0];
}

Running::~Running() {
  if (child_ > 0) {  // kill(-1, …) would end every process there is
    send(SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(out_);
  close(err_);
}

std::string Running::read_line() {
  std::size_t end = 0;
  while ((end = unread_.find('\n')) == std::string::npos) {
    pollfd what{out_, POLLIN, 0};
    char buffer[4096];
    if (poll(&what, 1, 20'000) != 1) return {};
    const ssize_t count = read(out_, buffer, sizeof buffer);
    if (count <= 0) return {};
    unread_.append(buffer, static_cast<std::size_t>(count));
  }
  const std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

void Running::send(int signal) { kill(child_, signal); }

Outcome Running::wait() {
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(out_, buffer, sizeof buffer)) > 0;) {
    unread_.append(buffer, static_cast<std::size_t>(n));
  }
  return {.exit = exit_of(status), .out = unread_, .err = contents(err_)};
}

Outcome shell(const std::string& shell, const std::string& command) {
  const std::string folder = std::filesystem::path(AERO_PROGRAM).parent_path();
  const std::string path = "PATH=" + folder + ":" + std::getenv("PATH");
  return start({shell, "-c", command}, {.variables = {path}});
}

}  // namespace aero::cli
