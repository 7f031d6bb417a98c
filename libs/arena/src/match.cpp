#include "aero/arena/match.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <utility>

#include "aero/crew.hpp"
#include "aero/eval.hpp"
#include "game.hpp"

namespace aero::arena {
namespace {

// All games of a match, block by block.
struct Games {
  std::vector<std::uint8_t> seatings;
  std::vector<Game> games;  // whole blocks, as far as they count
};

// The variance of a block of fair and independent games.
double fair_spread(const Match& match) {
  const double fair = fair_share(match.seats.size(), match.holding);
  return fair * (1 - fair) /
         static_cast<double>(seatings(match.seats.size(), match.holding).size());
}

class Runner {
 public:
  Runner(const Match& match, bool plays_on)
      : match_(match), plays_on_(plays_on), seatings_(seatings(match.seats.size(), match.holding)) {
    const auto size = static_cast<std::int64_t>(seatings_.size());
    blocks_ = (match.games + size - 1) / size;
    games_.resize(static_cast<std::size_t>(blocks_ * size));
    is_done_.resize(static_cast<std::size_t>(blocks_));
    if (match.sprt) test_.emplace(*match.sprt, fair_spread(match));
  }

  Result<Games> run(const Contestant& a, const Contestant& b) {
    const auto threads = static_cast<int>(std::min<std::int64_t>(match_.threads, blocks_));
    std::vector<std::array<std::unique_ptr<Player>, 2>> players;
    for (int i = 0; i < threads && !match_.is_stopped(); ++i) {
      auto first = a.enter(match_.rules);
      if (!first) return without(first.errors());
      auto second = b.enter(match_.rules);
      if (!second) return without(second.errors());
      players.push_back({*std::move(first), *std::move(second)});
    }
    Crew(threads).share_each(static_cast<int>(players.size()), [&](int i) {
      const auto& [first, second] = players[static_cast<std::size_t>(i)];
      work(*first, *second);
    });
    games_.resize(static_cast<std::size_t>(counted_) * seatings_.size());
    return Games{seatings_, std::move(games_)};
  }

  const std::optional<Sequential>& test() const { return test_; }

 private:
  // Why a bot did not enter, unless it was not waited for.
  Result<Games> without(const Errors& errors) const {
    if (match_.is_stopped()) return Games{};
    return errors;
  }

  void work(Player& a, Player& b) {
    Table table(match_, plays_on_, a, b);
    for (;;) {
      const std::int64_t block = next_.fetch_add(1);
      if (block >= blocks_ || is_decided_) return;
      const auto from = static_cast<std::size_t>(block) * seatings_.size();
      for (std::size_t i = 0; i < seatings_.size(); ++i) {
        games_[from + i] = table.play(block, seatings_[i]);
        if (match_.is_stopped()) return;
      }
      finish(block);
    }
  }

  // Blocks are counted in their order, whichever is done first; so where the test stops does not
  // depend on the threads.
  void finish(std::int64_t block);

