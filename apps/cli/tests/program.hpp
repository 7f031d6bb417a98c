#pragma once
// Runs the built program as a shell would.

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
  std::string out = {};          // a file that takes standard output instead of `Outcome`
  bool is_out_closed = false;    // standard output is a pipe that nobody reads
  bool is_err_terminal = false;  // standard error is a terminal; `err` is what it got
};

Outcome run(const std::vector<std::string>& words, const Surroundings& surroundings = {});

// A command of the shell, with the program in its PATH.
Outcome shell(const std::string& shell, const std::string& command);

}  // namespace aero::cli
