#pragma once
// Runs the built program as a shell would.

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace aero::cli {

struct Outcome {
  int exit = -1;  // 128 + signal where one ended it
  std::string out;
  std::string err;
};

struct Surroundings {
  std::string input = {};                   // on standard input
  std::vector<std::string> variables = {};  // "NAME=value", on top of PATH; LC_ALL is C.UTF-8
  std::string program = {};                 // a copy to run instead of the one that was built
  std::string out = {};          // a file that takes standard output instead of `Outcome`
  bool is_out_closed = false;    // standard output is a pipe that nobody reads
  bool is_err_terminal = false;  // standard error is a terminal; `err` is what it got
};

Outcome run(const std::vector<std::string>& words, const Surroundings& surroundings = {});

// What a call with --json prints, which goes well: one line, and nothing beside it.
nlohmann::ordered_json json_of(std::vector<std::string> words);

// The program while it runs. It is killed where nobody waited for it.
class Running {
 public:
  // Of the surroundings: the variables and the program.
  explicit Running(const std::vector<std::string>& words, const Surroundings& surroundings = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // The next line of standard output, less its end; empty where it ends or none comes in 20 s.
  std::string read_line();
  void send(int signal);
  // Waits until it ends; `out` is what was not read yet.
  Outcome wait();

 private:
  pid_t child_;
  int out_;
  int err_;
  std::string unread_;
};

// A command of the shell, with the program in its PATH.
Outcome shell(const std::string& shell, const std::string& command);

}  // namespace aero::cli
