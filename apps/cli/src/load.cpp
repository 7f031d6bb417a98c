// aeroplane load: how many online tables a server bears, and does it keep its word.

#include "aero/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <thread>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "layout.hpp"
#include "progress.hpp"

namespace aero::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostTables = 100'000;
constexpr std::uint64_t kMostRate = 1000;
constexpr std::uint64_t kMostSeconds = 1'000'000;
constexpr std::uint64_t kMostFlooders = 1000;

Syntax set_up() {
  return {
      .arguments =
          {{.name = "--tables", .about = "cli.load.tables", .value = "N"},
           {.name = "--rate", .about = "cli.load.rate", .value = "MOVES"},
           {.name = "--seconds", .about = "cli.load.seconds", .value = "S"},
           rules_flag(),
           seats_flag(),
           seed_flag(),
           {.name = "--resume", .about = "cli.load.resume"},
           {.name = "--flood", .about = "cli.load.flood", .value = "N"},
           {.name = "--chaos", .about = "cli.load.chaos"},
           {.name = "--check", .about = "cli.load.check"},
           {.name = "--url", .about = "cli.load.url", .value = "URL"},
           {.name = "--server-core", .about = "cli.load.server_core", .value = "K"},
           {.name = "--data", .about = "cli.load.data", .value = "FOLDER", .is_file = true},
           json_flag()},
      .examples = {{"cli.load.example",
                    "aeroplane load --tables 1000 --seconds 30 --server-core 0 --check"},
                   {"cli.load.example_chaos", "aeroplane load --chaos --seconds 3600"}},
  };
}

// ---- what is asked for ----

// The port of a server on this machine; no other may be loaded.
std::uint16_t port_of(const std::string& url) {
  for (const std::string_view start : {"http://127.0.0.1:", "http://localhost:"}) {
    if (!url.starts_with(start)) continue;
    const char* const end = url.data() + url.size();
    std::uint16_t port = 0;
    const auto [stop, error] = std::from_chars(url.data() + start.size(), end, port);
    const std::string_view rest(stop, end);
    if (error == std::errc() && port > 0 && (rest.empty() || rest == "/")) return port;
  }
  throw BadInput::about("cli.load.not_here", {{"text", url}});
}

load::Scenario scenario_of(const Call& call) {
  const int count = static_cast<int>(call.has("--resume")) + static_cast<int>(call.has("--flood")) +
                    static_cast<int>(call.has("--chaos"));
  if (count > 1) throw BadInput::about("cli.load.one_scenario");
  if (call.has("--resume")) return load::Scenario::resume;
  if (call.has("--flood")) return load::Scenario::flood;
  if (call.has("--chaos")) return load::Scenario::chaos;
  return load::Scenario::moves;
}

double rate_of(const Call& call, double fallback) {
  if (!call.has("--rate")) return fallback;
  const std::string& text = call.text("--rate");
  double rate = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, rate);
  if (error != std::errc() || stop != end || !std::isfinite(rate) || rate < 0.01 ||
      rate > kMostRate) {
    throw BadInput::about(
        "cli.bad_number",
        {{"name", "--rate"}, {"text", text}, {"low", "0.01"}, {"high", std::to_string(kMostRate)}});
  }
  return rate;
}

load::Settings settings_of(const Call& call) {
  load::Settings settings;
  settings.scenario = scenario_of(call);
  const bool is_chaos = settings.scenario == load::Scenario::chaos;
  settings.tables =
      static_cast<int>(call.number_or("--tables", 1, kMostTables, is_chaos ? 16 : 100));
  settings.rate = rate_of(call, is_chaos ? 8 : 1);
  settings.seconds = static_cast<int>(call.number_or("--seconds", 1, kMostSeconds, 10));
  settings.seats = call.seats();
  // Under chaos games are to come to an end.
  if (is_chaos) settings.rules = kQuick;
  if (call.has("--rules")) settings.rules = call.rules();
  settings.seed = call.seed();
  settings.flooders = static_cast<int>(call.number_or("--flood", 1, kMostFlooders, 0));
  settings.checks = call.has("--check") || is_chaos;
  if (call.has("--data")) settings.data = fs::absolute(call.text("--data"));
  if (call.has("--server-core")) {
    const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
    settings.core = static_cast<int>(call.number("--server-core", 0, cores - 1));
  }
  if (call.has("--url")) {
    settings.port = port_of(call.text("--url"));
    const bool kills = is_chaos || settings.scenario == load::Scenario::resume;
    if (kills || settings.core) throw BadInput::about("cli.load.not_ours");
    if (settings.checks && !call.has("--data")) throw BadInput::about("cli.load.check_data");
  } else {
    std::error_code error;
    settings.program = fs::read_symlink("/proc/self/exe", error);
  }
  return settings;
}

