#include "aero/regret.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "aero/arena/statistics.hpp"
#include "aero/crew.hpp"
#include "aero/dice.hpp"
#include "aero/game.hpp"
#include "aero/setup.hpp"

namespace aero {
namespace {

constexpr int kMostDraws = 100'000;  // for one decision
constexpr int kMostPlies = 100'000;  // of a game
constexpr std::int64_t kDrawsAtOnce = 32;
constexpr std::int64_t kGamesAtOnce = 16;  // whole rounds, so that threads change nothing

// Decisions that are not independent of each other: those of one game; or a single one.
struct Sample {
  std::int64_t decisions = 0;
  std::int64_t best = 0;
  double loss = 0;
  std::optional<Regret::Decision> worst;

  void add(const Regret::Decision& decision, double nothing) {
    ++decisions;
    best += decision.loss <= nothing ? 1 : 0;
    loss += decision.loss;
    if (!worst || decision.loss > worst->loss) worst = decision;
  }
};

// Of a ratio of two sums over independent samples.
std::optional<Regret::Interval> interval_of(const std::vector<Sample>& samples,
                                            const Regret& regret) {
  if (samples.size() < 2 || regret.best == 1) return std::nullopt;
  double squares = 0;
  for (const Sample& sample : samples) {
    const double rest = sample.loss - regret.mean * static_cast<double>(sample.decisions);
    squares += rest * rest;
  }
  const auto count = static_cast<double>(samples.size());
  const double error =
      std::sqrt(squares * count / (count - 1)) / static_cast<double>(regret.decisions);
  const double reach = arena::student_975(static_cast<std::int64_t>(samples.size()) - 1) * error;
  return Regret::Interval{std::max(regret.mean - reach, 0.0), regret.mean + reach};
}

Regret summed_up(const std::vector<Sample>& samples) {
  Regret regret;
  double loss = 0;
  std::int64_t best = 0;
  for (const Sample& sample : samples) {
    regret.decisions += sample.decisions;
    best += sample.best;
    loss += sample.loss;
    if (sample.worst && (!regret.worst || sample.worst->loss > regret.worst->loss)) {
      regret.worst = sample.worst;
    }
  }
  if (regret.decisions == 0) return regret;
  const auto all = static_cast<double>(regret.decisions);
  regret.mean = loss / all;
  regret.best = static_cast<double>(best) / all;
  regret.interval = interval_of(samples, regret);
  return regret;
}

class Measure {
 public:
  Measure(const ExactTable& table, const Bot& bot, const RegretOptions& options)
      : table_(table), bot_(bot), options_(options), random_(options.seed) {}

  Sample drawn(std::int64_t number) const {
    const Random random = random_.fork(0).fork(static_cast<std::uint64_t>(number));
    Sample sample;
    for (std::uint64_t draw = 0; draw < kMostDraws && sample.decisions == 0; ++draw) {
      const std::optional<State> state = any_roll(random, draw);
      if (state) decide(*state, random.fork(draw), sample);
    }
    return sample;
  }

  Sample played(std::int64_t number) const {
    const auto game = static_cast<std::uint64_t>(number);
    const GameDice dice(options_.seed, game);
    const Random random = random_.fork(1).fork(game);
    std::array<std::uint64_t, kSeats> rolls{};
    Sample sample;
    State state = start(table_.rules(), SeatSet(table_.seats()), table_.seats()[game % 2]);
    for (std::uint64_t ply = 0; ply < kMostPlies && !state.is_over(); ++ply) {
      if (state.has_roll()) {
        apply(table_.rules(), state, decide(state, random.fork(ply), sample));
      } else {
        const auto seat = at(state.turn());
        apply(table_.rules(), state, dice.roll(state.turn(), rolls[seat]++));
      }
    }
    return sample;
  }

  void tell(std::int64_t decisions) {
    const std::scoped_lock lock(telling_);
    done_ += decisions;
    if (options_.progress) options_.progress(std::min(done_, options_.decisions));
  }

