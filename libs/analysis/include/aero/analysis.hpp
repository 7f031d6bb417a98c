#pragma once
// A game looked at afterwards: how likely each seat was to win at every point, what the dice did to
// that, what the players did, and which choices were mistakes. docs/guide/analysis.md defines every
// number.
//
// A game is played for the next place that is open at its start, which is the first place of any
// game from the beginning; once somebody has it, there is nothing more to look at. "To win" means
// to take that place.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "aero/endgame/endgames.hpp"
#include "aero/eval.hpp"
#include "aero/record.hpp"
#include "aero/rollout.hpp"
#include "aero/search.hpp"

namespace aero {

// Differences of chances by seat, in parts of kCertainty.
using Changes = std::array<std::int64_t, kSeats>;

// A thousandth of a win, in parts of kCertainty.
inline constexpr double kThousandth = kCertainty / 1000.0;

// What a choice that loses so much is called: each from so many thousandths of a win on.
enum class Verdict : std::uint8_t { good, inaccuracy, mistake, blunder };
inline constexpr int kInaccuracy = 10;
inline constexpr int kMistake = 25;
inline constexpr int kBlunder = 50;
Verdict verdict_of(std::uint32_t loss);
std::string_view to_text(Verdict verdict);

// What a roll that does so much to the chance of who rolls is called: each from so many thousandths
// of a win on, given or taken.
enum class Fortune : std::uint8_t { very_unlucky, unlucky, ordinary, lucky, very_lucky };
inline constexpr int kLucky = 30;
inline constexpr int kVeryLucky = 80;
Fortune fortune_of(std::int64_t luck);
std::string_view to_text(Fortune fortune);

// How well a seat chose, by thousandths of a win lost a decision: below the bound of its word.
enum class Rating : std::uint8_t { flawless, expert, strong, fair, casual, careless, none };
std::string_view to_text(Rating rating);
struct RatingBound {
  Rating rating;
  double below;
};
inline constexpr std::array kRatingBounds{
    RatingBound{Rating::flawless, 1}, RatingBound{Rating::expert, 3},
    RatingBound{Rating::strong, 6},   RatingBound{Rating::fair, 12},
    RatingBound{Rating::casual, 20},
};

// Moves in the order in which they are told, by what they are worth: the best first, among equals
// the first of the list.
std::vector<std::size_t> ranked(const std::vector<double>& worths);
// The first few of them, the last of which is the played one if that is not among the better.
inline constexpr std::size_t kMostCandidates = 5;
std::vector<std::size_t> candidates(const std::vector<double>& worths, std::size_t played);

// What each of these choices is worth to a seat, 0 … 1; nothing is rounded.
std::vector<double> worths(const std::vector<Choice>& choices, Seat seat);

// The same of a single move, looking so many rolls ahead, and exact where endgames know it, if not
// null. Precondition: the move is legal.
double worth_of(const Net& net, const Rules& rules, const State& state, const Move& move, int plies,
                const Endgames* endgames);

// A choice that was made.
struct Decision {
  int entry = 0;                // of the record, from 1
  std::vector<Choice> choices;  // every legal move and what it is worth, as legal_moves has them
  std::size_t played = 0;       // of these
  std::size_t best = 0;         // likewise; the first among equals
  bool is_real = false;         // at least two of the moves lead to different positions
  std::uint32_t loss = 0;       // of the mover's chance, against the best move
  Verdict verdict() const { return verdict_of(loss); }
};

// A roll and what became of it. A record may start where the die lies already: that roll was
// nobody's luck, but there is a choice to look at.
struct RollMade {
  int entry = 0;  // of the record, from 1; 0 where it lay there from the start
  int round = 0;
  Seat seat = Seat::R;
  Pip roll = kSix;
  State state;       // before it, or at the start
  Chances before{};  // what the six rolls are worth on average; `rolled` where it lay there
  Chances rolled{};  // what this one is worth if the best move follows
  Chances after{};   // what the move that followed is worth; `rolled` where none did
  std::optional<Decision> decision;  // none where the roll was lost or still waits

  bool lay_there() const { return state.has_roll(); }
  State with_roll(const Rules& rules) const;
  std::int64_t luck(Seat whose) const { return difference(rolled, before, whose); }
  Fortune fortune() const { return fortune_of(luck(seat)); }
  std::int64_t skill(Seat whose) const { return difference(after, rolled, whose); }

 private:
  static std::int64_t difference(const Chances& to, const Chances& from, Seat whose) {
    const auto i = at(whose);
    return std::int64_t{to[i]} - from[i];
  }
};

// What happened to a seat in all. Exactly:
//   end = start + luck + skill + others + foresight
struct SeatSum {
  std::int64_t start = 0;         // its chance before the first roll
  std::int64_t luck = 0;          // by all dice
  std::int64_t own_luck = 0;      // of that, by its own dice
  std::int64_t skill = 0;         // by its own choices: what they lost, with a minus
  std::int64_t others = 0;        // by the choices of the others
  std::int64_t foresight = 0;     // what looking a roll further told, where nobody did anything
  std::int64_t end = 0;           // its chance in the end: all or nothing once somebody has won
  int rolls = 0;                  // without one that lay there from the start
  int decisions = 0;              // real ones
  std::array<int, 4> verdicts{};  // how many of the decisions, by Verdict

  std::int64_t loss() const { return -skill; }
  // Thousandths of a win lost a decision; 0 without any.
  double loss_per_decision() const;
  Rating rating() const;
  // The result less what the dice did: on average over many games as good as the result itself,
  // but it varies much less.
  std::int64_t luck_adjusted() const { return end - luck; }
};

// Looks at the game of a record, a roll at a time, so that a program can show how far it is.
class Analysis {
 public:
  static constexpr int kMostPlies = 3;
  static constexpr int kUsualPlies = 1;

  // Chances are those of the net, looking `plies` rolls ahead of each choice: 0 … kMostPlies.
  // The work may be shared, which changes no number. Precondition: `replay` accepts the record.
  Analysis(const Net& net, const Record& record, int plies, Share share = nullptr);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  // From here on chances are exact where they know them. They are of the record's rules; where the
  // work is shared, threads may ask them.
  void know(Endgames endgames) { endgames_.emplace(std::move(endgames)); }

  // Rolls to look at in all, and how many were.
  int rolls() const { return static_cast<int>(starts_.size()); }
  int done() const { return static_cast<int>(made_.size()); }
  // Looks at the next roll; false where none is left.
  bool step();

  // Those looked at.
  const std::vector<RollMade>& made() const { return made_; }
  // Every move of a decision, in the order of its choices, to be rolled out with the ends that are
  // known here. Precondition: there is a decision in `made`, which is of this game.
  Rollouts rollouts(const RollMade& made, const RolloutOptions& options) const;
  // Every seat's chance after these.
  Chances end();
  // All seats, by index; of those not in play nothing.
  std::array<SeatSum, kSeats> sums();

  const Game& game() const { return game_; }
  int plies() const { return plies_; }

 private:
  SearchLimit limit(int plies) const;
  Chances value(const State& state, int plies);
  Decision decide(const Ply& ply, int entry);

  Evaluator evaluator_;
  Search search_;
  std::optional<Endgames> endgames_;
  Game game_;
  int plies_;
  int placed_;                       // seats that had finished at the start
  std::vector<int> entries_;         // of the record, of each of the game's plies
  std::vector<std::size_t> starts_;  // the plies that begin an item, before which nobody had won
  std::vector<RollMade> made_;
  std::optional<Chances> end_;  // of made_, once asked for
};

}  // namespace aero