// ---- what came of it ----

Json json_of(const load::Latency& latency) {
  return {{"moves", latency.moves},
          {"p50_ms", latency.p50},
          {"p95_ms", latency.p95},
          {"p99_ms", latency.p99},
          {"max_ms", latency.max}};
}

Json json_of(const load::Checked& checked) {
  return {{"tables", checked.tables},     {"entries", checked.entries},
          {"plies", checked.plies},       {"acknowledged", checked.acknowledged},
          {"finished", checked.finished}, {"rolls_verified", checked.verified}};
}

std::string_view name(load::Scenario scenario) {
  switch (scenario) {
    using enum load::Scenario;
    case moves: return "moves";
    case resume: return "resume";
    case flood: return "flood";
    case chaos: return "chaos";
  }
  return "";
}

Json json_of(const Call& call, const load::Settings& settings, const load::Report& report) {
  Json json{{"scenario", name(settings.scenario)},
            {"tables", settings.tables},
            {"connections", report.connections},
            {"rate", settings.rate},
            {"seconds", settings.seconds}};
  if (settings.scenario != load::Scenario::chaos) {
    json["offered_per_s"] = report.offered;
    json["done_per_s"] = report.done;
    json["latency"] = json_of(report.latency);
    json["without_choice"] = report.without_choice;
  }
  if (report.server_cpu) json["server_cpu"] = *report.server_cpu;
  if (settings.scenario == load::Scenario::moves) json["client_cpu"] = report.client_cpu;
  if (report.bytes_per_connection) json["bytes_per_connection"] = *report.bytes_per_connection;
  if (settings.scenario == load::Scenario::flood) {
    json["flooded"] = json_of(report.flooded);
    json["flood_messages"] = report.flood_messages;
    json["flood_closed"] = report.flood_closed;
  }
  if (settings.scenario == load::Scenario::resume) json["resume_s"] = report.resume_s;
  if (settings.scenario == load::Scenario::chaos) {
    json["kills"] = report.kills;
    json["torn"] = report.torn;
    json["disk_full"] = report.filled;
  }
  json["games_finished"] = report.finished;
  json["refused"] = Json::object();
  for (const auto& [code, count] : report.refused) json["refused"][code] = count;
  if (report.checked) json["checked"] = json_of(*report.checked);
  json["fault_count"] = report.fault_count;
  json["faults"] = Json::array();
  for (const Error& fault : report.faults) {
    json["faults"].push_back({{"code", fault.code}, {"message", sentence(call.language(), fault)}});
  }
  return json;
}

std::string ms(double value) { return fmt::format("{:.1f} ms", value); }

std::vector<std::string> row_of(const std::string& title, const load::Latency& latency) {
  return {title, ms(latency.p50), ms(latency.p95), ms(latency.p99), ms(latency.max)};
}

void print_moves(const Call& call, const load::Settings& settings, const load::Report& report) {
  const std::string offered = fmt::format("{:.1f}", report.offered);
  const std::string done = fmt::format("{:.1f}", report.done);
  print(paragraph(call.say("cli.load.moves", {{"offered", std::string_view(offered)},
                                              {"done", std::string_view(done)},
                                              {"lost", report.without_choice}})));
  std::vector<std::vector<std::string>> rows{{"", "p50", "p95", "p99", "max"},
                                             row_of(call.say("cli.load.latency"), report.latency)};
  if (settings.scenario == load::Scenario::flood) {
    rows.push_back(row_of(call.say("cli.load.flooded"), report.flooded));
  }
  print("\n" + grid(rows) + "\n");
}

