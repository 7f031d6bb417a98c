#include "aero/load.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>

#include "chaos.hpp"
#include "check.hpp"
#include "crowd.hpp"
#include "process.hpp"

namespace aero::load {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kWarmUp = 2s;             // of playing, before anything is measured
constexpr auto kDrain = 10s;             // for the last moves to reach everybody
constexpr double kSeatsPerSecond = 200;  // at least so many come, or something is wrong

// A folder that is removed again with all that is in it.
class Workshop {
 public:
  Workshop() {
    std::string name = (fs::temp_directory_path() / "aeroplane-load-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw CannotRun(Trouble::no_store, name);
    folder_ = name;
    fs::create_directory(folder_ / "page");
    std::ofstream(folder_ / "page" / "index.html") << "<!doctype html><title>load</title>\n";
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

// Each connection is an open file; the server raises its own limit.
void allow_files(std::uint64_t count) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= count) return;
  limit.rlim_cur = std::min<rlim_t>(count, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= count) return;
  limit.rlim_cur = limit.rlim_max = count;  // only an administrator may
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) {
    getrlimit(RLIMIT_NOFILE, &limit);
    throw CannotRun(Trouble::too_many_files, std::to_string(limit.rlim_max));
  }
}

// Leaves that core to the server.
void keep_off(int core) {
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  CPU_CLR(static_cast<unsigned>(core), &cores);
  if (CPU_COUNT(&cores) > 0) sched_setaffinity(0, sizeof cores, &cores);
}

double own_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Clock::duration seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

// One run from its beginning to its end.
class Run {
 public:
  explicit Run(const Settings& settings) : settings_(settings) {
    const int connections =
        settings.tables * static_cast<int>(settings.seats.size()) + settings.flooders;
    allow_files(static_cast<std::uint64_t>(connections) + 100);
    data_ = settings.data.empty() ? workshop_.folder() / "data" : settings.data;
    if (!settings.port) {
      server_ = {settings.program, data_, workshop_.folder() / "page", workshop_.folder() / "log",
                 settings.core};
      process_ = std::make_unique<Process>(server_);
    }
    if (settings.core) keep_off(*settings.core);
    memory_before_ = process_ ? process_->memory_bytes() : 0;
    crowd_ = std::make_unique<Crowd>(settings, settings.port ? *settings.port : process_->port());
  }

  Report run() {
    gather();
    switch (settings_.scenario) {
      case Scenario::moves: moves(); break;
      case Scenario::resume: resume(); break;
      case Scenario::flood: flood(); break;
      case Scenario::chaos:
        chaos(settings_, *process_, server_, *crowd_, workshop_.folder(), report_);
        break;
    }
    crowd_->report(report_);
    const std::vector<Seen> seen = crowd_->seen();
    crowd_->leave();
    if (settings_.checks) check_logs(seen);
    return std::move(report_);
  }

 private:
  void gather() {
    const auto connections =
        static_cast<double>(settings_.tables) * static_cast<double>(settings_.seats.size());
    crowd_->gather(Clock::now() + 30s + seconds(connections / kSeatsPerSecond));
    if (process_) {
      report_.bytes_per_connection =
          (static_cast<double>(process_->memory_bytes()) - static_cast<double>(memory_before_)) /
          connections;
    }
  }

  // Plays for the time that was asked for, of which the progress is told.
  void play_on(double from_share, double to_share) {
    const double all = settings_.seconds;
    const Time start = Clock::now();
    const auto length = seconds(all * (to_share - from_share));
    while (Clock::now() < start + length) {
      crowd_->pass(std::min(start + length, Clock::now() + 100ms));
      const std::chrono::duration<double> spent = Clock::now() - start;
      if (settings_.progress) {
        settings_.progress(static_cast<std::int64_t>(all * from_share + spent.count()),
                           settings_.seconds);
      }
    }
  }

  void begin() {
    crowd_->play(Clock::now() + 100ms, settings_.rate);
    crowd_->pass(Clock::now() + std::min<Clock::duration>(kWarmUp, seconds(settings_.seconds)));
  }

  void moves() {
    begin();
    crowd_->start_measuring(false);
    const Time start = Clock::now();
    const double server = process_ ? process_->cpu_s() : 0;
    const double own = own_cpu_s();
    play_on(0, 1);
    const double wall = std::chrono::duration<double>(Clock::now() - start).count();
    if (process_) report_.server_cpu = (process_->cpu_s() - server) / wall;
    report_.client_cpu = (own_cpu_s() - own) / wall;
    crowd_->finish_moves(Clock::now() + kDrain);
    read_figures();
  }

  void read_figures() {
    report_.latency = crowd_->latency();
    report_.offered = crowd_->offered();
    report_.done = crowd_->done();
  }

  void flood() {
    begin();
    crowd_->start_measuring(true);
    play_on(0, 0.5);
    read_figures();
    crowd_->flood(true);
    crowd_->start_measuring(true);
    play_on(0.5, 1);
    crowd_->flood(false);
    crowd_->finish_moves(Clock::now() + kDrain);
    report_.flooded = crowd_->latency();
  }

  void resume() {
    begin();
    process_->kill();
    const Time start = Clock::now();
    process_->start();
    // All were cut off, and come again.
    const std::int64_t all =
        crowd_->arrivals() + static_cast<std::int64_t>(settings_.seats.size()) * settings_.tables;
    while (!crowd_->is_complete() || crowd_->arrivals() < all) {
      crowd_->pass(Clock::now() + 5ms);
      if (Clock::now() > start + 300s) throw CannotRun(Trouble::not_ready, "");
    }
    report_.resume_s = std::chrono::duration<double>(Clock::now() - start).count();
    ++report_.kills;
    crowd_->start_measuring(false);
    play_on(0, 1);
    crowd_->finish_moves(Clock::now() + kDrain);
    read_figures();
  }

  void check_logs(const std::vector<Seen>& seen) {
    if (process_ && !process_->stop()) add_fault(report_, "load.fault.stop", "", 0);
    report_.checked = check(data_, seen, report_);
  }

  Settings settings_;
  Workshop workshop_;
  fs::path data_;
  Process::Settings server_;
  std::unique_ptr<Process> process_;
  std::size_t memory_before_ = 0;
  std::unique_ptr<Crowd> crowd_;
  Report report_;
};

}  // namespace

Report run(const Settings& settings) { return Run(settings).run(); }

}  // namespace aero::load
