#pragma once
// The evaluator: a small net that says how likely each seat is to finish first. All of it is
// integer arithmetic, so every machine, compiler and instruction set gives the same bits.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "aero/eval/rows.hpp"

namespace aero {

// The net. A position's rows (aero/eval/rows.hpp) are summed up; what is between 0 and 1 of a sum
// is squared and goes into a second layer, whose sums, cut at 0 and 4, give the outputs. The last
// sums of the first layer go straight to the outputs.
inline constexpr int kNetWidth = 128;                      // sums of the first layer
inline constexpr int kNetOutputs = 8;                      // by distance: 4 first, 4 place
inline constexpr int kNetInner = kNetWidth - kNetOutputs;  // of these, what the second layer sees
inline constexpr int kNetSecond = 16;                      // sums of the second layer
// Integers to one: of sums and activations; of the weights of the second layer and the outputs; of
// the sums of those.
inline constexpr int kNetOne = 512;
inline constexpr int kNetWeightOne = 1024;
inline constexpr int kNetSumOne = kNetOne * kNetWeightOne;

// The numbers of a net, as they lie in its file (docs/formats/net.md).
struct alignas(64) NetWeights {
  std::array<std::array<std::int16_t, kNetWidth>, kNetRows> rows;
  std::array<std::int16_t, kNetWidth> bias;
  std::array<std::array<std::int16_t, kNetWidth>, kNetSecond> second;  // 0 from kNetInner on
  std::array<std::int32_t, kNetSecond> second_bias;
  std::array<std::array<std::int16_t, kNetSecond>, kNetOutputs> outputs;
  std::array<std::int32_t, kNetOutputs> outputs_bias;
};

class Net {
 public:
  enum class Fault : std::uint8_t {
    none,
    not_a_net,      // no net's header
    other_version,  // of the format or of the shape
    cut,            // shorter or longer than its header says
    damaged,        // the hash is another
    too_large,      // weights whose sums could overflow
  };
  struct Loaded;

  static Loaded load(std::span<const std::byte> bytes);
  // A net of these weights, or a fault: too_large.
  static Loaded make(const NetWeights& weights);
  std::vector<std::byte> bytes() const;

  const NetWeights& weights() const { return *weights_; }
  // Of its weights; the same as in the header.
  std::uint64_t hash() const { return hash_; }

 private:
  Net() = default;
  std::shared_ptr<const NetWeights> weights_;
  std::uint64_t hash_ = 0;
};

struct Net::Loaded {
  std::optional<Net> net;  // set exactly when there is no fault
  Fault fault = Fault::none;
};

// The project's net: part of every native program; elsewhere null until one is given.
const Net* standard_net();
// Gives the net to a program that has none, before anything asks for it. False where there is one.
bool set_standard_net(Net net);

// Chances and places in parts of kCertainty.
inline constexpr std::uint32_t kCertainty = 1u << 24;

// What a position is worth, by seat.
struct Evaluation {
  // The chance to be the next to finish: 0 where a seat is absent or has finished; kCertainty in
  // all.
  std::array<std::uint32_t, kSeats> first;
  // The place that is expected if all play on to one loser: 1 for the next to finish.
  std::array<std::uint32_t, kSeats> place;
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// A net under one rule set.
class Evaluator {
 public:
  // The net has to live as long.
  Evaluator(const Net& net, const Rules& rules);
  Evaluator(Net&&, const Rules&) = delete;

  // Precondition of both: the seat on turn is to roll.
  Evaluation evaluate(const State& state) const;
  // The chances alone, a little faster.
  std::array<std::uint32_t, kSeats> first(const State& state) const;

  const Rules& rules() const { return rules_; }
  const Reach& reach() const { return reach_; }

 private:
  std::array<std::int32_t, kNetOutputs> outputs(const State& state) const;

  const NetWeights* weights_;
  Rules rules_;
  Reach reach_;
  alignas(64) std::array<std::int16_t, kNetWidth> base_;  // of the bias and the rules
};

// The instruction sets that this machine has and the evaluator knows, the fastest first: "avx512",
// "avx2", "plain". All give the same bits.
std::span<const char* const> evaluator_kernels();
// Chooses one of them for all that follows, for tests and measurements. False where it is not one.
bool use_evaluator_kernel(const char* name);

}  // namespace aero
