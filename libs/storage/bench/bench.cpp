// How many appends this machine takes, and at what price. Appends come at a steady rate whether or
// not the ones before are done (open loop), each to the next of so many tables; how long one took
// counts from when it was due.

#include <sys/resource.h>
#include <time.h>  // NOLINT(modernize-deprecated-headers): the clock of a thread is no C++

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <thread>

#include "aero/storage.hpp"

namespace {

using namespace std::chrono_literals;
using namespace aero::storage;
using Clock = std::chrono::steady_clock;

constexpr const char* kUsage =
    "usage: aero_storage_bench FOLDER [--rate N] [--tables N] [--seconds N] [--bytes N]\n"
    "  FOLDER must not exist yet. --rate counts appends a second.\n";

struct Load {
  int rate = 8000;
  int tables = 8000;
  int seconds = 10;
  int bytes = 250;
};

[[noreturn]] void misuse() {
  std::fputs(kUsage, stderr);
  std::exit(2);
}

Load load_of(const std::vector<std::string>& words) {
  Load load;
  const std::map<std::string, int*> values = {{"--rate", &load.rate},
                                              {"--tables", &load.tables},
                                              {"--seconds", &load.seconds},
                                              {"--bytes", &load.bytes}};
  if (words.size() % 2 != 0) misuse();
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto value = values.find(words[i]);
    const std::string& text = words[i + 1];
    if (value == values.end() ||
        std::from_chars(text.data(), text.data() + text.size(), *value->second).ec != std::errc() ||
        *value->second <= 0) {
      misuse();
    }
  }
  return load;
}

double cpu_s(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What the process has written so far, into files and onto the disk.
std::map<std::string, double> written() {
  std::ifstream file("/proc/self/io");
  std::map<std::string, double> values;
  std::string name;
  double value = 0;
  while (file >> name >> value) values[name] = value;
  return values;
}

std::string code_of(std::size_t table) { return "T" + std::to_string(1'000'000'000 + table); }

struct Figures {
  std::vector<double> took_ms;
  std::size_t groups = 0;
  std::size_t failed = 0;
  double writer_cpu_s = 0;
};

// Each append to a table comes after the one before: seq counts the rounds.
void drive(Store& store, const Load& load, Figures& figures) {
  const std::size_t total =
      static_cast<std::size_t>(load.rate) * static_cast<std::size_t>(load.seconds);
  const std::string text(static_cast<std::size_t>(load.bytes), 'x');
  const auto tables = static_cast<std::size_t>(load.tables);
  figures.took_ms.reserve(total);
  const auto start = Clock::now() + 10ms;
  const auto due = [&](std::size_t i) {
    return start + std::chrono::duration_cast<Clock::duration>(
                       std::chrono::duration<double>(static_cast<double>(i) / load.rate));
  };
  const auto clock_ms = [start] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  };
  Writer writer(store,
                [&](const std::vector<std::pair<Writer::Ticket, Outcome>>& group) {
                  const auto now = Clock::now();
                  ++figures.groups;
                  for (const auto& [ticket, outcome] : group) {
                    if (outcome != Outcome::committed) ++figures.failed;
                    figures.took_ms.push_back(
                        std::chrono::duration<double, std::milli>(now - due(ticket)).count());
                  }
                  figures.writer_cpu_s = cpu_s(CLOCK_THREAD_CPUTIME_ID);
                },
                {.clock_ms = clock_ms});
  for (std::size_t i = 0; i < total; ++i) {
    if (due(i) > Clock::now())
      std::this_thread::sleep_until(std::max(due(i), Clock::now() + 200us));
    Append append{
        .table = code_of(i % tables),
        .entry = {
            .seq = static_cast<std::int64_t>(i / tables) + 1, .at_ms = clock_ms(), .text = text}};
    while (!writer.append(i, append)) std::this_thread::sleep_for(100us);
  }
}

double quantile(std::vector<double>& values, double part) {
  std::ranges::sort(values);
  const auto index = static_cast<std::size_t>(part * static_cast<double>(values.size()));
  return values[std::min(index, values.size() - 1)];
}

void print(Figures& figures, const Load& load, double took_s, double disk_bytes, double bytes) {
  const auto count = static_cast<double>(figures.took_ms.size());
  std::printf("%.0f appends/s over %d tables, %.1f a group, %zu failed\n", count / took_s,
              load.tables, count / static_cast<double>(figures.groups), figures.failed);
  std::printf("commit ms: p50 %.2f  p95 %.2f  p99 %.2f  max %.2f\n", quantile(figures.took_ms, 0.5),
              quantile(figures.took_ms, 0.95), quantile(figures.took_ms, 0.99),
              quantile(figures.took_ms, 1));
  std::printf("writer: %.2f s of CPU, %.1f %% of a core, %.1f us an append\n", figures.writer_cpu_s,
              100 * figures.writer_cpu_s / took_s, 1e6 * figures.writer_cpu_s / count);
  std::printf("written: %.0f bytes an append, %.0f of them told to the disk\n", bytes / count,
              disk_bytes / count);
}

// As after a restart: every table is read again.
void read_all(const std::filesystem::path& folder) {
  auto start = Clock::now();
  Store store(folder);
  const double opened_s = seconds_since(start);
  start = Clock::now();
  std::size_t entries = 0;
  const std::vector<std::string> codes = store.running();
  for (const std::string& code : codes) entries += store.load(code)->log.size();
  std::printf("opened in %.3f s; %zu tables with %zu entries read in %.3f s\n", opened_s,
              codes.size(), entries, seconds_since(start));
}

}  // namespace

int main(int count, char** words) {
  if (count < 2 || std::filesystem::exists(words[1])) misuse();
  const std::filesystem::path folder = words[1];
  const Load load = load_of({words + 2, words + count});
  try {
    Figures figures;
    {
      Store store(folder);
      const auto before = written();
      const auto start = Clock::now();
      drive(store, load, figures);
      const double took_s = seconds_since(start);
      const auto after = written();
      print(figures, load, took_s, after.at("write_bytes:") - before.at("write_bytes:"),
            after.at("wchar:") - before.at("wchar:"));
    }
    read_all(folder);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