 private:
  // The beginning of a turn with a roll that waits; none where the draw is not a position, or
  // nothing can move.
  std::optional<State> any_roll(Random random, std::uint64_t draw) const {
    const Fleets& fleets = table_.fleets();
    const auto below = [&](int bound, std::uint64_t n) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(bound), 4 * draw + n));
    };
    Setup setup;
    for (std::size_t i = 0; i < 2; ++i) {
      Setup::Side& side = setup.sides[at(table_.seats()[i])];
      side.is_in_play = true;
      for (const Piece piece : fleets[below(fleets.size(), i)]) {
        side.add({piece.step.value(), piece.size, 0});
      }
    }
    setup.turn = table_.seats()[static_cast<std::size_t>(below(2, 2))];
    const Pip roll = kPips[static_cast<std::size_t>(below(6, 3))];
    std::optional<State> state = check(table_.rules(), setup).state;
    if (!state) return std::nullopt;
    apply(table_.rules(), *state, roll);
    if (!state->has_roll()) return std::nullopt;
    return state;
  }

  // The bot's move. It is a decision, and counts, where moves lead to different positions.
  Move decide(const State& state, Random random, Sample& sample) const {
    const MoveList legal = legal_moves(table_.rules(), state);
    const Move chosen = bot_.choose(table_.rules(), state, legal, random);
    Regret::Decision decision{state, chosen, legal[0], 0};
    std::optional<State> first;
    bool is_choice = false;
    double best = -1;
    double own = 0;
    for (const Move& move : legal) {
      State after = state;
      apply(table_.rules(), after, move);
      if (!first) first = after;
      is_choice |= after != *first;
      const double value = table_.value(after, state.turn()).middle();
      if (move == chosen) own = value;
      if (value <= best) continue;
      best = value;
      decision.best = move;
    }
    decision.loss = best - own;
    if (is_choice) sample.add(decision, table_.gap());
    return chosen;
  }

  const ExactTable& table_;
  const Bot& bot_;
  const RegretOptions& options_;
  Random random_;
  std::mutex telling_;
  std::int64_t done_ = 0;
};

}  // namespace

Regret regret_anywhere(const ExactTable& table, const Bot& bot, const RegretOptions& options) {
  Measure measure(table, bot, options);
  // The first one tells whether there are any.
  std::vector<Sample> samples{measure.drawn(0)};
  if (samples[0].decisions == 0) return {};
  samples.resize(static_cast<std::size_t>(options.decisions));
  const std::int64_t parts = (options.decisions + kDrawsAtOnce - 1) / kDrawsAtOnce;
  Crew(options.threads).share_each(static_cast<int>(parts), [&](std::int64_t part) {
    const std::int64_t end = std::min((part + 1) * kDrawsAtOnce, options.decisions);
    for (std::int64_t i = part * kDrawsAtOnce; i < end; ++i) {
      samples[static_cast<std::size_t>(i)] = measure.drawn(i);
    }
    measure.tell(end - part * kDrawsAtOnce);
  });
  return summed_up(samples);
}

Regret regret_in_play(const ExactTable& table, const Bot& bot, const RegretOptions& options) {
  Measure measure(table, bot, options);
  Crew crew(options.threads);
  std::vector<Sample> samples;
  std::int64_t decisions = 0;
  const auto games = [&] { return static_cast<std::int64_t>(samples.size()); };
  while (decisions < options.decisions && games() < options.decisions) {
    const std::int64_t begin = games();
    const std::int64_t count = std::min(kGamesAtOnce, options.decisions - begin);
    samples.resize(static_cast<std::size_t>(begin + count));
    crew.share_each(static_cast<int>(count), [&](std::int64_t i) {
      Sample& sample = samples[static_cast<std::size_t>(begin + i)];
      sample = measure.played(begin + i);
      measure.tell(sample.decisions);
    });
    for (std::int64_t i = begin; i < games(); ++i) {
      decisions += samples[static_cast<std::size_t>(i)].decisions;
    }
  }
  Regret regret = summed_up(samples);
  regret.games = games();
  return regret;
}

}  // namespace aero
