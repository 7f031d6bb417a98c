#include "tables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "aero/endgame/one_plane.hpp"
#include "aero/solve/cache.hpp"
#include "console.hpp"
#include "files.hpp"
#include "interrupts.hpp"

namespace aero::cli {
namespace {

constexpr double kGapOfLarge = 2e-7;  // rounding leaves little less

// Memory that programs can still have, in bytes: what the kernel believes to be free or easily made
// so, and no more than this container may have.
double memory_left() {
  double left =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  std::ifstream kernel("/proc/meminfo");
  for (std::string word; kernel >> word;) {
    double kilobytes = 0;
    if (word == "MemAvailable:" && kernel >> kilobytes) left = 1024 * kilobytes;
  }
  double most = 0;  // or the word "max"
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> most) left = std::min(left, most);
  return left;
}

}  // namespace

bool is_large(const Rules& rules) { return rules.planes > 2; }

void expect_solvable(const Rules& rules, std::array<Seat, 2> seats) {
  constexpr double kGigabyte = 1e9;
  if (rules.planes > ExactTable::kMostPlanes) {
    throw BadInput::about("cli.solve.planes", {{"planes", std::to_string(rules.planes)},
                                               {"most", std::to_string(ExactTable::kMostPlanes)}});
  }
  if (!is_large(rules)) return;
  const auto needs = static_cast<double>(ExactTable::memory(rules, seats));
  const double has = memory_left();
  if (needs <= has) return;
  throw BadInput::about("cli.solve.memory", {{"needs", fmt::format("{:.1f}", needs / kGigabyte)},
                                             {"has", fmt::format("{:.1f}", has / kGigabyte)}});
}

namespace {

// Percent of solving that is done are shown by `progress`, of 100. Both live as long as the
// options.
SolveOptions shown_by(const Call& call, Progress& progress, const Rules& rules) {
  SolveOptions options;
  options.threads = call.threads();
  if (is_large(rules)) options.gap = kGapOfLarge;
  options.progress = [&call, &progress, wanted = options.gap](double sweeps, double gap) {
    // It shrinks by much the same factor in every sweep.
    const double done = std::log(gap) / std::log(wanted);
    const std::string sweep = fmt::format("{:.1f}", sweeps);
    const std::string apart = fmt::format("{:.1e}", gap);
    progress.show(std::lround(100 * std::clamp(done, 0.0, 1.0)),
                  call.say("cli.solve.progress",
                           {{"sweep", std::string_view(sweep)}, {"gap", std::string_view(apart)}}));
  };
  return options;
}

}  // namespace

KeptTable keep_table(const Call& call, const Rules& rules, std::array<Seat, 2> seats,
                     const std::filesystem::path& folder) {
  Progress progress(call.language(), 100);
  SolveOptions options = shown_by(call, progress, rules);
  bool is_stored = true;
  options.kept = [&](bool is_done) {  // told at once: there may be hours left to make room
    is_stored = is_done;
    if (is_done) return;
    if (talks_to_terminal()) talk("\r\033[K");
    const std::string name = folder.string();
    talk(call.say("cli.solve.not_kept", {{"folder", std::string_view(name)}}) + "\n");
  };
  std::optional<Interrupts> interrupts;
  if (!folder.empty()) {
    interrupts.emplace();
    options.stops = Interrupts::any;
  }
  ExactTable table = ExactTable::load_or_solve(rules, seats, folder, options);
  const bool is_finished = table.is_done(options);
  return {std::move(table), is_finished, is_stored};
}

ExactTable kept_table(const Call& call, const Rules& rules, std::array<Seat, 2> seats) {
  std::filesystem::path folder = call.text_or("--keep", "");
  if (folder.empty()) {
    folder = cache_folder();
  } else {
    make_folder(folder.string());
  }
  KeptTable kept = keep_table(call, rules, seats, folder);
  if (!kept.is_finished) throw Stopped("cli.solve.stopped");
  return std::move(kept.table);
}

std::vector<Endgames> kept_endgames(const Call& call, std::span<const Rules> list, SeatSet seats) {
  std::vector<ExactTable> tables;
  for (const Rules& rules : list) {
    for (const Duel& duel : duels(rules, seats)) {
      const auto is_of_duel = [&](const ExactTable& table) {
        return table.rules() == duel.rules && table.seats() == duel.seats;
      };
      if (std::ranges::any_of(tables, is_of_duel)) continue;
      tables.push_back(kept_table(call, duel.rules, duel.seats));
    }
  }
  std::vector<Endgames> ends;
  for (const Rules& rules : list) ends.push_back(solved_endgames(rules, tables));
  return ends;
}

Endgames kept_endgames(const Call& call, const Rules& rules, SeatSet seats) {
  return kept_endgames(call, std::span(&rules, 1), seats).front();
}

Endgames known_endgames(const Call& call, const Rules& rules, SeatSet seats) {
  return call.has("--endgame") ? kept_endgames(call, rules, seats) : one_plane_endgames(rules);
}

RaceTable kept_race(const Call& call, const Rules& rules) {
  Progress progress(call.language(), 100);
  return RaceTable::load_or_build(rules, cache_folder(), call.threads(), [&](double part) {
    progress.show(std::lround(100 * part), call.say("cli.tables.race"));
  });
}

}  // namespace aero::cli
