// aeroplane train: makes the net that judges positions.

#include "aero/train.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "files.hpp"
#include "progress.hpp"
#include "tables.hpp"

namespace aero::cli {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr auto kKeepEvery = 30s;

Syntax set_up() {
  return {
      .arguments =
          {{.name = "--out", .about = "cli.train.out", .value = "FILE", .is_file = true},
           {.name = "--state", .about = "cli.train.state", .value = "FILE", .is_file = true},
           {.name = "--games", .about = "cli.train.games", .value = "N"},
           {.name = "--until", .about = "cli.train.until", .value = "N"},
           {.name = "--exact", .about = "cli.train.exact"},
           seed_flag(),
           threads_flag(),
           json_flag()},
      .examples = {{"cli.train.example", "aeroplane train --games 400000 --seed 1 --out own.net"}},
  };
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A new training, or the one that the file keeps, which has to be of the same kind; the number of
// games is planned anew.
Trainer trainer_of(const Training& training, const std::string& state) {
  if (state.empty() || !std::filesystem::exists(state)) return Trainer(training);
  const std::string text = read_file(state);
  auto trainer = Trainer::restored({reinterpret_cast<const std::byte*>(text.data()), text.size()});
  if (!trainer) throw BadInput::about("cli.train.no_state", {{"name", state}});
  if (trainer->training().is_exact != training.is_exact) {
    throw BadInput::about(training.is_exact ? "cli.train.not_exact" : "cli.train.is_exact",
                          {{"name", state}});
  }
  if (const std::uint64_t seed = trainer->training().seed; seed != training.seed) {
    throw BadInput::about("cli.train.other_seed",
                          {{"name", state}, {"seed", std::to_string(seed)}});
  }
  trainer->plan(training.games);
  return std::move(*trainer);
}

void report(const Call& call, const Trainer& trainer) {
  const std::string hash = fmt::format("{:016x}", trainer.net().hash());
  if (call.wants_json()) {
    print_json({{"games", trainer.games()},
                {"positions", trainer.positions()},
                {"residual", trainer.residual()},
                {"net", hash}});
    return;
  }
  const std::string error = fmt::format("{:.6f}", trainer.residual());
  print_line(call.say("cli.train.done", {{"games", trainer.games()},
                                         {"positions", trainer.positions()},
                                         {"error", std::string_view(error)},
                                         {"hash", std::string_view(hash)}}));
}

Exit run(const Call& call) {
  const std::string& out = call.text("--out");
  expect_different(call, "--out", "--state");
  const std::string state = call.text_or("--state", "");
  Training training;
  training.games = static_cast<std::int64_t>(
      call.number_or("--games", 1, kMostGames, static_cast<std::uint64_t>(training.games)));
  const auto until = static_cast<std::int64_t>(
      call.number_or("--until", 1, kMostGames, static_cast<std::uint64_t>(training.games)));
  training.seed = call.seed();
  training.is_exact = call.has("--exact");
  const int threads = call.threads();

  Trainer trainer = trainer_of(training, state);
  expect_writable(out);
  if (!state.empty()) expect_writable(state);
  if (training.is_exact) trainer.know(kept_endgames(call, usual_rules(), SeatSet(kAllSeats)));
  const auto keep = [&] {
    write_file(out, text_of(trainer.net().bytes()));
    if (!state.empty()) write_file(state, text_of(trainer.saved()));
  };
  {
    Progress progress(call.language(), until);
    Clock::time_point kept = Clock::now();
    while (!trainer.is_done() && trainer.games() < until) {
      trainer.step(threads);
      progress.show(trainer.games());
      if (Clock::now() - kept < kKeepEvery) continue;
      try {
        keep();
      } catch (const BadInput& input) {  // there may be hours left to make room
        complain(call.language(), input);
      }
      kept = Clock::now();
    }
  }
  keep();
  report(call, trainer);
  return Exit::done;
}

}  // namespace

const Command kTrain{"train", "cli.train.about", set_up, run};

}  // namespace aero::cli
