#include "aero/lab/simulate.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace aero {
namespace {

// Adds what events tell to the counts of `mover`, who made the input, and of those it hit.
void count_events(const EventList& events, Seat mover, Report& report) {
  const auto add = [&](Seat seat, Count count, int planes = 1) {
    report.counts[at(seat)][static_cast<std::size_t>(count)] += planes;
  };
  for (const Event& event : events) {
    switch (event.kind) {
      case Event::Kind::rolled: add(mover, Count::rolls); break;
      case Event::Kind::no_move: add(mover, Count::lost_rolls); break;
      case Event::Kind::passed: add(mover, Count::passes); break;
      case Event::Kind::third_six: add(mover, Count::third_sixes); break;
      case Event::Kind::took_off: add(mover, Count::take_offs); break;
      case Event::Kind::walked:
        if (event.after.step == kCentre) add(mover, Count::planes_home, event.after.size);
        break;
      case Event::Kind::jumped: add(mover, Count::jumps); break;
      case Event::Kind::flew: add(mover, Count::flights); break;
      case Event::Kind::captured:
        add(mover, Count::captures, event.before.size);
        if (event.before.step.is_in_home_column()) {
          add(mover, Count::crossing_captures, event.before.size);
        }
        add(event.seat, Count::planes_lost, event.before.size);
        break;
      case Event::Kind::struck: add(mover, Count::planes_lost, event.before.size); break;
      case Event::Kind::stacked: add(mover, Count::stacks); break;
      case Event::Kind::recalled:
      case Event::Kind::placed:
      case Event::Kind::next:
      case Event::Kind::again:
      case Event::Kind::over: break;
    }
  }
}

// Plays one game after another and adds them to a report.
class Player {
 public:
  explicit Player(const Simulation& simulation) : simulation_(simulation) {
    for (std::size_t i = 0; i < simulation.seats.size(); ++i) {
      seats_.insert(simulation.seats[i]);
      bots_[at(simulation.seats[i])] = simulation.bots[i];
    }
  }

  void play(std::int64_t game, Report& report) const {
    const auto key = static_cast<std::uint64_t>(game);
    const GameDice dice(simulation_.seed, key);
    // Not one of the keys that the dice use, which are the seats.
    const Random choices = Random(simulation_.seed).fork(key).fork(kSeats);
    std::array<std::uint64_t, kSeats> rolls{};
    State state = start(simulation_.rules, seats_, first(key));
    std::int64_t ply = 0;
    EventList events;
    for (; ply < simulation_.max_plies && !state.is_over(); ++ply) {
      const Seat seat = state.turn();
      const auto i = at(seat);
      events.clear();
      if (state.has_roll()) {
        const MoveList legal = legal_moves(simulation_.rules, state);
        const Random random = choices.fork(i).fork(static_cast<std::uint64_t>(ply));
        const Move move = bots_[i]->choose(simulation_.rules, state, legal, random);
        apply(simulation_.rules, state, move, events);
      } else {
        apply(simulation_.rules, state, dice.roll(seat, rolls[i]++), events);
      }
      count_events(events, seat, report);
    }
    report.games += 1;
    report.plies += ply;
    if (!state.is_over()) {
      report.unfinished += 1;
      return;
    }
    const FinishingOrder& order = state.order();
    for (int place = 0; place < order.size(); ++place) {
      const auto seat = at(order[place]);
      report.places[seat][static_cast<std::size_t>(place)] += 1;
    }
    add_length(rolls[0] + rolls[1] + rolls[2] + rolls[3], report);
  }

 private:
  Seat first(std::uint64_t game) const {
    const std::vector<Seat>& seats = simulation_.seats;
    return seats[simulation_.rotates_first ? game % seats.size() : 0];
  }

  static void add_length(std::uint64_t rolls, Report& report) {
    std::vector<std::int64_t>& games = report.games_by_rolls;
    if (games.size() <= rolls) games.resize(rolls + 1);
    games[rolls] += 1;
  }

  const Simulation& simulation_;
  SeatSet seats_;
  std::array<const Bot*, kSeats> bots_{};
};

void merge(const Report& part, Report& whole) {
  whole.games += part.games;
  whole.unfinished += part.unfinished;
  whole.plies += part.plies;
  for (std::size_t seat = 0; seat < kSeats; ++seat) {
    for (std::size_t i = 0; i < kCounts; ++i) whole.counts[seat][i] += part.counts[seat][i];
    for (std::size_t i = 0; i < kSeats; ++i) whole.places[seat][i] += part.places[seat][i];
  }
  whole.games_by_rolls.resize(std::max(whole.games_by_rolls.size(), part.games_by_rolls.size()));
  for (std::size_t rolls = 0; rolls < part.games_by_rolls.size(); ++rolls) {
    whole.games_by_rolls[rolls] += part.games_by_rolls[rolls];
  }
}

}  // namespace

Report simulate(const Simulation& simulation) {
  constexpr std::int64_t kBatch = 16;  // games that a thread takes at a time
  const Player player(simulation);
  Report whole;
  std::atomic<std::int64_t> next = 0;
  std::mutex mutex;  // guards `whole` and the progress
  std::int64_t done = 0;
  const auto work = [&] {
    Report part;
    for (;;) {
      const std::int64_t from = next.fetch_add(kBatch);
      if (from >= simulation.games) break;
      const std::int64_t to = std::min(from + kBatch, simulation.games);
      for (std::int64_t game = from; game < to; ++game) player.play(game, part);
      const std::lock_guard lock(mutex);
      done += to - from;
      if (simulation.progress) simulation.progress(done);
    }
    const std::lock_guard lock(mutex);
    merge(part, whole);
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < simulation.threads; ++i) others.emplace_back(work);
    work();
  }
  return whole;
}

}  // namespace aero