void print_scenario(const Call& call, const load::Settings& settings, const load::Report& report) {
  switch (settings.scenario) {
    using enum load::Scenario;
    case moves: break;
    case flood: {
      const double before = report.latency.p99;
      const std::string ratio =
          before > 0 ? fmt::format("{:.2f}", report.flooded.p99 / before) : "–";
      print(paragraph(call.say("cli.load.flood_result", {{"messages", report.flood_messages},
                                                         {"closed", report.flood_closed},
                                                         {"ratio", std::string_view(ratio)}})));
      break;
    }
    case resume: {
      const std::string seconds = fmt::format("{:.2f}", report.resume_s);
      print(paragraph(call.say("cli.load.resume_result", {{"connections", report.connections},
                                                          {"s", std::string_view(seconds)}})));
      break;
    }
    case chaos:
      print(paragraph(
          call.say("cli.load.chaos_result",
                   {{"kills", report.kills}, {"torn", report.torn}, {"full", report.filled}})));
      break;
  }
}

void print_report(const Call& call, const load::Settings& settings, const load::Report& report) {
  print(paragraph(call.say("cli.load.title",
                           {{"tables", settings.tables}, {"connections", report.connections}})));
  if (settings.scenario != load::Scenario::chaos) print_moves(call, settings, report);
  print_scenario(call, settings, report);
  if (report.server_cpu) {
    const std::string server = fmt::format("{:.0f}", 100 * *report.server_cpu);
    const std::string clients = fmt::format("{:.0f}", 100 * report.client_cpu);
    print(paragraph(call.say("cli.load.cpu", {{"server", std::string_view(server)},
                                              {"clients", std::string_view(clients)}})));
  }
  if (report.bytes_per_connection) {
    const std::string kilobytes = fmt::format("{:.1f}", *report.bytes_per_connection / 1000);
    print(paragraph(call.say("cli.load.memory", {{"kb", std::string_view(kilobytes)}})));
  }
  for (const auto& [code, count] : report.refused) {
    print(
        paragraph(call.say("cli.load.refused", {{"n", count}, {"code", std::string_view(code)}})));
  }
  if (report.checked) {
    print(paragraph(call.say("cli.load.checked", {{"tables", report.checked->tables},
                                                  {"entries", report.checked->entries},
                                                  {"plies", report.checked->plies},
                                                  {"commands", report.checked->acknowledged},
                                                  {"finished", report.checked->finished},
                                                  {"rolls", report.checked->verified}})));
  }
  for (const Error& fault : report.faults) print(paragraph(sentence(call.language(), fault)));
  print(paragraph(call.say("cli.load.faults", {{"n", report.fault_count}})));
}

BadInput refusal(const load::CannotRun& reason) {
  switch (reason.trouble()) {
    using enum load::Trouble;
    case no_server: return BadInput::about("cli.load.no_server", {{"reason", reason.what()}});
    case too_many_files: return BadInput::about("cli.load.files", {{"most", reason.what()}});
    case not_ready: return BadInput::about("cli.load.not_ready", {{"ready", reason.what()}});
    case no_store: break;
  }
  return BadInput::about("cli.load.no_store", {{"reason", reason.what()}});
}

Exit run(const Call& call) {
  load::Settings settings = settings_of(call);
  load::Report report;
  try {
    std::optional<Progress> progress;  // of one thing after the other
    std::int64_t all_of_it = 0;
    settings.progress = [&](std::int64_t done, std::int64_t all) {
      if (!progress || all != all_of_it) progress.emplace(call.language(), all_of_it = all);
      progress->show(done);
    };
    report = load::run(settings);
  } catch (const load::CannotRun& reason) {
    throw refusal(reason);
  }
  if (call.wants_json()) {
    print_json(json_of(call, settings, report));
  } else {
    print_report(call, settings, report);
  }
  return report.fault_count == 0 ? Exit::done : Exit::check_failed;
}

}  // namespace

const Command kLoad{"load", "cli.load.about", set_up, run};

}  // namespace aero::cli
