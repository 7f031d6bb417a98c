#include "turns.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <map>
#include <utility>

#include "aero/mix.hpp"
#include "aero/setup.hpp"

namespace aero::solve {
namespace {

// Calls `tell` with each position that a roll, used in one way or another, leads to.
template <class Tell>
void use_roll(const Rules& rules, State state, Pip roll, const Tell& tell) {
  apply(rules, state, roll);
  if (!state.has_roll()) return tell(state);
  for (const Move& move : legal_moves(rules, state)) {
    State after = state;
    apply(rules, after, move);
    tell(after);
  }
}

void add_side(const Fleet& fleet, Setup::Side& side) {
  side.is_in_play = true;
  for (const Piece piece : fleet) side.add({piece.step.value(), piece.size, piece.marks});
}

// As bit n of `pattern` is the nth that is set, bit n of a number goes to that place.
using Spread = std::array<std::uint8_t, 8>;
constexpr std::array<Spread, 8> kSpreads = [] {
  std::array<Spread, 8> spreads{};
  for (unsigned pattern = 0; pattern < 8; ++pattern) {
    for (unsigned bits = 0; bits < 8; ++bits) {
      unsigned next = 0;
      unsigned spread = 0;
      for (unsigned place = 0; place < 3; ++place) {
        if ((pattern >> place & 1) != 0) spread |= (bits >> next++ & 1) << place;
      }
      spreads[pattern][bits] = static_cast<std::uint8_t>(spread);
    }
  }
  return spreads;
}();

// A fleet with marks as a number: which of `fleets` it is without them, and which planes are
// marked.
std::uint32_t code_of(const Fleets& fleets, const Fleet& fleet) {
  std::uint32_t marks = 0;
  for (int plane = 0; plane < kMaxPlanes; ++plane) {
    marks |= (fleet.bits() >> 8 * plane & 1) << plane;
  }
  return static_cast<std::uint32_t>(fleets.number_of(fleet)) << kMaxPlanes | marks;
}
Fleet fleet_of(const Fleets& fleets, std::uint32_t code) {
  Fleet fleet;
  for (Piece piece : fleets[static_cast<int>(code >> kMaxPlanes)]) {
    const std::uint32_t planes = (1u << piece.size) - 1;
    piece.marks = static_cast<std::uint8_t>(std::popcount(code & planes));
    code = (code & ~((1u << kMaxPlanes) - 1)) | (code & ((1u << kMaxPlanes) - 1)) >> piece.size;
    fleet.add(piece);
  }
  return fleet;
}

}  // namespace

std::optional<State> position_of(const Rules& rules, std::array<Seat, 2> seats, int mover,
                                 const Fleet& own, int sixes, const Fleet& other) {
  const Seat seat = seats[static_cast<std::size_t>(mover)];
  const Seat enemy = seats[static_cast<std::size_t>(1 - mover)];
  Setup setup;
  add_side(own, setup.sides[at(seat)]);
  add_side(other, setup.sides[at(enemy)]);
  setup.turn = seat;
  setup.sixes = sixes;
  return check(rules, setup).state;
}

// What was learnt of one step.
struct Turns::Learnt {
  Step step{};
  Choices words;
  std::vector<std::uint16_t> index;
  std::vector<std::uint8_t> numbers;
};

// A step that is to be learnt.
struct Turns::Task {
  Fleet own;
  int sixes;
  Pip roll;
};

class Turns::Learner {
 public:
  using Numbers = std::span<const std::uint8_t>;  // of pieces, in order

  Learner(const Rules& rules, std::array<Seat, 2> seats, int mover, const Fleets& fleets,
          const Pieces* pieces)
      : rules_(rules), seats_(seats), mover_(mover), fleets_(fleets), pieces_(pieces) {}

