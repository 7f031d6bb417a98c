// aeroplane serve: the page of the game, for browsers on this machine or near it.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "aero/server.hpp"
#include "commands.hpp"
#include "console.hpp"

namespace aero::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint16_t kPort = 8460;
constexpr std::uint16_t kMostPorts = 100;  // tried where that one is taken

Syntax set_up() {
  return {
      .arguments = {{.name = "--port", .about = "cli.serve.port", .value = "N"},
                    {.name = "--host", .about = "cli.serve.host", .value = "ADDRESS"},
                    {.name = "--web", .about = "cli.serve.web", .value = "FOLDER", .is_file = true},
                    {.name = "--open", .about = "cli.serve.open"}},
      .examples = {{"cli.serve.example", "aeroplane serve --open"},
                   {"cli.serve.example_host", "aeroplane serve --host 0.0.0.0"}},
  };
}

// ---- the page ----

// The page that came with the program: installed with it, or built beside it.
fs::path own_page() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const char* folder : {AERO_INSTALLED_PAGE, "../web"}) {
    fs::path page = (program.parent_path() / folder).lexically_normal();
    if (!program.empty() && fs::exists(page / "index.html", error)) return page;
  }
  throw BadInput::about("cli.serve.not_built");
}

// ---- the address ----

std::vector<std::string> addresses_of(const Call& call) {
  const std::string host = call.text_or("--host", "localhost");
  return host == "localhost" ? server::Settings().addresses : std::vector{host};
}

// What a browser on this machine calls it.
std::string url_of(const std::string& host, std::uint16_t port) {
  const bool is_any = host == "0.0.0.0" || host == "::";
  const bool is_ipv6 = host.find(':') != std::string::npos;
  const std::string name = is_any ? "localhost" : is_ipv6 ? fmt::format("[{}]", host) : host;
  return fmt::format("http://{}:{}/", name, port);
}

BadInput refusal(const server::CannotServe& reason, const server::Settings& settings) {
  const std::string port = std::to_string(settings.port);
  switch (reason.trouble()) {
    using enum server::Trouble;
    case no_page: return BadInput::about("cli.serve.no_page", {{"folder", reason.what()}});
    case too_large:
      return BadInput::about("cli.serve.too_large",
                             {{"folder", reason.what()},
                              {"files", std::to_string(server::kMostFiles)},
                              {"megabytes", std::to_string(server::kMostBytes >> 20)}});
    case no_address: return BadInput::about("cli.serve.no_address", {{"text", reason.what()}});
    case port_taken: return BadInput::about("cli.serve.port_taken", {{"port", port}});
    case port_denied: return BadInput::about("cli.serve.port_denied", {{"port", port}});
    case other: break;
  }
  return BadInput::about("cli.serve.failed", {{"reason", reason.what()}});
}

// On the port asked for; else on the usual one, or the next that is free.
std::unique_ptr<server::Server> start(const Call& call, server::Settings settings) {
  const bool may_move = !call.has("--port");
  settings.port = static_cast<std::uint16_t>(call.number_or("--port", 0, UINT16_MAX, kPort));
  for (;;) {
    try {
      return std::make_unique<server::Server>(settings);
    } catch (const server::CannotServe& reason) {
      const bool is_taken = reason.trouble() == server::Trouble::port_taken;
      if (!is_taken || !may_move || settings.port == kPort + kMostPorts) {
        throw refusal(reason, settings);
      }
      ++settings.port;
    }
  }
}

// ---- the browser ----

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

// Opens the browser, where there is one. It gets a session of its own, because Ctrl-C is for us,
// and no socket: it may live longer than we do, and would keep the port.
void open_browser(const std::string& url) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  sigaddset(&signals, SIGCHLD);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::string words[] = {"xdg-open", url};
  char* const arguments[] = {words[0].data(), words[1].data(), nullptr};
  std::signal(SIGCHLD, SIG_IGN);  // nobody asks how it ended
  pid_t child = 0;
  posix_spawnp(&child, arguments[0], &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
}

// ---- the end ----

// Holds back the signals that end the program, less those that whoever started it has switched off.
sigset_t hold_back_endings() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// ---- the command ----

Exit run(const Call& call) {
  server::Settings settings{.folder = call.has("--web") ? fs::path(call.text("--web")) : own_page(),
                            .addresses = addresses_of(call)};
  const sigset_t endings = hold_back_endings();  // before there is a thread
  const auto server = start(call, std::move(settings));
  if (!call.has("--port") && server->port() != kPort) {
    talk(call.say("cli.serve.moved",
                  {{"port", std::int64_t{kPort}}, {"other", std::int64_t{server->port()}}}) +
         "\n");
  }
  const std::string url = url_of(call.text_or("--host", "localhost"), server->port());
  print_line(call.say("cli.serve.address", {{"url", std::string_view(url)}}));
  flush();
  if (call.has("--open") && has_display()) open_browser(url);

  int signal = 0;
  sigwait(&endings, &signal);
  if (signal == SIGINT && talks_to_terminal()) talk("\n");  // after the ^C
  server->stop();
  return Exit::done;
}

}  // namespace

const Command kServe{"serve", "cli.serve.about", set_up, run};

}  // namespace aero::cli