  const Match& match_;
  const bool plays_on_;
  const std::vector<std::uint8_t> seatings_;
  std::int64_t blocks_ = 0;
  std::vector<Game> games_;
  std::atomic<std::int64_t> next_ = 0;
  std::atomic<bool> is_decided_ = false;
  std::mutex mutex_;  // guards all that follows
  std::vector<bool> is_done_;
  std::int64_t done_ = 0;     // blocks
  std::int64_t counted_ = 0;  // blocks, all of them done
  std::optional<Sequential> test_;
};

// What A gets for a game: 1, 0, or its share of the seats where nobody has won.
double points(const Game& game, std::uint8_t seating, const std::vector<Seat>& seats) {
  if (game.order.size() > 0) {
    const auto winner = std::ranges::find(seats, game.order[0]) - seats.begin();
    return (seating >> winner & 1) != 0 ? 1 : 0;
  }
  if (game.failure != Failure::none) return game.failed_bot == 0 ? 0 : 1;
  return static_cast<double>(std::popcount(seating)) / static_cast<double>(seats.size());
}

// Means over the games of a block, for A.
struct Block {
  double points = 0;
  double luck = 0;  // 0 where it is not weighed
};

Block block_of(const Game* games, const std::vector<std::uint8_t>& seatings,
               const std::vector<Seat>& seats) {
  const auto size = static_cast<double>(seatings.size());
  double sum = 0;
  std::int64_t parts = 0;
  for (std::size_t i = 0; i < seatings.size(); ++i) {
    sum += points(games[i], seatings[i], seats);
    parts += games[i].luck;
  }
  return {sum / size, static_cast<double>(parts) / static_cast<double>(Luck::kOne) / size};
}

void Runner::finish(std::int64_t block) {
  const std::lock_guard lock(mutex_);
  is_done_[static_cast<std::size_t>(block)] = true;
  ++done_;
  while (!is_decided_ && counted_ < blocks_ && is_done_[static_cast<std::size_t>(counted_)]) {
    const auto from = static_cast<std::size_t>(counted_) * seatings_.size();
    ++counted_;
    if (!test_) continue;
    const Block counted = block_of(&games_[from], seatings_, match_.seats);
    test_->add(counted.points - counted.luck);
    is_decided_ = test_->verdict() != Sequential::Verdict::none;
  }
  if (match_.progress) match_.progress(done_ * static_cast<std::int64_t>(seatings_.size()));
}

MatchReport report_of(const Match& match, const Games& played,
                      const std::optional<Sequential>& test) {
  MatchReport report;
  report.fair = fair_share(match.seats.size(), match.holding);
  report.games = static_cast<std::int64_t>(played.games.size());
  const std::size_t size = played.seatings.size();
  std::vector<double> blocks;
  std::vector<double> luck;
  for (std::size_t from = 0; from < played.games.size(); from += size) {
    for (std::size_t i = 0; i < size; ++i) {
      const Game& game = played.games[from + i];
      for (std::size_t bot = 0; bot < 2; ++bot) report.thinking[bot].add(game.thinking[bot]);
      if (points(game, played.seatings[i], match.seats) == 1) ++report.wins;
      if (game.failure != Failure::none) {
        ++report.failures[game.failed_bot][static_cast<std::size_t>(game.failure)];
      } else if (game.order.size() == 0) {
        ++report.unfinished;
      }
    }
    const Block block = block_of(&played.games[from], played.seatings, match.seats);
    blocks.push_back(block.points);
    luck.push_back(block.luck);
  }
  report.blocks = static_cast<std::int64_t>(blocks.size());
  if (blocks.empty()) return report;
  const double spread = fair_spread(match);
  report.score = mean_of_blocks(blocks, spread);
  if (match.weighs_luck && standard_net() != nullptr) {
    report.adjusted = adjust_for_luck(blocks, luck, spread);
  }
  if (test) {
    report.sprt = {test->log_ratio(), test->lower_bound(), test->upper_bound(), test->verdict()};
  }
  return report;
}

// The same match as the other bot sees it.
MatchReport mirrored(const MatchReport& report) {
  MatchReport other = report;
  const auto mirror = [](Share share) {
    return Share{1 - share.value, 1 - share.high, 1 - share.low};
  };
  std::swap(other.failures[0], other.failures[1]);
  std::swap(other.thinking[0], other.thinking[1]);
  other.wins = report.games - report.unfinished - report.wins;
  other.fair = 1 - report.fair;
  other.score = mirror(report.score);
  if (other.adjusted) other.adjusted->share = mirror(report.adjusted->share);
  return other;
}

void add_rankings(const Match& match, const Games& played, std::size_t a, std::size_t b,
                  std::vector<Ranking>& rankings) {
  const std::size_t size = played.seatings.size();
  for (std::size_t i = 0; i < played.games.size(); ++i) {
    const Game& game = played.games[i];
    if (game.order.size() == 0 || game.failure != Failure::none) continue;
    Ranking ranking;
    ranking.block = static_cast<std::int64_t>(i / size);
    ranking.size = static_cast<int>(match.seats.size());
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
      const bool is_a = (played.seatings[i % size] >> seat & 1) != 0;
      ranking.bots[seat] = static_cast<std::int16_t>(is_a ? a : b);
    }
    ranking.placed = game.order.size();
    for (int place = 0; place < ranking.placed; ++place) {
      const auto seat = std::ranges::find(match.seats, game.order[place]) - match.seats.begin();
      ranking.order[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(seat);
    }
    rankings.push_back(ranking);
  }
}

}  // namespace

std::vector<std::uint8_t> seatings(std::size_t seats, Holding holding) {
  std::vector<std::uint8_t> masks;
  for (unsigned mask = 1; mask + 1 < 1u << seats; ++mask) {
    const auto own = static_cast<std::size_t>(std::popcount(mask));
    const bool is_wanted =
        holding == Holding::one ? own == 1 : own == seats / 2 || own == (seats + 1) / 2;
    if (is_wanted) masks.push_back(static_cast<std::uint8_t>(mask));
  }
  return masks;
}

double fair_share(std::size_t seats, Holding holding) {
  return holding == Holding::one ? 1 / static_cast<double>(seats) : 0.5;
}

std::int64_t MatchReport::failed(int bot) const {
  std::int64_t sum = 0;
  for (const std::int64_t count : failures[static_cast<std::size_t>(bot)]) sum += count;
  return sum;
}

Result<MatchReport> play_match(const Match& match, const Contestant& a, const Contestant& b) {
  Runner runner(match, false);
  const Result<Games> played = runner.run(a, b);
  if (!played) return played.errors();
  return report_of(match, *played, runner.test());
}

Result<PoolReport> play_pool(const Pool& pool) {
  Match match = pool.match;
  match.holding = Holding::half;
  match.sprt.reset();
  const std::size_t bots = pool.bots.size();
  PoolReport report;
  report.pairs.assign(bots, std::vector<std::optional<MatchReport>>(bots));
  std::vector<Ranking> rankings;
  for (std::size_t a = 0; a < bots; ++a) {
    for (std::size_t b = a + 1; b < bots; ++b) {
      match.progress = [&](std::int64_t games) {
        if (pool.match.progress) pool.match.progress(report.games + games);
      };
      Runner runner(match, true);
      const Result<Games> played = runner.run(pool.bots[a], pool.bots[b]);
      if (!played) return played.errors();
      if (played->games.empty()) continue;
      report.pairs[a][b] = report_of(match, *played, {});
      report.pairs[b][a] = mirrored(*report.pairs[a][b]);
      report.games += report.pairs[a][b]->games;
      add_rankings(match, *played, a, b, rankings);
    }
  }
  report.ratings = rate(rankings, static_cast<int>(bots), static_cast<int>(match.seats.size()));
  return report;
}

}  // namespace aero::arena