  Learnt learn(const Fleet& own, int sixes, Pip roll) const {
    Learnt learnt;
    learnt.step = {own, static_cast<std::uint8_t>(sixes), static_cast<std::uint8_t>(roll.value()),
                   0, 0};
    if (pieces_ != nullptr) learnt.numbers = number_pieces(learnt.step);
    std::vector<std::uint8_t> pieces(1);  // by number
    for (std::size_t piece = 0; piece < learnt.numbers.size(); ++piece) {
      if (learnt.numbers[piece] != 0) pieces.push_back(static_cast<std::uint8_t>(piece));
    }
    std::map<Choices, std::uint16_t> kept;
    for (std::size_t j = 0; j < pieces.size(); ++j) {
      for (std::size_t i = 0; i <= j; ++i) {
        const std::array both{pieces[i], pieces[j]};
        const Numbers in_the_way = Numbers(both).last((i > 0 ? 1u : 0u) + (j > 0 ? 1u : 0u));
        const std::optional<Choices> choices = ask(learnt.step, in_the_way);
        if (!choices) {
          learnt.index.push_back(0);  // nobody asks
          continue;
        }
        if (learnt.words.size() >= 1u << 16) std::abort();  // no place for it in the index
        const auto [entry, is_new] =
            kept.emplace(*choices, static_cast<std::uint16_t>(learnt.words.size()));
        if (is_new) learnt.words.insert(learnt.words.end(), choices->begin(), choices->end());
        learnt.index.push_back(entry->second);
      }
    }
    return learnt;
  }

  // What a step leads to with these pieces in the way. The step that a second six is is told by
  // the code of the fleet. None where no position has them.
  std::optional<Choices> ask(const Step& step, Numbers pieces) const {
    const std::optional<State> state = state_of(step, pieces);
    if (!state) return std::nullopt;
    std::array<Piece, Pieces::kMost> in_the_way{};
    std::ranges::transform(pieces, in_the_way.begin(),
                           [&](int piece) { return (*pieces_)[piece]; });
    return choices(*state, *Pip::from(step.roll), std::span(in_the_way).first(pieces.size()));
  }

 private:
  // A position in which the step is due, with these pieces of the other seat on the board.
  std::optional<State> state_of(const Step& step, Numbers pieces) const {
    int planes = 0;
    Fleet other;
    for (const std::uint8_t number : pieces) {
      const Piece piece = (*pieces_)[number];
      planes += piece.size;
      if (planes > rules_.planes) return std::nullopt;
      other.add(piece);
    }
    other.add({kHangar, static_cast<std::uint8_t>(rules_.planes - planes), 0});
    return position_of(rules_, seats_, mover_, step.own, step.sixes, other);
  }

  // Numbers the pieces that are in the way of a step.
  std::vector<std::uint8_t> number_pieces(const Step& step) const {
    const Choices free = *ask(step, {});
    const std::uint64_t free_paths = paths(step, {});
    std::vector<std::optional<Choices>> alone(static_cast<std::size_t>(pieces_->end()));
    std::vector<std::uint8_t> numbers(alone.size());
    for (std::size_t piece = 1; piece < alone.size(); ++piece) {
      const auto number = static_cast<std::uint8_t>(piece);
      alone[piece] = ask(step, Numbers(&number, 1));
      if (!alone[piece]) continue;
      const bool is_in_the_way =
          *alone[piece] != free ||
          (is_stack(piece) && paths(step, Numbers(&number, 1)) != free_paths);
      numbers[piece] = is_in_the_way ? 1 : 0;
    }
    // Where a stack turns back what would have passed it, more may be in the way.
    for (std::size_t stack = 1; stack < alone.size(); ++stack) {
      if (numbers[stack] == 0 || !is_stack(stack)) continue;
      for (std::size_t piece = 1; piece < alone.size(); ++piece) {
        if (numbers[piece] == 0 && changes(step, piece, stack, *alone[stack])) numbers[piece] = 1;
      }
    }
    std::uint8_t next = 0;
    for (std::uint8_t& number : numbers) {
      if (number != 0) number = ++next;
    }
    return numbers;
  }

  // Does a piece change what a step leads to beside a stack, which alone leads to `alone`.
  bool changes(const Step& step, std::size_t piece, std::size_t stack, const Choices& alone) const {
    const std::array both{static_cast<std::uint8_t>(std::min(piece, stack)),
                          static_cast<std::uint8_t>(std::max(piece, stack))};
    const std::optional<Choices> beside = ask(step, both);
    return beside && !is_same(*beside, piece < stack ? 1u : 0u, alone, step);
  }

  bool is_stack(std::size_t piece) const { return (*pieces_)[static_cast<int>(piece)].size > 1; }

