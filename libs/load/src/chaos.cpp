#include "chaos.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "check.hpp"

namespace aero::load {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kForTheEnd = 120s;  // for all games to be played to the end

// Of the log that SQLite writes before its file ("-wal"), which is told in docs of SQLite,
// fileformat2.html#the_write_ahead_log and walformat.html.
constexpr std::size_t kWalHead = 32;
constexpr std::size_t kFrameHead = 24;
constexpr std::size_t kPageSizeAt = 8;
constexpr std::size_t kCopiedAt = 96;  // in "-shm": frames that are in the file already

std::uint32_t number_in(const fs::path& file, std::size_t at) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(at));
  std::array<char, 4> bytes{};
  stream.read(bytes.data(), bytes.size());
  return stream ? std::bit_cast<std::uint32_t>(bytes) : 0;
}

// The bytes of the log that a loss of power cannot take: what is in the file has been synced in
// the log before.
std::uintmax_t safe_bytes(const fs::path& wal, const fs::path& shared) {
  const std::uint32_t page = __builtin_bswap32(number_in(wal, kPageSizeAt));
  return kWalHead + std::uintmax_t{number_in(shared, kCopiedAt)} * (kFrameHead + page);
}

class Chaos {
 public:
  Chaos(const Settings& settings, Process& server, Process::Settings server_settings, Crowd& crowd,
        fs::path folder, Report& report)
      : random_(settings.seed),
        server_(server),
        server_settings_(std::move(server_settings)),
        crowd_(crowd),
        folder_(std::move(folder)),
        report_(report) {}

  // One thing after the other until the time is over.
  void run(Time until, const std::function<void()>& tell) {
    while (Clock::now() < until) {
      crowd_.pass(Clock::now() + 1ms * (50 + below(1200)));
      switch (below(5)) {
        case 0: fill_disk(); break;
        case 1: stop(); break;
        default: kill(below(2) == 0); break;
      }
      tell();
    }
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return random_.below(bound, count_++); }

  void kill(bool tears) {
    server_.kill();
    ++report_.kills;
    if (tears) tear();
    server_.start();
  }

  void stop() {
    if (!server_.stop()) add_fault(report_, "load.fault.stop", "", 0);
    server_.start();
  }

  // No room for some time; nothing that was promised before is lost, and it goes on afterwards.
  void fill_disk() {
    server_.limit_files(0);
    ++report_.filled;
    crowd_.pass(Clock::now() + 1ms * (50 + below(500)));
    if (below(3) == 0) return kill(false);  // a new process has no limit
    server_.limit_files(std::nullopt);
  }

  void tear() {
    const fs::path whole = folder_ / "whole";
    const fs::path torn = folder_ / "torn";
    for (const fs::path& copy : {whole, torn}) {
      fs::remove_all(copy);
      fs::copy(server_settings_.data, copy, fs::copy_options::recursive);
    }
    const fs::path wal = torn / "aeroplane.db-wal";
    std::error_code missing;
    const std::uintmax_t size = fs::file_size(wal, missing);
    const std::uintmax_t safe = safe_bytes(wal, torn / "aeroplane.db-shm");
    if (missing || size <= safe) return;
    const std::uintmax_t left = safe + below(static_cast<std::uint32_t>(size - safe));
    fs::resize_file(wal, left);
    if (below(2) == 0) {  // what stood on the disk there before
      std::string other(1 + below(8192), '\0');
      for (char& byte : other) byte = static_cast<char>(below(256));
      std::ofstream(wal, std::ios::binary | std::ios::app) << other;
    }
    Process::Settings settings = server_settings_;
    settings.data = torn;
    Process server(settings);
    if (!server.stop()) add_fault(report_, "load.fault.stop", "", 0);
    check_prefix(torn, whole, crowd_.seen(), report_);
    ++report_.torn;
  }

  Random random_;
  std::uint64_t count_ = 0;
  Process& server_;
  Process::Settings server_settings_;
  Crowd& crowd_;
  fs::path folder_;
  Report& report_;
};

}  // namespace

void chaos(const Settings& settings, Process& server, Process::Settings server_settings,
           Crowd& crowd, const fs::path& folder, Report& report) {
  crowd.play(Clock::now(), settings.rate);
  const Time start = Clock::now();
  const auto tell = [&] {
    const std::chrono::duration<double> spent = Clock::now() - start;
    if (settings.progress) {
      settings.progress(static_cast<std::int64_t>(spent.count()), settings.seconds);
    }
  };
  try {
    Chaos(settings, server, std::move(server_settings), crowd, folder, report)
        .run(start + std::chrono::seconds(settings.seconds), tell);
  } catch (const CannotRun& reason) {  // at first it did run
    ++report.fault_count;
    report.faults.push_back({"load.fault.start", {{"reason", reason.what()}}});
    return;
  }
  if (!crowd.finish_games(Clock::now() + kForTheEnd)) add_fault(report, "load.fault.stuck", "", 0);
}

}  // namespace aero::load
