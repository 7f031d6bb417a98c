// aeroplane serve: the page of the game and the online tables, for browsers on this machine, near
// it or anywhere.

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "aero/server.hpp"
#include "aero/version.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "page.hpp"
#include "settings.hpp"

namespace aero::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint16_t kPort = 8460;
constexpr std::uint16_t kMostPorts = 100;         // tried where that one is taken
constexpr std::size_t kMostConnections = 20'000;  // unless more are asked for
constexpr std::uint64_t kMostDays = 36'500;
constexpr int kStopMs = 800;             // for clients to take what they are told at the end
constexpr std::size_t kOtherFiles = 64;  // that are open besides connections
constexpr std::array<std::string_view, 5> kLevels = {"off", "error", "warning", "info", "debug"};

Syntax set_up() {
  return {
      .arguments =
          {{.name = "--port", .about = "cli.serve.port", .value = "N"},
           {.name = "--host", .about = "cli.serve.host", .value = "ADDRESS"},
           {.name = "--web", .about = "cli.serve.web", .value = "FOLDER", .is_file = true},
           {.name = "--open", .about = "cli.serve.open"},
           {.name = "--data", .about = "cli.serve.data", .value = "FOLDER", .is_file = true},
           {.name = "--origin", .about = "cli.serve.origin", .value = "URL[,URL…]"},
           {.name = "--trusted-proxy",
            .about = "cli.serve.trusted_proxy",
            .value = "ADDRESS/BITS[,…]"},
           {.name = "--connections", .about = "cli.serve.connections", .value = "N"},
           {.name = "--keep-days", .about = "cli.serve.keep_days", .value = "N"},
           {.name = "--ops-port", .about = "cli.serve.ops_port", .value = "N"},
           {.name = "--push-host", .about = "cli.serve.push_host", .value = "HOST[,HOST…]"},
           {.name = "--log",
            .about = "cli.serve.log",
            .value = "LEVEL",
            .choices = {kLevels.begin(), kLevels.end()}},
           {.name = "--config", .about = "cli.serve.config", .value = "FILE", .is_file = true}},
      .examples = {{"cli.serve.example", "aeroplane serve --open"},
                   {"cli.serve.example_host", "aeroplane serve --host 0.0.0.0"},
                   {"cli.serve.example_config", "aeroplane serve --config /etc/aeroplane.conf"}},
  };
}

// ---- the page ----

// The folder of the page that came with the program: installed with it, or built beside it.
fs::path page_beside() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const char* folder : {AERO_INSTALLED_PAGE, "../web"}) {
    fs::path page = (program.parent_path() / folder).lexically_normal();
    if (!program.empty() && fs::exists(page / "index.html", error)) return page;
  }
  throw BadInput::about("cli.serve.not_built");
}

// The page asked for; else that in the program; else that beside it, and this is told.
void find_page(const Call& call, server::Settings& settings) {
  if (call.has("--web")) {
    settings.folder = call.text("--web");
  } else if (!page_inside().empty()) {
    settings.files = page_inside();
  } else {
    settings.folder = page_beside();
    talk(call.say("cli.serve.page_beside",
                  {{"folder", std::string_view(settings.folder.native())}}) +
         "\n");
  }
}

// ---- the address ----

std::vector<std::string> addresses_of(const Call& call) {
  const std::string host = call.text_or("--host", "localhost");
  return host == "localhost" ? server::Settings().addresses : std::vector{host};
}

bool is_any(std::string_view host) { return host == "0.0.0.0" || host == "::"; }

// What a browser on this machine calls it.
std::string url_of(const std::string& host, std::uint16_t port) {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  const std::string name = is_any(host) ? "localhost" : is_ipv6 ? fmt::format("[{}]", host) : host;
  return fmt::format("http://{}:{}/", name, port);
}

// What browsers on other devices call it, where it listens at every address: those of IPv4, which
// people can type.
std::vector<std::string> network_urls(std::uint16_t port) {
  std::vector<std::string> urls;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return urls;
  for (const ifaddrs* one = first; one; one = one->ifa_next) {
    const bool is_loopback = (one->ifa_flags & IFF_LOOPBACK) != 0;
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || is_loopback) continue;
    sockaddr_in address{};
    std::memcpy(&address, one->ifa_addr, sizeof address);
    std::array<char, INET_ADDRSTRLEN> text{};
    inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    urls.push_back(url_of(text.data(), port));
  }
  freeifaddrs(first);
  return urls;
}

