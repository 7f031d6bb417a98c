#include "tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "aero/endgame/one_plane.hpp"
#include "aero/solve/cache.hpp"
#include "console.hpp"

namespace aero::cli {

SolveOptions shown_by(const Call& call, Progress& progress, int threads, double wanted) {
  SolveOptions options;
  options.threads = threads;
  options.gap = wanted;
  options.progress = [&call, &progress, wanted](double sweeps, double gap) {
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

ExactTable kept_table(const Call& call, const Rules& rules, std::array<Seat, 2> seats) {
  Progress progress(call.language(), 100);
  return ExactTable::load_or_solve(rules, seats, cache_folder(),
                                   shown_by(call, progress, cores(), SolveOptions().gap));
}

Endgames kept_endgames(const Call& call, const Rules& rules, SeatSet seats) {
  std::vector<ExactTable> tables;
  for (const Duel& duel : duels(rules, seats)) {
    tables.push_back(kept_table(call, duel.rules, duel.seats));
  }
  return solved_endgames(rules, std::move(tables));
}

Endgames known_endgames(const Call& call, const Rules& rules, SeatSet seats) {
  return call.has("--endgame") ? kept_endgames(call, rules, seats) : one_plane_endgames(rules);
}

RaceTable kept_race(const Call& call, const Rules& rules) {
  Progress progress(call.language(), 100);
  return RaceTable::load_or_build(rules, cache_folder(), cores(), [&](double part) {
    progress.show(std::lround(100 * part), call.say("cli.tables.race"));
  });
}

}  // namespace aero::cli
