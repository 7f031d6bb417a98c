#include "program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

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

Outcome start(const std::vector<std::string>& words, const Surroundings& surroundings) {
  std::vector<std::string> variables{std::string("PATH=") + std::getenv("PATH"), "LC_ALL=C.UTF-8",
                                     "TERM=xterm"};
  for (const std::string& variable : surroundings.variables) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(variables, [&](const std::string& other) { return other.starts_with(name); });
    variables.push_back(variable);
  }
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
  outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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
  std::vector<std::string> all{AERO_PROGRAM};
  all.insert(all.end(), words.begin(), words.end());
  return start(all, surroundings);
}

Outcome shell(const std::string& shell, const std::string& command) {
  const std::string folder = std::filesystem::path(AERO_PROGRAM).parent_path();
  const std::string path = "PATH=" + folder + ":" + std::getenv("PATH");
  return start({shell, "-c", command}, {.variables = {path}});
}

}  // namespace aero::cli