BadInput refusal(const server::CannotServe& reason, const server::Settings& settings) {
  const std::string port = std::to_string(settings.port);
  const auto about_data = [&](std::string_view key) {
    return BadInput::about(key, {{"folder", settings.data}, {"reason", reason.what()}});
  };
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
    case ops_port: return BadInput::about("cli.serve.ops_port_taken", {{"port", reason.what()}});
    case bad_origin: return BadInput::about("cli.serve.bad_origin", {{"text", reason.what()}});
    case bad_proxy: return BadInput::about("cli.serve.bad_proxy", {{"text", reason.what()}});
    case data_in_use: return about_data("cli.serve.data_in_use");
    case data_newer: return about_data("cli.serve.data_newer");
    case data_unreadable:
    case data_denied:
    case data_other: return about_data("cli.serve.data_failed");
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

// ---- the tables ----

fs::path data_folder(const Call& call) {
  if (call.has("--data")) return call.text("--data");
  const auto folder = [](const char* variable) -> fs::path {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
  };
  fs::path data = folder("XDG_DATA_HOME");
  if (!data.is_absolute()) {
    const fs::path home = folder("HOME");
    if (!home.is_absolute()) throw BadInput::about("cli.serve.no_data");
    data = home / ".local" / "share";
  }
  return data / "aeroplane" / "server";
}

// "a,b" → a and b.
std::vector<std::string> list_of(const Call& call, std::string_view flag) {
  const std::string text = call.text_or(flag, "");
  std::vector<std::string> items;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    items.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return items;
}

// As many as this process may have, which is made as many as the system lets it.
std::size_t connections_of(const Call& call) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  getrlimit(RLIMIT_NOFILE, &files);
  const std::size_t open = std::max<std::size_t>(files.rlim_cur, 2 * kOtherFiles) - kOtherFiles;
  return call.number_or("--connections", 1, UINT32_MAX, std::min(open, kMostConnections));
}

server::LogLevel level_of(const Call& call) {
  if (!call.has("--log")) return server::LogLevel::warning;
  const std::string& name = call.choice("--log", {kLevels.begin(), kLevels.end()});
  return static_cast<server::LogLevel>(std::ranges::find(kLevels, name) - kLevels.begin());
}

std::string say(text::Language language, std::string_view key,
                const server::Settings::Arguments& arguments) {
  std::vector<text::Argument> said;
  said.reserve(arguments.size());
  for (const auto& [name, value] : arguments) said.push_back({name, std::string_view(value)});
  return text::say(language, key, said);
}

server::Settings settings_of(const Call& call) {
  server::Settings settings{
      .folder = {},
      .addresses = addresses_of(call),
      .data = data_folder(call),
      .origins = list_of(call, "--origin"),
      .trusted_proxies = list_of(call, "--trusted-proxy"),
      .keep_days = static_cast<int>(call.number_or("--keep-days", 0, kMostDays, 0)),
      .log = level_of(call),
      .push_hosts = list_of(call, "--push-host"),
      .version = std::string(kVersion),
      .say = [language = call.language()](std::string_view key, const auto& arguments) {
        return say(language, key, arguments);
      }};
  find_page(call, settings);
  settings.limits.connections = connections_of(call);
  settings.limits.stop_ms = kStopMs;
  if (call.has("--ops-port")) {
    settings.ops_port = static_cast<std::uint16_t>(call.number("--ops-port", 0, UINT16_MAX));
  }
  return settings;
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

Exit run(const Call& given) {
  const Call call = with_settings(given, set_up());
  server::Settings settings = settings_of(call);
  const sigset_t endings = hold_back_endings();  // before there is a thread
  const auto server = start(call, std::move(settings));
  if (!call.has("--port") && server->port() != kPort) {
    talk(call.say("cli.serve.moved",
                  {{"port", std::int64_t{kPort}}, {"other", std::int64_t{server->port()}}}) +
         "\n");
  }
  const std::string host = call.text_or("--host", "localhost");
  const std::string url = url_of(host, server->port());
  print_line(call.say("cli.serve.address", {{"url", std::string_view(url)}}));
  if (is_any(host)) {
    for (const std::string& other : network_urls(server->port())) {
      print_line(call.say("cli.serve.network", {{"url", std::string_view(other)}}));
    }
  }
  if (server->ops_port() != 0) {
    print_line(call.say("cli.serve.ops", {{"port", std::int64_t{server->ops_port()}}}));
  }
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