  // Stands for the ways on which pieces can go with a step: one that is turned back may come to
  // where it would have come anyway.
  std::uint64_t paths(const Step& step, Numbers pieces) const {
    State rolled = *state_of(step, pieces);
    apply(rules_, rolled, *Pip::from(step.roll));
    if (!rolled.has_roll()) return 0;
    std::uint64_t paths = 0;
    for (const Move& move : legal_moves(rules_, rolled)) {
      State after = rolled;
      EventList events;
      apply(rules_, after, move, events);
      std::uint64_t path = 0;
      for (const Event& event : events) {
        path = mix(path ^ static_cast<std::uint64_t>(event.via.value() + 1) << 8 ^
                   static_cast<std::uint64_t>(event.after.step.value() + 1));
      }
      paths += path;
    }
    return paths;
  }

  // Does a step lead to the same with two pieces as with one of them, the one at `place`.
  static bool is_same(const Choices& both, unsigned place, const Choices& alone, const Step& step) {
    if (both.size() != alone.size() || both[0] != alone[0]) return false;
    const auto moved = [&](std::uint32_t word) {
      const Place old(word);
      return Place(old.own(), old.due(), old.taken() << place).word();
    };
    for (std::size_t i = 1; i < both.size(); ++i) {
      const bool is_place = step.roll != 6 || i % 2 == 1 || (step.sixes > 0 && alone[i] != kEnds);
      if (both[i] != (is_place ? moved(alone[i]) : alone[i])) return false;
    }
    return true;
  }

  Choices choices(const State& state, Pip roll, std::span<const Piece> pieces) const {
    if (roll != kSix) return lower(state, roll, pieces);
    std::vector<std::array<std::uint32_t, 2>> list;
    use_roll(rules_, state, kSix, [&](const State& after) {
      const auto add = [&](Due due, std::uint32_t next) {
        list.push_back({place_of(after, due, pieces).word(), next});
      };
      if (!is_in_turn(after)) return add(due_after(after), kEnds);
      if (state.sixes() == 0) {
        return add(Due::five, code_of(fleets_, after.fleet(seat(mover_))));
      }
      use_roll(rules_, after, kSix, [&](const State& last) {
        add(Due::five, place_of(last, due_after(last), pieces).word());
      });
    });
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
    Choices choices{static_cast<std::uint32_t>(list.size())};
    for (const auto& pair : list) choices.insert(choices.end(), pair.begin(), pair.end());
    return choices;
  }

  Choices lower(const State& state, Pip roll, std::span<const Piece> pieces) const {
    Choices choices{0};
    use_roll(rules_, state, roll, [&](const State& after) {
      choices.push_back(place_of(after, due_after(after), pieces).word());
    });
    std::sort(choices.begin() + 1, choices.end());
    choices.erase(std::unique(choices.begin() + 1, choices.end()), choices.end());
    choices[0] = static_cast<std::uint32_t>(choices.size() - 1);
    return choices;
  }

  Seat seat(int place) const { return seats_[static_cast<std::size_t>(place)]; }

  // Does the mover go on with the turn. Without sixes played it could as well begin one.
  bool is_in_turn(const State& state) const {
    return !state.is_over() && state.turn() == seat(mover_) && state.sixes() > 0;
  }
  Due due_after(const State& state) const {
    return !state.is_over() && state.turn() == seat(mover_) ? Due::mover : Due::other;
  }
  Place place_of(const State& state, Due due, std::span<const Piece> pieces) const {
    Fleet rest = state.fleet(seat(1 - mover_));
    unsigned taken = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (rest.contains(pieces[i])) {
        rest.remove(pieces[i]);
      } else {
        taken |= 1u << i;
      }
    }
    assert(rest.count(kHangar) == rest.size());
    return {fleets_.number_of(state.fleet(seat(mover_))), due, taken};
  }

  Rules rules_;
  std::array<Seat, 2> seats_;
  int mover_;
  const Fleets& fleets_;
  const Pieces* pieces_;
};

Turns::Turns(const Rules& rules, std::array<Seat, 2> seats, int mover, const Fleets& fleets,
             Fleets::Range from, const Pieces* pieces, Crew& crew, const Told& told)
    : from_(from.begin),
      stride_(pieces == nullptr ? 0 : static_cast<std::size_t>(pieces->end())),
      learner_(std::make_unique<Learner>(rules, seats, mover, fleets, pieces)) {
  std::vector<Task> tasks;
  for (int own = from.begin; own < from.end; ++own) {
    for (const Pip roll : kPips) tasks.push_back({fleets[own], 0, roll});
  }
  learn(tasks, crew, told);
  learn(second_sixes(fleets), crew, told);
  mark_rolls(from.size());
}

