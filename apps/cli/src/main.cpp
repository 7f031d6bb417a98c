// The program `aeroplane`: reads the command line, runs the command, and says what went wrong.

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>

#include "aero/version.hpp"
#include "console.hpp"
#include "help.hpp"
#include "parse.hpp"

namespace aero::cli {
namespace {

Exit run(text::Language language, const std::vector<std::string>& words) {
  const auto [command, call] = parse(language, words);
  if (call.has("--version")) {
    print_line(fmt::format("aeroplane {}", kVersion));
    return Exit::done;
  }
  if (call.has("--help")) {
    print(command == nullptr ? help(language) : help(language, *command));
    return Exit::done;
  }
  if (command == nullptr) throw BadInput::about("cli.command_missing");
  return command->run(call);
}

// Ends quietly where nobody reads any more; anything else that cannot be written is an error.
Exit end_of_write(text::Language language, WriteFailed failure) {
  if (failure.error == EPIPE) return Exit::done;
  const bool is_full = failure.error == ENOSPC || failure.error == EDQUOT;
  complain(language, is_full ? BadInput::about("cli.disk_full")
                             : BadInput::about("cli.write_failed",
                                               {{"reason", std::strerror(failure.error)}}));
  return Exit::bad_use;
}

Exit run_and_report(const std::vector<std::string>& words) {
  const text::Language language = language_of(words);
  try {
    const Exit exit = run(language, words);
    flush();
    return exit;
  } catch (const BadInput& input) {
    try {
      flush();  // what was found before comes first
    } catch (const WriteFailed& failure) {
      return end_of_write(language, failure);
    }
    complain(language, input);
    return Exit::bad_use;
  } catch (const Stopped& stopped) {
    talk(text::say(language, stopped.about) + "\n");
    return Exit::check_failed;
  } catch (const WriteFailed& failure) {
    return end_of_write(language, failure);
  } catch (const std::bad_alloc&) {
    complain(language, BadInput::about("cli.no_memory"));
  } catch (const std::system_error& failure) {  // above all threads that could not be started
    complain(language, BadInput::about("cli.system", {{"reason", failure.code().message()}}));
  }
  return Exit::bad_use;
}

}  // namespace
}  // namespace aero::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is seen where it is written to
  const auto exit = aero::cli::run_and_report({argv + std::min(argc, 1), argv + argc});
  return static_cast<int>(exit);
}
