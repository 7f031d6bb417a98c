#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

#include "aero/crew.hpp"
#include "aero/mix.hpp"
#include "aero/train.hpp"
#include "games.hpp"

namespace aero {
namespace {

// Lessons are summed up by shard, and the shards in their order, so that threads change nothing.
constexpr int kShards = 4;
constexpr int kGamesAShard = Trainer::kGamesAStep / kShards;

constexpr double kLeastRate = 0.02;  // of the rate, at the end
constexpr double kFirstFade = 0.9;
constexpr double kLastFade = 0.6;

constexpr std::array kMagic{'A', 'E', 'R', 'O', 'T', 'R', 'N', '3'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint64_t seed;
  std::int64_t planned;
  double rate;
  double explore;
  std::int64_t games;
  std::int64_t positions;
  double residual;
  std::uint64_t is_exact;
};

}  // namespace

struct Trainer::Inside {
  explicit Inside(const Training& all) : training(all) {}

  Training training;
  std::int64_t games = 0;
  std::int64_t positions = 0;
  double residual = 0;
  Floats weights = first_weights(training.seed);
  Adam adam{Floats(layout::kSize, 0.0F), Floats(layout::kSize, 0.0F)};
  std::vector<Lessons> shards = std::vector<Lessons>(kShards);
  std::vector<Endgames> ends;  // that are known

  const Endgames* ends_under(const Rules& rules) const {
    const auto found = std::ranges::find(ends, rules, &Endgames::rules);
    return found == ends.end() ? nullptr : &*found;
  }
};

Trainer::Trainer(const Training& training) : inside_(new Inside(training)) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

const Training& Trainer::training() const { return inside_->training; }
std::int64_t Trainer::games() const { return inside_->games; }
std::int64_t Trainer::positions() const { return inside_->positions; }
double Trainer::residual() const { return inside_->residual; }
void Trainer::know(std::vector<Endgames> ends) { inside_->ends = std::move(ends); }
void Trainer::plan(std::int64_t games) { inside_->training.games = games; }
Net Trainer::net() const { return quantised(inside_->weights); }

void Trainer::step(int threads) {
  Inside& in = *inside_;
  assert(in.training.is_exact != in.ends.empty());
  const Net now = net();
  const double done =
      std::min(1.0, static_cast<double>(in.games) / static_cast<double>(in.training.games));
  const auto fade = static_cast<float>(kFirstFade + (kLastFade - kFirstFade) * done);

  Crew(std::min(threads, kShards)).share_each(kShards, [&](int shard) {
    Lessons& lessons = in.shards[static_cast<std::size_t>(shard)];
    for (int i = 0; i < kGamesAShard; ++i) {
      const auto game =
          static_cast<std::uint64_t>(in.games + std::int64_t{shard} * kGamesAShard + i);
      const Random random = Random(in.training.seed).fork(1).fork(game);
      const Draw table = drawn_table(random.fork(0));
      play_and_learn(
          now, in.weights, table, random.fork(1),
          {.explore = in.training.explore, .fade = fade, .exact = in.ends_under(table.rules)},
          lessons);
    }
  });

  Lessons& sum = in.shards.front();
  for (std::size_t shard = 1; shard < kShards; ++shard) {
    Lessons& part = in.shards[shard];
    for (std::size_t i = 0; i < layout::kSize; ++i) sum.gradient[i] += part.gradient[i];
    std::ranges::fill(part.gradient, 0.0F);
    sum.positions += part.positions;
    sum.residual += part.residual;
    part.positions = 0;
    part.residual = 0;
  }
  in.games += kGamesAStep;
  in.positions += sum.positions;
  in.residual = sum.residual / static_cast<double>(sum.positions);
  const double falling = (1 + std::cos(std::numbers::pi * done)) / 2;
  const double rate = in.training.rate * (kLeastRate + (1 - kLeastRate) * falling);
  in.adam.step(in.weights, sum.gradient, static_cast<float>(sum.positions),
               static_cast<float>(rate), in.games / kGamesAStep);
  sum.positions = 0;
  sum.residual = 0;
}

std::vector<std::byte> Trainer::saved() const {
  const Inside& in = *inside_;
  const Header header{.seed = in.training.seed,
                      .planned = in.training.games,
                      .rate = in.training.rate,
                      .explore = in.training.explore,
                      .games = in.games,
                      .positions = in.positions,
                      .residual = in.residual,
                      .is_exact = in.training.is_exact ? 1U : 0U};
  constexpr std::size_t kBytes = layout::kSize * sizeof(float);
  std::vector<std::byte> bytes(sizeof header + 3 * kBytes + sizeof(std::uint64_t));
  std::byte* to = bytes.data();
  std::memcpy(to, &header, sizeof header);
  to += sizeof header;
  for (const Floats* floats : {&in.weights, &in.adam.mean, &in.adam.square}) {
    std::memcpy(to, floats->data(), kBytes);
    to += kBytes;
  }
  const std::uint64_t hash = hash_of(std::span(bytes).first(bytes.size() - sizeof hash));
  std::memcpy(to, &hash, sizeof hash);
  return bytes;
}

std::optional<Trainer> Trainer::restored(std::span<const std::byte> bytes) {
  Header header{};
  constexpr std::size_t kBytes = layout::kSize * sizeof(float);
  std::uint64_t hash = 0;
  if (bytes.size() != sizeof header + 3 * kBytes + sizeof hash) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::memcpy(&hash, bytes.last(sizeof hash).data(), sizeof hash);
  const bool is_whole = hash_of(bytes.first(bytes.size() - sizeof hash)) == hash;
  if (header.magic != kMagic || !is_whole) return std::nullopt;
  Trainer trainer({.seed = header.seed,
                   .games = header.planned,
                   .rate = header.rate,
                   .explore = header.explore,
                   .is_exact = header.is_exact != 0});
  Inside& in = *trainer.inside_;
  in.games = header.games;
  in.positions = header.positions;
  in.residual = header.residual;
  const std::byte* from = bytes.data() + sizeof header;
  for (Floats* floats : {&in.weights, &in.adam.mean, &in.adam.square}) {
    std::memcpy(floats->data(), from, kBytes);
    from += kBytes;
  }
  return trainer;
}

}  // namespace aero