void Turns::learn(const std::vector<Task>& tasks, Crew& crew, const Told& told) {
  constexpr std::size_t kAtOnce = 4800;
  constexpr int kPart = 48;
  std::vector<Learnt> learnt;
  for (std::size_t first = 0; first < tasks.size(); first += learnt.size()) {
    learnt.assign(std::min(kAtOnce, tasks.size() - first), Learnt{});
    crew.share(static_cast<int>(learnt.size()), kPart, [&](int begin, int end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const Task& task = tasks[first + i];
        learnt[i] = learner_->learn(task.own, task.sixes, task.roll);
      }
    });
    for (const Learnt& one : learnt) add(one);
    if (told) told(static_cast<double>(first + learnt.size()) / static_cast<double>(tasks.size()));
  }
}

// Those that the first ones lead to, which are told their steps in place of their codes.
std::vector<Turns::Task> Turns::second_sixes(const Fleets& fleets) {
  std::vector<Task> tasks;
  const std::size_t firsts = steps_.size();
  const auto step_of = [&](std::uint32_t code) {
    const auto number = static_cast<std::uint32_t>(firsts + tasks.size());
    const auto [entry, is_new] = second_.emplace(code, number);
    if (is_new) tasks.push_back({fleet_of(fleets, code), 1, kSix});
    return entry->second;
  };
  for (std::size_t step = 5; step < firsts; step += 6) {
    const std::size_t end = step + 1 < firsts ? steps_[step + 1].words : words_.size();
    for (std::size_t at = steps_[step].words; at < end; at += 1 + std::size_t{2} * words_[at]) {
      for (std::size_t i = 0; i < words_[at]; ++i) {
        std::uint32_t& next = words_[at + 2 + 2 * i];
        if (next != kEnds) next = step_of(next);
      }
    }
  }
  return tasks;
}

void Turns::mark_rolls(int fleets) {
  rolls_.resize(static_cast<std::size_t>(fleets) * stride_);
  for (std::size_t own = 0; own < static_cast<std::size_t>(fleets); ++own) {
    const auto mark = [&](std::size_t step, unsigned roll) {
      for (std::size_t piece = 0; piece < stride_; ++piece) {
        if (numbers_[step * stride_ + piece] == 0) continue;
        rolls_[own * stride_ + piece] |= static_cast<std::uint8_t>(1u << roll);
      }
    };
    for (unsigned roll = 0; roll < 6; ++roll) mark(6 * own + roll, roll);
    const auto six = entries(free(static_cast<std::uint32_t>(6 * own + 5)), true);
    for (std::size_t i = 1; i < six.size(); i += 2) {
      if (six[i] != kEnds) mark(six[i], 5);
    }
  }
}

Turns::~Turns() = default;
Turns::Turns(Turns&&) noexcept = default;

void Turns::add(const Learnt& learnt) {
  Step step = learnt.step;
  step.words = static_cast<std::uint32_t>(words_.size());
  step.index = static_cast<std::uint32_t>(index_.size());
  steps_.push_back(step);
  words_.insert(words_.end(), learnt.words.begin(), learnt.words.end());
  index_.insert(index_.end(), learnt.index.begin(), learnt.index.end());
  numbers_.insert(numbers_.end(), learnt.numbers.begin(), learnt.numbers.end());
}

Turns::Ways Turns::ways(std::uint32_t step, const Pieces::List& others, Choices& asked) const {
  const std::uint8_t* numbers = numbers_.data() + step * stride_;
  std::array<unsigned, 3> found{};  // the last one nearest to the end
  unsigned pattern = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const unsigned number = numbers[others[i]];
    if (number == 0) continue;
    pattern |= 1u << i;
    found = {found[1], found[2], number};
  }
  const std::uint8_t* spread = kSpreads[pattern].data();
  const Step& at = steps_[step];
  if (found[0] == 0) {
    const std::uint16_t begin = index_[at.index + found[2] * (found[2] + 1) / 2 + found[1]];
    return {words_.data() + at.words + begin, spread};
  }
  asked = *learner_->ask(at, others);
  if (at.roll == 6 && at.sixes == 0) {
    for (std::size_t i = 2; i < asked.size(); i += 2) {
      if (asked[i] != kEnds) asked[i] = second_.at(asked[i]);
    }
  }
  return {asked.data(), spread};
}

}  // namespace aero::solve
