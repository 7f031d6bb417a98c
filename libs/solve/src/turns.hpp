#pragma once
// What a turn can lead to, as numbers: learnt once from the engine, then read by every sweep.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "aero/crew.hpp"
#include "aero/game.hpp"
#include "aero/solve/fleets.hpp"
#include "pieces.hpp"

namespace aero::solve {

// Who is to do what after a choice.
enum class Due : std::uint8_t {
  other,  // the other seat begins its turn
  mover,  // the mover begins another turn
  five,   // the mover rolls again after a six; what is meant is the sum over its five lower rolls
};

// Where a choice leads: the fleet that the mover has then, what is due, and which pieces of the
// other seat have gone back to its hangar. One word.
class Place {
 public:
  Place(int own, Due due, unsigned taken)
      : word_(static_cast<std::uint32_t>(own) << 5 | static_cast<std::uint32_t>(due) << 3 | taken) {
  }
  explicit Place(std::uint32_t word) : word_(word) {}

  std::uint32_t word() const { return word_; }
  int own() const { return static_cast<int>(word_ >> 5); }
  Due due() const { return static_cast<Due>(word_ >> 3 & 3); }
  unsigned taken() const { return word_ & 7; }  // bit n is the nth piece in the way

 private:
  std::uint32_t word_;
};

// The choices that a roll gives. How many there are, and then
//   after a roll of one to five       for each the word of its place;
//   after the first six of a turn     for each two words: place, and the step that a second six is,
//                                     or kEnds where no roll of this turn is left;
//   after the second                  for each two words: place, and the place that a third six
//                                     leads to, or kEnds.
using Choices = std::vector<std::uint32_t>;
inline constexpr std::uint32_t kEnds = ~std::uint32_t{0};

// Told again and again which part of the work is done, near enough. May be empty.
using Told = std::function<void(double part)>;

// The numbers of a list after its first.
inline std::span<const std::uint32_t> entries(const std::uint32_t* list, bool in_pairs) {
  return {list + 1, std::size_t{list[0]} * (in_pairs ? 2 : 1)};
}

// What one seat can do, whatever the other has in the way, step by step: a step is one roll with
// one own fleet. Which pieces of the other seat are in the way of a step is found by trying: a
// piece is when it changes what the step leads to, or how, alone on the board or beside a stack
// that does.
// What a step leads to is kept for each piece in the way and each two of them; where it is three,
// the engine is asked again.
class Turns {
 public:
  // Of turns of `seats[mover]` that begin with one of the fleets `from`. Without `pieces` (none
  // have more planes than they can number) nothing of the other seat is ever in the way.
  Turns(const Rules& rules, std::array<Seat, 2> seats, int mover, const Fleets& fleets,
        Fleets::Range from, const Pieces* pieces, Crew& crew, const Told& told = nullptr);
  ~Turns();
  Turns(Turns&&) noexcept;
  Turns(const Turns&) = delete;

  // The step of a roll at the beginning of a turn.
  std::uint32_t step(int own, Pip roll) const {
    return static_cast<std::uint32_t>((own - from_) * 6 + roll.value() - 1);
  }

  // With nothing in the way.
  const std::uint32_t* free(std::uint32_t step) const {
    return words_.data() + steps_[step].words + index_[steps_[step].index];
  }

  // With the pieces of a fleet of the other seat in the way, and what `taken` stands for then:
  // bit n of spread[taken] is the fleet's nth piece.
  struct Ways {
    const std::uint32_t* list;
    const std::uint8_t* spread;
  };
  // Where the engine has to be asked, the list is `asked`.
  Ways ways(std::uint32_t step, const Pieces::List& others, Choices& asked) const;

  // The rolls of a turn with which a piece is in the way, by number of the piece: bit n is roll
  // n + 1; that of a six stands for the sixes after it too. Pieces::end() of them.
  const std::uint8_t* in_the_way(int own) const {
    return rolls_.data() + static_cast<std::size_t>(own - from_) * stride_;
  }

 private:
  struct Step;
  struct Learnt;
  class Learner;

  struct Task;
  void learn(const std::vector<Task>& tasks, Crew& crew, const Told& told);
  void add(const Learnt& learnt);
  std::vector<Task> second_sixes(const Fleets& fleets);
  void mark_rolls(int fleets);

  struct Step {
    Fleet own;
    std::uint8_t sixes, roll;
    std::uint32_t words, index;  // where its own begin
  };
  int from_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> words_;  // lists
  // Where the lists of a step begin among its words, by the numbers i ≤ j of two pieces in its way,
  // or 0: at j (j + 1) / 2 + i.
  std::vector<std::uint16_t> index_;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> numbers_;  // of pieces in the way of a step, from 1; others are 0
  std::vector<std::uint8_t> rolls_;
  std::unordered_map<std::uint32_t, std::uint32_t> second_;  // steps of second sixes, by code
  std::unique_ptr<Learner> learner_;
};

// The position in which `seats[mover]` has the fleet `own`, marked or not, with so many sixes
// played in this turn, the other seat `other`, and the mover is to roll; none when the rules do not
// allow it.
std::optional<State> position_of(const Rules& rules, std::array<Seat, 2> seats, int mover,
                                 const Fleet& own, int sixes, const Fleet& other);

}  // namespace aero::solve
