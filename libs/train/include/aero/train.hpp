#pragma once
// Training of the evaluator's net from nothing, by games that it plays against itself.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "aero/endgame/endgames.hpp"
#include "aero/eval.hpp"

namespace aero {

// The rules of most training games, all with `end=last`: `standard` with four planes and with
// fewer, and the presets. The other games are played under any rules.
std::vector<Rules> usual_rules();

struct Training {
  std::uint64_t seed = 1;
  std::int64_t games = 200'000;  // the plan: steps become smaller towards its end
  double rate = 0.001;           // of learning, at the start
  double explore = 0.02;         // the chance that a move is any, not the best
  bool is_exact = false;         // ends of games that are known for certain are learnt as they are

  friend bool operator==(const Training&, const Training&) = default;
};

// Holds the net in floats. The same training gives the same net to the bit, whatever the number of
// threads and however often it was saved and restored on the way.
class Trainer {
 public:
  static constexpr int kGamesAStep = 32;

  explicit Trainer(const Training& training);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  // The ends that are known, each under one of usual_rules(), at least one. Whoever goes on with an
  // exact training tells it the same again. Precondition: the training is exact.
  void know(std::vector<Endgames> ends);

  // Plays the next games with the net as it is and takes one step of learning from all of them.
  // Precondition: the training is not exact, or knows its ends.
  void step(int threads);

  const Training& training() const;
  std::int64_t games() const;      // played so far
  std::int64_t positions() const;  // learnt from so far
  // How far a position's value was from what the next roll makes of it, over the last step: the
  // mean square for the seat on turn.
  double residual() const;
  bool is_done() const { return games() >= training().games; }
  // Another number of games in all, 1 or more, for what is left of the training.
  void plan(std::int64_t games);

  // The net as it is, in integers.
  Net net() const;

  // Everything that is needed to go on; and back again, or nothing where the bytes are no such
  // thing.
  std::vector<std::byte> saved() const;
  static std::optional<Trainer> restored(std::span<const std::byte> bytes);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace aero
